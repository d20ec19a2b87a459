"""Three plain triangles, solid or in outline, now and then with an eye."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, ellipse, polygon
from vision.drawings.three.layout import stacked


def pyramid(canvas: Canvas, rng: Generator) -> None:
    """Three solid triangles, close together or apart."""
    for triangle in stacked(rng, rng.uniform(0.72, 1.0)):
        canvas.fill(triangle)


def outlined(canvas: Canvas, rng: Generator) -> None:
    """Three triangles in outline, now and then with a dot inside."""
    width, dotted = rng.uniform(0.07, 0.16), rng.random() < 0.3
    for triangle in stacked(rng, rng.uniform(0.68, 0.88)):
        canvas.stroke(triangle, width, closed=True)
        if dotted:
            canvas.disc(triangle.mean(0), 0.09)


def eyes(canvas: Canvas, rng: Generator) -> None:
    """Three solid triangles with an eye cut into one or all of them."""
    everywhere, wide = rng.random() < 0.4, rng.uniform(0.17, 0.24)
    for index, triangle in enumerate(stacked(rng, rng.uniform(0.8, 1.0))):
        canvas.fill(triangle)
        if index == 0 or everywhere:
            middle = triangle.mean(0)
            canvas.fill(ellipse(middle, wide, wide * 0.55), ink=False)
            canvas.disc(middle, wide * 0.33)


def rounded(canvas: Canvas, rng: Generator) -> None:
    """Three triangles with round corners."""
    for triangle in stacked(rng, rng.uniform(0.6, 0.75)):
        canvas.fill(triangle)
        canvas.stroke(triangle, rng.uniform(0.12, 0.2), closed=True)


def one_eyed_outline(canvas: Canvas, rng: Generator) -> None:
    """Three triangles in outline, the top one with an eye."""
    width = rng.uniform(0.07, 0.12)
    for index, triangle in enumerate(stacked(rng, rng.uniform(0.75, 0.9))):
        canvas.stroke(triangle, width, closed=True)
        if index == 0:
            canvas.fill(ellipse(triangle.mean(0), 0.17, 0.1))


def pinwheel(canvas: Canvas, rng: Generator) -> None:
    """Three triangles that point outwards from the middle."""
    reach = rng.uniform(0.5, 0.62)
    for third in range(3):
        turn = third * 2 * np.pi / 3
        center = reach * np.array([np.sin(turn), -np.cos(turn)])
        canvas.fill(polygon(center, [0.5, 0.42, 0.42], turn))


def split(canvas: Canvas, rng: Generator) -> None:
    """Three triangles, each parted by a line down its middle."""
    for triangle in stacked(rng, rng.uniform(0.8, 0.98)):
        canvas.fill(triangle)
        canvas.stroke([triangle[0], (triangle[1] + triangle[2]) / 2], rng.uniform(0.05, 0.09), ink=False)
