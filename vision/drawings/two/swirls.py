"""The 2: two swirls, half-moons, shooting stars or saucers."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, curve, ellipse, star, turned


def spirals(canvas: Canvas, rng: Generator) -> None:
    """Two round spirals of even or tapering line, often with tails that bend round each other."""
    turns, start = rng.uniform(1.2, 2.6), rng.uniform(0.0, 0.3)
    angle = np.linspace(start * 2 * np.pi, turns * 2 * np.pi, 90)
    grow = rng.choice([0.7, 1.0, 1.5])
    arm = (angle / angle[-1])[:, None] ** grow * np.column_stack([np.cos(angle), np.sin(angle)]) * 0.52
    if rng.random() < 0.5:
        end, way = arm[-1], (arm[-1] - arm[-2]) / np.linalg.norm(arm[-1] - arm[-2])
        bend = rng.uniform(-0.4, 0.4)
        tail = [end + way * t + np.array([-way[1], way[0]]) * bend * t * t for t in np.linspace(0.05, 0.45, 8)]
        arm = np.vstack([arm, tail])
    width = min(rng.uniform(0.07, 0.2), 0.55 / turns)
    tapering = rng.random() < 0.4
    for place in _pair(arm, rng, rng.uniform(0.5, 0.62)):
        if tapering:
            canvas.taper(place, np.linspace(0.4, 1.3, len(place)) * width)
        else:
            canvas.stroke(place, width)


def angular_spirals(canvas: Canvas, rng: Generator) -> None:
    """Two spirals with corners, as a Greek key has them."""
    corners = int(rng.integers(7, 11))
    sides = int(rng.choice([4, 6]))
    radius = np.linspace(0.12, 0.55, corners)
    angle = np.arange(corners) * 2 * np.pi / sides
    arm = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    for place in _pair(arm, rng, 0.55):
        canvas.stroke(place, rng.uniform(0.06, 0.1))


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
    for place in _pair(moon, rng, rng.uniform(0.36, 0.55)):
        canvas.fill(place)


def scrolls(canvas: Canvas, rng: Generator) -> None:
    """Two scrolls: lines that wind up at both ends, either way round, as clothoids do."""
    reach = rng.uniform(2.0, 2.9)
    along = np.linspace(-reach, reach, 120)
    angle = along**2 * np.sign(along) ** int(rng.integers(0, 2))
    line = np.cumsum(np.column_stack([np.cos(angle), np.sin(angle)]), axis=0) * (along[1] - along[0])
    line *= rng.uniform(0.85, 1.05) / np.ptp(line, axis=0).max()
    for place in _pair(line, rng, rng.uniform(0.42, 0.55)):
        canvas.stroke(place, rng.uniform(0.06, 0.11))


def commas(canvas: Canvas, rng: Generator) -> None:
    """Two fat commas chasing each other, like the halves of a yin and yang."""
    head, tail = rng.uniform(0.28, 0.4), rng.uniform(1.6, 2.6)
    angle = np.linspace(0, tail, 24)
    spine = 0.62 * np.column_stack([np.cos(angle), np.sin(angle)])
    eye = rng.random() < 0.4
    for sign in (-1, 1):
        canvas.taper(sign * spine, np.linspace(2 * head, 0.03, 24))
        canvas.disc(sign * spine[0], head)
        if eye:
            canvas.disc(sign * spine[0], head * 0.35, ink=False)


def shooting_stars(canvas: Canvas, rng: Generator) -> None:
    """Two small stars, each with a tail of three lines."""
    points, waist = int(rng.choice([4, 5, 5, 5, 6])), rng.uniform(0.35, 0.55)
    size, length, width = rng.uniform(0.24, 0.38), rng.uniform(0.6, 1.0), rng.uniform(0.06, 0.11)
    bend, spread = rng.uniform(-0.5, 0.5), rng.uniform(0.13, 0.22)
    flip = rng.random() < 0.5
    for index, center in enumerate(((-0.35, -0.42), (0.35, 0.42))):
        sign = -1 if flip and index else 1
        for lane in (-1, 0, 1):
            t = np.linspace(0.15 + size * 0.8, length * (0.8 if lane else 1.0) + size, 10)
            tail = np.column_stack([t, lane * spread + bend * (t - t[0]) ** 2])
            canvas.taper(sign * tail + np.array(center) - [sign * 0.45, 0], np.linspace(1, 0.5, 10) * width)
        canvas.fill(star(np.array(center) - [sign * 0.45, 0], size, points, waist, rng.uniform(0, 1)))


def saucers(canvas: Canvas, rng: Generator) -> None:
    """Two flying saucers: flat blobs with a dome, now and then with portholes."""
    wide, flat = rng.uniform(0.6, 0.85), rng.uniform(0.16, 0.27)
    dome, tilt = rng.uniform(0.24, 0.36), rng.uniform(-0.5, 0.5)
    portholes = rng.random() < 0.6
    for sign in (-1, 1):
        center = np.array([sign * rng.uniform(0.0, 0.22), sign * rng.uniform(0.42, 0.55)])
        canvas.fill(turned(ellipse((0, -flat * 0.8), dome, dome), tilt) + center)
        canvas.fill(turned(ellipse((0, 0), wide, flat), tilt) + center)
        if portholes:
            for x in (-0.5, 0, 0.5):
                canvas.disc(turned([[x * wide, 0]], tilt)[0] + center, flat * 0.35, ink=False)


def galaxies(canvas: Canvas, rng: Generator) -> None:
    """Two small galaxies: each two or three arms that wind out of a common middle."""
    arms, turns = int(rng.integers(2, 4)), rng.uniform(0.45, 0.95)
    angle = np.linspace(0, turns * 2 * np.pi, 40)
    arm = (angle / angle[-1])[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) * rng.uniform(0.44, 0.54)
    width, tapering, core = rng.uniform(0.07, 0.16), rng.random() < 0.5, rng.uniform(0.06, 0.16)
    for place, mirror in (((-0.5, -0.45), 1), ((0.5, 0.45), int(rng.choice([-1, 1], p=[0.25, 0.75])))):
        canvas.disc(place, core)
        for index in range(arms):
            line = turned(arm, index * 2 * np.pi / arms) * np.array([mirror, 1]) + np.array(place)
            widths = width * (np.linspace(1.5, 0.4, 40) if tapering else np.ones(40))
            canvas.taper(line, widths)


def swooshes(canvas: Canvas, rng: Generator) -> None:
    """Two strokes of a broad brush, fat in the middle and thin at both ends, bent round each other or into an S."""
    bend, length, fat = rng.uniform(0.25, 0.6), rng.uniform(0.55, 0.75), rng.uniform(0.2, 0.42)
    winding = rng.random() < 0.4
    t = np.linspace(-1, 1, 30)
    across = bend * (np.sin(np.pi * t) if winding else t**2 - 0.5)
    spine = turned(np.column_stack([length * t, across]), rng.uniform(0, 2 * np.pi))
    widths = fat * (1 - np.abs(t) ** rng.uniform(1.5, 3.0)) + 0.03
    offset = turned([[0, rng.uniform(0.38, 0.55)]], rng.uniform(-0.5, 0.5))[0]
    for sign in (-1, 1):
        canvas.taper(sign * spine + sign * offset, widths)


def hooks(canvas: Canvas, rng: Generator) -> None:
    """Two hooks, each a ring or a ball that runs out into a bent stem."""
    radius, length, bend = rng.uniform(0.18, 0.3), rng.uniform(0.5, 0.9), rng.uniform(-0.5, 0.5)
    width, ball = rng.uniform(0.08, 0.16), rng.random() < 0.5
    angle = np.linspace(-1.5 * np.pi, 0.0, 24)
    head = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    t = np.linspace(0.05, 1, 14)[:, None]
    stem = head[-1] + np.hstack([bend * t**2, length * t])
    line = np.vstack([head, stem])
    for place in _pair(line, rng, rng.uniform(0.4, 0.6)):
        canvas.taper(place, np.linspace(1.3, 0.6, len(place)) * width)
        if ball:
            canvas.disc(place[:24].mean(0), radius * rng.uniform(0.7, 1.0))


def ribbons(canvas: Canvas, rng: Generator) -> None:
    """Two ribbons that wind as they please: bent evenly, ever more, to and fro, or in corners."""
    t = np.linspace(0, 1, 90)
    bends = rng.normal(0, 1, 4) @ np.cos(np.pi * np.arange(4)[:, None] * t)
    winding = rng.uniform(0.8, 5.0) * np.pi
    angle = np.cumsum(bends)
    angle *= winding / np.ptp(angle)
    if rng.random() < 0.25:
        corner = rng.choice([np.pi / 3, np.pi / 2])
        angle = np.round(angle / corner) * corner
    line = np.cumsum(np.column_stack([np.cos(angle), np.sin(angle)]), axis=0)
    line *= rng.uniform(0.75, 1.1) / np.ptp(line, axis=0).max()
    width = min(rng.uniform(0.06, 0.24), 1.0 / winding)
    profile = [np.ones(90), np.linspace(0.3, 1.4, 90), 1.4 * np.sin(np.pi * (0.05 + 0.9 * t))][int(rng.integers(3))]
    for place in _pair(line, rng, rng.uniform(0.38, 0.58)):
        for start in range(0, 84, 6):  # in pieces, for where a filled outline crosses itself it has holes
            canvas.taper(place[start : start + 8], (width * profile)[start : start + 8])


def whirls(canvas: Canvas, rng: Generator) -> None:
    """Two whirlpools: discs with curved arms."""
    arms = int(rng.integers(3, 6))
    for center in ((-0.5, -0.5), (0.5, 0.5)):
        canvas.disc(center, rng.uniform(0.08, 0.16))
        for arm in range(arms):
            line = curve(turned([[0.08, 0], [0.3, 0.12], [0.42, 0.38]], arm * 2 * np.pi / arms))
            canvas.taper(line + np.array(center), np.linspace(0.18, 0.05, len(line)))


def _pair(arm: Points, rng: Generator, distance: float) -> tuple[Points, Points]:
    """One swirl on either side of the middle: turned round each other, alike, or as in a mirror."""
    arm = turned(arm - (arm.min(0) + arm.max(0)) / 2, rng.uniform(0, 2 * np.pi))
    offset = turned([[distance, 0]], rng.choice([0.0, 0.6, 0.785]))[0]
    other = [-arm, arm, arm * np.array([-1, 1])][int(rng.choice(3, p=[0.6, 0.2, 0.2]))]
    return arm + offset, other - offset


def _arc_between(start: Points, end: Points, center: Points, radius: float) -> Points:
    """Points on a circle from `start` back to `end`, the short way through the hollow of a moon."""
    first = np.arctan2(*(start - center)[::-1])
    last = np.arctan2(*(end - center)[::-1])
    angle = np.linspace(first % (2 * np.pi), last % (2 * np.pi), 30)
    return np.asarray(center + radius * np.column_stack([np.cos(angle), np.sin(angle)]))
