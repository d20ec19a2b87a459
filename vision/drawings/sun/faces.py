"""What looks out of a sun: eyes, noses and mouths, in ink on a bare disc or cut out of a solid one."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, curve, ellipse

_THINNEST = 0.06


def simple(canvas: Canvas, rng: Generator, radius: float, ink: bool) -> None:
    """Two dots and a smile, with a nose now and then."""
    eye, apart = rng.uniform(0.09, 0.17) * radius, rng.uniform(0.28, 0.42) * radius
    for side in (-1, 1):
        canvas.fill(ellipse((side * apart, -0.2 * radius), eye, eye * rng.uniform(0.7, 1.6)), ink)
    smile: Points = ellipse((0, rng.uniform(0.0, 0.15) * radius), 0.45 * radius, 0.42 * radius, 32)[3:14]
    canvas.stroke(smile, rng.uniform(0.1, 0.2) * radius, ink)
    if rng.random() < 0.5:
        canvas.stroke([(0, -0.1 * radius), (0.06 * radius, 0.15 * radius)], 0.1 * radius, ink)


def sleepy(canvas: Canvas, rng: Generator, radius: float, ink: bool) -> None:
    """Closed or half-lidded eyes over a nose and a small mouth."""
    width = _line(rng, radius)
    wide, apart = rng.uniform(0.2, 0.28) * radius, rng.uniform(0.36, 0.44) * radius
    height = rng.uniform(-0.28, -0.1) * radius
    closed = rng.random() < 0.5
    for side in (-1, 1):
        lower = ellipse((side * apart, height), wide, wide * 0.8, 32)[:17]
        if closed:
            canvas.stroke(lower, width, ink)
        else:
            canvas.fill(lower, ink)
            canvas.stroke([(side * apart - wide * 1.2, height), (side * apart + wide * 1.2, height)], width, ink)
    if rng.random() < 0.6:
        canvas.stroke([(0, height), (0, 0.2 * radius)], width, ink)
    half = rng.uniform(0.18, 0.34) * radius
    dip = rng.uniform(-0.02, 0.16) * radius
    canvas.stroke(curve([(-half, 0.46 * radius), (0, 0.46 * radius + dip), (half, 0.46 * radius)]), width, ink)


def rosy(canvas: Canvas, rng: Generator, radius: float, ink: bool) -> None:
    """Dots for eyes, round cheeks and a broad smile, open now and then."""
    width = _line(rng, radius)
    apart, eye = rng.uniform(0.24, 0.36) * radius, max(rng.uniform(0.1, 0.15) * radius, _THINNEST)
    cheek = rng.uniform(0.11, 0.15) * radius
    for side in (-1, 1):
        canvas.fill(ellipse((side * apart, -0.3 * radius), eye, eye * rng.uniform(1.0, 1.6)), ink)
        canvas.fill(ellipse((side * 0.6 * radius, 0.08 * radius), cheek, cheek), ink)
    smile = ellipse((0, 0.24 * radius), rng.uniform(0.28, 0.38) * radius, rng.uniform(0.22, 0.36) * radius, 32)[:17]
    if rng.random() < 0.35:
        canvas.fill(smile, ink)
    else:
        canvas.stroke(smile, width, ink)


def stern(canvas: Canvas, rng: Generator, radius: float, ink: bool) -> None:
    """An old engraving's face: brows that run into a long nose, narrow eyes, a straight mouth or full lips."""
    width = _line(rng, radius)
    arch, nose = rng.uniform(-0.5, -0.36), rng.uniform(0.16, 0.26) * radius
    for side in (-1, 1):
        brow = [(side * 0.62, -0.22), (side * 0.36, arch), (side * 0.09, -0.24)]
        canvas.stroke(curve(np.array(brow) * radius), width, ink)
        canvas.fill(ellipse((side * 0.36 * radius, -0.1 * radius), 0.17 * radius, 0.1 * radius), ink)
    if rng.random() < 0.5:
        canvas.taper([(0, -0.24 * radius), (0, nose)], [0.1 * radius, 0.32 * radius], ink)
    else:
        canvas.stroke([(0.09 * radius, -0.24 * radius), (0.09 * radius, nose), (-0.08 * radius, nose)], width, ink)
    canvas.fill(ellipse((0, 0.5 * radius), rng.uniform(0.22, 0.34) * radius, rng.uniform(0.06, 0.11) * radius), ink)


def _line(rng: Generator, radius: float) -> float:
    return max(rng.uniform(0.1, 0.16) * radius, _THINNEST)
