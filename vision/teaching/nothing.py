"""What is no face of a set: places beside a face, the parts of one, and other things that lie about."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.networks import Picture, classifier_input, face_crop
from vision.teaching.variations import FACE, PATCH, PATCH_MARGIN
from vision.training.clutter import paint_foreign, paint_marker
from vision.training.floors import random_floor

Values = NDArray[np.float32]

SCENE = 150
FACE_MM = 16.5
TINY, HUGE = 0.42, 1.75
"""A part of a face, or a cube with its surroundings: what the finder takes for a cube at a wrong scale."""


def beside(patch: Picture, rng: Generator) -> Values:
    """A place in `patch` that is not its face, (2, CROP, CROP): half beside it, a part of it, or it and much more."""
    side, middle = PATCH / (1 + 2 * PATCH_MARGIN), FACE.mean(0)
    kind = rng.integers(3)
    if kind == 0:
        shift = rng.uniform(0.55, 0.75) * side * _direction(rng)
        corners = _square(middle + shift, rng.uniform(0.7, 1.0) * side, rng)
    elif kind == 1:
        corners = _square(middle + rng.uniform(-0.25, 0.25, 2) * side, TINY * side * rng.uniform(0.6, 1.0), rng)
    else:
        corners = _square(middle + rng.uniform(-0.1, 0.1, 2) * side, HUGE * side * rng.uniform(1.0, 1.2), rng)
    return classifier_input(face_crop(patch, corners))


def clutter(rng: Generator) -> Values:
    """A coin, a cap, a printed marker or bare floor, (2, CROP, CROP)."""
    pixels_per_mm = rng.uniform(1.6, 3.2)
    scene = random_floor(rng, (SCENE, SCENE), pixels_per_mm)
    middle = np.full(2, SCENE / 2)
    kind = rng.random()
    if kind < 0.55:
        paint_foreign(scene, rng, middle, pixels_per_mm)
    elif kind < 0.7:
        middle = np.asarray(paint_marker(scene, rng, pixels_per_mm), np.float64)
    corners = _square(middle, FACE_MM * pixels_per_mm * np.exp(rng.normal(0, 0.25)), rng)
    return classifier_input(face_crop(np.clip(scene, 0, 255).astype(np.uint8), corners))


def _square(middle: NDArray[np.float64], side: float, rng: Generator) -> NDArray[np.float64]:
    angle = rng.uniform(0, np.pi / 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(middle + side * np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ turn.T)


def _direction(rng: Generator) -> NDArray[np.float64]:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])
