"""Suns whose middle catches the eye: rings, a spiral, an eye or a face, with plain rays round it."""

from __future__ import annotations

from numpy.random import Generator

from vision.drawings.canvas import Canvas
from vision.drawings.sun import bodies, faces
from vision.drawings.sun.rays import any_rays


def ringed(canvas: Canvas, rng: Generator) -> None:
    """Rings in one another, or a ring round a dot."""
    radius = rng.uniform(0.42, 0.62)
    bodies.rings(canvas, rng, radius)
    any_rays(canvas, rng, radius)


def spiralled(canvas: Canvas, rng: Generator) -> None:
    """A spiral for a disc."""
    radius = rng.uniform(0.42, 0.62)
    bodies.spiral(canvas, rng, radius)
    any_rays(canvas, rng, radius)


def eyed(canvas: Canvas, rng: Generator) -> None:
    """One large eye in the disc."""
    radius = rng.uniform(0.46, 0.66)
    bodies.eye(canvas, rng, radius)
    any_rays(canvas, rng, radius)


def sleepy(canvas: Canvas, rng: Generator) -> None:
    """A large face with closed or half-lidded eyes."""
    _portrait(canvas, rng, faces.sleepy)


def rosy(canvas: Canvas, rng: Generator) -> None:
    """A large face that smiles with round cheeks."""
    _portrait(canvas, rng, faces.rosy)


def stern(canvas: Canvas, rng: Generator) -> None:
    """A large grave face with brows and a long nose, as in old engravings."""
    _portrait(canvas, rng, faces.stern)


def _portrait(canvas: Canvas, rng: Generator, features: bodies.Features) -> None:
    radius = rng.uniform(0.52, 0.7)
    bodies.face(canvas, rng, radius, features)
    any_rays(canvas, rng, radius)
