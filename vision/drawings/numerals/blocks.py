"""Numerals built as sign makers do, with flat pens."""

from __future__ import annotations

from numpy.random import Generator

from vision.drawings.canvas import Canvas
from vision.drawings.numerals.lines import Line
from vision.drawings.numerals.pens import flat_pen


def octagonal(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Even strokes with flat corners, as on a sports shirt, solid or in outline."""
    width = rng.uniform(0.22, 0.44)
    for line in lines:
        flat_pen(canvas, line, width, 8)
    if width > 0.36 and rng.random() < 0.5:
        canvas.outline(rng.uniform(0.16, 0.22))


def condensed(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Tall and narrow, with heavy strokes and slits for hollows."""
    width = rng.uniform(0.2, 0.42)
    for line in lines:
        flat_pen(canvas, line, width, 4)


def wide(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Flat and wide, with strokes from slim to heavy."""
    width, corners = rng.uniform(0.14, 0.32), int(rng.choice([4, 8]))
    for line in lines:
        flat_pen(canvas, line, width, corners)
