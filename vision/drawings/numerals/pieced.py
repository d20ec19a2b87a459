"""Numerals put together of small pieces, or cut into them."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, polygon, resampled, turned
from vision.drawings.numerals.lines import Line, length, whole
from vision.drawings.numerals.pens import evenly


def beads(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Beads side by side, round or square, some on a thread."""
    size, thread = rng.uniform(0.2, 0.28), rng.uniform(0.06, 0.08) if rng.random() < 0.4 else 0.0
    corners, turn = int(rng.choice([4, 24])), rng.uniform(0, np.pi / 2)
    pitch = size * rng.uniform(1.1, 1.35)
    for line in lines:
        places = resampled(whole(line), 1 + max(2, round(length(line) / pitch)))
        for place in places:
            canvas.fill(polygon(place, [size / 2] * corners, turn))
        if thread:
            canvas.stroke(places, thread)


def stitches(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Short dashes one after another, as sewn."""
    width, dash, gap = rng.uniform(0.12, 0.2), rng.uniform(0.16, 0.32), rng.uniform(0.08, 0.12)
    for line in lines:
        count = max(2, round((length(line) + gap) / (dash + gap + width)))
        fine = resampled(whole(line), 12 * count)
        bare = round(12 * (gap + width) / (dash + gap + width))
        for start in range(0, 12 * count, 12):
            canvas.stroke(fine[start : start + 12 - bare], width)


def hatched(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Fat figures cut by lines side by side, all over or only their lower half."""
    width = rng.uniform(0.4, 0.54)
    evenly(canvas, lines, width)
    pitch, cut = rng.uniform(0.3, 0.42), rng.uniform(0.07, 0.1)
    slant = rng.choice([-1.0, 1.0]) * rng.uniform(0.3, 0.8)
    top = 0.0 if rng.random() < 0.3 else -2.0
    for y in np.arange(top + rng.uniform(0, pitch), 2.0, pitch):
        canvas.stroke(turned([(-2.2, y), (2.2, y)], slant), cut, ink=False)
