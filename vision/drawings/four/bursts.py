"""Four bursts with four points each."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, star, turned
from vision.drawings.four.layout import around, fitted, two_by_two
from vision.drawings.four.shapes import sparkle


def bursts(canvas: Canvas, rng: Generator) -> None:
    """Four bursts with four points each, in a 2 x 2 grid or a diamond."""
    waist, size = rng.uniform(0.15, 0.4), rng.uniform(0.42, 0.55)
    turn = rng.choice([0.0, np.pi / 4]) if rng.random() < 0.8 else rng.uniform(0, 1)
    diamond = rng.random() < 0.3
    for quarter in range(4):
        place = turned([[0, -0.72]], quarter * np.pi / 2 + (0 if diamond else np.pi / 4))[0]
        canvas.fill(star(place, size * rng.uniform(0.95, 1.05), 4, waist, turn))


def hollow_bursts(canvas: Canvas, rng: Generator) -> None:
    """Four bursts whose sides bend inwards, in a 2 x 2 grid or a diamond, upright or on their sides."""
    burst = turned(sparkle(rng.uniform(0.42, 0.58), rng.uniform(0.75, 1.0)), rng.choice([0.0, np.pi / 4]))
    reach = np.abs(burst).max(0) * rng.uniform(1.08, 1.2)
    places = around(burst, 1.4, 0.0) if rng.random() < 0.35 else two_by_two(burst, *reach)
    for each in fitted(places):
        canvas.fill(each)
        canvas.stroke(each, 0.05, closed=True)


def unequal_bursts(canvas: Canvas, rng: Generator) -> None:
    """Two great bursts and two small ones across from each other, or one great burst and three small ones."""
    burst = sparkle(rng.uniform(0.42, 0.58)) if rng.random() < 0.5 else star((0, 0), 1, 4, rng.uniform(0.2, 0.38))
    small = rng.uniform(0.55, 0.75)
    sizes = (1.0, small, 1.0, small) if rng.random() < 0.7 else (1.0, small, small, small)
    away, turn = rng.uniform(1.02, 1.15), rng.choice([0.0, np.pi / 4])
    places = [turned([[0, -away]], turn + quarter * np.pi / 2) for quarter in range(4)]
    for each in fitted([size * burst + place for size, place in zip(sizes, places, strict=True)]):
        canvas.fill(each)
        canvas.stroke(each, 0.05, closed=True)


def outlined_bursts(canvas: Canvas, rng: Generator) -> None:
    """Four bursts in outline, empty or with a dot in each."""
    burst = star((0, 0), 0.5, 4, rng.uniform(0.4, 0.5), rng.choice([0.0, np.pi / 4]))
    dotted, reach = rng.random() < 0.6, np.abs(burst).max(0) * rng.uniform(1.0, 1.15)
    places = fitted(around(burst, 0.62, 0.0) if rng.random() < 0.3 else two_by_two(burst, *reach))
    for each in places:
        canvas.fill(each)
    canvas.outline(rng.uniform(0.16, 0.2))
    if dotted:
        for each in places:
            canvas.disc(each.mean(0), rng.uniform(0.07, 0.1))


def twinkles(canvas: Canvas, rng: Generator) -> None:
    """Four twinkles: each of two thin rays that cross, with a shorter cross or a dot between."""
    upright, level = rng.uniform(0.85, 1.0), rng.uniform(0.65, 1.0)
    width, look = rng.uniform(0.12, 0.18), rng.random()
    cross = np.array([[0, -upright], [0, upright], [0, 0], [-level, 0], [level, 0]])
    reach = np.array([level, upright]) * rng.uniform(1.1, 1.25)
    places = around(cross, 1.35, 0.0) if rng.random() < 0.3 else two_by_two(cross, *reach)
    for top, bottom, middle, left, right in fitted(places):
        canvas.taper([top, middle, bottom], [0.05, width, 0.05])
        canvas.taper([left, middle, right], [0.05, width, 0.05])
        if look < 0.4:
            canvas.fill(star(middle, 0.3, 4, 0.3, np.pi / 4))
        elif look < 0.7:
            canvas.disc(middle, rng.uniform(0.1, 0.14))
