"""The lines of which a 5 and a 10 are written, each time by another hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Points, curve, ellipse

Line = tuple[Points, bool]
"""Its points, and whether it is closed."""


@dataclass(frozen=True, slots=True)
class Hand:
    """How somebody writes both numerals: the lines of a 5, and of a 10 (those of the 1, and last the 0)."""

    five: Callable[[Generator], list[Line]]
    ten: Callable[[Generator], list[Line]]


def whole(line: Line) -> Points:
    """A line's points, ending with the first where it is closed."""
    points, closed = line
    return np.vstack([points, points[:1]]) if closed else points


def length(line: Line) -> float:
    """How far a pen goes along a line."""
    return float(np.linalg.norm(np.diff(whole(line), axis=0), axis=1).sum())


def moved(lines: list[Line], change: Callable[[Points], Points]) -> list[Line]:
    """Lines with their points changed."""
    return [(change(points), closed) for points, closed in lines]


def mixed(*hands: Hand) -> Hand:
    """Writes as one of several hands, by chance."""

    def one_of(rng: Generator) -> Hand:
        return hands[int(rng.integers(len(hands)))]

    return Hand(lambda rng: one_of(rng).five(rng), lambda rng: one_of(rng).ten(rng))


def five(rng: Generator) -> list[Line]:
    """The lines of a 5: bar, back, bowl; about 2 high."""
    half, back = rng.uniform(0.38, 0.58), rng.uniform(-0.25, 0.1)
    bowl, belly = rng.uniform(0.5, 0.66), rng.uniform(0.95, 1.25)
    top = rng.uniform(-0.03, 0.12) if rng.random() < 0.4 else 0.0
    bar = curve([[half * rng.uniform(0.75, 1.1), -1 - top], [0.0, -1 + top * 0.4], [-half * 0.75, -1]], 6)
    corner = np.array([-half * rng.uniform(0.75, 0.95), back])
    back_line = np.array([[-half * 0.75, -1], corner])
    middle = np.array([0.0, 1 - bowl])
    if rng.random() < 0.25:  # angular bowl
        rise = bowl * rng.uniform(0.35, 0.55)
        points = np.array(
            [
                corner,
                [half * 0.5, 1 - 2 * bowl],
                [half, 1 - bowl - rise * 0.5],
                [half, 1 - rise],
                [half * 0.5, 1],
                [-half, 1],
            ]
        )
        hook = points
    else:
        start, end = rng.uniform(-2.3, -1.9), rng.uniform(1.9, 2.6)
        angle = np.linspace(start, end, 26)
        arc = middle + np.column_stack([half * belly * np.cos(angle), bowl * np.sin(angle)])
        hook = np.vstack([corner[None], arc[1:]]) if corner[1] < arc[0][1] + 0.3 else arc
        hook = curve(hook[::3], 6)
    if rng.random() < 0.6:
        return [(np.vstack([bar, back_line[1:], hook[1:]]), False)]
    return [(bar, False), (np.vstack([back_line, hook]), False)]


def ten(rng: Generator) -> list[Line]:
    """The lines of a 10: a 1 with or without flag and foot, and a 0."""
    gap, half = rng.uniform(0.35, 0.55), rng.uniform(0.28, 0.5)
    tall = rng.uniform(0.85, 1.0)
    square = rng.uniform(0.55, 1.0) if rng.random() < 0.6 else 1.0
    zero = ellipse((0, 0), 1, 1)
    zero = np.sign(zero) * np.abs(zero) ** square * np.array([half, tall]) + np.array([gap + 0.05, 1 - tall])
    x = -gap - rng.uniform(0.0, 0.15)
    one: list[Line] = [(np.array([[x, -1.0], [x, 0.0], [x, 1.0]]), False)]
    if rng.random() < 0.7:
        reach, drop = rng.uniform(0.18, 0.4), rng.uniform(0.1, 0.5)
        one = [(np.array([[x - reach, -1 + drop], [x, -1.0], [x, 1.0]]), False)]
    if rng.random() < 0.35:
        foot = rng.uniform(0.15, 0.3)
        one.append((np.array([[x - foot, 1.0], [x, 1.0], [x + foot, 1.0]]), False))
    if rng.random() < 0.2:
        low = rng.uniform(0.6, 0.8)
        zero = zero * np.array([1.0, low]) + np.array([0, 1 - low])
    return [*one, (zero, True)]


PLAIN = Hand(five, ten)
