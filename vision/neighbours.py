"""What a cube could lean on: one that leans does so on a wall, another cube or a thing, and at its own distance.

All of it is added to the log odds of leaning that a cube's look gives. In the scenes that the network has learned
from many cubes lean, and many of them on nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Point
from vision.mat import Mat

_STANDS_OFF, _REACH = 1.05, 1.65
_WALL_STANDS_OFF, _WALL_REACH = 0.55, 1.1
"""So far, in sides of a cube, from its top's middle is at least and at most what it leans on: the middle of another
cube, or a wall. The low edge that it stands on is away from there: at 10 degrees its top's middle is 1.17 sides from
the other cube's and 0.67 from a wall, at 35 degrees 1.48 and 0.98; a tenth less of the smallest cubes, and a tenth
more of the largest. Those that touch lie flat, at 1.0 and 0.5."""
_TOO_NEAR, _WALL_TOO_NEAR = 0.93, 0.44
"""Nothing flat lies nearer than so: what seems to was found beside its place, as leaning cubes often are."""
_FOUND_STANDS_OFF, _FOUND_REACH, FOUND_TOO_NEAR = 1.18, 1.75, 0.88
"""The same by the sides of either where nothing tells how the camera looks: outlines are found a little too small
there. Few pairs that touch side by side are found so far apart; of those that leaned on each other all were."""
_SIDE_BY_SIDE = 1.2
"""Top and side of a cube that leans are found so near to each other, and cubes that touch, too."""
_BESIDE, _ASKEW, _SET_ASIDE = 0.4, 0.0, -3.0
"""What that adds, the last where there is nothing on the rail. Chosen on simulated throws of other seeds than those
that are reported, for the least cost where one cube in a hundred leans."""
_ALONE = -2.0
"""And where there is nothing in the tray, or on a table. In none of those throws a cube leans so, as one on a crumb
does: with that of the rail 27 of 180 such pictures were called clear rather than 19, and no more of 600 throws."""
LEANING_IS_RARE = -4.0
"""And that far fewer of thrown cubes lean than of those that networks learn from: with it a chance is honest where
one cube in a hundred leans. Fitted by logistic regression to simulated throws of other seeds than those that are
reported."""

Array = NDArray[np.float64]


def in_the_tray(mat: Mat, middles: Array, things: Sequence[Point]) -> Array:
    """What the log odds of leaning gain (n,), for the `middles` (n, 2) of cubes' tops, by all that lies there: each
    other, the `things` and the walls. All in pixels."""
    places = mat.to_mm([*middles, *things]) / mat.settings.cube
    tops, others = places[: len(middles)], places[len(middles) :]
    to_things = np.hypot(*(tops[:, None] - others).transpose(2, 0, 1))
    to_walls = np.abs(np.hstack([tops, tops - np.array(mat.settings.rolling) / mat.settings.cube]))
    beside, askew = _by_cubes(tops)
    beside |= (to_things < _REACH).any(axis=1)
    beside |= ((to_walls < _WALL_REACH) & (to_walls > _WALL_STANDS_OFF)).any(axis=1)
    askew |= (to_walls < _WALL_TOO_NEAR).any(axis=1)
    on_the_rail = tops[:, 1] > mat.settings.rolling[1] / mat.settings.cube
    return LEANING_IS_RARE + np.select([beside, askew, on_the_rail], [_BESIDE, _ASKEW, _SET_ASIDE], _ALONE)


def on_a_table(mat: Mat, middles: Array, at_edges: NDArray[np.bool_] | None = None) -> Array:
    """The same by the cubes alone, where nothing else is known of; or by which of them (n,) are `at_edges`, too."""
    beside, askew = _by_cubes(mat.to_mm(middles) / mat.settings.cube)
    if at_edges is not None:
        beside = beside | at_edges
    return LEANING_IS_RARE + np.select([beside, askew], [_BESIDE, _ASKEW], _ALONE)


def may_be_tops_and_sides(mat: Mat, tops: Sequence[Array], at_edges: Sequence[bool]) -> NDArray[np.bool_]:
    """Of each top (4, 2) in a picture whether it and another one may be top and side of one cube, which leans on a
    third one or on what has its edge there: they lie side by side, and the `mat` is a table as they tell it
    themselves."""
    apart = _apart(mat.to_mm([top.mean(axis=0) for top in tops]) / mat.settings.cube)
    may_be = np.zeros(len(tops), bool)
    for one, other in combinations(range(len(tops)), 2):
        nearest = np.delete(apart[[one, other]], [one, other], axis=1).min(initial=np.inf)
        if apart[one, other] < _SIDE_BY_SIDE and (nearest < _REACH or at_edges[one] or at_edges[other]):
            may_be[[one, other]] = True
    return may_be


def beside_each_other(mat: Mat, tops: Sequence[Array]) -> NDArray[np.bool_]:
    """Of each top (4, 2) in a picture whether another cube is where one of the two could lean on the other, farther
    than side by side. `mat`: or the table."""
    apart = _apart(mat.to_mm([top.mean(axis=0) for top in tops]) / mat.settings.cube)
    return np.asarray(((apart > _SIDE_BY_SIDE) & (apart < _REACH)).any(axis=1))


def may_lean_on_each_other(quads: Sequence[Array]) -> NDArray[np.bool_]:
    """Of each top (4, 2) in a picture whether another cube lies where one of the two could lean on the other, or too
    near to lie flat, in sides of either: how the camera looks at them needn't be known for that."""
    beside = np.zeros(len(quads), bool)
    for one, other in combinations(range(len(quads)), 2):
        middles = [quads[index].mean(axis=0) for index in (one, other)]
        least, most = sorted((in_its_sides(quads[one], middles[1]), in_its_sides(quads[other], middles[0])))
        if (most > _FOUND_STANDS_OFF and least < _FOUND_REACH) or least < FOUND_TOO_NEAR:
            beside[[one, other]] = True
    return beside


def may_lean_on_things(quads: Sequence[Array], things: Sequence[Point]) -> NDArray[np.bool_]:
    """Of each top (4, 2) in a picture whether one of the `things` lies so near that the cube could lean on it."""
    return np.array([any(in_its_sides(quad, thing) < _FOUND_REACH for thing in things) for quad in quads], bool)


def in_its_sides(top: Array, place: ArrayLike) -> float:
    """How far a place (2,) is from the middle of a top (4, 2), in the top's sides."""
    sides = np.column_stack([top[1] - top[0], top[3] - top[0]])
    return float(np.hypot(*np.linalg.lstsq(sides, np.asarray(place) - top.mean(axis=0), rcond=None)[0]))


def _by_cubes(tops: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Of each of the `tops` (n, 2), in sides of a cube, whether another one is where it could lean on that, and
    whether it is too near."""
    apart = _apart(tops)
    beside = ((apart < _REACH) & (apart > _STANDS_OFF)).any(axis=1)
    return np.asarray(beside), np.asarray((apart < _TOO_NEAR).any(axis=1))


def _apart(tops: Array) -> Array:
    """How far each of the `tops` (n, 2) is from every other (n, n), and endlessly far from itself."""
    apart = np.hypot(*(tops[:, None] - tops).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart)
