"""The lines of a 5 and a 10 for fat pens: each figure is one line, with room for its hollow."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import curve, ellipse
from vision.drawings.numerals.lines import Hand, Line


def _five(rng: Generator) -> list[Line]:
    half, waist = rng.uniform(0.5, 0.68), rng.uniform(-0.3, -0.08)
    wave, middle = rng.uniform(-0.1, 0.12), (1 + waist) / 2
    bar = curve([[half, -1 - wave], [half * 0.1, -1 + wave], [-half * 0.75, -1]], 6)
    end = [-half * 0.95, 1 - rng.uniform(0.02, 0.2)]
    bowl = curve(
        [
            [-half * rng.uniform(0.8, 1.0), waist + 0.05],
            [half * 0.1, waist - rng.uniform(0.05, 0.15)],
            [half * 0.9, waist + 0.3],
            [half, middle + 0.1],
            [half * 0.7, 0.85],
            [0.0, 1.0],
            end,
        ]
    )
    return [(np.vstack([bar, bowl]), False)]


def _ten(rng: Generator) -> list[Line]:
    half, tall = rng.uniform(0.42, 0.58), rng.uniform(0.8, 1.0)
    zero = ellipse((rng.uniform(0.4, 0.5), 1 - tall), half, tall)
    x, lean = rng.uniform(-0.75, -0.6), rng.uniform(-0.08, 0.08)
    flag = [x - rng.uniform(0.2, 0.35), -1 + rng.uniform(0.1, 0.35)]
    stem = [[x + lean, -1.0], [x, 0.0], [x - lean, 1.0]]
    return [(np.array([flag, *stem] if rng.random() < 0.6 else stem), False), (zero, True)]


PLUMP = Hand(_five, _ten)
