"""The 5 and the 10: numerals in many manners of lettering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, curve, ellipse, star

Manner = Callable[[Canvas, Generator], None]
_Line = tuple[Points, bool]


@dataclass(frozen=True, slots=True)
class Lettering:
    """Both numerals in one manner."""

    five: Manner
    ten: Manner


def hershey(font: int, thin: float, thick: float) -> Lettering:
    """One of OpenCV's Hershey fonts, with strokes between `thin` and `thick` units wide."""

    def write(text: str) -> Manner:
        return lambda canvas, rng: canvas.text(text, font, rng.uniform(thin, thick))

    return Lettering(write("5"), write("10"))


def _lettering(draw: Callable[[Canvas, Generator, list[_Line]], None]) -> Lettering:
    return Lettering(
        lambda canvas, rng: draw(canvas, rng, _five(rng)), lambda canvas, rng: draw(canvas, rng, _ten(rng))
    )


def _even(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    width = rng.uniform(0.12, 0.36)
    for line, closed in lines:
        canvas.stroke(line, width, closed=closed)


def _thin(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    width = rng.uniform(0.07, 0.12)
    for line, closed in lines:
        canvas.stroke(line + rng.normal(0, 0.02, 2), width, closed=closed)


def _broad_pen(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    nib, slant = (rng.uniform(0.22, 0.42), rng.uniform(0.06, 0.16)), rng.uniform(-1.0, 1.0)
    for line, closed in lines:
        canvas.pen(np.vstack([line, line[:1]]) if closed else line, nib, slant)


def _fat(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    """Fat lettering with small stars cut into it."""
    width = rng.uniform(0.36, 0.52)
    for line, closed in lines:
        canvas.stroke(line, width, closed=closed)
    for _ in range(int(rng.integers(1, 5))):
        line = lines[int(rng.integers(len(lines)))][0]
        place = line[int(rng.integers(len(line)))]
        canvas.fill(star(place, rng.uniform(0.1, 0.17), 5, 0.45, rng.uniform(0, 1)), ink=False)


def _swelling(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    """Strokes that swell and thin, round as balloons."""
    low, high = rng.uniform(0.1, 0.2), rng.uniform(0.32, 0.5)
    for line, closed in lines:
        whole = np.vstack([line, line[:1]]) if closed else line
        t = np.linspace(0, np.pi * (2 if closed else 1), len(whole))
        widths = low + (high - low) * np.abs(np.sin(t + (0.0 if closed else 0.2)))
        for point, width in zip(whole, widths, strict=True):
            canvas.disc(point, width / 2)
        canvas.taper(whole, widths)


def _slab(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    """Even strokes with feet across their ends."""
    width, foot = rng.uniform(0.14, 0.24), rng.uniform(0.16, 0.26)
    for line, closed in lines:
        canvas.stroke(line, width, closed=closed)
        if not closed:
            for end, before in ((line[0], line[1]), (line[-1], line[-2])):
                way = (end - before) / max(float(np.linalg.norm(end - before)), 1e-6)
                across = np.array([-way[1], way[0]]) * foot
                canvas.stroke([end - across, end + across], width * 0.6)


def _outline(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    width = rng.uniform(0.36, 0.5)
    for line, closed in lines:
        canvas.stroke(line, width, closed=closed)
    canvas.outline(rng.uniform(0.1, 0.15))


def _inline(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    """Fat strokes with a thin line cut along their middle."""
    width = rng.uniform(0.36, 0.48)
    for line, closed in lines:
        canvas.stroke(line, width, closed=closed)
    for line, closed in lines:
        canvas.stroke(line, width * 0.22, ink=False, closed=closed)


def _stencil(canvas: Canvas, rng: Generator, lines: list[_Line]) -> None:
    width = rng.uniform(0.24, 0.36)
    for line, closed in lines:
        canvas.stroke(line, width, closed=closed)
    x = rng.uniform(-0.1, 0.1)
    for middle in sorted({round(float(np.mean(line[:, 0])), 1) for line, _ in lines})[-1:]:
        canvas.stroke([(middle + x, -1.3), (middle + x, 1.3)], 0.09, ink=False)


def _five(rng: Generator) -> list[_Line]:
    """The lines of a 5: bar, back, bowl; about 2 high."""
    half, back = rng.uniform(0.38, 0.58), rng.uniform(-0.25, 0.1)
    bowl, belly = rng.uniform(0.5, 0.66), rng.uniform(0.95, 1.25)
    top = rng.uniform(-0.03, 0.12) if rng.random() < 0.4 else 0.0
    bar = curve([[half * rng.uniform(0.75, 1.1), -1 - top], [0.0, -1 + top * 0.4], [-half * 0.75, -1]], 6)
    corner = np.array([-half * rng.uniform(0.75, 0.95), back])
    back_line = np.array([[-half * 0.75, -1], corner])
    middle = np.array([0.0, 1 - bowl])
    if rng.random() < 0.25:  # angular bowl
        rise = bowl * rng.uniform(0.35, 0.55)
        points = np.array(
            [
                corner,
                [half * 0.5, 1 - 2 * bowl],
                [half, 1 - bowl - rise * 0.5],
                [half, 1 - rise],
                [half * 0.5, 1],
                [-half, 1],
            ]
        )
        hook = points
    else:
        start, end = rng.uniform(-2.3, -1.9), rng.uniform(1.9, 2.6)
        angle = np.linspace(start, end, 26)
        arc = middle + np.column_stack([half * belly * np.cos(angle), bowl * np.sin(angle)])
        hook = np.vstack([corner[None], arc[1:]]) if corner[1] < arc[0][1] + 0.3 else arc
        hook = curve(hook[::3], 6)
    if rng.random() < 0.6:
        return [(np.vstack([bar, back_line[1:], hook[1:]]), False)]
    return [(bar, False), (np.vstack([back_line, hook]), False)]


def _ten(rng: Generator) -> list[_Line]:
    """The lines of a 10: a 1 with or without flag and foot, and a 0."""
    gap, half = rng.uniform(0.35, 0.55), rng.uniform(0.28, 0.5)
    tall = rng.uniform(0.85, 1.0)
    square = rng.uniform(0.55, 1.0) if rng.random() < 0.6 else 1.0
    zero = ellipse((0, 0), 1, 1)
    zero = np.sign(zero) * np.abs(zero) ** square * np.array([half, tall]) + np.array([gap + 0.05, 1 - tall])
    x = -gap - rng.uniform(0.0, 0.15)
    one: list[_Line] = [(np.array([[x, -1.0], [x, 0.0], [x, 1.0]]), False)]
    if rng.random() < 0.7:
        reach, drop = rng.uniform(0.18, 0.4), rng.uniform(0.1, 0.5)
        one = [(np.array([[x - reach, -1 + drop], [x, -1.0], [x, 1.0]]), False)]
    if rng.random() < 0.35:
        foot = rng.uniform(0.15, 0.3)
        one.append((np.array([[x - foot, 1.0], [x, 1.0], [x + foot, 1.0]]), False))
    if rng.random() < 0.2:
        low = rng.uniform(0.6, 0.8)
        zero = zero * np.array([1.0, low]) + np.array([0, 1 - low])
    return [*one, (zero, True)]


LETTERINGS: dict[str, Lettering] = {
    "simplex": hershey(cv2.FONT_HERSHEY_SIMPLEX, 0.05, 0.22),
    "plain": hershey(cv2.FONT_HERSHEY_PLAIN, 0.04, 0.12),
    "duplex": hershey(cv2.FONT_HERSHEY_DUPLEX, 0.03, 0.15),
    "complex": hershey(cv2.FONT_HERSHEY_COMPLEX, 0.02, 0.12),
    "triplex": hershey(cv2.FONT_HERSHEY_TRIPLEX, 0.02, 0.1),
    "triplex italic": hershey(cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC, 0.02, 0.1),
    "script": hershey(cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 0.04, 0.14),
    "script complex": hershey(cv2.FONT_HERSHEY_SCRIPT_COMPLEX, 0.03, 0.1),
    "even": _lettering(_even),
    "thin": _lettering(_thin),
    "broad pen": _lettering(_broad_pen),
    "fat with stars": _lettering(_fat),
    "swelling": _lettering(_swelling),
    "slab": _lettering(_slab),
    "outline": _lettering(_outline),
    "inline": _lettering(_inline),
    "stencil": _lettering(_stencil),
}
