"""Text in pixels: capitals, digits, punctuation and the accents of European names, eight rows high.

Letters under an accent are five rows low and the accent takes the two rows above; a cedilla or an ogonek hangs in
the eighth row. Accented letters are put together from letter and mark as Unicode decomposes them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

import numpy as np

from hardware.canvas import ROWS, Bits
from hardware.glyphs import ABOVE, BELOW, LOW, TALL

GAP = 1
SPACE = 2
"""Columns of a space, without the gaps beside it."""

_SAME_AS = str.maketrans({
    "\N{LATIN CAPITAL LETTER ETH}": "\N{LATIN CAPITAL LETTER D WITH STROKE}",
    "\N{LATIN CAPITAL LETTER SHARP S}": "SS",
    "\N{LATIN SMALL LETTER KRA}": "K", "\N{MODIFIER LETTER APOSTROPHE}": "'",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{HYPHEN}": "-", "\N{NO-BREAK SPACE}": " ",
})


def _bits(rows: tuple[str, ...] | list[str]) -> Bits:
    return np.array([[mark == "#" for mark in row] for row in rows], np.bool_)


def _parse(art: str) -> dict[str, Bits]:
    """The drawings of a block of `glyphs.py` by their characters."""
    glyphs: dict[str, Bits] = {}
    for has_text, block in groupby(art.splitlines(), key=bool):
        if has_text:
            head, *rows = block
            columns = zip(*(row.split() for row in rows), strict=True)
            for character, drawing in zip(head.split(), columns, strict=True):
                glyphs[character] = _bits(drawing)
    return glyphs


_TALL = _parse(TALL)
_LOW = _parse(LOW)
_ABOVE = {mark: _bits(rows) for mark, rows in ABOVE.items()}
_BELOW = {mark: _bits([row]) for mark, row in BELOW.items()}


def _letters(text: str) -> Iterator[tuple[str, str]]:
    """Each character of a text with the combining marks on it, in capitals, as far apart as Unicode takes them."""
    plain = unicodedata.normalize("NFKD", text).upper()
    plain = unicodedata.normalize("NFD", plain.translate(_SAME_AS))
    letter, marks = "", ""
    for character in plain:
        if unicodedata.combining(character):
            marks += character
            continue
        if letter:
            yield letter, marks
        letter, marks = character, ""
    if letter:
        yield letter, marks


@lru_cache(maxsize=512)
def _glyph(letter: str, marks: str) -> Bits:
    """One character with its marks, eight rows high; "?" for one that this font hasn't. Unknown marks are lost."""
    if letter.isspace():
        return np.zeros((ROWS, SPACE), np.bool_)
    above = next((_ABOVE[mark] for mark in marks if mark in _ABOVE and letter in _LOW), None)
    below = next((_BELOW[mark] for mark in marks if mark in _BELOW), None)
    base = _TALL.get(letter, _TALL["?"]) if above is None else _LOW[letter]
    width = max(part.shape[1] for part in (base, above, below) if part is not None)
    glyph = np.zeros((ROWS, width), np.bool_)
    _lay(glyph, base, ROWS - 1 - base.shape[0])
    if above is not None:
        _lay(glyph, above, 0)
    if below is not None:
        _lay(glyph, below, ROWS - 1)
    return glyph


def _lay(glyph: Bits, part: Bits, top: int) -> None:
    """Put a part of a letter in the middle of it; where there is no middle, an accent leans to the right."""
    height, width = part.shape
    left = (glyph.shape[1] - width + (top == 0)) // 2
    glyph[top : top + height, left : left + width] |= part


def drawable(text: str) -> bool:
    """Whether every character of the text can be drawn."""
    return all(letter.isspace() or letter in _TALL for letter, _ in _letters(text))


@lru_cache(maxsize=256)
def draw(text: str) -> Bits:
    """The text in capitals, eight rows high and as wide as it needs; "?" for a character that can't be drawn.

    The array is shared: lay it on a canvas, don't write into it.
    """
    between = np.zeros((ROWS, GAP), np.bool_)
    columns = [part for letter, marks in _letters(text) for part in (_glyph(letter, marks), between)]
    picture = np.hstack(columns[:-1]) if columns else np.zeros((ROWS, 0), np.bool_)
    picture.setflags(write=False)
    return picture


def width(text: str) -> int:
    """Columns that the text takes."""
    return int(draw(text).shape[1])


def name_of(name: str, seat_number: int) -> str:
    """A player's name as the board can write it; "#2" for the name in a script that this font hasn't.

    Signs that are no letters (emoji, ornaments) are left out of a name that can be written.
    """
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name):
        if drawable(character):
            kept.append(character)
        elif unicodedata.category(character).startswith("L"):
            return f"#{seat_number}"
    written = " ".join("".join(kept).split())
    return written.upper() if any(character.isalnum() for character in written) else f"#{seat_number}"
