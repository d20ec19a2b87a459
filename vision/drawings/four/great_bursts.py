"""One great burst with four points."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, polygon, star, turned
from vision.drawings.four.shapes import sparkle


def great_burst(canvas: Canvas, rng: Generator) -> None:
    """One great burst with four points, its rays broken like lightning."""
    kink = rng.uniform(0.08, 0.2)
    ray = np.array(
        [
            [-0.18, -0.18],
            [-kink - 0.16, -0.5],
            [0.0, -0.46],
            [0.0, -1.05],
            [kink + 0.14, -0.42],
            [0.1, -0.4],
            [0.18, -0.18],
        ]
    )
    for quarter in range(4):
        canvas.fill(np.vstack([turned(ray, quarter * np.pi / 2), [[0, 0]]]))
    canvas.fill(polygon((0, 0), [0.27] * 8))


def flare(canvas: Canvas, rng: Generator) -> None:
    """One great burst whose sides bend inwards: whole, with a hole, in outline, or one within the other."""
    burst = sparkle(rng.uniform(0.45, 0.7), rng.uniform(0.75, 1.0))
    canvas.fill(burst)
    canvas.stroke(burst, 0.08, closed=True)
    look = rng.random()
    if look < 0.25:
        canvas.disc((0, 0), rng.uniform(0.1, 0.16), ink=False)
    elif look < 0.5:
        canvas.outline(rng.uniform(0.15, 0.2))
    elif look < 0.75:
        canvas.fill(0.62 * burst, ink=False)
        canvas.fill(rng.uniform(0.35, 0.42) * burst)


def compass(canvas: Canvas, rng: Generator) -> None:
    """One great burst like a compass rose: each ray half filled, or short rays between the four long ones."""
    if rng.random() < 0.4:
        corner = rng.uniform(0.26, 0.38)
        half = np.array([[0, 0], [0, -1], [corner, -corner]])
        for quarter in range(4):
            canvas.fill(turned(half, quarter * np.pi / 2))
        canvas.stroke(star((0, 0), 1, 4, corner * np.sqrt(2)), 0.06, closed=True)
    else:
        great = star((0, 0), 1, 4, rng.uniform(0.25, 0.34))
        canvas.fill(star((0, 0), rng.uniform(0.56, 0.7), 4, 0.4, np.pi / 4))
        canvas.stroke(great, rng.uniform(0.1, 0.14), ink=False, closed=True)
        canvas.fill(great)
