"""Lines of another hand, bent: over a hill, round a ball, or each figure on its own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Points, resampled, turned
from vision.drawings.numerals.lines import Hand, Line, length, moved, whole

Bend = Callable[[Points], Points]


def arched(hand: Hand) -> Hand:
    """The numerals stand on a curved line, their figures fanning out."""

    def bend(rng: Generator) -> Bend:
        round_ = rng.uniform(0.2, 0.4) * rng.choice([-1.0, 1.0])
        return lambda points: _on_arc(points, round_)

    return _bent(hand, bend)


def bulging(hand: Hand) -> Hand:
    """The numerals are swollen or pinched in the middle, or grow to one side."""

    def bend(rng: Generator) -> Bend:
        middle, side = rng.uniform(0.2, 0.4) * rng.choice([-1.0, 1.0]), rng.uniform(-0.25, 0.25)

        def swell(points: Points) -> Points:
            x, y = points.T
            return np.column_stack([x, y * (1 + middle * (0.5 - np.minimum(x**2, 1.0)) + side * x)])

        return swell

    return _bent(hand, bend)


def dancing(hand: Hand) -> Hand:
    """Each figure has its own lean, size and height."""

    def ten(rng: Generator) -> list[Line]:
        *one, zero = hand.ten(rng)
        lean, shift = rng.uniform(-0.22, 0.22), np.array([0.0, rng.uniform(-0.1, 0.1)])
        small, raised = rng.uniform(0.5, 1.0), rng.choice([-1.0, 0.0, 1.0])
        middle = zero[0].mean(0)
        place = middle + np.array([0.0, raised * (1 - small)])
        size = np.array([small + (1 - small) * 0.4, small])
        loose = moved([zero], lambda points: turned((points - middle) * size, -lean) + place - shift)
        return [*moved(one, lambda points: turned(points, lean * 0.5) + shift), *loose]

    def five(rng: Generator) -> list[Line]:
        lean, top = rng.uniform(-0.2, 0.2), rng.uniform(-0.25, 0.25)
        return moved(hand.five(rng), lambda points: turned(points * (1 + top * points[:, 1:] * [1, 0]), lean))

    return Hand(five, ten)


def _bent(hand: Hand, bend: Callable[[Generator], Bend]) -> Hand:
    def bent(lines: list[Line], way: Bend) -> list[Line]:
        every = np.vstack([points for points, _ in lines])
        middle = (every.min(0) + every.max(0)) / 2
        fine = [(resampled(whole(line), max(3, round(length(line) / 0.08))), line[1]) for line in lines]
        return moved(fine, lambda points: way(points - middle))

    return Hand(lambda rng: bent(hand.five(rng), bend(rng)), lambda rng: bent(hand.ten(rng), bend(rng)))


def _on_arc(points: Points, round_: float) -> Points:
    """Bend the level line y = 0 into part of a circle of radius 1 / `round_`."""
    radius = 1 / round_
    angle = points[:, 0] / radius
    reach = radius - points[:, 1]
    return np.column_stack([reach * np.sin(angle), radius - reach * np.cos(angle)])
