"""A lettering: the 5 and the 10 in one manner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.random import Generator

from vision.drawings.canvas import Canvas, Manner
from vision.drawings.numerals.lines import PLAIN, Hand, Line


@dataclass(frozen=True, slots=True)
class Lettering:
    """Both numerals in one manner."""

    five: Manner
    ten: Manner


def hershey(font: int, thin: float, thick: float) -> Lettering:
    """One of OpenCV's Hershey fonts, with strokes between `thin` and `thick` units wide."""

    def write(text: str) -> Manner:
        return lambda canvas, rng: canvas.text(text, font, rng.uniform(thin, thick))

    return Lettering(write("5"), write("10"))


def written(draw: Callable[[Canvas, Generator, list[Line]], None], hand: Hand = PLAIN) -> Lettering:
    """Both numerals by what `draw` makes of the lines that `hand` writes."""
    return Lettering(
        lambda canvas, rng: draw(canvas, rng, hand.five(rng)), lambda canvas, rng: draw(canvas, rng, hand.ten(rng))
    )
