"""Tells leaning cubes from flat ones, by where the camera stands.

From the side a flat cube looks like a leaning one. What tells them apart is the camera's place, which the mat gives:
each cube is shown to a network as if from straight above, turned so that the camera always looks from the same side,
together with how steeply it looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
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

MIRROR = np.diag([1.0, -1.0, 1.0])
"""What lies left of the line of sight might as well lie right of it: two looks at each cube are averaged."""


class LeaningWatch:
    """The leaning network. Safe to use from one thread at a time."""

    def __init__(self, model_path: Path = LEANING_FILE) -> None:
        """Raises FileNotFoundError or ValueError where the network can't be loaded."""
        self._network = load_network(model_path)

    def chances(self, picture: Picture, mat: Mat, centers: Sequence[Point]) -> list[float]:
        """For each cube, by the centre of its top face in pixels, how likely it leans by more than 10 degrees: 0..1.

        Raises ValueError for a picture that is none.
        """
        check_picture(picture)
        if not centers:
            return []
        views = []
        for center in centers:
            to_pixels, obliquity = top_view(mat, center)
            for seen in (to_pixels, to_pixels @ MIRROR):
                views.append(leaning_input(leaning_crop(picture, seen, LEAN_REACH, LEAN_CROP), obliquity))
        self._network.setInput(np.stack(views))
        logits = self._network.forward().reshape(len(centers), 2).mean(axis=1)
        return [float(chance) for chance in 1 / (1 + np.exp(-np.clip(logits, -30, 30)))]


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
