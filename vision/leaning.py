"""Tells leaning cubes from flat ones, by where the camera stands.

From the side a flat cube looks like a leaning one. What tells them apart is the camera's place, which the mat gives:
each cube is shown to a network as if from straight above, along its sides, together with how the camera looks at it.
The network also says where the middle of the top is: a flat cube that is looked at beside its middle looks like a
leaning one too.

And a cube leans on something. One that stands alone is only taken for leaning where that is plainly to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
from vision.camera_place import FEWEST, MOST, Places, likely_places
from vision.chances import logistic
from vision.finder import width_of
from vision.mat import Mat
from vision.neighbours import in_the_tray, on_a_table
from vision.networks import (
    LEAN_CROP,
    LEAN_REACH,
    LEANING_FILE,
    Picture,
    along_sides,
    check_picture,
    leaning_crop,
    leaning_input,
)
from vision.onnx import Network

_UPRIGHT = (0.0, 1.0)
_PLAIN = (_UPRIGHT,)
_FURTHER = (
    (-5.0, 1.0), (5.0, 1.0), (-10.0, 1.0), (10.0, 1.0), (0.0, 0.94), (0.0, 1.06), (-5.0, 0.95), (5.0, 1.05),
)  # fmt: skip
"""Degrees by which a cube is turned to be looked at, and how many times as much is seen round it: an angle is found
only roughly, and a size is. A cube in doubt is looked at in all these ways."""
_DOUBT = (0.0015, 0.88)
"""Between these chances looking again is worth its time."""
_STILL_IN_DOUBT, _CUBES_SHARE = (0.004, 0.27), 0.3
"""And between these afterwards the cubes are asked, too, how the camera looks, and what is seen from there counts so
much: how high it hangs, and how large they are, the mat tells only roughly. Chosen for the least cost on simulated
throws of other seeds than those that are reported."""
_OFF = 0.1
"""From this distance, in sides of a cube, between where a cube was looked at and its middle it is too."""
_FURTHEST = 0.5
"""No further than so many widths of a cube from where it was found is its middle."""
_BRIGHTER = 0.4
"""Exponent by which what a network sees of a cube, 0..1, is made brighter: in the scenes that it has learned from,
sides in the shade are seldom as dark as below one strong lamp, where they look like the shadow of a flat cube.
Chosen on simulated throws of other seeds than those that are reported."""
_SHADES = np.round(255 * np.linspace(0, 1, 256) ** _BRIGHTER).astype(np.uint8)
_TRUST_IN_FLAT = 0.3
"""Where the camera's place is only guessed, a cube that looks flat from one of the likely places probably is: from 0,
where all places count alike, to 1, where flat ones and right places were all there is. Chosen as the above."""
_GUESSED = 1.5
"""What the log odds of leaning gain there, for from a wrong place a cube that leans may look flat. Chosen on the same
throws for the least cost, where a wrong score is a hundred times worse than a second look."""
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


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
        self._network = Network(model_path)

    def places(self, picture: Picture, quads: Sequence[NDArray[np.float64]]) -> Places | None:
        """From where the camera may look at cubes' tops (4, 2) in `picture`, the surest first, where no mat is in
        view; None where these are too few to tell. Raises ValueError for a picture that is none."""
        check_picture(picture)
        if len(quads) < FEWEST:
            return None
        surest = quads[:MOST]
        return likely_places(surest, picture.shape[1::-1], lambda mats: self._seen_from(picture, mats, surest))

    def look_from(
        self, picture: Picture, places: Places, quads: Sequence[NDArray[np.float64]]
    ) -> list[Stance]:
        """How each cube stands, by roughly where in `picture` its top (4, 2) is, the surest first, seen from those
        places."""
        if not quads:
            return []
        tops = np.array(quads, np.float64)
        centers = tops.mean(axis=1)
        _, (middles,) = _answers(self._network, picture, places.mats[0], tops, _PLAIN)
        # A thing that lies beyond the table's horizon, as it is thought to be, is moved anywhere.
        near = np.hypot(*(middles - centers).T) < _FURTHEST * np.array([width_of(top) for top in tops])
        middles = np.where(near[:, None], middles, centers)
        moved = _moved(tops, middles)
        known = on_a_table(places.mats[0], middles) + _GUESSED
        seen = self._seen_from(picture, places.mats, moved)
        doubted = np.flatnonzero(_between(_pooled(places, seen) + known, _DOUBT))[:MOST]
        if len(doubted):
            again = [_answers(self._network, picture, mat, moved[doubted], _FURTHER)[0] for mat in places.mats]
            seen[:, doubted] = np.concatenate([seen[:, None, doubted], again], axis=1).mean(axis=1)
        return _stances(middles, _pooled(places, seen) + known)

    def _seen_from(
        self, picture: Picture, mats: Sequence[Mat], quads: Sequence[NDArray[np.float64]] | NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """What each cube looks like from each place, as log odds of leaning (places, n)."""
        tops = np.asarray(quads)
        return np.array([_answers(self._network, picture, mat, tops, _PLAIN)[0][0] for mat in mats])

    def look(
        self,
        picture: Picture,
        mat: Mat,
        quads: Sequence[NDArray[np.float64]],
        things: Sequence[Point] = (),
        hints: Sequence[float] | None = None,
    ) -> list[Stance]:
        """How each cube stands, by roughly where in `picture` its top face (4, 2) is.

        `things`: what else lies there that a cube could lean on. `hints`: what others say of each cube, as log odds
        that are added to those of leaning. Raises ValueError for a picture that is none.
        """
        check_picture(picture)
        if not quads:
            return []
        tops = np.array(quads, np.float64)
        (logits,), (middles,) = _answers(self._network, picture, mat, tops, _PLAIN)
        known = in_the_tray(mat, middles, things) + (0.0 if hints is None else np.asarray(hints))
        far = np.hypot(*(middles - tops.mean(axis=1)).T) > _OFF * mat.cube_pixels()
        odds = logits + known
        doubted = np.flatnonzero(far | _between(odds, _DOUBT))
        if len(doubted):
            again, seen_at = _answers(self._network, picture, mat, _moved(tops, middles)[doubted], _FURTHER)
            # What was seen from far beside a cube's middle says nothing about it.
            first = np.where(far[doubted], np.nan, logits[doubted])
            odds[doubted] = np.nanmean([first, *again], axis=0) + known[doubted]
            middles[doubted] = seen_at.mean(axis=0)
        still = _between(odds, _STILL_IN_DOUBT)
        moved = list(_moved(tops, middles))
        if still.any() and (places := self.places(picture, moved)) is not None:
            by_cubes = places.weights @ self._seen_from(picture, places.mats, moved) + known
            odds[still] += _CUBES_SHARE * (by_cubes[still] - odds[still])
        return _stances(middles, odds)


def _pooled(places: Places, seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is `seen` from all places (places, n), as log odds (n,): mostly by those from which a cube looks flat."""
    return np.asarray(-np.log(places.weights @ np.exp(-_TRUST_IN_FLAT * seen)) / _TRUST_IN_FLAT)


