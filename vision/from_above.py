"""Cubes as from straight above, along their sides, and what the networks say of them that tell leaning ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat
from vision.networks import LEAN_CROP, LEAN_REACH, Picture, along_sides, brightened, leaning_crops, leaning_inputs
from vision.onnx import Network

UPRIGHT = (0.0, 1.0)
PLAIN = (UPRIGHT,)
FURTHER = (
    (-5.0, 1.0), (5.0, 1.0), (10.0, 1.0), (-10.0, 1.0), (0.0, 0.94), (0.0, 1.06), (5.0, 1.05), (-5.0, 0.95),
)  # fmt: skip
"""Degrees by which a cube is turned to be looked at, and how many times as much is seen round it: an angle is found
only roughly, and a size is. A cube in doubt is looked at in all these ways; those with even numbers, or those with
odd ones, turn it either way, too."""
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def answers(
    network: Network, picture: Picture, mat: Mat, quads: NDArray[np.float64], looks: Sequence[tuple[float, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each of the `looks` the logits (looks, n) of leaning, and where in the picture the middles of the tops are
    (looks, n, 2)."""
    tops = top_views(mat, quads)
    logits, middles = [], []
    for degrees, zoom in looks:  # one after the other, for the inputs of all of them take much memory
        views = [top.turned(degrees, zoom) for top in tops]
        seen = network.ask(shown(picture, views)).astype(np.float64)
        logits.append(seen[:, 0])
        middles.append([
            cv2.perspectiveTransform(center.reshape(1, 1, 2), view.to_pixels)[0, 0]
            for view, center in zip(views, seen[:, 1:3], strict=True)
        ])  # fmt: skip
    return np.array(logits), np.array(middles)


def shown(picture: Picture, tops: Sequence[TopView]) -> NDArray[np.float32]:
    """What a network is shown of cubes (n, ...). Of each it tells the log odds of leaning, where the middle of the
    top is, (x, y) in sides of a cube, and the facing network which way the top faces, too."""
    crops = leaning_crops(picture, [top.to_pixels for top in tops], LEAN_REACH, LEAN_CROP)
    return leaning_inputs(brightened(crops), np.array([top.slant for top in tops]))


def moved(tops: NDArray[np.float64], middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """The tops (n, 4, 2) with their middles there."""
    return np.asarray(tops + (middles - tops.mean(axis=1))[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """A cube as from straight above. `axes` (2, 2): along its sides, as columns, on the mat; `to_pixels`: from sides
    of a cube about its top's middle, along these, to pixels; `slant` (2,): the tangent of the angle between the
    camera's line of sight and the vertical, along the same."""

    axes: NDArray[np.float64]
    to_pixels: NDArray[np.float64]
    slant: NDArray[np.float64]

    def turned(self, degrees: float, zoom: float) -> TopView:
        """The same seen a little turned, and so many times as much of it."""
        if (degrees, zoom) == UPRIGHT:
            return self
        cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        axes, slant = along_sides(_SQUARE @ np.array([[cos, sin], [-sin, cos]]), self.slant)
        look = np.eye(3)
        look[:2, :2] = zoom * axes
        return TopView(self.axes @ axes, self.to_pixels @ look, slant)


def top_views(mat: Mat, quads: NDArray[np.float64]) -> list[TopView]:
    """How cubes' tops (n, 4, 2), in pixels, are seen from above.

    What is seen at a flat cube's top hides the floor further away from the camera: by how much, in heights, is the
    tangent of the angle at which the camera looks there.
    """
    side = mat.settings.cube
    centers = quads.mean(axis=1)
    corners = mat.to_mm(quads.reshape(-1, 2)).reshape(quads.shape)
    places = mat.to_mm(centers)
    axes, slants = along_sides(corners, (mat.to_mm(centers, floor=True) - places) / side)
    to_mm = np.tile(np.eye(3), (len(quads), 1, 1))
    to_mm[:, :2, :2], to_mm[:, :2, 2] = side * axes, places
    to_pixels = [mat.top_near((x, y)) @ each for (x, y), each in zip(centers.tolist(), to_mm, strict=True)]
    return [TopView(*view) for view in zip(axes, to_pixels, slants, strict=True)]
