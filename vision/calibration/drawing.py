"""Flat drawings for printing: shapes in millimetres, x to the right, y down, and the pages that they are laid on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Ink = Literal["black", "white"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: filled with `fill`, outlined `line` mm wide (0: not), the outline `dashed` or not."""

    left: float
    top: float
    right: float
    bottom: float
    fill: Ink | None = None
    line: float = 0.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line `width` mm wide."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


@dataclass(frozen=True, slots=True)
class Text:
    """Words whose baseline begins at (x, y), or has its middle there; `size`: height of the type in mm."""

    x: float
    y: float
    size: float
    words: str
    middle: bool = True
    spacing: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A black dot."""

    x: float
    y: float
    radius: float


Shape = Box | Stroke | Text | Disc


@dataclass(frozen=True, slots=True)
class Piece:
    """Shapes moved by (x, y) on their page; of them only what lies in `window` is shown, a box on the page."""

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    window: Box | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper, `width` by `height` mm, with what is printed on it."""

    width: float
    height: float
    pieces: tuple[Piece, ...]


def ruler(x: float, y: float, length: int) -> tuple[Shape, ...]:
    """A ruler of `length` mm from (x, y) to the right, a stroke every millimetre, to check a print with."""
    strokes: list[Shape] = [Stroke(x, y, x + length, y, 0.25)]
    for millimetre in range(length + 1):
        high = 4.0 if millimetre % 10 == 0 else 3.0 if millimetre % 5 == 0 else 2.0
        strokes.append(Stroke(x + millimetre, y, x + millimetre, y - high, 0.15))
    strokes += [Text(x + mark, y - 5.0, 2.5, str(mark)) for mark in range(0, length + 1, 10)]
    return tuple(strokes)


def moved(shapes: Iterable[Shape], x: float = 0.0, y: float = 0.0) -> Piece:
    """The shapes, all of them, moved by (x, y)."""
    return Piece(tuple(shapes), x, y)
