"""Four flashes as lines: forked, bent like an S, written with a brush or a broad pen."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, curve, resampled, turned
from vision.drawings.four.layout import aligned
from vision.drawings.four.shapes import zigzag


def forks(canvas: Canvas, rng: Generator) -> None:
    """Four thin strokes of lightning with a fork, all falling the same way."""
    kinks = int(rng.integers(2, 4))
    main = zigzag(kinks, rng.uniform(0.18, 0.28)) + rng.normal(0, 0.04, (kinks + 2, 2))
    kink = int(rng.integers(1, kinks + 1))
    onwards = main[kink] - main[kink - 1]
    bend = main[kink] + rng.uniform(0.4, 0.6) * onwards
    end = bend + np.array([rng.uniform(-0.1, 0.3) * onwards[0], rng.uniform(0.3, 0.5)])
    line = np.vstack([main[: kink + 1], [bend, end, bend], main[kink:]])
    width = rng.uniform(0.06, 0.1)
    for each in aligned(rng, turned(line, rng.uniform(-0.2, 0.2)), width):
        canvas.stroke(each, width)


def bends(canvas: Canvas, rng: Generator) -> None:
    """Four flashes bent like a slim S, sharp at both ends."""
    swing = rng.choice([-1, 1]) * rng.uniform(0.3, 0.5)
    knots = np.array([[swing, -1], [-swing, -0.3], [swing, 0.3], [-swing, 1]])
    line = turned(curve(knots), rng.uniform(-0.3, 0.3))
    widths = 0.04 + rng.uniform(0.16, 0.26) * np.sin(np.linspace(0, np.pi, len(line))) ** 0.7
    for each in aligned(rng, line, float(widths.mean())):
        canvas.taper(each, widths)


def brushed(canvas: Canvas, rng: Generator) -> None:
    """Four strokes of the brush like a Z, that swell in the middle or thin out to one end."""
    swing, rise = rng.choice([-1, 1]) * rng.uniform(0.35, 0.6), rng.uniform(0.35, 0.8)
    corners = np.array([[-swing, -1], [swing, -rise], [-swing, rise], [swing, 1]])
    line = turned(resampled(corners, 60), rng.uniform(-0.3, 0.3))
    t = np.linspace(0, 1, 60)
    swelling = np.sin(np.pi * t) ** 0.7 if rng.random() < 0.5 else 1 - t
    widths = 0.06 + rng.uniform(0.12, 0.2) * swelling
    for each in aligned(rng, line, float(widths.mean())):
        for piece, width in zip(pairwise(each), widths[1:], strict=True):
            canvas.stroke(piece, width)


def penned(canvas: Canvas, rng: Generator) -> None:
    """Four zigzags written with a broad pen."""
    line = zigzag(int(rng.integers(2, 4)), rng.choice([-1, 1]) * rng.uniform(0.25, 0.45))
    nib, slant = (rng.uniform(0.18, 0.28), 0.06), rng.uniform(-1.0, 1.0)
    for each in aligned(rng, turned(line, rng.uniform(-0.2, 0.2)), nib[0] / 2):
        canvas.pen(each, nib, slant)
