"""The lines of a 5 and a 10 in running handwriting: loops, long flags, swashes, strokes left unfinished."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Points, curve
from vision.drawings.numerals.lines import Hand, Line, moved


def _five(rng: Generator) -> list[Line]:
    half, waist = rng.uniform(0.4, 0.6), rng.uniform(-0.25, 0.05)
    back = [[-half * 0.4, -0.95], [-half * 0.75, waist]]
    bowl = [[half * 0.1, waist - 0.14], [half, waist + 0.4], [half * 0.8, 0.8], [0.0, 1.0]]
    end = [-half * rng.uniform(0.9, 1.3), rng.uniform(0.7, 0.95)]
    hook = curve([back[1], *bowl, end])
    return [(_flag(rng, half), False), (np.vstack([back[0], hook]), False)]


def _flag(rng: Generator, half: float) -> Points:
    """The bar of a 5, from its back to the right: straight or waving, now and then put down a little off."""
    start = np.array([-half * 0.4, -0.95]) + (rng.uniform(0, 0.12, 2) if rng.random() < 0.3 else 0.0)
    reach, wave, rise = half * rng.uniform(1.4, 1.75), rng.uniform(-0.12, 0.16), rng.uniform(-0.05, 0.15)
    steps = [[0.0, 0.0], [reach * 0.35, -wave], [reach * 0.7, wave * 0.5], [reach, -rise]]
    return curve(start + np.array(steps))


def _ten(rng: Generator) -> list[Line]:
    x = rng.uniform(-0.75, -0.55)
    one = [[x, -1.0], [x - 0.02, 0.0], [x, 1.0]]
    if rng.random() < 0.6:
        one.insert(0, [x - rng.uniform(0.2, 0.45), rng.uniform(-0.75, -0.3)])
    return [(np.array(one), False), (_open_zero(rng), False)]


def _open_zero(rng: Generator) -> Points:
    """A 0 begun at the top: left open by a little, or run past its beginning into a loop."""
    half, tall = rng.uniform(0.36, 0.52), rng.uniform(0.85, 1.0)
    turns = rng.uniform(-0.05, 0.1)
    angle = -np.pi / 2 + rng.uniform(0.1, 0.5) - np.linspace(0, 2 * np.pi * (1 + turns), 40)
    inwards = np.linspace(1.0, rng.uniform(0.82, 0.98), 40)[:, None]
    ring = inwards * np.column_stack([half * np.cos(angle), tall * np.sin(angle)])
    if rng.random() < 0.5:
        ring = np.vstack([ring, ring[-1] + curve([[0.0, 0.0], [half * 0.3, 0.1], [half * 0.7, -0.06]])[1:]])
    return np.asarray(ring + np.array([0.45, 1 - tall]))


def _swash_five(rng: Generator) -> list[Line]:
    """A slanting 5 with a long flag that waves, and an end that curls up."""
    (flag, _), (body, _) = _five(rng)
    wave = curve([[0.0, 0.0], [0.16, -0.03], [rng.uniform(0.25, 0.4), -rng.uniform(0.12, 0.28)]])
    curl = curve([[0.0, 0.0], [-0.12, -0.16], [rng.uniform(-0.1, 0.0), -rng.uniform(0.26, 0.34)]])
    waving, curled = np.vstack([flag, flag[-1] + wave[1:]]), np.vstack([body, body[-1] + curl[1:]])
    return _slanted(rng, [(waving, False), (curled, False)])


def _swash_ten(rng: Generator) -> list[Line]:
    """A slanting 10 whose 1 runs in from a curl, some with a flourish below."""
    x, reach = rng.uniform(-0.7, -0.5), rng.uniform(0.2, 0.4)
    flag = [[x - reach, -0.45], [x - reach * 0.6, -0.7], [x, -1.0]]
    stem = np.vstack([curve(flag), [[x, 0.95]]])
    lines: list[Line] = [(stem, False), (_open_zero(rng), False)]
    if rng.random() < 0.4:
        wave = rng.uniform(0.03, 0.08)
        lines.insert(1, (curve([[-0.75, 1.28 + wave], [-0.2, 1.28 - wave], [0.3, 1.28 + wave], [0.9, 1.27]]), False))
    return _slanted(rng, lines)


def _slanted(rng: Generator, lines: list[Line]) -> list[Line]:
    slant = rng.uniform(0.1, 0.3)
    return moved(lines, lambda points: points - points[:, 1:] * [slant, 0.0])


RUNNING = Hand(_five, _ten)
SWASH = Hand(_swash_five, _swash_ten)
