"""What the classifier learns from a scene: patches with their names, and patches of what is no face."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.networks import CLASSES, face_crop
from vision.training.scenes import Scene, SceneCube, is_readable

PATCH = 80  # a patch for the classifier, from which crops are taken at random
_MARGIN = 0.4  # how much of it is round the face on each side, as a share of the face
_INSET = PATCH * _MARGIN / (1 + 2 * _MARGIN)
FACE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (PATCH - 2 * _INSET) + _INSET - 0.5
"""Corners (4, 2) of the face in its patch."""
_NONE = CLASSES.index("none")
_NOTHING = 0.35  # share of the places without a cube that become patches: there are more of them than of faces


@dataclass(frozen=True)
class Patches:
    """`pictures` (N, PATCH, PATCH, 3) uint8; `classes` (N,) indexes of CLASSES; `manners` (N,) how each is drawn."""

    pictures: NDArray[np.uint8]
    classes: NDArray[np.int64]
    manners: NDArray[np.str_]


def random_crop(patch: NDArray[np.uint8], rng: Generator | None) -> NDArray[np.uint8]:
    """The classifier's crop (CROP, CROP, 3) out of a patch: exact without `rng`, else as a shaky quad gives it."""
    quad = FACE
    if rng is not None:
        side = PATCH - 2 * _INSET
        angle, zoom = rng.normal(0, 0.07), np.exp(rng.normal(0, 0.07))
        turn = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = quad.mean(0)
        quad = middle + (quad - middle) @ turn.T + rng.normal(0, 0.04, 2) * side
        quad = quad + np.clip(rng.normal(0, 0.03, (4, 2)), -0.08, 0.08) * side
    return face_crop(patch, quad)


def patches_of(scene: Scene, rng: Generator) -> list[tuple[NDArray[np.uint8], int, str]]:
    """A patch for every cube that can be named, and some of what is none."""
    patches = []
    for cube in scene.cubes:
        which = _class_of(cube)
        if which is not None:
            patches.append((_patch(scene.picture, cube.quad), which, cube.manner))
    tops = [cube.quad.mean(0) for cube in scene.cubes if cube.face is not None]
    nothing = [np.array(center) for center in scene.foreign if rng.random() < 0.5]
    nothing += [np.array(center) for center in scene.markers]
    if rng.random() < 0.25:
        nothing.append(rng.uniform(0.1, 0.9, 2) * scene.picture.shape[1::-1])
    for middle in (place for place in nothing if rng.random() < _NOTHING):
        if all(np.hypot(*(middle - top)) > 60 for top in tops):
            reach = (
                rng.uniform(12, 32) * np.exp(1j * rng.uniform(0, 6.3)) * np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
            )
            patches.append(
                (_patch(scene.picture, middle + np.column_stack([reach.real, reach.imag])), _NONE, "object")
            )
    return patches


def _class_of(cube: SceneCube) -> int | None:
    if cube.tilt > np.radians(24):
        return None
    if cube.face is None:
        return _NONE if cube.in_sight > 0.6 else None
    # A face under a glass is covered but can be read: it must not be taught as nothing.
    return CLASSES.index(cube.face) if is_readable(cube) else None


def _patch(picture: NDArray[np.uint8], quad: NDArray[np.float64]) -> NDArray[np.uint8]:
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), FACE.astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, matrix, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE), np.uint8)
