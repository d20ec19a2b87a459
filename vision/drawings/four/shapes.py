"""Outlines of one bolt or one four-pointed burst, about 2 high round the middle."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from vision.drawings.canvas import Points


def any_bolt(rng: Generator, width: float) -> Points:
    """The outline of a flash of lightning, about 2 high, pointing up or down."""
    if rng.random() < 0.45:
        notch, shift = rng.uniform(0.05, 0.3), rng.uniform(0.1, 0.5)
        bolt = np.array(
            [
                [shift, -1],
                [-width, notch],
                [-width * 0.1, notch * 0.6],
                [-shift, 1],
                [width, -notch],
                [width * 0.15, -notch * 0.5],
            ]
        )
    elif rng.random() < 0.6:
        bolt = np.array(
            [
                [-0.1, -1],
                [width + 0.1, -1],
                [width * 0.4, -0.3],
                [width, -0.25],
                [0.0, 1.0],
                [0.05, 0.1],
                [-width, 0.15],
            ]
        )
    else:
        bolt = np.array(
            [
                [-0.5, -1],
                [width, -0.45],
                [width * 0.5, -0.3],
                [width + 0.1, 0.15],
                [width * 0.5, 0.3],
                [0.7, 1],
                [-width * 0.6, 0.45],
                [-width * 0.1, 0.25],
                [-width - 0.1, -0.2],
                [-width * 0.3, -0.35],
            ]
        )
    bolt = bolt + rng.normal(0, 0.025, bolt.shape)
    return np.asarray(bolt * np.array([rng.choice([-1, 1]), rng.choice([-1, 1])]))


def zigzag(kinks: int, swing: float) -> Points:
    """A broken line from top to bottom whose ends and `kinks` lie `swing` to the right and left by turns."""
    return np.column_stack([swing * (-1.0) ** np.arange(kinks + 2), np.linspace(-1, 1, kinks + 2)])


def band(line: Points, widths: ArrayLike, rise: float = 0.0) -> Points:
    """The outline of a band along `line`, as wide at each point as `widths` says, from its left to its right edge,
    which lies higher by the share `rise` of the width."""
    half = np.asarray(widths, float)[:, None] / 2 * np.array([1, -rise])
    return np.vstack([line + half, (line - half)[::-1]])


def zeus_bolt(rng: Generator) -> Points:
    """A bolt as in the hand of Zeus: a band with two or four kinks, sharp at both ends."""
    kinks = int(rng.choice([2, 2, 4]))
    line = _flash(kinks, rng.uniform(0.2, 0.32), rng.uniform(0.5, 1.0))
    return band(line, [0.0, *[rng.uniform(0.4, 0.6)] * kinks, 0.0], rng.uniform(0.4, 0.7))


def comic_bolt(rng: Generator) -> Points:
    """A fat bolt as in a comic: three tiers one below the other, the last one sharp."""
    right = np.array([[0.75, -1.0], [0.2, -0.4], [0.6, -0.4], [0.05, 0.1], [0.4, 0.1]])
    left = np.array([[-0.2, 0.36], [-0.55, 0.36], [-0.2, -0.14], [-0.62, -0.14], [-0.2, -1.0]])
    outline = np.vstack([right, [[rng.uniform(-0.75, -0.45), 1.0]], left])
    outline += rng.normal(0, 0.03, outline.shape)
    return np.asarray(outline * np.array([rng.choice([-1, 1]), 1]))


def dart(rng: Generator) -> Points:
    """A bolt that narrows from a broad top, level or notched, to its point."""
    line, width = _flash(2, rng.uniform(0.1, 0.2), rng.uniform(0.6, 1.0)), rng.uniform(0.6, 0.85)
    outline = band(line, width * np.array([1, rng.uniform(0.6, 0.9), 0.6, 0]), rng.uniform(0.2, 0.4))
    if rng.random() < 0.4:
        notch = (outline[0] + outline[-1]) / 2 + np.array([0, rng.uniform(0.15, 0.3)])
        outline = np.vstack([outline, notch])
    return outline


def arrow_bolt(rng: Generator) -> Points:
    """A broken band of even width with an arrowhead at its top."""
    width, swing = rng.uniform(0.22, 0.34), rng.uniform(0.12, 0.25)
    head, neck = rng.uniform(0.35, 0.5), rng.uniform(-0.45, -0.25)
    line = np.array([[0, neck], [-swing, 0.3], [swing, rng.uniform(0.1, 0.3)], [0, 1.0]])
    shaft = band(line, [width, width, width, width * rng.choice([1.0, 0.3])])
    tip = np.array([[-head, neck + 0.05], [0, -1.0], [head, neck + 0.05]])
    return np.vstack([tip, shaft])


def sparkle(fullness: float, level: float = 1.0) -> Points:
    """A burst whose sides bend inwards, the less the nearer `fullness` is to 1; its level rays reach to `level`."""
    angle = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    across, down = np.cos(angle), np.sin(angle)
    power = 2 / fullness
    return np.column_stack(
        [level * np.sign(across) * np.abs(across) ** power, np.sign(down) * np.abs(down) ** power]
    )


def _flash(kinks: int, swing: float, backwards: float) -> Points:
    """A zigzag whose way from right to left is long and whose way back is short: level where `backwards` is 1."""
    line = zigzag(kinks, swing)
    line[1:-1, 1] += backwards / (kinks + 1) * (-1.0) ** np.arange(kinks)
    return line
