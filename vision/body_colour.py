"""The colours of cubes' bodies, whatever is printed on them.

A body's colour is taken from the border of its top face, which most symbols leave free. Of a face whose symbol is so
fat that it reaches into the border it is taken once more, of what has the colour of the corners.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Quad
from vision.cameras.camera import Image

FACE_PIXELS = 24
"""Side to which a face is rectified: what is wanted of it is a median."""
RIM = (0.05, 0.18)
"""The border of a face that is looked at, in parts of its side: inside the rounded edge, mostly outside the symbol.
Of a face that is found a fifth too large or too small, most of it is the cube's body still."""
DIFFER = 20.0
"""CIELAB distance between two colours of a face that are body and ink; less is shade."""
FREE = 0.85
"""A border of which more is the body's is one that the symbol leaves free: its shade and its edges are the body's,
too."""

Colour = NDArray[np.float64]
"""CIELAB: lightness 0..100, a and b about -100..100."""


def square_ring(width: int, nearest: float, furthest: float) -> NDArray[np.bool_]:
    """Of (width, width) pixels those so far from the middle, in parts of half the width."""
    across = np.abs(np.arange(width) + 0.5 - width / 2)
    away = np.maximum(across[:, None], across) / (width / 2)
    return np.asarray((away > nearest) & (away < furthest))


_FLAT = ~square_ring(FACE_PIXELS, 1 - 2 * RIM[0], 1.0)
_RIM = square_ring(FACE_PIXELS, 1 - 2 * RIM[1], 1 - 2 * RIM[0])[_FLAT]
_ACROSS = np.abs(np.arange(FACE_PIXELS) + 0.5 - FACE_PIXELS / 2) / (FACE_PIXELS / 2)
_CORNERS = _RIM & (np.minimum(_ACROSS[:, None], _ACROSS) > 1 - 2 * RIM[1])[_FLAT]
"""Of a face's pixels inside its rounded edge those of the border, and of its corners."""
_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def body_colours(image: Image, quads: Sequence[Quad]) -> list[Colour]:
    """The colours of the cubes whose top faces are at `quads` (pixels of `image`), by the border of each."""
    faces = _flat(image, quads)
    return list(np.median(np.stack(faces)[:, _RIM], axis=1)) if faces else []


def bare_colours(image: Image, quads: Sequence[Quad]) -> list[Colour]:
    """The same by what no symbol covers: of faces whose border is free the same, too."""
    return [_bare(face) for face in _flat(image, quads)]


def body_colour(image: Image, quad: Quad) -> Colour:
    """The colour of one cube."""
    return body_colours(image, [quad])[0]


def rectified(image: Image, quad: ArrayLike, width: int = FACE_PIXELS) -> Image:
    """What is seen in a `quad` (4, 2) of a picture: (width, width, 3)."""
    rectify = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), _SQUARE * width - np.float32(0.5))
    size = (width, width)
    face = cv2.warpPerspective(image, rectify, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(face, np.uint8)


def _flat(image: Image, quads: Sequence[Quad]) -> list[Colour]:
    """The pixels (n, 3) inside the rounded edges of top faces."""
    if not quads:
        return []
    faces = np.stack([rectified(image, quad)[_FLAT] for quad in quads])
    levels = cv2.cvtColor(faces.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)
    return list(levels.astype(np.float64))


def _bare(face: Colour) -> Colour:
    """The body's colour by the pixels of a face (n, 3)."""
    along, threshold = _parted(face)
    beyond = along > threshold
    if not beyond.any():  # a single colour, as where it is burnt out
        return np.asarray(np.median(face[_RIM], axis=0))
    if np.linalg.norm(np.median(face[beyond], axis=0) - np.median(face[~beyond], axis=0)) < DIFFER:
        return np.asarray(np.median(face[_RIM], axis=0))
    bare = _RIM & (beyond == (beyond[_CORNERS].mean() > 0.5))
    if bare.sum() > FREE * _RIM.sum():
        return np.asarray(np.median(face[_RIM], axis=0))
    from_the_ink = np.abs(along - threshold)
    return np.asarray(np.median(face[bare & (from_the_ink >= np.median(from_the_ink[bare]))], axis=0))


def _parted(face: Colour) -> tuple[NDArray[np.float64], float]:
    """Where pixels (n, 3) lie along the line on which they differ most, and where that parts the two colours that
    they have (Otsu 1979, "A threshold selection method from gray-level histograms")."""
    away = face - face.mean(axis=0)
    along = away @ np.linalg.eigh(away.T @ away)[1][:, -1]
    order = np.sort(along)
    below = np.arange(1, len(order))
    sums = np.cumsum(order)[:-1]
    between = sums**2 / below + (order.sum() - sums) ** 2 / (len(order) - below)
    return np.asarray(along), float(order[int(np.argmax(between))])
