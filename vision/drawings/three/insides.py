"""Three triangles with something in each: a smaller triangle, an eye without a pupil, a hole."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, ellipse, polygon
from vision.drawings.three.layout import stacked


def nested(canvas: Canvas, rng: Generator) -> None:
    """Three triangles in outline, a smaller one in each: solid, in outline or on its head."""
    width, size = rng.uniform(0.065, 0.09), rng.uniform(0.36, 0.5)
    hollow, on_its_head = rng.random() < 0.25, rng.random() < 0.2
    if on_its_head:
        size = -rng.uniform(0.26, 0.32)
    for triangle in stacked(rng, rng.uniform(0.86, 0.95)):
        canvas.stroke(triangle, width, closed=True)
        inner = triangle.mean(0) + size * (triangle - triangle.mean(0))
        canvas.fill(inner)
        if hollow:
            canvas.fill(triangle.mean(0) + 0.4 * (inner - triangle.mean(0)), ink=False)


def blank_eyes(canvas: Canvas, rng: Generator) -> None:
    """Three solid triangles with an almond eye without a pupil cut into all of them or the top one."""
    wide, high = rng.uniform(0.2, 0.27), rng.uniform(0.09, 0.15)
    everywhere, lidded = rng.random() < 0.65, rng.random() < 0.3
    for index, triangle in enumerate(stacked(rng, rng.uniform(0.88, 1.0))):
        canvas.fill(triangle)
        if index == 0 or everywhere:
            eye = _almond(wide, high) + triangle.mean(0) + np.array([0, 0.03])
            canvas.fill(eye, ink=False)
            if lidded:
                canvas.stroke([eye[0], eye.mean(0), eye[len(eye) // 2]], 0.06)


def holed(canvas: Canvas, rng: Generator) -> None:
    """Three solid triangles, each with a round, square or lying hole in its middle."""
    radius, look = rng.uniform(0.1, 0.17), rng.random()
    if look < 0.5:
        hole = ellipse((0, 0), radius, radius)
    elif look < 0.75:
        hole = polygon((0, 0), [radius * 1.2] * 4, rng.choice([0.0, np.pi / 4]))
    else:
        hole = ellipse((0, 0), radius * 1.3, radius * 0.6)
    for triangle in stacked(rng, rng.uniform(0.8, 1.0)):
        canvas.fill(triangle)
        canvas.fill(hole + triangle.mean(0), ink=False)


def _almond(wide: float, high: float) -> Points:
    """The outline of an eye between two bent lids, from its left corner over the upper lid and back."""
    along = np.linspace(-1, 1, 13)
    lid = np.column_stack([wide * along, high * (1 - along**2)])
    return np.vstack([lid * np.array([1, -1]), lid[-2:0:-1]])
