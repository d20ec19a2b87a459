"""Finds the cubes' top faces in a picture, and what else lies or reaches into it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.chances import logistic
from vision.networks import (
    COCKED,
    FINDER_FILE,
    FOREIGN,
    HEAT,
    LOG_SIZE,
    OBSTRUCTED,
    OFFSET,
    STRETCH,
    STRIDE,
    TURN,
    finder_input,
    quad_from_shape,
)
from vision.onnx import Network
from vision.planes import inverse
from vision.quads import width_of
from vision.view import View

LEAST_SCORE = 0.4
"""Below this score the finder sees cubes in the grain of a floor: what bears no face there is nothing at all."""
FAINT_SCORE = 0.35
"""Below this score a cube is only taken for one where cubes are missing and a face is plainly to be seen."""
_MIN_SCORE = 0.08  # far below what a cube in plain view gets: whoever names the faces decides about the faint ones
_SURELY_TURNED = 0.9
"""From this length on the network's answer to how a cube lies turned, a direction, is a sure one: of 5441 cubes of
simulated throws that were found so none lay turned by more than 17 degrees otherwise, of 252 others 7 by over 20.
"""
_BRIGHTEST, _FURTHEST = 0.005, 1.8
"""The brightest part of a view, and by how many of the view's deviations it is at most brighter than the mean. The
network learned from parts of scenes, which cubes fill: in half of them it is less than 2.7. In half of the views of a
whole tray, most of which is bare and dark, it was more than 4.4: one in eight white cubes was hardly found, and now
and then one not at all. Chosen on simulated throws of other seeds than those that are reported."""
_EVERY = 4
"""Cells of a row or a column of which one is looked at for that."""
_SAME_CUBE = 0.75  # two centres closer than this share of a cube's width are one cube seen twice


@dataclass(frozen=True, slots=True)
class FoundCube:
    """A cube's top face. Pixels of the picture as it was given.

    `quad`: (4, 2) corners of the face, clockwise in the picture. `score`: 0..1, how surely a cube is there.
    `cocked`: 0..1, how likely it leans by more than 10 degrees. `surely_turned`: whether it certainly lies turned
    as `quad` does, or nearly.
    """

    center: tuple[float, float]
    quad: NDArray[np.float64]
    score: float
    cocked: float
    surely_turned: bool = False


def score_of(cube: FoundCube) -> float:
    """How surely a cube is there, by the network alone."""
    return cube.score


@dataclass(frozen=True, slots=True)
class FoundObject:
    """Something that is no cube of the set: a coin, a ring, another die. `center` in pixels of the picture."""

    center: tuple[float, float]
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class FinderResult:
    """What the finder sees, in pixels of the picture. `cubes` and `foreign` have the surest first.

    `obstruction`: (rows, columns) chances 0..1 that a hand, an arm or a glass covers the place; a cell is STRIDE
    pixels of `view` wide and high, starting at its top left. `plainly`: the same by one look at the view as it is,
    where `obstruction` is the most that several looks say; else None. `heat`: that the middle of a cube is there.
    `others`: what was seen when the picture was looked at in other scales. `hardly`: cubes that only a mirror shows,
    and that faintly; None where none was looked in.
    """

    cubes: list[FoundCube]
    foreign: list[FoundObject]
    obstruction: NDArray[np.float32]
    view: View
    heat: NDArray[np.float32]
    others: Sequence[FinderResult] = ()
    hardly: Sequence[FoundCube] | None = None
    plainly: NDArray[np.float32] | None = None

    def heat_at(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """How likely, 0..1, the middle of a cube is at each of the `points` (n, 2) or right beside it."""
        lens = self.view.lens
        straight = np.asarray(lens.straightened(points) if lens else points, np.float64)
        places = cv2.perspectiveTransform(straight[None], inverse(self.view.to_picture))[0]
        columns, rows = np.floor((places + 0.5) / STRIDE).astype(int).T
        height, width = self.heat.shape
        inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        around = cv2.dilate(self.heat, np.ones((3, 3), np.uint8))
        found = around[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)]
        return np.where(inside, found, np.float32(0.0))


class Finder:
    """The finding network. Safe to use from one thread at a time."""

    def __init__(self, model_path: Path = FINDER_FILE, *, any_dice: bool = False) -> None:
        """`any_dice`: what the network takes for a die of another kind, or for anything else that lies there, is a
        cube too, and nothing is foreign: whoever names the faces tells them apart.

        Raises FileNotFoundError or ValueError where the network can't be loaded.
        """
        self._network = Network(model_path)
        self._any_dice = any_dice

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        """Find the cubes in `view`. `trust`: of several finds of one cube, its top and its sides, the one with the
        most is kept."""
        values = finder_input(view.pixels, view.slant)
        maps = self._network.ask(_in_proportion(values) if view.of_tray else values)[0]
        heat = logistic(maps[HEAT])
        if self._any_dice:
            heat = 1 - (1 - heat) * (1 - logistic(maps[FOREIGN]))
        cubes = _one_each(_cubes(maps, heat, view), trust)
        foreign = [] if self._any_dice else _objects(maps, view)
        return FinderResult(cubes, foreign, logistic(maps[OBSTRUCTED]), view, heat)


def _in_proportion(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the finder is given of a whole tray, of less contrast where what is brightest in it is further from the
    mean than in most of what it has learned from."""
    colours = values[0, :-3]
    some = colours[:, ::_EVERY, ::_EVERY].ravel()
    rank = int((1 - _BRIGHTEST) * some.size)
    brightest = float(np.partition(some, rank)[rank])
    if brightest > _FURTHEST:
        colours *= np.float32(_FURTHEST / brightest)
    return values


