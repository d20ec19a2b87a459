"""The 2 as two flying saucers: flat bodies with a dome, lenses, beans, in outline, with legs or seen from above."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, ellipse, turned
from vision.drawings.two.arcs import arc
from vision.drawings.two.pairs import Place, hull, nestled


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


def lenses(canvas: Canvas, rng: Generator) -> None:
    """Two lenses with pointed ends, with a line cut along them or not, now and then with a dome."""
    high, low = rng.uniform(0.22, 0.4), rng.uniform(0.16, 0.36)
    x = np.linspace(-0.9, 0.9, 40)
    arch = 1 - (x / 0.9) ** 2
    lens = np.vstack([np.column_stack([x, -high * arch]), np.column_stack([x, low * arch])[::-1]])
    dome = ellipse((0, -high * 0.9), 0.3, rng.uniform(0.18, 0.3)) if rng.random() < 0.4 else lens
    line = rng.choice([0.0, 0.5, 0.85])
    for place in _above(rng, hull(lens, dome)):
        canvas.fill(place(dome))
        canvas.fill(place(lens))
        if line:
            canvas.stroke(place([[-0.9 * line, 0], [0.9 * line, 0]]), 0.09, ink=False)


def stacked_saucers(canvas: Canvas, rng: Generator) -> None:
    """Two saucers of ovals parted by a thin line: a small one on a wide one, now and then one below too."""
    flat, groove = rng.uniform(0.2, 0.28), rng.uniform(0.08, 0.11)
    body = ellipse((0, 0), 0.85, flat)
    tops = [ellipse((0, -flat), rng.uniform(0.42, 0.6), rng.uniform(0.28, 0.4))]
    if rng.random() < 0.4:
        tops.append(ellipse((0, flat), rng.uniform(0.35, 0.55), rng.uniform(0.22, 0.3)))
    for place in _above(rng, hull(body, *tops)):
        for top in tops:
            canvas.fill(place(top))
        canvas.stroke(place(body), 2 * groove, ink=False, closed=True)
        canvas.fill(place(body))


def beaming_saucers(canvas: Canvas, rng: Generator) -> None:
    """Two saucers with legs or rays of light below them, parallel or spread, now and then with feet."""
    flat, dome = rng.uniform(0.16, 0.24), rng.uniform(0.28, 0.4)
    body, cap = ellipse((0, 0), 0.85, flat), ellipse((0, -flat * 0.7), dome, dome * rng.uniform(0.8, 1.1))
    count, spread, length = int(rng.integers(2, 5)), rng.uniform(1.0, 1.6), rng.uniform(0.26, 0.4)
    gap = rng.choice([0.0, 0.12])
    tops = np.column_stack([np.linspace(-0.42, 0.42, count), np.full(count, flat * 0.8 + gap)])
    ends = tops * np.array([spread, 1]) + np.array([0, length])
    width, feet = rng.uniform(0.085, 0.13), rng.random() < 0.3
    for place in _above(rng, hull(body, cap, ends + np.array([0, width / 2]))):
        canvas.fill(place(cap))
        canvas.fill(place(body))
        for top, end in zip(place(tops), place(ends), strict=True):
            canvas.stroke([top, end], width)
            if feet:
                canvas.disc(end, width * 0.8)


def saucer_outlines(canvas: Canvas, rng: Generator) -> None:
    """Two saucers in line: an oval and a dome on it, now and then with dots along the oval."""
    flat, width = rng.uniform(0.24, 0.32), rng.uniform(0.07, 0.1)
    body = ellipse((0, 0), 0.85, flat)
    dome = arc(np.pi, 2 * np.pi, 24) * rng.uniform(0.36, 0.5, 2) - np.array([0, flat * 0.75])
    dots = int(rng.choice([0, 0, 3, 4]))
    filled = rng.random() < 0.3
    for place in _above(rng, hull(body, dome), width):
        canvas.stroke(place(dome), width)
        if filled:
            canvas.fill(place(dome))
        canvas.stroke(place(body), width, closed=True)
        for x in np.linspace(-0.45, 0.45, dots):
            canvas.disc(place([[x, 0]])[0], 0.075)


def tilted_saucers(canvas: Canvas, rng: Generator) -> None:
    """Two saucers seen from above: ovals with a ring cut round the dome, or with portholes round it."""
    across, down = 0.72, rng.uniform(0.38, 0.52)
    body, dome = ellipse((0, 0), across, down), ellipse((0, -down * 0.15), across * 0.42, down * 0.42)
    moat = ellipse((0, -down * 0.15), across * 0.42 + 0.1, down * 0.42 + 0.1)
    portholes = int(rng.integers(5, 9)) if rng.random() < 0.5 else 0
    holes = ellipse((0, 0), across * 0.68, down * 0.68, max(portholes, 1))
    for place in _above(rng, hull(body)):
        canvas.fill(place(body))
        if portholes:
            for hole in place(holes):
                canvas.disc(hole, 0.075, ink=False)
        else:
            canvas.fill(place(moat), ink=False)
            canvas.fill(place(dome))


def ringed_saucers(canvas: Canvas, rng: Generator) -> None:
    """Two balls with a ring about them, as a planet has, the ring passing before the ball."""
    ball, width = rng.uniform(0.4, 0.5), rng.uniform(0.09, 0.13)
    ring = ellipse((0, 0), rng.uniform(0.78, 0.9), rng.uniform(0.08, 0.16))
    front = ring[: len(ring) // 2 + 1]
    for place in _above(rng, hull(ring, ellipse((0, 0), ball, ball)), width):
        canvas.stroke(place(ring), width, closed=True)
        canvas.disc(place([[0, 0]])[0], ball)
        canvas.stroke(place(front[4:-4]), width + 0.18, ink=False)
        canvas.stroke(place(front), width)


def beans(canvas: Canvas, rng: Generator) -> None:
    """Two plain blobs: ovals, eggs and beans, straight or bent."""
    bean = ellipse((0, 0), 0.75, rng.uniform(0.25, 0.42))
    bean[:, 1] *= 1 + rng.uniform(-0.5, 0.5) * bean[:, 0]
    bean[:, 1] += rng.uniform(-0.5, 0.5) * bean[:, 0] ** 2
    way = np.pi / 2 + rng.uniform(-0.5, 0.5)
    for place in nestled(bean, rng, rng.uniform(0.08, 0.2), way):
        canvas.fill(place(bean))


def _above(rng: Generator, rim: Points, width: float = 0.0) -> tuple[Place, Place]:
    """Places for two saucers that lie along x: one above the other, a little slid, the whole tilted."""
    way = np.pi / 2 + rng.uniform(-0.5, 0.5)
    return nestled(rim, rng, width + rng.uniform(0.08, 0.16), way, rng.normal(0, 0.5), (0.15, 0.75, 0.1))
