"""Numerals whose lines are drawn with pens and brushes of all kinds."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, star
from vision.drawings.numerals.lines import Line, whole
from vision.drawings.numerals.pens import evenly, swept


def even(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    evenly(canvas, lines, rng.uniform(0.12, 0.36))


def thin(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    width = rng.uniform(0.07, 0.12)
    for line, closed in lines:
        canvas.stroke(line + rng.normal(0, 0.02, 2), width, closed=closed)


def broad_pen(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    nib, slant = (rng.uniform(0.22, 0.42), rng.uniform(0.06, 0.16)), rng.uniform(-1.0, 1.0)
    for line in lines:
        canvas.pen(whole(line), nib, slant)


def swash(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """A narrow broad pen, held aslant."""
    nib, slant = (rng.uniform(0.14, 0.28), rng.uniform(0.07, 0.12)), rng.uniform(-1.2, -0.4)
    for line in lines:
        canvas.pen(whole(line), nib, slant)


def fat(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Fat lettering with small stars cut into it."""
    width = rng.uniform(0.36, 0.52)
    evenly(canvas, lines, width)
    for _ in range(int(rng.integers(1, 5))):
        line = lines[int(rng.integers(len(lines)))][0]
        place = line[int(rng.integers(len(line)))]
        canvas.fill(star(place, rng.uniform(0.1, 0.17), 5, 0.45, rng.uniform(0, 1)), ink=False)


def swelling(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Strokes that swell and thin, round as balloons."""
    low, high = rng.uniform(0.1, 0.2), rng.uniform(0.32, 0.5)
    for line, closed in lines:
        points = whole((line, closed))
        t = np.linspace(0, np.pi * (2 if closed else 1), len(points))
        widths = low + (high - low) * np.abs(np.sin(t + (0.0 if closed else 0.2)))
        swept(canvas, points, widths)


def slab(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Even strokes with feet across their ends."""
    width, foot = rng.uniform(0.14, 0.24), rng.uniform(0.16, 0.26)
    for line, closed in lines:
        canvas.stroke(line, width, closed=closed)
        if not closed:
            for end, before in ((line[0], line[1]), (line[-1], line[-2])):
                way = (end - before) / max(float(np.linalg.norm(end - before)), 1e-6)
                across = np.array([-way[1], way[0]]) * foot
                canvas.stroke([end - across, end + across], width * 0.6)


def outline(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    width = rng.uniform(0.36, 0.5)
    evenly(canvas, lines, width)
    canvas.outline(rng.uniform(0.1, 0.15))


def inline(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Fat strokes with a thin line cut along their middle."""
    width = rng.uniform(0.36, 0.48)
    evenly(canvas, lines, width)
    evenly(canvas, lines, width * 0.22, ink=False)


def stencil(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    width = rng.uniform(0.24, 0.36)
    evenly(canvas, lines, width)
    x = rng.uniform(-0.1, 0.1)
    for middle in sorted({round(float(np.mean(line[:, 0])), 1) for line, _ in lines})[-1:]:
        canvas.stroke([(middle + x, -1.3), (middle + x, 1.3)], 0.09, ink=False)


def running(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """A ball pen or a felt tip, running quickly."""
    evenly(canvas, lines, rng.uniform(0.08, 0.22))
