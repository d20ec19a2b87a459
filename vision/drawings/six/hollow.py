"""The 6 in stars that are not solid: rimmed, holed, in two tones or cut out of discs."""

from __future__ import annotations

from numpy.random import Generator

from vision.drawings.canvas import Canvas, star
from vision.drawings.six.places import columns


def rimmed(canvas: Canvas, rng: Generator) -> None:
    """Hollow stars with thick rims, one way up or turned."""
    size, points = rng.uniform(0.33, 0.38), int(rng.choice([5, 5, 5, 6]))
    waist, hollow = rng.uniform(0.45, 0.62), rng.uniform(0.45, 0.53)
    turn = rng.choice([0.0, 0.0, rng.uniform(0, 1)])
    for center in columns(rng, rng.uniform(0.38, 0.5), rng.uniform(0.68, 0.74)):
        canvas.fill(star(center, size, points, waist, turn))
        canvas.fill(star(center, size * hollow, points, waist, turn), ink=False)


def eyed(canvas: Canvas, rng: Generator) -> None:
    """Stars with a round hole in the middle, or in outline with more points and a dot."""
    outlined = rng.random() < 0.4
    size, points = rng.uniform(0.3, 0.35), int(rng.choice([6, 7, 8] if outlined else [5, 5, 7]))
    waist = rng.uniform(0.42, 0.5) if points == 5 else rng.uniform(0.58, 0.66)
    middle = size * waist * rng.uniform(0.45, 0.62)
    width = rng.uniform(0.06, 0.075)
    for center in columns(rng, size + rng.uniform(0.06, 0.15), 2 * size + rng.uniform(0.06, 0.12)):
        outline = star(center, size, points, waist)
        canvas.shape(outline, width if outlined else 0.0)
        canvas.disc(center, middle, ink=outlined)


def faceted(canvas: Canvas, rng: Generator) -> None:
    """Four-pointed stars in two tones, like a compass rose: each point half solid and half in outline."""
    size, waist, width = rng.uniform(0.33, 0.36), rng.uniform(0.38, 0.5), rng.uniform(0.05, 0.06)
    side = rng.choice([-1, 1])
    for center in columns(rng, size + rng.uniform(0.07, 0.13), 2 * size + rng.uniform(0.1, 0.16)):
        outline = star(center, size, 4, waist)
        for k in range(4):
            canvas.fill([center, outline[2 * k], outline[2 * k + side]])
        canvas.stroke(outline, width, closed=True)


def coins(canvas: Canvas, rng: Generator) -> None:
    """Stars cut out of solid discs."""
    size, points = rng.uniform(0.31, 0.35), int(rng.choice([4, 5, 5, 6]))
    star_size, waist = size * rng.uniform(0.78, 0.95), rng.uniform(0.4, 0.5)
    turn = rng.choice([0.0, rng.uniform(0, 1)])
    for center in columns(rng, rng.uniform(0.38, 0.46), rng.uniform(0.7, 0.76)):
        canvas.disc(center, size)
        canvas.fill(star(center, star_size, points, waist, turn), ink=False)
