"""What lies in a tray besides cubes: markers, paper, coins, rings, caps, nuts and other dice."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.floors import Image, random_colour

Array = NDArray[np.float64]
Mask = NDArray[np.uint8]


def paint_polygon(picture: Image, outline: Array, colour: Array) -> None:
    """Fill a polygon with smooth edges."""
    cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], colour.tolist(), cv2.LINE_AA, 4)


def paint_marker(picture: Image, rng: Generator, pixels_per_mm: float) -> Array:
    """A square marker: white border, black square, white cells; gives its middle (x, y) in pixels."""
    cells = int(rng.choice([6, 6, 7, 8]))
    code = np.zeros((cells + 2, cells + 2), np.uint8)
    code[:] = rng.integers(200, 256)
    code[1:-1, 1:-1] = rng.integers(5, 60)
    code[2:-2, 2:-2] = np.where(rng.random((cells - 2, cells - 2)) < 0.5, code[0, 0], code[1, 1])
    side = rng.uniform(14, 36) * pixels_per_mm
    return _paste(picture, np.dstack([code] * 3), rng, side, side, cv2.INTER_NEAREST)


def paint_paper(picture: Image, rng: Generator, pixels_per_mm: float) -> None:
    """A piece of paper, a card or a mat's edge, with lines of writing now and then."""
    sheet = np.empty((160, 120, 3), np.uint8)
    sheet[:] = np.clip(random_colour(rng) if rng.random() < 0.4 else rng.uniform(170, 250, 1), 0, 255)
    if rng.random() < 0.6:
        for y in range(12, 150, int(rng.integers(8, 20))):
            cv2.putText(
                sheet,
                "".join(rng.choice(list("abcdefg ilmnopqrst"), 14)),
                (8, y),
                2,
                0.4,
                (40, 40, 40),
                1,
                cv2.LINE_AA,
            )
    _paste(
        picture,
        sheet,
        rng,
        rng.uniform(30, 200) * pixels_per_mm,
        rng.uniform(30, 200) * pixels_per_mm,
        cv2.INTER_LINEAR,
    )


def _paste(picture: Image, patch: Mask, rng: Generator, width: float, height: float, flags: int) -> Array:
    angle = rng.uniform(0, 2 * np.pi)
    way, down = np.array([np.cos(angle), np.sin(angle)]) * width, np.array([-np.sin(angle), np.cos(angle)]) * height
    start = (
        np.array([rng.uniform(-0.1, 1.1) * picture.shape[1], rng.uniform(-0.1, 1.1) * picture.shape[0]])
        - (way + down) / 2
    )
    target = np.array([start, start + way, start + down], np.float32)
    rows, columns = patch.shape[:2]
    matrix = cv2.getAffineTransform(np.array([[0, 0], [columns, 0], [0, rows]], np.float32) - 0.5, target)
    size = (picture.shape[1], picture.shape[0])
    cover = cv2.warpAffine(np.ones((rows, columns), np.float32), matrix, size)[..., None]
    picture += cover * (cv2.warpAffine(patch, matrix, size, flags=flags).astype(np.float32) - picture)
    return np.asarray(start + (way + down) / 2, float)


def paint_foreign(picture: Image, rng: Generator, center: Array, pixels_per_mm: float) -> None:
    """Paint a coin, ring, nut, bottle cap, chip or many-sided die at `center` (pixels)."""
    kind = rng.choice(["coin", "ring", "cap", "chip", "nut", "die"], p=[0.22, 0.13, 0.13, 0.14, 0.13, 0.25])
    radius = rng.uniform(7, 14) * pixels_per_mm
    squash, angle = rng.uniform(0.88, 1.0), rng.uniform(0, 180)
    colour = (
        random_colour(rng)
        if kind in ("cap", "chip")
        else rng.choice([[60, 120, 185], [95, 165, 200], [165, 170, 175], [60, 165, 215]]) * rng.uniform(0.5, 1.1)
    )
    paint_disc(
        picture, center + rng.uniform(0.03, 0.2, 2) * radius, radius * 1.03, squash, angle, picture[0, 0] * 0.35, -1
    )
    if kind == "ring":
        paint_disc(
            picture, center, radius * 0.85, squash, angle, colour, max(2, int(radius * rng.uniform(0.12, 0.3)))
        )
        paint_disc(picture, center, radius * 0.85, squash, angle, colour * 1.4, max(1, int(radius * 0.05)))
        return
    if kind == "die":
        _many_sided(picture, rng, center, radius, random_colour(rng))
        return
    if kind == "nut":
        turn = rng.uniform(0, 6) + np.linspace(0, 2 * np.pi, 6, endpoint=False)
        paint_polygon(picture, center + radius * np.column_stack([np.cos(turn), np.sin(turn)]), colour)
        paint_disc(picture, center, radius * 0.5, squash, angle, colour * 0.25, -1)
        return
    if kind == "cap":
        turn = np.linspace(0, 2 * np.pi, 42, endpoint=False)
        reach = radius * np.where(np.arange(42) % 2, 0.93, 1.04)[:, None]
        paint_polygon(picture, center + reach * np.column_stack([np.cos(turn), np.sin(turn)]), colour * 0.7)
        paint_disc(picture, center, radius * 0.85, squash, angle, colour, -1)
    else:
        paint_disc(picture, center, radius, squash, angle, colour, -1)
        paint_disc(
            picture,
            center,
            radius * rng.uniform(0.75, 0.92),
            squash,
            angle,
            colour * rng.uniform(0.6, 1.3),
            max(1, int(radius * 0.06)),
        )
    ink = np.clip(colour * rng.choice([0.4, 0.6, 1.5]), 0, 255)
    if rng.random() < 0.8:
        _emblem(picture, rng, center, radius, ink)