def _moved(tops: NDArray[np.float64], middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """The tops (n, 4, 2) with their middles there."""
    return np.asarray(tops + (middles - tops.mean(axis=1))[:, None])


def _stances(middles: NDArray[np.float64], odds: NDArray[np.float64]) -> list[Stance]:
    return [
        Stance((float(x), float(y)), float(chance)) for (x, y), chance in zip(middles, logistic(odds), strict=True)
    ]


def _between(odds: NDArray[np.float64], chances: tuple[float, float]) -> NDArray[np.bool_]:
    return (logistic(odds) > chances[0]) & (logistic(odds) < chances[1])


def _answers(
    network: Network, picture: Picture, mat: Mat, quads: NDArray[np.float64], looks: Sequence[tuple[float, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each of the `looks` the logits (looks, n) of leaning, and where in the picture the middles of the tops are
    (looks, n, 2)."""
    tops = top_views(mat, quads)
    logits, middles = [], []
    for degrees, zoom in looks:  # one after the other, for the inputs of all of them take much memory
        views = tops if (degrees, zoom) == _UPRIGHT else [top.turned(degrees, zoom) for top in tops]
        answers = _said(network, picture, views)
        logits.append(answers[:, 0])
        middles.append([
            cv2.perspectiveTransform(seen.reshape(1, 1, 2), view.to_pixels)[0, 0]
            for view, seen in zip(views, answers[:, 1:], strict=True)
        ])  # fmt: skip
    return np.array(logits), np.array(middles)


def _brighter(crop: Picture) -> Picture:
    return np.asarray(cv2.LUT(crop, _SHADES), np.uint8)


def _said(network: Network, picture: Picture, tops: Sequence[TopView]) -> NDArray[np.float64]:
    """The network's answers (n, 3) about cubes."""
    crops = [leaning_crop(picture, top.to_pixels, LEAN_REACH, LEAN_CROP) for top in tops]
    inputs = [leaning_input(_brighter(crop), top.slant) for crop, top in zip(crops, tops, strict=True)]
    return network.ask(np.stack(inputs)).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """A cube as from straight above. `to_pixels`: from sides of a cube about its top's middle, along them, to pixels;
    `slant` (2,): the tangent of the angle between the camera's line of sight and the vertical, along the same."""

    to_pixels: NDArray[np.float64]
    slant: NDArray[np.float64]

    def turned(self, degrees: float, zoom: float) -> TopView:
        """The same seen a little turned, and so many times as much of it."""
        cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        axes, slant = along_sides(_SQUARE @ np.array([[cos, sin], [-sin, cos]]), self.slant)
        look = np.eye(3)
        look[:2, :2] = zoom * axes
        return TopView(self.to_pixels @ look, slant)


def top_views(mat: Mat, quads: NDArray[np.float64]) -> list[TopView]:
    """How cubes' tops (n, 4, 2), in pixels, are seen from above.

    What is seen at a flat cube's top hides the floor further away from the camera: by how much, in heights, is the
    tangent of the angle at which the camera looks there.
    """
    side = mat.settings.cube
    centers = quads.mean(axis=1)
    corners = mat.to_mm(quads.reshape(-1, 2)).reshape(quads.shape)
    places = mat.to_mm(centers)
    behind = mat.to_mm(centers, floor=True) - places
    return [_top_view(mat, *seen) for seen in zip(centers, corners, places, behind / side, strict=True)]


def _top_view(
    mat: Mat, center: NDArray[np.float64], corners: NDArray[np.float64], place: NDArray[np.float64],
    behind: NDArray[np.float64],
) -> TopView:  # fmt: skip
    """`center`: of the top in pixels; its `corners` and `place` in millimetres; how far `behind` it the floor is."""
    axes, slant = along_sides(corners, behind)
    to_mm = np.vstack([np.column_stack([mat.settings.cube * axes, place]), [0.0, 0.0, 1.0]])
    return TopView(mat.top_near((float(center[0]), float(center[1]))) @ to_mm, slant)
