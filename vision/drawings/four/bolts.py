"""The 4: four lightning bolts or four-pointed bursts."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, polygon, star, turned


def cross(canvas: Canvas, rng: Generator) -> None:
    """Four solid bolts that point outwards in an X."""
    bolt, away = _bolt(rng, rng.uniform(0.32, 0.55)), rng.uniform(0.55, 0.75)
    inwards = rng.random() < 0.3
    for quarter in range(4):
        place = turned([[0, -away]], quarter * np.pi / 2 + np.pi / 4)
        canvas.fill(turned(bolt * 0.52, quarter * np.pi / 2 + np.pi / 4 + (np.pi if inwards else 0)) + place)
    if rng.random() < 0.25:
        canvas.disc((0, 0), rng.uniform(0.06, 0.15))


def grid(canvas: Canvas, rng: Generator) -> None:
    """Four solid bolts in a 2 x 2 grid, all the same way up."""
    bolt = _bolt(rng, rng.uniform(0.35, 0.75)) * 0.45
    across, down = rng.uniform(0.38, 0.55), rng.uniform(0.46, 0.56)
    slant = rng.uniform(-0.3, 0.3)
    mirrored = rng.random() < 0.25
    for x in (-across, across):
        for y in (-down, down):
            shape = bolt * np.array([-1, 1]) if mirrored and x > 0 else bolt
            canvas.fill(turned(shape, slant) + np.array([x, y]))


def row(canvas: Canvas, rng: Generator) -> None:
    """Four tall bolts side by side."""
    bolt = _bolt(rng, rng.uniform(0.2, 0.3)) * 0.8
    for x in (-0.72, -0.24, 0.24, 0.72):
        canvas.fill(bolt + np.array([x, 0]))


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


def bursts(canvas: Canvas, rng: Generator) -> None:
    """Four bursts with four points each, in a 2 x 2 grid or a diamond."""
    waist, size = rng.uniform(0.15, 0.4), rng.uniform(0.42, 0.55)
    turn = rng.choice([0.0, np.pi / 4]) if rng.random() < 0.8 else rng.uniform(0, 1)
    diamond = rng.random() < 0.3
    for quarter in range(4):
        place = turned([[0, -0.72]], quarter * np.pi / 2 + (0 if diamond else np.pi / 4))[0]
        canvas.fill(star(place, size * rng.uniform(0.95, 1.05), 4, waist, turn))


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


def outlined(canvas: Canvas, rng: Generator) -> None:
    """Four bolts in outline, in a 2 x 2 grid or pointing outwards."""
    if rng.random() < 0.5:
        grid(canvas, rng)
    else:
        cross(canvas, rng)
    canvas.outline(rng.uniform(0.07, 0.11))


def _bolt(rng: Generator, width: float) -> Points:
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
