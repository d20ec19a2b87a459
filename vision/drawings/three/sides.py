"""Three triangles whose sides or corners are not a plain triangle's: bowed, wobbly, cut, upright, stretched."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, curve
from vision.drawings.three.layout import stacked


def wobbly(canvas: Canvas, rng: Generator) -> None:
    """Three triangles drawn by an unsteady hand in lines that cross or gape at the corners, or filled in."""
    width, shake = rng.uniform(0.07, 0.13), rng.uniform(0.015, 0.04)
    filled = rng.random() < 0.35
    for triangle in stacked(rng, rng.uniform(0.78, 0.9)):
        line = _unsteady(triangle, shake, rng)
        canvas.stroke(line, width)
        if filled:
            canvas.fill(line)


def bowed(canvas: Canvas, rng: Generator) -> None:
    """Three triangles whose sides all bend inwards or all bulge, solid or in outline."""
    bulging = rng.random() < 0.5
    bow = rng.uniform(0.06, 0.12) if bulging else rng.uniform(-0.11, -0.06)
    size = rng.uniform(0.7, 0.8) if bulging else rng.uniform(0.92, 1.02)
    outlined = rng.random() < 0.35
    width = rng.uniform(0.07, 0.12)
    for triangle in stacked(rng, size):
        shape = _bent(triangle, bow)
        canvas.shape(shape, width if outlined else 0.0)


def cut_corners(canvas: Canvas, rng: Generator) -> None:
    """Three triangles with every corner cut off straight, solid or in outline."""
    cut, outlined = rng.uniform(0.16, 0.26), rng.random() < 0.35
    width = rng.uniform(0.07, 0.13)
    for triangle in stacked(rng, rng.uniform(0.85, 1.0)):
        after, before = np.roll(triangle, -1, axis=0), np.roll(triangle, 1, axis=0)
        ends = [triangle + cut * (before - triangle), triangle + cut * (after - triangle)]
        shape = np.stack(ends, axis=1).reshape(-1, 2)
        canvas.shape(shape, width if outlined else 0.0)


def sails(canvas: Canvas, rng: Generator) -> None:
    """Three right-angled triangles like sails, all upright on the same side or the lower two back to back."""
    upright, outlined = int(rng.integers(1, 3)), rng.random() < 0.3
    width, back_to_back = rng.uniform(0.07, 0.12), rng.random() < 0.3
    for index, triangle in enumerate(stacked(rng, rng.uniform(0.8, 0.95))):
        side = index if back_to_back and index else upright
        triangle[0, 0] = triangle[side, 0]
        canvas.shape(triangle, width if outlined else 0.0)


def stretched(canvas: Canvas, rng: Generator) -> None:
    """Three triangles as slim as spires or as flat as tents, solid or in outline."""
    ratio, outlined = rng.uniform(0.58, 0.72), rng.random() < 0.35
    stretch = np.array([ratio, 1.0] if rng.random() < 0.5 else [1.0, ratio])
    width = rng.uniform(0.07, 0.1)
    for triangle in stacked(rng, rng.uniform(0.8, 0.95)):
        canvas.shape(triangle * stretch, width if outlined else 0.0)


def _unsteady(triangle: Points, shake: float, rng: Generator) -> Points:
    """The way round `triangle` by hand: side after side, each a little off its corners."""
    sides = []
    for start, end in zip(triangle, np.roll(triangle, -1, axis=0), strict=True):
        along = np.linspace(rng.uniform(-0.05, 0.08), rng.uniform(0.95, 1.08), 5)[:, None]
        sides.append(curve(start + along * (end - start) + rng.normal(0, shake, (5, 2)), 6))
    return np.vstack(sides)


def _bent(triangle: Points, bow: float) -> Points:
    """The outline of `triangle` with the middle of each side moved out by `bow`, or in where that is negative."""
    t = np.linspace(0, 1, 12, endpoint=False)[:, None]
    sides = []
    for start, end in zip(triangle, np.roll(triangle, -1, axis=0), strict=True):
        outwards = (start + end) / 2 - triangle.mean(0)
        sides.append(start + t * (end - start) + 4 * t * (1 - t) * bow * outwards / np.linalg.norm(outwards))
    return np.vstack(sides)
