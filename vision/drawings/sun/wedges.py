"""Suns with straight pointed rays: loose triangles, one solid burst, two-toned, or by turns with wavy ones."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, star, turned
from vision.drawings.sun.bodies import any_body
from vision.drawings.sun.rays import angles, wave


def triangles(canvas: Canvas, rng: Generator) -> None:
    """Short broad triangles or kites that stand off the body, solid or in outline, pointing out or in."""
    inner, rays = rng.uniform(0.34, 0.5), int(rng.integers(7, 13))
    any_body(canvas, rng, inner)
    foot = inner + rng.uniform(0.13, 0.2)
    half = min(rng.uniform(0.7, 0.92) * np.pi * foot / rays, 0.3)
    kite = foot + rng.choice([0.0, rng.uniform(0.05, 0.12)])
    outwards = np.array([(-half, -kite), (0, -1.0), (half, -kite), (0, -foot)])
    inwards = np.array([(-half, -1.0), (0, -foot), (half, -1.0)])
    triangle = inwards if rng.random() < 0.2 else outwards
    outlined = half > 0.17 and rng.random() < 0.35
    for angle in angles(rays):
        canvas.shape(turned(triangle, angle), 0.065 if outlined else 0.0)


def starburst(canvas: Canvas, rng: Generator) -> None:
    """One solid star of many points, in which the body lies set off by a bare ring."""
    inner, rays = rng.uniform(0.36, 0.52), int(rng.integers(7, 17))
    gap = rng.uniform(0.1, 0.15)
    foot = inner + gap + rng.uniform(0.06, 0.12)
    canvas.fill(star((0, 0), 1.0, rays, foot))
    canvas.disc((0, 0), inner + gap, ink=False)
    any_body(canvas, rng, inner)


def facets(canvas: Canvas, rng: Generator) -> None:
    """Broad rays in two tones as engravers cut them: one half solid, the other in outline."""
    inner, rays = rng.uniform(0.36, 0.54), int(rng.integers(7, 12))
    any_body(canvas, rng, inner)
    foot = inner + rng.choice([0.0, 0.1])
    half, side = rng.uniform(0.8, 1.0) * np.pi * foot / rays, rng.choice([-1, 1])
    width = rng.uniform(0.06, 0.07)
    for angle in angles(rays):
        canvas.fill(turned([(0, -foot), (0, -1.0), (side * half, -foot)], angle))
        canvas.stroke(turned([(0, -1.0), (-side * half, -foot), (0, -foot)], angle), width)


def straight_and_wavy(canvas: Canvas, rng: Generator) -> None:
    """Straight pointed rays and wavy ones by turns."""
    inner, pairs = rng.uniform(0.34, 0.56), int(rng.integers(5, 9))
    any_body(canvas, rng, inner)
    half = rng.uniform(0.5, 0.75) * np.pi * inner / (2 * pairs)
    straight, wavy = rng.permutation([1.0, rng.uniform(0.85, 1.0)])
    ray = wave(inner * 0.95, wavy, rng.uniform(0.05, 0.09), rng.uniform(1.1, 1.6), rng.uniform(0, 6))
    widths = 2 * half * np.linspace(1, rng.uniform(0.1, 0.5), 22) + 0.015
    for straight_angle, wavy_angle in zip(angles(2 * pairs)[::2], angles(2 * pairs)[1::2], strict=True):
        canvas.fill(turned([(-half, -inner * 0.95), (0, -straight), (half, -inner * 0.95)], straight_angle))
        canvas.taper(turned(ray, wavy_angle), widths)
