"""Numerals with stars or discs in place of a hollow or an end."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, star
from vision.drawings.numerals.lettering import Lettering
from vision.drawings.numerals.lines import PLAIN, Line, moved
from vision.drawings.numerals.pens import brush, evenly
from vision.drawings.numerals.plump_lines import PLUMP


def overlapping(canvas: Canvas, rng: Generator, lines: list[Line]) -> None:
    """Fat figures that touch or overlap, with a star cut at each turn."""
    width = rng.uniform(0.42, 0.54)
    evenly(canvas, lines, width)
    tips, turn = int(rng.choice([4, 5, 5, 6])), rng.uniform(0, 1)
    for points, _ in lines:
        start = rng.uniform(0, 0.15)
        for part in np.arange(start, 1.0, rng.uniform(0.2, 0.5)):
            place = points[int(part * len(points))]
            canvas.fill(star(place, width * rng.uniform(0.26, 0.36), tips, 0.45, turn), ink=False)


def _star_ended_five(canvas: Canvas, rng: Generator) -> None:
    """A fat 5 with a large star cut into the swollen turn of its bowl."""
    ((points, closed),) = PLUMP.five(rng)
    thin, fat = rng.uniform(0.18, 0.28), rng.uniform(0.58, 0.7)
    turn = points[np.argmax(points[:, 0] + (points[:, 1] > 0.0))]
    reach = rng.uniform(0.45, 0.65)

    def pressure(places: Points, along: Points) -> Points:
        nearness = np.clip(1 - np.linalg.norm(places - turn, axis=1) / reach, 0, 1)
        return np.asarray(thin + (fat - thin) * nearness**0.7)

    brush(canvas, (points, closed), pressure)
    canvas.fill(star(turn, fat * 0.4, 5, rng.uniform(0.42, 0.55), rng.uniform(0, 1)), ink=False)


def _star_hollow_ten(canvas: Canvas, rng: Generator) -> None:
    """A 10 whose 0 is solid but for a large star."""
    *one, (zero, _) = PLUMP.ten(rng)
    width = rng.uniform(0.22, 0.36)
    evenly(canvas, one, width)
    middle = zero.mean(0) + np.array([0.12, 0.0])
    canvas.fill((zero - zero.mean(0)) * [1.12, 1.0] + middle)
    tips = int(rng.choice([4, 5, 5, 6]))
    canvas.fill(star(middle, rng.uniform(0.36, 0.44), tips, rng.uniform(0.4, 0.55), rng.uniform(0, 1)), ink=False)


def _ball_five(canvas: Canvas, rng: Generator) -> None:
    """A 5 whose lower end is a ball."""
    width, ball = rng.uniform(0.14, 0.26), rng.uniform(0.2, 0.28)
    lines = PLAIN.five(rng)
    evenly(canvas, lines, width)
    canvas.disc(lines[-1][0][-1], ball)


def _disc_ten(canvas: Canvas, rng: Generator) -> None:
    """A 10 whose 0 is a solid disc, as large as the 1 or small beside it."""
    one = moved(PLAIN.ten(rng)[:-1], lambda points: points - [0.3, 0.0])
    width, radius = rng.uniform(0.16, 0.3), rng.uniform(0.42, 0.68)
    evenly(canvas, one, width)
    right = max(points[:, 0].max() for points, _ in one) + width / 2
    gap = rng.uniform(0.12, 0.2)
    canvas.disc((right + gap + radius, rng.uniform(-0.6, 0.6) * (1 - radius)), radius)


STAR_HOLLOW = Lettering(_star_ended_five, _star_hollow_ten)
DISC = Lettering(_ball_five, _disc_ten)
