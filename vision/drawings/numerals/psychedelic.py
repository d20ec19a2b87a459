"""Numerals as on the concert posters of the hippies: swelling, bulging, bubbling."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, ellipse, turned
from vision.drawings.numerals.lines import Line
from vision.drawings.numerals.pens import brush, flat_pen


def bell_bottoms(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Strokes that swell to blobs at the foot or at the top."""
    thin, fat, power = rng.uniform(0.12, 0.22), rng.uniform(0.44, 0.56), rng.uniform(1.0, 2.2)
    to_top = rng.random() < 0.35

    def pressure(places: Points, along: Points) -> Points:
        down = np.clip((places[:, 1] + 1) / 2, 0, 1)
        return np.asarray(thin + (fat - thin) * (1 - down if to_top else down) ** power)

    for line in lines:
        brush(canvas, line, pressure)


def bulging_block(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """A fat block with narrow gaps, swollen or pinched as a whole."""
    width = rng.uniform(0.36, 0.48)
    for line in lines:
        flat_pen(canvas, line, width, 4)


def bubbles(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Round, fat figures that lie over one another, with a shine cut into each."""
    width, gap = rng.uniform(0.44, 0.58), rng.uniform(0.07, 0.1)
    for line, closed in lines:
        canvas.stroke(line, width + 2 * gap, ink=False, closed=closed)
        canvas.stroke(line, width, closed=closed)
    shine = turned(ellipse((0, 0), rng.uniform(0.1, 0.16), rng.uniform(0.05, 0.07)), -0.7)
    for line, _ in lines:
        highest = line[np.argmin(line @ [0.5, 1.0])]
        canvas.fill(shine + highest, ink=False)
        if rng.random() < 0.5:
            canvas.disc(highest + np.array([-0.12, 0.17]), 0.05, ink=False)


def lava(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Strokes that swell and thin again and again like drops in a lava lamp."""
    thin, fat = rng.uniform(0.2, 0.26), rng.uniform(0.38, 0.5)
    beat, start = rng.uniform(2.0, 4.0), rng.uniform(0, 2 * np.pi)

    def pressure(places: Points, along: Points) -> Points:
        return np.asarray(thin + (fat - thin) * (0.5 + 0.5 * np.sin(start + 2 * np.pi * beat * along)))

    for line in lines:
        brush(canvas, line, pressure)