def _many_sided(picture: Image, rng: Generator, center: Array, radius: float, colour: Array) -> None:
    """A die with eight to twenty sides: facets round a number, each in a light of its own."""
    corners, start = int(rng.integers(3, 8)), rng.uniform(0, 6.3)
    angle = start + np.linspace(0, 2 * np.pi, corners, endpoint=False)
    inner = rng.uniform(0.45, 0.72) * radius * np.column_stack([np.cos(angle), np.sin(angle)])
    twist = rng.choice([0.0, np.pi / corners])
    outer = radius * np.column_stack([np.cos(angle + twist), np.sin(angle + twist)])
    light = rng.uniform(0, 6.3)
    hull = cv2.convexHull(np.vstack([inner, outer]).astype(np.float32))[:, 0]
    paint_polygon(picture, center + hull, np.clip(colour * 0.7, 0, 255))
    for at in range(corners):
        facet = np.array([inner[at], inner[at - 1], outer[at - 1], outer[at]])
        shade = 0.72 + 0.28 * np.cos(angle[at] - light)
        paint_polygon(picture, center + facet, np.clip(colour * shade, 0, 255))
    paint_polygon(picture, center + inner, np.clip(colour * 1.05, 0, 255))
    ink = np.full(3, 15.0 if colour.mean() > 128 else 240.0)
    text = str(rng.integers(1, 21))
    place = whole_pixel(center + np.array([-0.2 * len(text), 0.2]) * radius)
    cv2.putText(picture, text, place, 2, radius / 45, ink.tolist(), max(1, int(radius / 16)), cv2.LINE_AA)


def _emblem(picture: Image, rng: Generator, center: Array, radius: float, ink: Array) -> None:
    if rng.random() < 0.5:
        text = str(rng.choice(list("1250ABKR"))) if rng.random() < 0.7 else str(rng.choice(["10", "20", "50"]))
        place = (center + np.array([-0.35 * len(text), 0.35]) * radius).astype(int).tolist()
        cv2.putText(
            picture,
            text,
            place,
            int(rng.integers(0, 5)),
            radius / 28,
            ink.tolist(),
            max(1, int(radius / 12)),
            cv2.LINE_AA,
        )
        return
    for _ in range(int(rng.integers(2, 7))):
        place = center + rng.normal(0, 0.25 * radius, 2)
        paint_disc(
            picture,
            place,
            radius * rng.uniform(0.1, 0.4),
            rng.uniform(0.3, 1),
            rng.uniform(0, 180),
            ink * rng.uniform(0.8, 1.2),
            int(rng.choice([-1, 1, 2])),
        )


def pipped_side(rng: Generator, size: int, body: Array, ink: Array) -> Image:
    """One side of an ordinary die."""
    side = np.empty((size, size, 3), np.float32)
    side[:] = body
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
        6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
    }
    apart, radius = rng.uniform(0.22, 0.28) * size, rng.uniform(0.065, 0.12) * size
    for x, y in spots[int(rng.integers(1, 7))]:
        paint_disc(side, np.array([size / 2 + x * apart, size / 2 + y * apart]), radius, 1, 0, ink, -1)
    return side


def paint_disc(
    picture: Image, center: Array, radius: float, squash: float, angle: float, colour: Array, line: int
) -> None:
    axes = (max(1, int(radius)), max(1, int(radius * squash)))
    cv2.ellipse(
        picture, whole_pixel(center), axes, angle, 0, 360, np.clip(colour, 0, 255).tolist(), line, cv2.LINE_AA
    )


def whole_pixel(point: Array) -> tuple[int, int]:
    return (round(float(point[0])), round(float(point[1])))
