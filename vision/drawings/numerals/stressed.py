"""Numerals whose strokes are fat one way and thin another."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points
from vision.drawings.numerals.lines import Line
from vision.drawings.numerals.pens import brush


def nouveau(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Art nouveau: fat uprights melting into hair-thin level strokes, some ending in a drop."""
    hair, fat, power = rng.uniform(0.08, 0.13), rng.uniform(0.34, 0.52), rng.uniform(1.0, 3.0)
    drop = rng.uniform(0.14, 0.2) if rng.random() < 0.5 else 0.0
    for line in lines:
        brush(canvas, line, lambda places, along: hair + (fat - hair) * _upright(places) ** power)
        if drop and not line[1]:
            canvas.disc(line[0][-1], drop)


def flared(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Western: strokes with a slim waist that flare to their ends."""
    waist, flare, power = rng.uniform(0.14, 0.22), rng.uniform(0.4, 0.52), rng.uniform(1.6, 3.0)

    def closed_pressure(places: Points, along: Points) -> Points:
        return waist + 0.5 * (flare - waist) * (1 - _upright(places))

    def open_pressure(places: Points, along: Points) -> Points:
        return np.asarray(waist + (flare - waist) * np.abs(2 * along - 1) ** power)

    for line in lines:
        closed = line[1]
        brush(canvas, line, closed_pressure if closed else open_pressure, flat_ends=not closed)


def brushed(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Brush script: strokes set down heavily that run out thin."""
    heavy, light = rng.uniform(0.28, 0.4), rng.uniform(0.08, 0.16)
    press = rng.uniform(0.1, 0.45)

    def pressure(places: Points, along: Points) -> Points:
        return np.interp(along, [0, press, 1], [heavy * 0.7, heavy, light])

    for line in lines:
        brush(canvas, line, pressure)


def _upright(places: Points) -> Points:
    """How steep a line is at each of its places, 0 (level) to 1, evened out over its neighbours."""
    ways = np.gradient(places, axis=0)
    steep = np.abs(ways[:, 1]) / np.maximum(np.linalg.norm(ways, axis=1), 1e-9)
    return np.convolve(np.pad(steep, 3, mode="edge"), np.ones(7) / 7, mode="valid")
