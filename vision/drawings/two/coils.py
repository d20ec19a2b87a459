"""The 2 as two coils: thick, parted, carved, hollow or dotted spirals, and rings that are open."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, curve, ellipse, resampled, turned
from vision.drawings.two.arcs import arc
from vision.drawings.two.pairs import any_turn, nestled


def snails(canvas: Canvas, rng: Generator) -> None:
    """Two thick spirals whose windings nearly touch, now and then with a pointed end or a ball in the middle."""
    turns = rng.uniform(1.2, 2.1)
    width = 0.5 / turns * rng.uniform(0.45, 0.65)
    line = _spiral(turns, width * 0.3, 0.5) * np.array([1, rng.uniform(0.8, 1)])
    widths = width * np.ones(len(line))
    if rng.random() < 0.4:
        widths[-30:] *= np.linspace(1, 0.2, 30)
    ball = width * rng.uniform(0.6, 0.8) if rng.random() < 0.3 else width / 2
    for place in nestled(line, rng, width + rng.uniform(0.06, 0.14)):
        canvas.taper(place(line), widths)
        canvas.disc(place(line[:1])[0], ball)


def parted_s(canvas: Canvas, rng: Generator) -> None:
    """One great S, wound up at both ends and cut in two at its middle."""
    turns, radius = rng.uniform(1.1, 1.9), rng.uniform(0.45, 0.55)
    width = min(radius / turns * rng.uniform(0.45, 0.65), 0.24)
    coil = _spiral(turns, width * 0.4, radius)
    coil = turned(coil, -2 * np.pi * turns) - np.array([radius, 0])
    half = coil[np.linalg.norm(coil, axis=1) > width / 2 + rng.uniform(0.05, 0.1)]
    widths = width * np.linspace(rng.uniform(0.5, 1), 1, len(half))
    lean = any_turn(rng)
    for side in (-1, 1):
        canvas.taper(side * turned(half, lean), widths)
        canvas.disc(side * turned(half[-1:], lean)[0], width / 2)


def interwound(canvas: Canvas, rng: Generator) -> None:
    """Two arms wound into each other about one middle, which they fill like a sweet."""
    turns, inner = rng.uniform(0.7, 1.4), rng.uniform(0.14, 0.22)
    arm = turned(_spiral(turns, inner, 0.9), any_turn(rng))
    width = min((0.9 - inner) / turns / 2 * rng.uniform(0.45, 0.7), 1.5 * inner)
    tip = rng.uniform(0.2, 1)
    for side in (-1, 1):
        canvas.taper(side * arm, width * np.concatenate([np.ones(80), np.linspace(1, tip, 40)]))
        canvas.disc(side * arm[0], width / 2)


def dotted_spirals(canvas: Canvas, rng: Generator) -> None:
    """Two spirals of dots, even or larger towards one end."""
    count, turns = int(rng.integers(10, 14)), rng.uniform(1.15, 1.4)
    line = _spiral(turns, 0.04, 0.5)
    size = 0.5 * np.pi * turns / count * rng.uniform(0.41, 0.47)
    sizes = size * np.linspace(*[(1, 1), (0.7, 1.1), (1.1, 0.75)][int(rng.integers(3))], count)
    for place in nestled(line, rng, 2 * size + rng.uniform(0.1, 0.18)):
        for center, radius in zip(resampled(place(line), count), sizes, strict=True):
            canvas.disc(center, radius)


def open_rings(canvas: Canvas, rng: Generator) -> None:
    """Two nests of rings, one in the other and each open on one side, about a dot."""
    rings = int(rng.integers(2, 4))
    pitch = 0.5 / rings
    width, mouth = pitch * rng.uniform(0.42, 0.62), rng.uniform(0.35, 1.1)
    step = rng.choice([0.0, 0.7, np.pi])
    lines = [
        (index + 1) * pitch * arc(index * step + mouth, index * step + 2 * np.pi - mouth) for index in range(rings)
    ]
    dot = rng.random() < 0.6
    rim = ellipse((0, 0), 0.5, 0.5)
    for place in nestled(rim, rng, width + rng.uniform(0.07, 0.14)):
        for line in lines:
            canvas.stroke(place(line), width)
        if dot:
            canvas.disc(place([[0, 0]])[0], width * 0.6)


def carved_discs(canvas: Canvas, rng: Generator) -> None:
    """Two solid discs, each with a spiral cut into it that runs out at the rim or stays within."""
    turns = rng.uniform(1.0, 1.8)
    end = 0.5 if rng.random() < 0.6 else 0.5 - 0.25 / turns
    groove = _spiral(turns, rng.uniform(0.03, 0.1), end)
    width = rng.uniform(0.09, 0.13)
    disc = ellipse((0, 0), 0.52, 0.52 * rng.uniform(0.8, 1))
    groove *= np.array([1, np.ptp(disc[:, 1]) / np.ptp(disc[:, 0])])
    for place in nestled(disc, rng, rng.uniform(0.08, 0.16)):
        canvas.fill(place(disc))
        canvas.stroke(place(groove), width, ink=False)


def hollow_spirals(canvas: Canvas, rng: Generator) -> None:
    """Two spirals in outline: each a broad band with its rim inked alone."""
    turns, edge, hollow = rng.uniform(0.9, 1.25), rng.uniform(0.065, 0.09), rng.uniform(0.07, 0.12)
    band = hollow + 2 * edge
    line = _spiral(turns, 0.08, 0.08 + turns * (band + rng.uniform(0.07, 0.11)))
    for place in nestled(line, rng, band + rng.uniform(0.06, 0.12)):
        canvas.stroke(place(line), band)
        canvas.stroke(place(line), hollow, ink=False)


def six_and_nine(canvas: Canvas, rng: Generator) -> None:
    """Two rings or balls, each with a fat tail that sweeps round the other, like the sign of the crab."""
    head, width = rng.uniform(0.24, 0.32), rng.uniform(0.12, 0.22)
    top, reach = rng.uniform(0.62, 0.8), rng.uniform(0.5, 0.9)
    center = np.array([-0.42, 0.0])
    sweep = [(-0.55, -0.42), (-0.05, -top), (reach * 0.6, -top * 0.95), (reach, -top * 0.7)]
    tail = curve(np.vstack([center - np.array([head, 0]), sweep]))
    widths = width * np.linspace(1, rng.uniform(0.3, 1), len(tail))
    hole = rng.choice([0.0, 0.35, 0.5])
    lean = any_turn(rng)
    for side in (-1, 1):
        canvas.taper(side * turned(tail, lean), widths)
        middle = side * turned([center], lean)[0]
        canvas.disc(middle, head + width / 2)
        if hole:
            canvas.disc(middle, head * hole, ink=False)


def _spiral(turns: float, inner: float, outer: float) -> Points:
    """A line that winds evenly outwards, from `inner` to `outer` off the middle."""
    return np.linspace(inner, outer, 120)[:, None] * arc(0, turns * 2 * np.pi, 120)
