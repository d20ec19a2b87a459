"""The 6 in stars put together of bars and spokes."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, polygon, turned
from vision.drawings.six.places import columns


def crossed_bars(canvas: Canvas, rng: Generator) -> None:
    """Stars of three or four bars with square ends that cross: even, pinched in the middle or pointed."""
    bars, size, width = int(rng.choice([3, 3, 3, 4])), rng.uniform(0.27, 0.35), rng.uniform(0.09, 0.15)
    turn = rng.choice([0.0, rng.uniform(0, 1)])
    middle, ends = {"even": (1.0, 1.0), "pinched": (0.55, 1.35), "pointed": (1.4, 0.3)}[
        rng.choice(["even", "even", "pinched", "pointed"])
    ]
    tall = size * rng.uniform(1.0, 1.2)
    for center in columns(rng, size + rng.uniform(0.03, 0.15), 2 * tall + rng.uniform(0.06, 0.12)):
        for k in range(bars):
            reach = size if k else tall
            bar = turned([(0, -reach), (0, 0), (0, reach)], turn + np.pi * k / bars)
            canvas.taper(center + bar, width * np.array([ends, middle, ends]))


def crosses(canvas: Canvas, rng: Generator) -> None:
    """Stars like crosses: four arms of even or flaring width, straight or notched at the ends."""
    size, foot = rng.uniform(0.26, 0.31), rng.uniform(0.04, 0.07)
    end = foot * rng.choice([1.0, rng.uniform(1.6, 2.6)])
    notch = size * rng.choice([0.0, rng.uniform(-0.2, 0.2)])
    turn = rng.choice([0.0, 0.0, np.pi / 4, rng.uniform(0, 1)])
    hole = rng.uniform(0.06, 0.08) if foot > 0.05 and rng.random() < 0.25 else 0.0
    arm = np.array([(-foot, 0.0), (-end, -size), (0.0, notch - size), (end, -size), (foot, 0.0)])
    for center in columns(rng, size + rng.uniform(0.1, 0.18), 2 * size + rng.uniform(0.14, 0.22)):
        for k in range(4):
            canvas.fill(center + turned(arm, turn + np.pi * k / 2))
        canvas.disc(center, foot)
        if hole:
            canvas.disc(center, hole, ink=False)


def spoked(canvas: Canvas, rng: Generator) -> None:
    """Dots with short spokes round them, touching the dot or standing off it."""
    spokes, size = int(rng.integers(6, 10)), rng.uniform(0.31, 0.36)
    dot, width = size * rng.uniform(0.42, 0.56), rng.uniform(0.06, 0.075)
    foot = dot + rng.choice([-0.02, 0.065])
    tip = width * rng.choice([0.3, 1.0])
    turn = rng.uniform(0, 1)
    for center in columns(rng, size + rng.uniform(0.03, 0.14), 2 * size + rng.uniform(0.06, 0.1)):
        canvas.disc(center, dot)
        for inner, outer in zip(
            polygon(center, [foot] * spokes, turn), polygon(center, [size] * spokes, turn), strict=True
        ):
            canvas.taper([inner, outer], [width, tip])
