"""The 2 as two strokes of a pen or brush: commas, swooshes, hooks and ribbons."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, turned
from vision.drawings.two.pairs import apart


def commas(canvas: Canvas, rng: Generator) -> None:
    """Two fat commas chasing each other, like the halves of a yin and yang."""
    head, tail = rng.uniform(0.28, 0.4), rng.uniform(1.6, 2.6)
    angle = np.linspace(0, tail, 24)
    spine = 0.62 * np.column_stack([np.cos(angle), np.sin(angle)])
    eye = rng.random() < 0.4
    for sign in (-1, 1):
        canvas.taper(sign * spine, np.linspace(2 * head, 0.03, 24))
        canvas.disc(sign * spine[0], head)
        if eye:
            canvas.disc(sign * spine[0], head * 0.35, ink=False)


def swooshes(canvas: Canvas, rng: Generator) -> None:
    """Two strokes of a broad brush, fat in the middle and thin at both ends, bent round each other or into an S."""
    bend, length, fat = rng.uniform(0.25, 0.6), rng.uniform(0.55, 0.75), rng.uniform(0.2, 0.42)
    winding = rng.random() < 0.4
    t = np.linspace(-1, 1, 30)
    across = bend * (np.sin(np.pi * t) if winding else t**2 - 0.5)
    spine = turned(np.column_stack([length * t, across]), rng.uniform(0, 2 * np.pi))
    widths = fat * (1 - np.abs(t) ** rng.uniform(1.5, 3.0)) + 0.03
    offset = turned([[0, rng.uniform(0.38, 0.55)]], rng.uniform(-0.5, 0.5))[0]
    for sign in (-1, 1):
        canvas.taper(sign * spine + sign * offset, widths)


def hooks(canvas: Canvas, rng: Generator) -> None:
    """Two hooks, each a ring or a ball that runs out into a bent stem."""
    radius, length, bend = rng.uniform(0.18, 0.3), rng.uniform(0.5, 0.9), rng.uniform(-0.5, 0.5)
    width, ball = rng.uniform(0.08, 0.16), rng.random() < 0.5
    angle = np.linspace(-1.5 * np.pi, 0.0, 24)
    head = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    t = np.linspace(0.05, 1, 14)[:, None]
    stem = head[-1] + np.hstack([bend * t**2, length * t])
    line = np.vstack([head, stem])
    for place in apart(line, rng, rng.uniform(0.4, 0.6)):
        canvas.taper(place, np.linspace(1.3, 0.6, len(place)) * width)
        if ball:
            canvas.disc(place[:24].mean(0), radius * rng.uniform(0.7, 1.0))


def ribbons(canvas: Canvas, rng: Generator) -> None:
    """Two ribbons that wind as they please: bent evenly, ever more, to and fro, or in corners."""
    t = np.linspace(0, 1, 90)
    bends = rng.normal(0, 1, 4) @ np.cos(np.pi * np.arange(4)[:, None] * t)
    winding = rng.uniform(0.8, 5.0) * np.pi
    angle = np.cumsum(bends)
    angle *= winding / np.ptp(angle)
    if rng.random() < 0.25:
        corner = rng.choice([np.pi / 3, np.pi / 2])
        angle = np.round(angle / corner) * corner
    line = np.cumsum(np.column_stack([np.cos(angle), np.sin(angle)]), axis=0)
    line *= rng.uniform(0.75, 1.1) / np.ptp(line, axis=0).max()
    width = min(rng.uniform(0.06, 0.24), 1.0 / winding)
    profile = [np.ones(90), np.linspace(0.3, 1.4, 90), 1.4 * np.sin(np.pi * (0.05 + 0.9 * t))][int(rng.integers(3))]
    for place in apart(line, rng, rng.uniform(0.38, 0.58)):
        for start in range(0, 84, 6):  # in pieces, for where a filled outline crosses itself it has holes
            canvas.taper(place[start : start + 8], (width * profile)[start : start + 8])
