"""Tells leaning cubes from flat ones, by where the camera stands.

From the side a flat cube looks like a leaning one. What tells them apart is the camera's place, which the mat gives:
each cube is shown to a network as if from straight above, turned so that the camera always looks from the same side,
together with how steeply it looks. The network also says where the middle of the top is: a flat cube that is looked
at beside its middle looks like a leaning one too.

And a cube leans on something. One that stands alone is only taken for leaning where that is plainly to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Point
from vision.camera_place import FEWEST, MOST, likely_places
from vision.chances import logistic
from vision.mat import Mat
from vision.networks import (
    LEAN_CROP,
    LEAN_REACH,
    LEANING_FILE,
    Picture,
    check_picture,
    leaning_crop,
    leaning_input,
    load_network,
)

_PLAIN = ((0.0, 1.0),)
_FURTHER = ((0.0, -1.0), (-10.0, 1.0), (10.0, 1.0), (-10.0, -1.0), (10.0, -1.0))
"""Degrees by which a cube is turned to be looked at, and -1.0 where it is seen as in a mirror: what lies left of the
line of sight might as well lie right of it, or a little further round. A cube in doubt is looked at in all these
ways."""
_DOUBT = (0.0027, 0.49)
"""Between these chances looking again is worth its time."""
_STILL_IN_DOUBT = (0.0054, 0.73)
"""And between these afterwards the cubes are asked, too, how the camera looks: how high it hangs, and how large they
are, the mat tells only roughly."""
_OFF = 0.1
"""From this distance, in sides of a cube, between where a cube was looked at and its middle it is too."""
_REACH, _WALL_REACH = 1.5, 1.25
"""So far, in sides of a cube, from its top's middle is at most what it leans on: the middle of a thing, or a wall."""
_BESIDE, _ALONE = 0.4, -3.0
"""What that adds to the log odds of leaning: in the scenes that the network has learned from many cubes lean on
nothing. Chosen on simulated throws of other seeds than those that are reported, for the least cost where one cube in
a hundred leans."""
LEANING_IS_RARE = -4.0
"""And what it adds that far fewer of thrown cubes lean than of those that networks learn from: with it a chance is
honest where one cube in a hundred leans. Fitted by logistic regression to simulated throws of other seeds than
those that are reported."""


@dataclass(frozen=True, slots=True)
class Stance:
    """How a cube stands: the `center` of its top face in pixels, and how likely it `leans` by more than 10 degrees:
    0..1."""

    center: Point
    leans: float


