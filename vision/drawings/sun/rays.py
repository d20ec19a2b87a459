"""Plain rays for suns whose body is what matters."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, turned


def any_rays(canvas: Canvas, rng: Generator, inner: float) -> None:
    """Wedges, lines, waves or zigzags round a body of radius `inner`."""
    kinds = [_wedges, _lines, _waves, _zigzags]
    kinds[rng.integers(len(kinds))](canvas, rng, inner)


def angles(count: int) -> list[float]:
    """How far each of `count` rays is turned from the first, all round."""
    return [2 * np.pi * k / count for k in range(count)]


def wave(foot: float, tip: float, swing: float, waves: float, phase: float) -> Points:
    """The middle line of a ray that waves ever wider on its way from `foot` upwards to `tip`."""
    t = np.linspace(0, 1, 22)
    return np.column_stack([swing * np.sin(2 * np.pi * waves * t + phase) * t**0.5, -foot - t * (tip - foot)])


def _wedges(canvas: Canvas, rng: Generator, inner: float) -> None:
    rays, foot = int(rng.integers(7, 15)), inner + rng.choice([-0.04, 0.1])
    half = rng.uniform(0.55, 0.95) * np.pi * foot / rays
    for angle in angles(rays):
        canvas.fill(turned([(-half, -foot), (0, -1.05), (half, -foot)], angle))


def _lines(canvas: Canvas, rng: Generator, inner: float) -> None:
    rays, foot = int(rng.integers(8, 15)), inner + rng.choice([0.0, 0.14])
    width = rng.uniform(0.07, 0.12)
    for angle in angles(rays):
        canvas.stroke(turned([(0, -foot), (0, -1.0)], angle), width)


def _waves(canvas: Canvas, rng: Generator, inner: float) -> None:
    rays = int(rng.integers(7, 15))
    ray = wave(inner * 0.95, 1.05, rng.uniform(0.05, 0.1), rng.uniform(1.0, 1.4), rng.uniform(0, 6))
    widths = rng.uniform(0.9, 1.5) * 2.4 * inner / rays * (1 - np.linspace(0, 1, 22)) ** 0.7 + 0.02
    for angle in angles(rays):
        canvas.taper(turned(ray, angle), widths)


def _zigzags(canvas: Canvas, rng: Generator, inner: float) -> None:
    rays, width = int(rng.integers(7, 13)), rng.uniform(0.07, 0.1)
    swing, foot = rng.uniform(0.05, 0.09), inner + rng.choice([0.0, 0.1])
    ray = np.column_stack([[swing, -swing, swing, -swing], np.linspace(-foot, -1.05, 4)])
    for angle in angles(rays):
        canvas.stroke(turned(ray, angle), width)
