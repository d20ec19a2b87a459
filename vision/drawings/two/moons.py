"""The 2 as two half-moons: of every depth, in each other, with noses, in outline or cut from one disc."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, curve, star, turned
from vision.drawings.two.arcs import arc
from vision.drawings.two.pairs import Place, any_turn, apart, hull, nestled


def half_moons(canvas: Canvas, rng: Generator) -> None:
    """Two crescents turned round each other."""
    radius, bite, shift = rng.uniform(0.5, 0.62), rng.uniform(0.7, 0.95), rng.uniform(0.2, 0.42)
    angle = np.linspace(0, 2 * np.pi, 60)
    outer = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    inner = bite * outer + np.array([shift * radius + (1 - bite) * radius, 0])
    for sign in (-1, 1):
        center = sign * np.array([rng.uniform(0.22, 0.5), rng.uniform(0.0, 0.5)])
        # One moon at a time on the sheet: cutting the second must not bite into the first.
        keep = np.linalg.norm(outer - inner.mean(0), axis=1) >= bite * radius * 0.98
        rim = outer[keep]
        order = np.argsort(np.arctan2(rim[:, 1], rim[:, 0]) % (2 * np.pi))
        rim = rim[order]
        hollow = _arc_between(rim[-1], rim[0], inner.mean(0), bite * radius)
        moon = np.vstack([rim, hollow])
        canvas.fill((moon if sign < 0 else -moon) + center)


def half_discs(canvas: Canvas, rng: Generator) -> None:
    """Two fat moons, from sickle to half disc, that face each other, turn their backs, or run after each other."""
    angle, hollow = np.linspace(-np.pi / 2, np.pi / 2, 30), rng.uniform(-0.15, 0.55)
    rim = np.column_stack([np.cos(angle), np.sin(angle)])
    inner = np.column_stack([hollow * np.cos(angle[::-1]), np.sin(angle[::-1])])
    moon = rng.uniform(0.42, 0.58) * np.vstack([rim, inner])
    for place in apart(moon, rng, rng.uniform(0.36, 0.55)):
        canvas.fill(place)


def crescents(canvas: Canvas, rng: Generator) -> None:
    """Two crescents, from thin sickles to fat ones, close to each other, whichever way they look."""
    moon = 0.6 * _crescent(rng.uniform(0.38, 0.9), rng.uniform(0.5, 1.3))
    for place in _side_by_side(moon, rng, rng.uniform(0.07, 0.16)):
        canvas.fill(place(moon))


def hooked_moons(canvas: Canvas, rng: Generator) -> None:
    """Two crescents hooked into each other: a horn of each lies in the hollow of the other."""
    opening = rng.uniform(0.8, 1.25)
    moon = 0.7 * _crescent(rng.uniform(0.4, 0.6), opening)
    way, turn = opening * rng.uniform(0.4, 0.75) * rng.choice([-1, 1]), any_turn(rng)
    for place in nestled(moon, rng, rng.uniform(0.07, 0.13), way, turn, (1, 0, 0)):
        canvas.fill(place(moon))


def bitten_moons(canvas: Canvas, rng: Generator) -> None:
    """Two fat moons with a bite taken out of them, from half to nearly full, now and then with craters."""
    moon = 0.5 * _crescent(rng.uniform(0.9, 1.6), rng.uniform(0.35, 1.2))
    craters = [(-0.22, -0.2, 0.08), (-0.28, 0.12, 0.06), (-0.08, 0.3, 0.05)] if rng.random() < 0.35 else []
    for place in _side_by_side(moon, rng, rng.uniform(0.07, 0.15)):
        canvas.fill(place(moon))
        for x, y, radius in craters:
            canvas.disc(place([[x, y]])[0], radius, ink=False)


def nested_moons(canvas: Canvas, rng: Generator) -> None:
    """A small crescent in the hollow of a great one, looking the same way or back at it."""
    thick, small = rng.uniform(0.3, 0.5), rng.uniform(0.45, 0.62)
    great = _crescent(thick, rng.uniform(0.6, 1.2))
    little = small * _crescent(rng.uniform(0.5, 0.9), rng.uniform(0.7, 1.4))
    if rng.random() < 0.3:
        little = -little
    little = little + np.array([thick - 1 + rng.uniform(0.12, 0.22) - little[:, 0].min(), 0])
    lean = any_turn(rng)
    canvas.fill(turned(great, lean))
    canvas.fill(turned(little, lean))


def parted_discs(canvas: Canvas, rng: Generator) -> None:
    """A disc cut in two by an S, as yin and yang are, its halves slid along the cut; now and then with eyes."""
    depth, radius = rng.uniform(0.35, 1), 0.85
    y = np.cos(np.linspace(0, np.pi, 60))
    cut = np.sign(y) * depth * np.sqrt(np.maximum(0.25 - (np.abs(y) - 0.5) ** 2, 0))
    half = radius * np.vstack([arc(-np.pi / 2, -3 * np.pi / 2), np.column_stack([cut, y])])
    half -= np.array([rng.uniform(0.06, 0.12), rng.uniform(-0.22, 0.22)])
    eye = rng.uniform(0.09, 0.15) if rng.random() < 0.4 else 0.0
    lean = any_turn(rng)
    for side in (-1, 1):
        canvas.fill(side * turned(half, lean))
        if eye:
            canvas.disc(side * turned([half.mean(0) + np.array([0, radius * 0.2])], lean)[0], eye, ink=False)


def moons_with_noses(canvas: Canvas, rng: Generator) -> None:
    """Two moons with the profile of a face in their hollow, now and then with an eye."""
    depth, nose, brow = rng.uniform(-0.4, -0.1), rng.uniform(0.3, 0.42), rng.uniform(0.08, 0.16)
    opening = rng.uniform(0.85, 1.15)
    back = arc(opening, 2 * np.pi - opening)
    face = np.array([(brow, -0.5), (0, -0.2), (nose, 0.12), (0.02, 0.26), (brow, 0.55)])
    moon = 0.62 * np.vstack([back, curve(np.vstack([back[-1:], face + np.array([depth, 0]), back[:1]]), 6)])
    eye = rng.random() < 0.5
    for place in _side_by_side(moon, rng, rng.uniform(0.07, 0.14)):
        canvas.fill(place(moon))
        if eye:
            canvas.disc(place([[0.62 * depth - 0.1, -0.17]])[0], 0.07, ink=False)


def moon_outlines(canvas: Canvas, rng: Generator) -> None:
    """Two moons in outline, close to each other."""
    moon = 0.58 * _crescent(rng.uniform(0.6, 1.2), rng.uniform(0.6, 1.3))
    width = rng.uniform(0.07, 0.11)
    for place in _side_by_side(moon, rng, width + rng.uniform(0.06, 0.14)):
        canvas.stroke(place(moon), width, closed=True)


def moons_with_stars(canvas: Canvas, rng: Generator) -> None:
    """Two crescents, each with a star or a dot between its horns."""
    thick, opening = rng.uniform(0.35, 0.6), rng.uniform(0.7, 1.2)
    moon = 0.6 * _crescent(thick, opening)
    center, size = np.array([0.6 * (np.cos(opening) * 0.5 + thick - 1 + 0.35), 0]), rng.uniform(0.19, 0.26)
    charm = star(center, size, int(rng.choice([4, 5, 5, 6, 8])), rng.uniform(0.4, 0.6), rng.uniform(0, 2))
    dot = rng.random() < 0.3
    rim = hull(moon, charm)
    for place in _side_by_side(rim, rng, rng.uniform(0.07, 0.14)):
        canvas.fill(place(moon))
        if dot:
            canvas.disc(place([center])[0], size * 0.7)
        else:
            canvas.fill(place(charm))


def _side_by_side(rim: Points, rng: Generator, gap: float) -> tuple[Place, Place]:
    """Places for two moons that look along x: belly to back, face to face or back to back, a little slid."""
    return nestled(rim, rng, gap, rng.choice([0, np.pi]) + rng.uniform(-0.7, 0.7))


def _crescent(thick: float, opening: float) -> Points:
    """A moon of radius 1 whose hollow looks along x. `thick`: how far its back is from its hollow at the middle;
    `opening`: how far from the x axis its horns stand, in radians."""
    hollow = thick - 1
    center = (1 - hollow**2) / (2 * (np.cos(opening) - hollow))
    radius = abs(hollow - center)
    horn = np.arctan2(np.sin(opening), np.cos(opening) - center)
    front = radius * arc(-horn, horn - 2 * np.pi if center > hollow else horn) + np.array([center, 0])
    return np.vstack([arc(opening, 2 * np.pi - opening), front])


def _arc_between(start: Points, end: Points, center: Points, radius: float) -> Points:
    """Points on a circle from `start` back to `end`, the short way through the hollow of a moon."""
    first = np.arctan2(*(start - center)[::-1])
    last = np.arctan2(*(end - center)[::-1])
    angle = np.linspace(first % (2 * np.pi), last % (2 * np.pi), 30)
    return np.asarray(center + radius * np.column_stack([np.cos(angle), np.sin(angle)]))