class LeaningWatch:
    """The leaning network. Safe to use from one thread at a time."""

    def __init__(self, model_path: Path = LEANING_FILE) -> None:
        """Raises FileNotFoundError or ValueError where the network can't be loaded."""
        self._network = load_network(model_path)

    def look_without_mat(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]], sure: int
    ) -> NDArray[np.float64] | None:
        """How likely each cube leans (n,), 0..1, by its top (4, 2) in `picture`, where no mat is in view.

        `sure`: so many of the first are surely cubes. None where these are too few to tell. Raises ValueError for a
        picture that is none.
        """
        check_picture(picture)
        if sure < FEWEST:
            return None
        return logistic(self._by_cubes(picture, quads, min(sure, MOST)) + LEANING_IS_RARE)

    def _by_cubes(self, picture: Picture, quads: Sequence[NDArray[np.float64]], sure: int) -> NDArray[np.float64]:
        """The log odds (n,) of leaning, where the first `sure` cubes tell how the camera looks."""
        surest = quads[:sure]
        places, weights = likely_places(
            surest, picture.shape[1::-1], lambda mats: self._seen_from(picture, mats, surest)
        )
        return np.asarray(weights @ self._seen_from(picture, places, quads))

    def _seen_from(
        self, picture: Picture, mats: Sequence[Mat], quads: Sequence[NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        """What each cube looks like from each place, as log odds of leaning (places, n)."""
        centers = [(float(x), float(y)) for x, y in (quad.mean(axis=0) for quad in quads)]
        odds = []
        for mat in mats:  # one after the other, for the inputs of all of them take much memory
            inputs = _inputs(picture, [top_view(mat, center) for center in centers])
            odds.append(_said(self._network, inputs)[:, 0])
        return np.array(odds)

    def look(
        self,
        picture: Picture,
        mat: Mat,
        centers: Sequence[Point],
        things: Sequence[Point] = (),
        hints: Sequence[float] | None = None,
    ) -> list[Stance]:
        """How each cube stands, by roughly where in `picture` the middle of its top face is.

        `things`: what else lies there that a cube could lean on. `hints`: what others say of each cube, as log odds
        that are added to those of leaning. Raises ValueError for a picture that is none.
        """
        check_picture(picture)
        if not centers:
            return []
        (logits,), (places,) = _answers(self._network, picture, mat, centers, _PLAIN)
        known = _by_neighbours(mat, places, things) + (0.0 if hints is None else np.asarray(hints))
        far = np.hypot(*(places - centers).T) > _OFF * mat.cube_pixels()
        odds = logits + known
        doubted = np.flatnonzero(far | _between(odds, _DOUBT))
        if len(doubted):
            again, middles = _answers(self._network, picture, mat, places[doubted], _FURTHER)
            # What was seen from far beside a cube's middle says nothing about it.
            first = np.where(far[doubted], np.nan, logits[doubted])
            odds[doubted] = np.nanmean([first, *again], axis=0) + known[doubted]
            places[doubted] = middles.mean(axis=0)
        still = _between(odds, _STILL_IN_DOUBT)
        if still.any() and len(places) >= FEWEST:
            by_cubes = self._by_cubes(picture, _tops(mat, places), MOST) + known
            odds[still] = (odds[still] + by_cubes[still]) / 2
        chances = logistic(odds)
        return [
            Stance((float(x), float(y)), float(chance)) for (x, y), chance in zip(places, chances, strict=True)
        ]


def _between(odds: NDArray[np.float64], chances: tuple[float, float]) -> NDArray[np.bool_]:
    return (logistic(odds) > chances[0]) & (logistic(odds) < chances[1])


def _answers(
    network: Any, picture: Picture, mat: Mat, places: ArrayLike, looks: Sequence[tuple[float, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each of the `looks` the logits (looks, n) of leaning, and where in the picture the middles of the tops are
    (looks, n, 2)."""
    tops = [top_view(mat, place) for place in np.asarray(places).tolist()]
    turns = [_look(degrees, side) for degrees, side in looks]
    inputs = _inputs(picture, [(to_pixels @ turn, obliquity) for turn in turns for to_pixels, obliquity in tops])
    answers = _said(network, inputs).reshape(len(turns), len(tops), -1)
    middles = [
        [cv2.perspectiveTransform((step @ turn[:2, :2].T).reshape(1, 1, 2), to_pixels)[0, 0]
         for (to_pixels, _), step in zip(tops, seen, strict=True)]
        for turn, seen in zip(turns, answers[..., 1:], strict=True)
    ]  # fmt: skip
    return answers[..., 0], np.array(middles)


def _inputs(picture: Picture, tops: Sequence[tuple[NDArray[np.float64], float]]) -> NDArray[np.float32]:
    """What the network is given of the `tops`, which are as `top_view` gives them."""
    return np.stack([
        leaning_input(leaning_crop(picture, to_pixels, LEAN_REACH, LEAN_CROP), obliquity)
        for to_pixels, obliquity in tops
    ])  # fmt: skip


def _said(network: Any, inputs: NDArray[np.float32]) -> NDArray[np.float64]:
    network.setInput(inputs)
    return np.asarray(network.forward(), np.float64)


def _look(degrees: float, side: float) -> NDArray[np.float64]:
    """From a crop to the view from above: turned by so much, mirrored where `side` is -1."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin * side, 0.0], [sin, cos * side, 0.0], [0.0, 0.0, 1.0]])


def _by_neighbours(mat: Mat, places: NDArray[np.float64], things: Sequence[Point]) -> NDArray[np.float64]:
    """The log odds (n,) that what lies about each cube adds to those of leaning."""
    at = mat.to_mm([*places, *things])
    tops = at[: len(places)]
    apart = np.hypot(*(tops[:, None] - at).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    to_wall = np.abs(np.hstack([tops, tops - mat.settings.rolling])).min(axis=1)
    side = mat.settings.cube
    beside = (apart.min(axis=1) < _REACH * side) | (to_wall < _WALL_REACH * side)
    return LEANING_IS_RARE + np.where(beside, _BESIDE, _ALONE)


def _tops(mat: Mat, places: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Tops (4, 2) of flat cubes with these middles (n, 2), in pixels."""
    arms = mat.settings.cube / 2 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    return [mat.to_pixels(middle + arms) for middle in mat.to_mm(places)]


def top_view(mat: Mat, center: Point) -> tuple[NDArray[np.float64], float]:
    """From sides of a cube about its top's centre to pixels, x away from the camera; and how steeply it looks.

    What is seen at a flat cube's top hides the floor further away from the camera: by how much, in heights, is the
    tangent of the angle at which the camera looks there.
    """
    side = mat.settings.cube
    place = mat.to_mm([center])[0]
    away = mat.floor_behind(center) - place
    obliquity = float(np.hypot(*away)) / side
    cos, sin = away / np.hypot(*away) if obliquity > 1e-6 else (1.0, 0.0)
    to_mm = np.array([[side * cos, -side * sin, place[0]], [side * sin, side * cos, place[1]], [0.0, 0.0, 1.0]])
    return mat.top_near(center) @ to_mm, obliquity
