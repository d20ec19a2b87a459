"""Reads the numbers off the scoreboard's pixels, as an eye does: by the shapes of the digits, from the right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hardware import font

_SHAPES = {character: np.asarray(font.draw(character)) for character in "0123456789+"}


def numbers_shown(pixels: Sequence[str]) -> tuple[int | None, int]:
    """The total and the points at stake that the board shows; total None where no number can be made out."""
    bits = np.array([[dot == "#" for dot in row] for row in pixels])
    last, column = _word(bits, bits.shape[1])
    if last.startswith("+"):
        before, _ = _word(bits, column)
        return (int(before) if before.isdigit() else None), int(last[1:])
    return (int(last) if last.isdigit() else None), 0


def _word(bits: np.ndarray, end: int) -> tuple[str, int]:
    """The word that ends left of column `end`, and the column that it begins at."""
    while end > 0 and not bits[:, end - 1].any():
        end -= 1
    word = ""
    while found := _character(bits, end):
        character, end = found
        word = character + word
        if end < 1 or bits[:, end - 1].any():
            break
        end -= 1
    return word, end


def _character(bits: np.ndarray, end: int) -> tuple[str, int] | None:
    for character, shape in sorted(_SHAPES.items(), key=lambda item: -item[1].shape[1]):
        start = end - shape.shape[1]
        blank_before = start == 0 or (start > 0 and not bits[:, start - 1].any())
        if start >= 0 and blank_before and np.array_equal(bits[:, start:end], shape):
            return character, start
    return None
