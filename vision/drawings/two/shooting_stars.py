"""The 2 as two shooting stars: small stars, discs or asterisks, each with a tail of three lines."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, ellipse, polygon, star, turned
from vision.drawings.two.arcs import arc
from vision.drawings.two.pairs import Place, any_turn, hull, nestled


def shooting_stars(canvas: Canvas, rng: Generator) -> None:
    """Two small stars, each with a tail of three lines."""
    points, waist = int(rng.choice([4, 5, 5, 5, 6])), rng.uniform(0.35, 0.55)
    size, length, width = rng.uniform(0.24, 0.38), rng.uniform(0.6, 1.0), rng.uniform(0.06, 0.11)
    bend, spread = rng.uniform(-0.5, 0.5), rng.uniform(0.13, 0.22)
    flip = rng.random() < 0.5
    for index, center in enumerate(((-0.35, -0.42), (0.35, 0.42))):
        sign = -1 if flip and index else 1
        for lane in (-1, 0, 1):
            t = np.linspace(0.15 + size * 0.8, length * (0.8 if lane else 1.0) + size, 10)
            tail = np.column_stack([t, lane * spread + bend * (t - t[0]) ** 2])
            canvas.taper(sign * tail + np.array(center) - [sign * 0.45, 0], np.linspace(1, 0.5, 10) * width)
        canvas.fill(star(np.array(center) - [sign * 0.45, 0], size, points, waist, rng.uniform(0, 1)))


def barred_stars(canvas: Canvas, rng: Generator) -> None:
    """Two stars, each with three plain bars behind it: of one length, in steps, or the middle one longest."""
    size, width = rng.uniform(0.34, 0.46), rng.uniform(0.09, 0.14)
    head = _star(rng, size)
    lanes = np.array([-1, 0, 1]) * max(width + rng.uniform(0.09, 0.14), size * rng.uniform(0.45, 0.65))
    start, length = size + rng.uniform(0.02, 0.1), rng.uniform(0.45, 0.75)
    lengths = length * np.array([(1, 1, 1), (0.6, 1, 0.6), (1, 0.75, 0.5), (1, 0.6, 1)][int(rng.integers(4))])
    tail = [np.array([[start, y], [start + reach, y]]) for y, reach in zip(lanes, lengths, strict=True)]
    outlined = rng.random() < 0.2
    for place in _beside(rng, hull(head, *tail), width):
        for bar in tail:
            canvas.stroke(place(bar), width)
        canvas.shape(place(head), 0.07 if outlined else 0.0)


def fanned_stars(canvas: Canvas, rng: Generator) -> None:
    """Two stars whose three rays fan out behind them or run together, thicker or thinner to their ends."""
    size, fanning = rng.uniform(0.34, 0.46), rng.random() < 0.65
    head = _star(rng, size)
    near, far = (size * 0.4, rng.uniform(0.35, 0.6)) if fanning else (size * 0.75, rng.uniform(0.1, 0.16))
    start = size + rng.uniform(0.0, 0.08)
    end = start + rng.uniform(0.5, 0.8)
    tail = [np.linspace([start, lane * near], [end, lane * far], 8) for lane in (-1, 0, 1)]
    widths = np.linspace(*[(0.15, 0.07), (0.12, 0.12), (0.07, 0.16)][int(rng.integers(3 if fanning else 2))], 8)
    for place in _beside(rng, hull(head, *tail), 0.1):
        for ray in tail:
            canvas.taper(place(ray), widths)
        canvas.fill(place(head))


def comets(canvas: Canvas, rng: Generator) -> None:
    """Two solid discs or rings with a tail of three lines, straight or bent, that touch them or not."""
    size, width = rng.uniform(0.28, 0.4), rng.uniform(0.08, 0.13)
    head, hole = ellipse((0, 0), size, size), rng.uniform(0.4, 0.6) if rng.random() < 0.25 else 0.0
    gap = 0.0 if rng.random() < 0.4 else rng.uniform(0.08, 0.12) + width / 2
    tail = _tail(rng, size, size * rng.uniform(0.65, 0.8), gap)
    thin = rng.uniform(0.5, 1.0)
    for place in _beside(rng, hull(head, *tail), width):
        for line in tail:
            canvas.taper(place(line), width * np.linspace(1, thin, len(line)))
        canvas.fill(place(head))
        if hole:
            canvas.disc(place([[0, 0]])[0], size * hole, ink=False)


def asterisk_stars(canvas: Canvas, rng: Generator) -> None:
    """Two asterisks with a tail of three lines in the same stroke, straight, bent or wavy."""
    size, width = rng.uniform(0.34, 0.46), rng.uniform(0.075, 0.12)
    tips = polygon((0, 0), [size] * int(rng.choice([5, 6, 8])), rng.uniform(0, 1))
    tail = _tail(rng, size, size * rng.uniform(0.55, 0.7), 0.12 + width / 2)
    if rng.random() < 0.3:
        waves = 0.06 * np.sin(np.linspace(0, rng.uniform(2, 3) * np.pi, len(tail[0])))
        tail = [line + np.column_stack([np.zeros(len(line)), waves]) for line in tail]
    for place in _beside(rng, hull(tips, *tail), width):
        for tip in tips:
            canvas.stroke(place([[0, 0], tip]), width)
        for line in tail:
            canvas.stroke(place(line), width)


def flaming_stars(canvas: Canvas, rng: Generator) -> None:
    """Two stars that run out into three pointed tongues, all of one piece."""
    size, spread = rng.uniform(0.42, 0.52), rng.uniform(0.35, 0.55)
    head, reach, bend = _star(rng, size), rng.uniform(1.0, 1.3), rng.uniform(-0.3, 0.3)
    root, middle = rng.uniform(0.16, 0.26), rng.uniform(0.85, 1.2)
    t = np.linspace(0, 1, 16)
    tongues = [
        np.column_stack([reach * (1 if lane else middle) * t, lane * spread * t**0.8 + bend * t**2])
        for lane in (-1, 0, 1)
    ]
    for place in _beside(rng, hull(head, *tongues), 0.02):
        for tongue in tongues:
            canvas.taper(place(tongue), np.linspace(root, 0.05, 16))
        canvas.fill(place(head))


def circling_stars(canvas: Canvas, rng: Generator) -> None:
    """Two stars that chase each other round a ring; their tails are three arcs, one in the other."""
    ring, size, width = 0.62, rng.uniform(0.32, 0.42), rng.uniform(0.075, 0.11)
    pitch, sweep = width + rng.uniform(0.09, 0.13), rng.uniform(1.1, 1.5)
    head = ellipse((0, 0), size * 0.8, size * 0.8) if rng.random() < 0.25 else _star(rng, size)
    start, uneven = size / ring + 0.1, rng.uniform(0, 0.35)
    lean, way = any_turn(rng), rng.choice([-1, 1])
    for side in (-1, 1):
        for lane in (-1, 0, 1):
            line = (ring + lane * pitch) * arc(start, start + sweep - uneven * abs(lane))
            canvas.stroke(side * turned(line * np.array([1, way]), lean), width)
        canvas.fill(side * turned(head + np.array([ring, 0]), lean))


def _star(rng: Generator, size: float) -> Points:
    """A star of three to eight points about the middle."""
    points = int(rng.choice([3, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8]))
    waist = rng.uniform(0.25, 0.4) if points < 5 else rng.uniform(0.38, 0.6)
    return star((0, 0), size, points, waist, any_turn(rng))


def _tail(rng: Generator, size: float, wide: float, gap: float) -> list[Points]:
    """Three lines behind a head of radius `size`, the outer ones `wide` from the middle one, straight or bent."""
    t, reach = np.linspace(0, 1, 16), rng.uniform(0.55, 0.85)
    spread, bend = rng.uniform(-0.1, 0.2), rng.choice([0.0, rng.uniform(-0.4, 0.4)])
    outer = rng.uniform(0.65, 1.1)
    lines = []
    for lane in (-1, 0, 1):
        start = np.sqrt(max(size**2 - (lane * wide) ** 2, 0)) + gap
        x = start + (size + reach * (outer if lane else 1) - start) * t
        lines.append(np.column_stack([x, lane * (wide + spread * t) + bend * t**2]))
    return lines


def _beside(rng: Generator, rim: Points, width: float) -> tuple[Place, Place]:
    """Places for two stars with tails along x: one above the other, a little slid, the whole turned any way."""
    way = rng.choice([-1, 1]) * np.pi / 2 + rng.uniform(-0.45, 0.45)
    return nestled(rim, rng, width + rng.uniform(0.07, 0.15), way, odds=(0.45, 0.4, 0.15))
