"""One picture of a face as many: turned, shifted, seen from elsewhere, in other light, out of focus."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.networks import CROP, Picture, classifier_input, face_crop
from vision.quads import clockwise, zoomed

PATCH = 96
"""Side of a patch: a face straightened, with its surroundings."""
PATCH_MARGIN = 0.4
"""How much is in a patch round the face on each side, as a share of the face."""
_INSET = PATCH * PATCH_MARGIN / (1 + 2 * PATCH_MARGIN)
FACE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (PATCH - 2 * _INSET) + _INSET - 0.5
"""Corners (4, 2) of the face in its patch."""

Values = NDArray[np.float32]


def patch_of(picture: Picture, quad: NDArray[np.float64]) -> Picture:
    """The patch (PATCH, PATCH, 3) of the face at `quad` (4, 2), which may run either way."""
    corners = clockwise(quad)
    # Of a large face only each so many pixels would be looked at: it is made small first, all pixels alike.
    shrink = min(1.0, 2 * PATCH / (1 + 2 * PATCH_MARGIN) / max(1.0, float(np.hypot(*(corners[1] - corners[0])))))
    if shrink < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        corners = (corners + 0.5) * shrink - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), FACE.astype(np.float32))
    warped = cv2.warpPerspective(
        picture, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)


def variation(patch: Picture, rng: Generator, inverse: float = 0.0) -> Values:
    """The face in `patch` as the naming network might see it another time: (2, CROP, CROP).

    `inverse`: how likely it is seen with ink and body exchanged, as the odd cube has them in many a set.
    """
    face = _relit(face_crop(patch, _elsewhere(rng)).astype(np.float32), rng)
    seen = classifier_input(np.clip(face, 0, 255).astype(np.uint8))
    return -seen if rng.random() < inverse else seen


def look(patch: Picture, zoom: float, quarter: int) -> Values:
    """The face in `patch` as it is, so much closer and so many quarters turned: (2, CROP, CROP)."""
    seen = classifier_input(face_crop(patch, zoomed(FACE, zoom)))
    return np.asarray(np.rot90(seen, quarter, axes=(1, 2)))


def _elsewhere(rng: Generator) -> NDArray[np.float64]:
    """The face's corners as a shaky finder might give them, from another side."""
    side, middle = PATCH - 2 * _INSET, FACE.mean(0)
    angle, zoom = rng.normal(0, 0.09) + rng.integers(4) * np.pi / 2, np.exp(rng.normal(0, 0.12))
    turn = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    p, q = rng.normal(0, 0.06, 2)
    stretch = np.eye(2) + np.array([[p, q], [q, -p]])
    corners = middle + (FACE - middle) @ turn.T @ stretch + rng.normal(0, 0.05, 2) * side
    return np.asarray(corners + np.clip(rng.normal(0, 0.03, (4, 2)), -0.08, 0.08) * side)


def _relit(face: Values, rng: Generator) -> Values:
    if rng.random() < 0.5:
        face = np.asarray(cv2.GaussianBlur(face, (0, 0), rng.uniform(0.3, 1.2)), np.float32)
    across, down = rng.normal(0, 0.15, 2)
    y, x = np.mgrid[-1 : 1 : CROP * 1j, -1 : 1 : CROP * 1j]
    light = (1 + across * x + down * y)[..., None] * np.exp(rng.normal(0, 0.15))
    return np.asarray(face * light + rng.normal(0, rng.uniform(0, 6), face.shape), np.float32)