def _cubes(maps: NDArray[np.float32], heat: NDArray[np.float32], view: View) -> list[FoundCube]:
    peaks = _peaks(heat)
    if not peaks:
        return []
    ys, xs, scores = zip(*peaks, strict=True)
    told = maps[:, ys, xs].T.astype(np.float64)
    centers = (np.column_stack([xs, ys]) + 0.5 + told[:, OFFSET]) * STRIDE
    sizes, stretches = np.clip(told[:, LOG_SIZE], -1.5, 1.5), np.clip(told[:, STRETCH], -0.6, 0.6)
    quads = quad_from_shape(centers, sizes, stretches, told[:, TURN])
    # The network counts from the outer edge of the first pixel, pictures from its centre.
    corners = _clockwise(view.points(quads - 0.5).reshape(quads.shape))
    middles, leans = corners.mean(axis=1).tolist(), logistic(told[:, COCKED]).tolist()
    surely_turned = (np.hypot(*told[:, TURN].T) >= _SURELY_TURNED).tolist()
    return [
        FoundCube((x, y), quad, score, cocked, turned)
        for (x, y), quad, score, cocked, turned in zip(middles, corners, scores, leans, surely_turned, strict=True)
    ]


def _clockwise(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners (n, 4, 2) of which a mirrored view gave some the other way round come out as from any other."""
    (x, y), (next_x, next_y) = (corners.transpose(2, 0, 1) for corners in (quads, quads[:, [1, 2, 3, 0]]))
    clockwise = (x * next_y - next_x * y).sum(axis=1) > 0
    return np.where(clockwise[:, None, None], quads, quads[:, [1, 0, 3, 2]])


def _one_each(found: list[FoundCube], trust: Callable[[FoundCube], float]) -> list[FoundCube]:
    """Of the finds that are too near to each other for two cubes the most trusted, surest first."""
    kept: list[tuple[FoundCube, float]] = []
    for cube in sorted(found, key=trust, reverse=True):
        if all(math.dist(cube.center, other.center) > _SAME_CUBE * width for other, width in kept):
            kept.append((cube, width_of(cube.quad)))
    return sorted((cube for cube, _ in kept), key=score_of, reverse=True)


def _objects(maps: NDArray[np.float32], view: View) -> list[FoundObject]:
    found: list[FoundObject] = []
    for y, x, score in _peaks(logistic(maps[FOREIGN])):
        place = view.points([((x + 0.5) * STRIDE - 0.5, (y + 0.5) * STRIDE - 0.5)])[0]
        center = (float(place[0]), float(place[1]))
        if all(math.dist(center, other.center) > _SAME_CUBE * view.cube_px for other in found):
            found.append(FoundObject(center, score))
    return found


def _peaks(heat: NDArray[np.float32]) -> list[tuple[int, int, float]]:
    """Rows, columns and heights of the local maxima, highest first."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= highest) & (heat > _MIN_SCORE))
    order = np.argsort(-heat[ys, xs])
    return [(int(ys[i]), int(xs[i]), float(heat[ys[i], xs[i]])) for i in order]
