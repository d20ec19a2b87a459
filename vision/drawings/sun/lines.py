"""Suns whose rays are lines: many, in two rings, in bundles, zigzag or by an unsteady hand."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, curve, ellipse, turned
from vision.drawings.sun import faces
from vision.drawings.sun.bodies import any_body
from vision.drawings.sun.rays import angles


def needles(canvas: Canvas, rng: Generator) -> None:
    """Many thin rays close together, of one length, of two, or longest at the four winds."""
    inner, rays = rng.uniform(0.42, 0.62), 4 * int(rng.integers(4, 6))
    any_body(canvas, rng, inner)
    foot, width = inner + rng.choice([0.0, 0.12]), rng.uniform(0.06, 0.08)
    short = rng.uniform(0.78, 0.9)
    lengths = rng.choice(["one", "two", "winds"])
    tips = {"one": [1.0], "two": [1.0, short], "winds": [1.1, *[short] * (rays // 4 - 1)]}[lengths]
    for k, angle in enumerate(angles(rays)):
        canvas.taper(turned([(0, -foot), (0, -tips[k % len(tips)])], angle), [width, width])


def dashes(canvas: Canvas, rng: Generator) -> None:
    """Short lines or dots in two rings, the outer between the inner or in line with them."""
    inner, rays = rng.uniform(0.34, 0.44), int(rng.integers(8, 13))
    any_body(canvas, rng, inner)
    width, gap = rng.uniform(0.08, 0.12), rng.uniform(0.07, 0.11)
    first = inner + gap + width / 2
    halfway = (first + 1.0 - width - gap) / 2
    inner_end = first + 0.01 if rng.random() < 0.3 else halfway
    outer_foot = inner_end + width + gap
    shift = rng.choice([0.0, np.pi / rays])
    for angle in angles(rays):
        canvas.stroke(turned([(0, -first), (0, -inner_end)], angle), width)
        canvas.stroke(turned([(0, -outer_foot), (0, -1.0)], angle + shift), width)


def bundles(canvas: Canvas, rng: Generator) -> None:
    """Four to six bundles of side-by-side lines, the middle ones the longest."""
    inner, count = rng.uniform(0.4, 0.56), int(rng.choice([4, 4, 5, 6]))
    any_body(canvas, rng, inner)
    lines = int(rng.integers(3, 5)) if count == 4 else 3
    width = rng.uniform(0.06, 0.09)
    apart = width + rng.uniform(0.09, 0.12)
    drop, gap = rng.uniform(0.0, 0.16), rng.choice([0.0, 0.12])
    for angle in angles(count):
        for k in range(lines):
            aside = k - (lines - 1) / 2
            x = aside * apart
            foot = np.sqrt(inner**2 - x**2) + gap
            tip = 1.0 - drop if abs(aside) > 0.6 else 1.0
            canvas.stroke(turned([(x, -foot), (x, -tip)], angle), width)


def zigzag_tapers(canvas: Canvas, rng: Generator) -> None:
    """Zigzag rays, broad at the foot and running out to a point."""
    inner, rays = rng.uniform(0.34, 0.54), int(rng.integers(6, 13))
    any_body(canvas, rng, inner)
    corners = int(rng.integers(5, 7))
    t = np.linspace(0, 1, corners)
    half = rng.uniform(0.45, 0.65) * np.pi * inner / rays
    swing = half * rng.uniform(0.6, 1.0) * (-1.0) ** np.arange(corners)
    swing[0] *= 0.3
    middle = np.column_stack([swing, -inner * 0.93 - t * (1.05 - inner * 0.93)])
    aside = np.column_stack([half * (1 - t), np.zeros(corners)])
    outline = np.vstack([middle - aside, (middle + aside)[::-1]])
    for angle in angles(rays):
        canvas.fill(turned(outline, angle))


def hand_drawn(canvas: Canvas, rng: Generator) -> None:
    """An uneven circle and rays each of its own length, width and lean, as a child draws them."""
    radius, rays = rng.uniform(0.38, 0.56), int(rng.integers(7, 15))
    rim = ellipse((0, 0), radius * rng.uniform(0.92, 1.0), radius * rng.uniform(0.92, 1.0), 10)
    rim = curve(np.vstack([rim, rim[:1]]) + rng.normal(0, 0.02, (11, 2)))
    width = rng.uniform(0.07, 0.11)
    solid = rng.random() < 0.4
    if solid:
        canvas.fill(rim)
    canvas.stroke(rim, width)
    if rng.random() < 0.4:
        faces.simple(canvas, rng, radius, ink=not solid)
    gap = rng.choice([0.0, 0.12])
    for angle in angles(rays):
        foot, tip, lean = radius + gap + rng.normal(0, 0.02), rng.uniform(0.82, 1.05), rng.normal(0, 0.07)
        ray = turned([(0, -foot), (lean, -tip)], angle + rng.normal(0, 0.06))
        canvas.taper(ray, width * rng.uniform(0.8, 1.3, 2))
