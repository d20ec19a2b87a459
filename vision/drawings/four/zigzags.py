"""Four zigzags: thin lines, or jagged things of any shape."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, turned


def zigzags(canvas: Canvas, rng: Generator) -> None:
    """Four thin zigzag lines, in a grid or pointing outwards."""
    corners, width = int(rng.integers(4, 6)), rng.uniform(0.06, 0.13)
    swing, outwards = rng.uniform(0.1, 0.24), rng.random() < 0.4
    line = np.column_stack([swing * (-1.0) ** np.arange(corners), np.linspace(-0.42, 0.42, corners)])
    if rng.random() < 0.5:
        line[[0, -1], 0] = 0
    for quarter, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        angle = quarter * np.pi / 2 - np.pi / 4 if outwards else 0.0
        canvas.stroke(turned(line, angle) + 0.5 * np.array([x, y]), width)


def long_zigzags(canvas: Canvas, rng: Generator) -> None:
    """Two zigzag flashes that cross, four arms pointing outwards."""
    width, swing = rng.uniform(0.08, 0.14), rng.uniform(0.12, 0.2)
    arm = np.array([[0.0, -0.12], [swing, -0.42], [-swing, -0.62], [0.02, -1.05]])
    for quarter in range(4):
        canvas.stroke(turned(arm, quarter * np.pi / 2 + np.pi / 4), width)


def shards(canvas: Canvas, rng: Generator) -> None:
    """Four jagged things of any shape, turned round the middle or in a 2 x 2 grid; solid, or two broken lines."""
    corners = int(rng.integers(4, 8))
    swing = rng.uniform(0.06, 0.3) * rng.uniform(0.5, 1.5, corners) * (-1.0) ** np.arange(corners)
    line = np.column_stack([swing, np.linspace(-0.45, 0.45, corners) + rng.normal(0, 0.04, corners)])
    widths = np.linspace(rng.uniform(0.1, 0.45), rng.uniform(0.02, 0.15), corners)
    double = rng.random() < 0.3
    around = rng.random() < 0.55
    start = rng.choice([0.0, np.pi / 4, np.pi / 4]) if around else rng.normal(0, 0.3)
    away, lean = rng.uniform(0.62, 0.85), rng.normal(0, 0.2)
    for quarter, (x, y) in enumerate(((-0.5, -0.55), (0.5, -0.55), (0.5, 0.55), (-0.5, 0.55))):
        angle = start + quarter * np.pi / 2
        shard = turned(line, angle + lean if around else start)
        place = shard + (turned([[0, -away]], angle)[0] if around else np.array([x, y]))
        if double:
            gap = turned([[rng.uniform(0.08, 0.1), 0]], angle if around else start)[0]
            for side in (-gap, gap):
                canvas.stroke(place + side, 0.07)
        else:
            canvas.taper(place, widths)
