"""A cube with round edges as a mesh, and what is printed on it as one picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.traced.hands import Colour, Hand

Array = NDArray[np.float64]
Picture = NDArray[np.float32]

SIDES: tuple[tuple[Array, Array, Array], ...] = tuple(
    (np.array(out), np.array(across), np.array(down))
    for out, across, down in (
        ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
        ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
        ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
        ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    )
)
"""Of each side, the top first: which way it faces, and the edges of what is printed on it."""
_COLUMNS, _ROWS = 3, 2  # in which the sides stand in the picture of a cube
_PIXELS = 192  # of a side
_STEPS = 12  # into which the flat part of a side, and each of its round edges, is divided
_BLACKEST, _WHITEST = 0.003, 0.92  # of the light that paint throws back


def round_cube(side: float, radius: float) -> tuple[Array, Array, NDArray[np.uint32]]:
    """The corners (n, 3) about a cube's middle, where they are in its picture (n, 2), 0..1, and the triangles (m, 3).

    `radius`: of its edges, in millimetres as `side` is.
    """
    half, flat = side / 2, side / 2 - radius
    along = np.unique(np.concatenate([
        np.linspace(-half, -flat, _STEPS), np.linspace(-flat, flat, _STEPS), np.linspace(flat, half, _STEPS),
    ]))  # fmt: skip
    a, b = (grid.ravel() for grid in np.meshgrid(along, along))
    many = len(along)
    first = (np.arange(many - 1)[:, None] * many + np.arange(many - 1)).ravel()
    one = np.concatenate([
        np.column_stack([first, first + 1, first + many + 1]),
        np.column_stack([first, first + many + 1, first + many]),
    ])  # fmt: skip
    corners, places, triangles = [], [], []
    for index, (out, across, down) in enumerate(SIDES):
        sharp = half * out + a[:, None] * across + b[:, None] * down
        inner = np.clip(sharp, -flat, flat)
        away = sharp - inner
        corners.append(inner + radius * away / np.linalg.norm(away, axis=1, keepdims=True))
        column, row = index % _COLUMNS, index // _COLUMNS
        places.append(np.column_stack([(column + a / side + 0.5) / _COLUMNS, (row + b / side + 0.5) / _ROWS]))
        triangles.append(one + index * many**2)
    return np.vstack(corners), np.vstack(places), np.vstack(triangles).astype(np.uint32)


def printed(hand: Hand, symbols: Sequence[str], odd: bool, wear: float, rng: Generator) -> tuple[Picture, Picture]:
    """What is printed on a cube that shows the first of the `symbols`, in the light that it throws back (RGB), and
    how high it is, 0 in the grooves. `wear`: 0, as new, to 1."""
    body, ink = (in_light(colour) for colour in hand.colours(odd))
    paint = np.empty((_ROWS * _PIXELS, _COLUMNS * _PIXELS, 3), np.float32)
    height = np.empty(paint.shape[:2], np.float32)
    for index, symbol in enumerate(symbols):
        share = _worn(cv2.resize(hand.faces[symbol], (_PIXELS, _PIXELS), interpolation=cv2.INTER_AREA), wear, rng)
        row, column = index // _COLUMNS * _PIXELS, index % _COLUMNS * _PIXELS
        place = slice(row, row + _PIXELS), slice(column, column + _PIXELS)
        # A mesh's picture has its first row below.
        paint[place] = (body + share[::-1, :, None] * (ink - body)) * _grubby(wear, rng)
        height[place] = 1 - cv2.GaussianBlur(share[::-1], (0, 0), 1.5)
    return np.clip(paint, _BLACKEST, _WHITEST), height


def in_light(colour: Colour) -> Array:
    """The light that a colour of screens throws back, 0..1."""
    return np.asarray((np.array(colour) / 255) ** 2.2)


def _worn(share: Picture, wear: float, rng: Generator) -> Picture:
    """Ink that has come off in patches."""
    if wear == 0:
        return share
    patches = _clouds(rng, rng.uniform(2, 6))
    come_off = np.clip((patches - 2.2 + 1.6 * wear) * 2, 0, 1) * min(1.0, 1.3 * wear)
    return np.asarray(share * (1 - come_off), np.float32)


def _grubby(wear: float, rng: Generator) -> Picture:
    return np.asarray(1 - 0.2 * wear * np.clip(_clouds(rng, 12), -1, 1), np.float32)[..., None]


def _clouds(rng: Generator, grain: float) -> Picture:
    clouds = cv2.GaussianBlur(rng.normal(size=(_PIXELS, _PIXELS)).astype(np.float32), (0, 0), grain)
    return np.asarray(clouds / clouds.std(), np.float32)
