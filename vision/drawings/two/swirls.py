"""The 2 as two swirls: spirals, scrolls, whirlpools and galaxies."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, curve, turned
from vision.drawings.two.pairs import apart


def spirals(canvas: Canvas, rng: Generator) -> None:
    """Two round spirals of even or tapering line, often with tails that bend round each other."""
    turns, start = rng.uniform(1.2, 2.6), rng.uniform(0.0, 0.3)
    angle = np.linspace(start * 2 * np.pi, turns * 2 * np.pi, 90)
    grow = rng.choice([0.7, 1.0, 1.5])
    arm = (angle / angle[-1])[:, None] ** grow * np.column_stack([np.cos(angle), np.sin(angle)]) * 0.52
    if rng.random() < 0.5:
        end, way = arm[-1], (arm[-1] - arm[-2]) / np.linalg.norm(arm[-1] - arm[-2])
        bend = rng.uniform(-0.4, 0.4)
        tail = [end + way * t + np.array([-way[1], way[0]]) * bend * t * t for t in np.linspace(0.05, 0.45, 8)]
        arm = np.vstack([arm, tail])
    width = min(rng.uniform(0.07, 0.2), 0.55 / turns)
    tapering = rng.random() < 0.4
    for place in apart(arm, rng, rng.uniform(0.5, 0.62)):
        if tapering:
            canvas.taper(place, np.linspace(0.4, 1.3, len(place)) * width)
        else:
            canvas.stroke(place, width)


def angular_spirals(canvas: Canvas, rng: Generator) -> None:
    """Two spirals with corners, as a Greek key has them."""
    corners = int(rng.integers(7, 11))
    sides = int(rng.choice([4, 6]))
    radius = np.linspace(0.12, 0.55, corners)
    angle = np.arange(corners) * 2 * np.pi / sides
    arm = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    for place in apart(arm, rng, 0.55):
        canvas.stroke(place, rng.uniform(0.06, 0.1))


def scrolls(canvas: Canvas, rng: Generator) -> None:
    """Two scrolls: lines that wind up at both ends, either way round, as clothoids do."""
    reach = rng.uniform(2.0, 2.9)
    along = np.linspace(-reach, reach, 120)
    angle = along**2 * np.sign(along) ** int(rng.integers(0, 2))
    line = np.cumsum(np.column_stack([np.cos(angle), np.sin(angle)]), axis=0) * (along[1] - along[0])
    line *= rng.uniform(0.85, 1.05) / np.ptp(line, axis=0).max()
    for place in apart(line, rng, rng.uniform(0.42, 0.55)):
        canvas.stroke(place, rng.uniform(0.06, 0.11))


def whirls(canvas: Canvas, rng: Generator) -> None:
    """Two whirlpools: discs with curved arms."""
    arms = int(rng.integers(3, 6))
    for center in ((-0.5, -0.5), (0.5, 0.5)):
        canvas.disc(center, rng.uniform(0.08, 0.16))
        for arm in range(arms):
            line = curve(turned([[0.08, 0], [0.3, 0.12], [0.42, 0.38]], arm * 2 * np.pi / arms))
            canvas.taper(line + np.array(center), np.linspace(0.18, 0.05, len(line)))


def galaxies(canvas: Canvas, rng: Generator) -> None:
    """Two small galaxies: each two or three arms that wind out of a common middle."""
    arms, turns = int(rng.integers(2, 4)), rng.uniform(0.45, 0.95)
    angle = np.linspace(0, turns * 2 * np.pi, 40)
    arm = (angle / angle[-1])[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) * rng.uniform(0.44, 0.54)
    width, tapering, core = rng.uniform(0.07, 0.16), rng.random() < 0.5, rng.uniform(0.06, 0.16)
    for place, mirror in (((-0.5, -0.45), 1), ((0.5, 0.45), int(rng.choice([-1, 1], p=[0.25, 0.75])))):
        canvas.disc(place, core)
        for index in range(arms):
            line = turned(arm, index * 2 * np.pi / arms) * np.array([mirror, 1]) + np.array(place)
            widths = width * (np.linspace(1.5, 0.4, 40) if tapering else np.ones(40))
            canvas.taper(line, widths)
