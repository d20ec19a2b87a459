"""Symbols of no game, told apart beside the faces in training, so that what the classifier sees on its way to a name
is good for faces that it will be taught later (Caruana 1997, on multitask learning).

Letters in many typefaces, and doodles made up by chance: each is one symbol, drawn anew every time by a shaky hand.
Pips and numerals other than 5 and 10 aren't among them: on those is measured what teaching is worth.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from vision.drawings.canvas import Canvas, Mask, Points, curve, ellipse, polygon, star
from vision.training.typefaces import typeset

_LETTERS = "ABCDEFGHJKLMNPQRSTUXY&?@"
"""None is another one turned."""
_DOODLES = 120
SYMBOLS = len(_LETTERS) + _DOODLES
"""How many there are to be told apart."""


def draw_symbol(which: int, rng: Generator, size: int) -> Mask:
    """A symbol as a mask (size, size), 255 where there is ink. Numbers from `SYMBOLS` on are doodles, too."""
    if which < len(_LETTERS):
        return typeset(_LETTERS[which], "training", rng, size)[1]
    return _doodle(which, rng, size)


def _doodle(which: int, rng: Generator, size: int) -> Mask:
    """Two to four strokes and shapes: which, where and how large is the symbol's own, the rest is the hand's."""
    own = default_rng([which, 41])
    canvas = Canvas()
    pen = float(np.exp(rng.normal(np.log(0.13), 0.35)))
    solid = rng.random() < 0.5
    for _ in range(int(own.integers(2, 5))):
        outline, closed = random_shape(own)
        outline = outline + rng.normal(0, 0.03, (1, 2)) + rng.normal(0, 0.012, outline.shape)
        if closed and (solid or own.random() < 0.3):
            canvas.fill(outline, ink=True)
        else:
            canvas.stroke(outline, pen, closed=closed)
    wide, slant, turn = np.exp(rng.normal(0, 0.08)), rng.normal(0, 0.08), rng.normal(0, 0.08)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return canvas.mask(size, float(rng.uniform(0.5, 0.92)), rotation @ np.array([[wide, slant], [0, 1 / wide]]))


def random_shape(own: Generator) -> tuple[NDArray[np.float64], bool]:
    """A line or an outline, and whether it is closed."""
    middle, reach, turn = own.uniform(-0.55, 0.55, 2), own.uniform(0.25, 0.75), own.uniform(0, 2 * np.pi)
    kind = int(own.integers(7))
    if kind == 0:
        return polygon(middle, [reach] * int(own.integers(3, 7)), turn), True
    if kind == 1:
        return star(middle, reach, int(own.integers(4, 8)), own.uniform(0.3, 0.6), turn), True
    if kind == 2:
        return ellipse(middle, reach, reach * own.uniform(0.3, 1.0)), True
    if kind == 3:
        return curve(own.uniform(-0.9, 0.9, (int(own.integers(3, 6)), 2))), False
    if kind == 4:
        return own.uniform(-0.9, 0.9, (int(own.integers(2, 5)), 2)), False
    if kind == 5:
        return _arc(middle, reach, turn, own.uniform(2.0, 5.0)), False
    return _coil(middle, reach, turn, own.uniform(7, 14)), False


def _arc(middle: NDArray[np.float64], reach: float, start: float, length: float) -> Points:
    angle = start + np.linspace(0, length, 24)
    return np.asarray(middle + reach * np.column_stack([np.cos(angle), np.sin(angle)]))


def _coil(middle: NDArray[np.float64], reach: float, start: float, length: float) -> Points:
    angle, radius = start + np.linspace(0, length, 48), reach * np.linspace(0.1, 1, 48)
    return np.asarray(middle + radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]))
