"""Numerals that stand out from what is behind them: a deep shadow, or a medal from which they are cut."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, polygon
from vision.drawings.numerals.lines import Line, moved, whole
from vision.drawings.numerals.pens import evenly


def comic(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Hollow figures with a rim, standing on a deep, solid shadow as in comics."""
    width, rim = rng.uniform(0.46, 0.54), rng.uniform(0.07, 0.1)
    angle, depth = rng.uniform(0, 2 * np.pi), rng.uniform(0.16, 0.27)
    reach = depth * np.array([np.cos(angle), np.sin(angle)])
    for part in np.linspace(0, 1, 9):
        evenly(canvas, [(points + part * reach, closed) for points, closed in lines], width)
    evenly(canvas, lines, width - 2 * rim, ink=False)


def medal(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Figures cut from a disc or a plate with corners."""
    corners = int(rng.choice([4, 6, 8, 48, 48]))
    side = 1.35 if corners > 6 else 1.5
    canvas.fill(polygon((0, 0), [side] * corners, np.pi / corners if corners != 6 else 0.0))
    every = np.vstack([whole(line) for line in lines])
    low, high = every.min(0), every.max(0)
    middle = (low + high) / 2
    scale, width = 1.9 / float(np.linalg.norm(high - low)), rng.uniform(0.13, 0.24)
    evenly(canvas, moved(lines, lambda points: (points - middle) * scale), width, ink=False)
