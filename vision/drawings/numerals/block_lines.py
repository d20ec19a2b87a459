"""The lines of a 5 and a 10 as a sign maker builds them: level, upright, with cut or rounded corners."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Points
from vision.drawings.numerals.lines import Hand, Line, moved


def _block_five(rng: Generator, half: float, tall: float, rounds: int) -> list[Line]:
    """A 5 in one line, 2 `half` wide and 2 `tall` high."""
    waist, rise = tall * rng.uniform(-0.3, -0.1), tall * rng.uniform(0.1, 0.25)
    cut = min(half, tall - waist) * rng.uniform(0.3, 0.5)
    bar = [[half * rng.uniform(0.8, 1.0), -tall], [-half, -tall], [-half, waist]]
    bowl = [[half, waist], [half, tall], [-half, tall]]
    if rng.random() < 0.5 and half < tall:
        bowl.append([-half, tall - rise])
    return [(np.vstack([bar[:2], _corners_cut(np.array([*bar[2:], *bowl]), cut, rounds)]), False)]


def _block_ten(rng: Generator, half: float, tall: float, rounds: int) -> list[Line]:
    """A 10 whose 0 is 2 `half` wide and 2 `tall` high."""
    x = -half - rng.uniform(0.55, 0.64)
    flag = min(half, 0.5) * rng.uniform(0.45, 0.75)
    one: list[Line] = [(np.array([[x, -tall], [x, tall]]), False)]
    if rng.random() < 0.6:
        drop = tall * rng.choice([0.0, 0.3])
        one = [(np.array([[x - flag, -tall + drop], [x, -tall], [x, tall]]), False)]
    if rng.random() < 0.3:
        one.append((np.array([[x - flag * 0.6, tall], [x + flag * 0.6, tall]]), False))
    box = np.array([[0.0, -tall], [half, -tall], [half, tall], [-half, tall], [-half, -tall], [0.0, -tall]])
    zero = _corners_cut(box, min(half, tall) * rng.uniform(0.35, 0.7), rounds)
    return moved([*one, (zero[:-1], True)], lambda points: points + np.array([0.52, 0.0]))


def _corners_cut(line: Points, cut: float, rounds: int) -> Points:
    """A line with `cut` taken off both sides of every corner, and each round a third of it off what that leaves."""
    ways = np.diff(line, axis=0)
    lengths = np.linalg.norm(ways, axis=1)
    steps = ways * np.minimum(cut / lengths, 0.45)[:, None]
    inner = np.hstack([line[1:-1] - steps[:-1], line[1:-1] + steps[1:]]).reshape(-1, 2)
    flat = np.vstack([line[:1], inner, line[-1:]])
    return flat if rounds == 1 else _corners_cut(flat, cut / 3, rounds - 1)


OCTAGONAL = Hand(
    lambda rng: _block_five(rng, rng.uniform(0.55, 0.75), 1.0, 1),
    lambda rng: _block_ten(rng, rng.uniform(0.42, 0.55), 1.0, 1),
)
CONDENSED = Hand(
    lambda rng: _block_five(rng, rng.uniform(0.32, 0.42), 1.1, 3),
    lambda rng: _block_ten(rng, rng.uniform(0.28, 0.36), 1.1, 3),
)
WIDE = Hand(
    lambda rng: _block_five(rng, rng.uniform(0.85, 1.1), rng.uniform(0.65, 0.75), 3),
    lambda rng: _block_ten(rng, rng.uniform(0.55, 0.7), rng.uniform(0.55, 0.7), 3),
)
