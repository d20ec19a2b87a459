"""The sun's body, without its rays: a disc or ring, bare, with rings in it, a spiral, an eye or a face."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, ellipse
from vision.drawings.sun import faces

Features = Callable[[Canvas, Generator, float, bool], None]
"""Draws a face into a body of a radius, in ink or cut out of it."""


def plain_body(canvas: Canvas, rng: Generator) -> float:
    """The disc or ring, with a face now and then; gives its radius."""
    radius = rng.uniform(0.34, 0.58)
    _plain(canvas, rng, radius)
    return float(radius)


def any_body(canvas: Canvas, rng: Generator, radius: float) -> None:
    """A body in any of the ways known here, a plain one half of the time and wherever there is no room for more."""
    kinds = [rings, spiral, eye, _any_face]
    draw = _plain if radius < 0.4 or rng.random() < 0.5 else kinds[rng.integers(len(kinds))]
    draw(canvas, rng, radius)


def rings(canvas: Canvas, rng: Generator, radius: float) -> None:
    """A ring round a dot or round another ring, or a disc that a ring is cut out of."""
    width = rng.uniform(0.07, 0.12)
    if rng.random() < 0.25:
        canvas.disc((0, 0), radius + width / 2)
        _ring(canvas, radius * rng.uniform(0.55, 0.68), width, ink=False)
        return
    _ring(canvas, radius, width)
    inner = radius - width - rng.uniform(0.08, 0.14)
    if inner > 0.2 and rng.random() < 0.5:
        _ring(canvas, inner, width * rng.uniform(0.7, 1.0))
    else:
        canvas.disc((0, 0), inner * rng.uniform(0.5, 1.0))


def spiral(canvas: Canvas, rng: Generator, radius: float) -> None:
    """One line wound from the middle outwards, its last turn closed or left open."""
    turns = rng.uniform(1.8, 2.6) if radius < 0.5 else rng.uniform(2.0, 3.2)
    width = rng.uniform(0.42, 0.58) * radius / turns
    angle = np.linspace(0, 2 * np.pi * turns, 90)
    winding = np.column_stack([np.cos(angle), np.sin(angle)]) * rng.choice([[1, 1], [-1, 1]])
    canvas.stroke(winding * (radius * angle / angle[-1])[:, None], width)
    if rng.random() < 0.3:
        _ring(canvas, radius, width)


def eye(canvas: Canvas, rng: Generator, radius: float) -> None:
    """An almond eye with its pupil, solid or in outline."""
    ink = disc_or_ring(canvas, rng, radius)
    wide, high = radius * rng.uniform(0.66, 0.76), radius * rng.uniform(0.4, 0.52)
    x = np.linspace(-1, 1, 24)
    lid = np.column_stack([wide * x, -high * (1 - x**2)])
    almond = np.vstack([lid, (lid * [1, -1])[::-1]])
    pupil = high * rng.uniform(0.45, 0.6)
    if rng.random() < 0.5:
        canvas.fill(almond, ink)
        canvas.disc((0, 0), pupil, not ink)
    else:
        canvas.stroke(almond, max(0.12 * radius, 0.06), ink, closed=True)
        canvas.disc((0, 0), pupil, ink)


def face(canvas: Canvas, rng: Generator, radius: float, features: Features) -> None:
    """A solid disc that the features are cut out of, or a ring with the features in ink."""
    features(canvas, rng, radius, disc_or_ring(canvas, rng, radius))


def disc_or_ring(canvas: Canvas, rng: Generator, radius: float) -> bool:
    """A disc or a ring; gives whether what goes into it is to be drawn in ink, for it is a ring."""
    is_ring = bool(rng.random() < 0.5)
    if is_ring:
        _ring(canvas, radius, rng.uniform(0.07, 0.11))
    else:
        canvas.disc((0, 0), radius)
    return is_ring


def _plain(canvas: Canvas, rng: Generator, radius: float) -> None:
    kind = rng.choice(["disc", "ring", "face", "outlined face", "swirl"], p=[0.28, 0.22, 0.26, 0.18, 0.06])
    if kind in ("disc", "face"):
        canvas.disc((0, 0), radius)
    else:
        _ring(canvas, radius, rng.uniform(0.07, 0.13))
    if kind in ("face", "outlined face"):
        faces.simple(canvas, rng, radius, ink=kind == "outlined face")
    if kind == "swirl":
        angle = np.linspace(0, 4 * np.pi, 50)
        canvas.stroke(
            (radius * 0.75 * angle / angle[-1])[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), 0.06
        )


def _any_face(canvas: Canvas, rng: Generator, radius: float) -> None:
    kinds = [faces.sleepy, faces.rosy, faces.stern]
    face(canvas, rng, radius, kinds[rng.integers(len(kinds))])


def _ring(canvas: Canvas, radius: float, width: float, ink: bool = True) -> None:
    canvas.stroke(ellipse((0, 0), radius, radius), width, ink, closed=True)
