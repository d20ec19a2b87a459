"""Four solid bolts that stand together otherwise than in a plain grid, row or X."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, star, turned
from vision.drawings.four.layout import around, fitted, side_by_side
from vision.drawings.four.shapes import any_bolt


def slanting(canvas: Canvas, rng: Generator) -> None:
    """A slanting shower of four bolts, the outer ones shorter or each one lower than the one before."""
    bolt = any_bolt(rng, rng.uniform(0.35, 0.45))
    lean, short = rng.choice([-1, 1]) * rng.uniform(0.4, 0.65), rng.uniform(0.6, 0.85)
    lengths = np.array([short, 1.0, 1.0, short]) if rng.random() < 0.5 else np.ones(4)
    drop, step = rng.uniform(-0.2, 0.2), np.ptp(bolt[:, 0]) * rng.uniform(0.75, 0.95)
    bolts = [
        turned(each * np.array([1, length]) + np.array([0, drop * index]), lean)
        for index, (each, length) in enumerate(zip(side_by_side(bolt, step), lengths, strict=True))
    ]
    for each in fitted(bolts):
        canvas.fill(each)


def mirrored(canvas: Canvas, rng: Generator) -> None:
    """Four bolts, one in each quarter, each the mirror image of its neighbours."""
    bolt = turned(any_bolt(rng, rng.uniform(0.45, 0.65)), rng.uniform(-0.9, 0.2))
    corner = bolt - bolt.min(0) + rng.uniform(0.05, 0.25, 2)
    for each in fitted([corner * np.array(side) for side in ((1, 1), (-1, 1), (-1, -1), (1, -1))]):
        canvas.fill(each)


def leaning_pairs(canvas: Canvas, rng: Generator) -> None:
    """Two pairs of bolts that lean on or away from each other, side by side or one above the other."""
    lean = rng.choice([-1, 1]) * rng.uniform(0.3, 0.55)
    bolt = turned(any_bolt(rng, rng.uniform(0.35, 0.5)), lean)
    right = bolt - np.array([bolt[:, 0].min() - rng.uniform(0.1, 0.18), 0])
    pair = np.stack([right, right * np.array([-1, 1])])
    wide, tall = 2 * right[:, 0].max(), np.ptp(right[:, 1])
    apart = np.array([wide * 0.56, 0]) if wide < 0.9 * tall else np.array([0, tall * 0.56])
    for each in fitted([*(pair - apart), *(pair + apart)]):
        canvas.fill(each)
        canvas.stroke(each, 0.05, closed=True)


def centred(canvas: Canvas, rng: Generator) -> None:
    """Four bolts that point outwards from a small star, disc, ring or diamond."""
    bolt, size = any_bolt(rng, rng.uniform(0.35, 0.5)), rng.uniform(0.2, 0.27)
    for each in fitted(around(bolt, rng.uniform(1.5, 1.7))):
        canvas.fill(each)
    look = rng.choice(["star", "disc", "ring", "diamond"])
    if look == "star":
        canvas.fill(star((0, 0), size * 1.2, int(rng.integers(4, 9)), rng.uniform(0.4, 0.55), rng.uniform(0, 1)))
    elif look == "diamond":
        canvas.fill(star((0, 0), size, 2, rng.uniform(0.6, 1.0)))
    else:
        canvas.disc((0, 0), size * 0.85)
    if look == "ring":
        canvas.disc((0, 0), size * 0.4, ink=False)
