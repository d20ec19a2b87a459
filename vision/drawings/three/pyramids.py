"""Three triangles built like pyramids: of bricks, in steps, in stripes, under a capstone, as one great triangle."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas
from vision.drawings.three.layout import level, stacked


def great_triangle(canvas: Canvas, rng: Generator) -> None:
    """Three solid triangles close together in a thin triangular frame, or round a dot or a ring."""
    great = np.array([[rng.uniform(-0.15, 0.15), -1.0], [1.0, 1.0], [-1.0, 1.0]])
    great[:, 1] *= rng.uniform(0.75, 1.0)
    share, middle = rng.uniform(0.43, 0.485), great.mean(0)
    for corner in great:
        canvas.fill(corner + share * (great - corner))
    look = rng.random()
    if look < 0.45:
        canvas.stroke(middle + rng.uniform(1.22, 1.35) * (great - middle), rng.uniform(0.08, 0.12), closed=True)
    elif look < 0.75:
        canvas.disc(middle, rng.uniform(0.08, 0.16))
    else:
        canvas.disc(middle, rng.uniform(0.17, 0.2))
        canvas.disc(middle, 0.09, ink=False)


def bricks(canvas: Canvas, rng: Generator) -> None:
    """Three pyramids of bricks: solid, cut by the joints between them."""
    courses, joint = int(rng.integers(3, 5)), rng.uniform(0.06, 0.08)
    wide = rng.uniform(0.33, 0.45)
    for triangle in stacked(rng, rng.uniform(0.85, 0.98)):
        canvas.fill(triangle)
        for course in range(1, courses):
            top, bottom = level(triangle, course / courses), level(triangle, (course + 1) / courses)
            canvas.stroke(top, joint, ink=False)
            middle, down = top.mean(0), (bottom - top).mean(0)
            count = course // 2
            offset = 0.0 if course % 2 else wide / 2
            for place in np.arange(-count, count + 1) * wide + offset:
                start = middle + np.array([place, 0])
                canvas.stroke([start, start + down], joint, ink=False)


def steps(canvas: Canvas, rng: Generator) -> None:
    """Three stepped pyramids, solid, in outline or parted between the steps."""
    count, parted = int(rng.integers(3, 5)), rng.random() < 0.3
    outlined = not parted and rng.random() < 0.3
    for triangle in stacked(rng, rng.uniform(0.84, 0.95)):
        for step in range(count):
            base = level(triangle, (step + 1) / count)
            top = base - np.array([0, (triangle[1:] - triangle[0])[:, 1].mean() / count])
            canvas.fill(np.vstack([base, top[::-1]]))
            if parted:
                canvas.stroke(top, 0.07, ink=False)
    if outlined:
        canvas.outline(rng.uniform(0.15, 0.2))


def striped(canvas: Canvas, rng: Generator) -> None:
    """Three triangles of stripes along their base or along a side, with or without a rim."""
    count, first = int(rng.integers(3, 5)), int(rng.choice([0, 0, 1, 2]))
    share, rimmed = rng.uniform(0.45, 0.65), rng.random() < 0.4
    for triangle in stacked(rng, rng.uniform(0.84, 0.95)):
        towards = np.roll(triangle, first, axis=0)
        for stripe in range(1, count + 1):
            upper, lower = level(towards, (stripe - share) / count), level(towards, stripe / count)
            canvas.fill(np.vstack([upper, lower[::-1]]))
        if rimmed:
            canvas.stroke(triangle, 0.07, closed=True)


def capstones(canvas: Canvas, rng: Generator) -> None:
    """Three pyramids, each with its tip afloat above the rest; the rest solid or in outline."""
    depth, gap, hollow = rng.uniform(0.4, 0.55), rng.uniform(0.09, 0.15), rng.random() < 0.35
    for triangle in stacked(rng, rng.uniform(0.86, 0.98)):
        canvas.fill(np.vstack([triangle[:1], level(triangle, depth - gap)]))
        rest = np.vstack([level(triangle, depth + gap / 2), triangle[:0:-1]])
        canvas.shape(rest, 0.07 if hollow else 0.0)
