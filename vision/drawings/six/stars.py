"""The 6: six small stars, 2 by 3."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, polygon, star
from vision.drawings.six.places import loose_columns


def pointed(canvas: Canvas, rng: Generator) -> None:
    """Stars with five or more points, from fat to thin."""
    points = int(rng.choice([4, 5, 5, 5, 5, 6, 8]))
    waist, size = rng.uniform(0.3, 0.6), rng.uniform(0.22, 0.34)
    turn = 0.0 if rng.random() < 0.6 else rng.uniform(0, 2)
    tumbling = rng.random() < 0.25
    for center in loose_columns(rng):
        canvas.fill(star(center, size, points, waist, rng.uniform(0, 2) if tumbling else turn))


def outlined(canvas: Canvas, rng: Generator) -> None:
    """Stars in outline."""
    width, size = rng.uniform(0.045, 0.07), rng.uniform(0.26, 0.32)
    points, waist = int(rng.choice([5, 5, 6])), rng.uniform(0.42, 0.55)
    for center in loose_columns(rng):
        canvas.stroke(star(center, size, points, waist), width, closed=True)


def asterisks(canvas: Canvas, rng: Generator) -> None:
    """Stars of crossing lines."""
    arms, width, size = int(rng.choice([5, 6, 8])), rng.uniform(0.06, 0.11), rng.uniform(0.22, 0.31)
    turn = rng.uniform(0, 1)
    for center in loose_columns(rng):
        for tip in polygon(center, [size] * arms, turn):
            canvas.stroke([center, tip], width)


def soft(canvas: Canvas, rng: Generator) -> None:
    """Plump stars with round tips."""
    size, waist = rng.uniform(0.18, 0.24), rng.uniform(0.45, 0.6)
    round_tip, points = rng.uniform(0.07, 0.13), int(rng.choice([5, 5, 6]))
    for center in loose_columns(rng):
        outline = star(center, size, points, waist)
        canvas.fill(outline)
        canvas.stroke(outline, round_tip, closed=True)


def pentagrams(canvas: Canvas, rng: Generator) -> None:
    """Five-pointed stars drawn in one crossing line."""
    width, size = rng.uniform(0.04, 0.07), rng.uniform(0.28, 0.34)
    for center in loose_columns(rng):
        tips = polygon(center, [size] * 5)
        canvas.stroke(tips[[0, 2, 4, 1, 3]], width, closed=True)


def flowers(canvas: Canvas, rng: Generator) -> None:
    """Stars whose sides bulge inwards, with a hole in the middle now and then."""
    size, points = rng.uniform(0.26, 0.34), int(rng.choice([4, 5, 6]))
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    radius = size * (0.62 + 0.38 * np.abs(np.cos(points * angle / 2)) ** 3)
    hole = rng.random() < 0.3
    for center in loose_columns(rng):
        canvas.fill(polygon(center, list(radius)))
        if hole:
            canvas.disc(center, size * 0.2, ink=False)
