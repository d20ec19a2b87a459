"""Suns with plump rays: petals, drops and bent tongues of fire."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, turned
from vision.drawings.sun.bodies import any_body
from vision.drawings.sun.rays import angles


def petals(canvas: Canvas, rng: Generator) -> None:
    """Few fat rays like pointed petals, solid or with a slit or in outline."""
    inner, rays = rng.uniform(0.34, 0.5), int(rng.integers(6, 10))
    any_body(canvas, rng, inner)
    foot = inner + rng.uniform(0.08, 0.13)
    t = np.linspace(0, 1, 20)
    widths = rng.uniform(1.5, 1.9) * np.pi * (foot + 0.2) / rays * np.sin(np.pi * (0.2 + 0.8 * t)) ** 1.3
    ray = np.column_stack([np.zeros(20), -foot - t * (1.05 - foot)])
    hollow = {"solid": 0.0, "slit": 0.25, "outline": 0.5}[rng.choice(["solid", "slit", "outline"])]
    middle = ray.mean(0)
    for angle in angles(rays):
        canvas.taper(turned(ray, angle), widths)
        if hollow:
            canvas.taper(turned(middle + 0.6 * (ray - middle), angle), hollow * widths, ink=False)


def drops(canvas: Canvas, rng: Generator) -> None:
    """Rays like drops, round outside or inside, in one ring or large and small by turns."""
    inner, rays = rng.uniform(0.34, 0.52), int(rng.integers(7, 14))
    any_body(canvas, rng, inner)
    foot = inner + rng.uniform(0.1, 0.15)
    half = min(rng.uniform(0.6, 0.85) * np.pi * (foot + 0.1) / rays, 0.19)
    small = rng.choice([1.0, 1.0, rng.uniform(0.6, 0.8)]) if rays % 2 == 0 else 1.0
    round_outside = rng.random() < 0.5
    for k, angle in enumerate(angles(rays)):
        scale = small if k % 2 else 1.0
        tip = foot + (1.0 - foot) * scale
        _drop(canvas, foot if round_outside else tip, tip if round_outside else foot, half * scale, angle)


def tongues(canvas: Canvas, rng: Generator) -> None:
    """Fat bent tongues of fire, leaning left and right by turns, set off from the body by a bare ring."""
    inner, pairs, gap = rng.uniform(0.34, 0.5), int(rng.integers(4, 8)), rng.uniform(0.08, 0.12)
    foot, bend = inner + gap - 0.04, rng.uniform(0.26, 0.38) * np.pi / pairs
    t = np.linspace(0, 1, 20)
    widths = rng.uniform(0.75, 1.0) * np.pi * (foot + 0.1) / pairs * (1 - t) ** 0.7
    ray = np.column_stack([bend * t**2, -foot - t * (1 - foot)])
    for k, angle in enumerate(angles(2 * pairs)):
        canvas.taper(turned(ray * [(-1) ** k, 1], angle), widths)
    canvas.disc((0, 0), inner + gap, ink=False)
    any_body(canvas, rng, inner)


def _drop(canvas: Canvas, point: float, end: float, half: float, angle: float) -> None:
    """A drop on the ray at `angle`, pointed at the radius `point` and round, `half` thick, at the radius `end`."""
    bulge = np.copysign(half, end - point)
    around = np.linspace(0, np.pi, 16)
    cap = np.column_stack([half * np.cos(around), bulge * (1 - np.sin(around)) - end])
    canvas.fill(turned(np.vstack([[(0, -point)], cap]), angle))
