"""What keeps a camera from seeing: hands and arms that reach in, glasses that are put down."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.clutter import Array, Mask, paint_disc, paint_polygon, whole_pixel
from vision.training.floors import Image, in_colours, random_colour

Limb = tuple[Array, Array, float, float]
"""Of a hand: from, to, width there and here."""


def paint_hand(picture: Image, rng: Generator, pixels_per_mm: float) -> Mask:
    """A hand with its arm that comes in from any side; gives where it covers the picture (255)."""
    height, width = picture.shape[:2]
    limbs = hand_limbs(rng, width, height, rng.uniform(55, 95) * pixels_per_mm)
    skin = np.clip(np.array([150 * rng.uniform(0.7, 1.1), 180, 225]) * rng.uniform(0.2, 1.05), 5, 250)
    if rng.random() < 0.15:
        skin = random_colour(rng)  # a glove, a sleeve
    return paint_limbs(picture, rng, limbs, np.full_like(picture, skin), pixels_per_mm)


def paint_limbs(picture: Image, rng: Generator, limbs: list[Limb], body: Image, pixels_per_mm: float) -> Mask:
    """Paint a hand's limbs and their shadow: `body` (height, width, 3) has the colours of skin and clothes. Gives
    where they cover the picture (255)."""
    height, width = picture.shape[:2]
    cover, shade = np.zeros((height, width), np.float32), np.zeros((height, width, 1), np.float32)
    for limb in limbs:
        start, end, first, last = limb
        paint_polygon(cover, outline_of(limb), np.array([1.0]))
        paint_polygon(shade, outline_of(limb), np.array([rng.uniform(0.78, 0.92)]))
        lit = (end - start)[::-1] * np.array([1, -1]) / max(float(np.linalg.norm(end - start)), 1.0) * last * 0.12
        paint_polygon(shade, outline_of((start + lit, end + lit, first * 0.55, last * 0.55)), np.array([1.06]))
    soft = cv2.GaussianBlur(shade, (0, 0), max(1.0, 2.2 * pixels_per_mm))
    dark = cv2.GaussianBlur(np.roll(cover, rng.integers(-25, 25, 2), (0, 1)), (0, 0), rng.uniform(4, 18))
    picture *= 1 - rng.uniform(0.2, 0.6) * in_colours(dark)
    picture += in_colours(cover) * (body * in_colours(np.maximum(soft, 0.5)) - picture)
    return np.where(cover > 0.5, 255, 0).astype(np.uint8)


def hand_limbs(rng: Generator, width: int, height: int, wide: float) -> list[Limb]:
    """Arm, palm, four fingers (thick or tapering, spread, stretched or bent) and most often a thumb, of a hand `wide`
    pixels wide in a picture of that size."""
    angle, reach = rng.uniform(0, 2 * np.pi), max(width, height)
    way, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    palm = np.array([width, height]) / 2 + (way * rng.uniform(-0.55, 0.25) + across * rng.normal(0, 0.22)) * reach
    limbs = [
        (palm - way * 4 * wide, palm - way * 0.3 * wide, 0.75 * wide, 0.6 * wide),
        (palm - way * 0.3 * wide, palm + way * 0.3 * wide, 0.8 * wide, rng.uniform(0.85, 1.0) * wide),
    ]
    bent, taper, spread = rng.random() < 0.2, rng.uniform(0.3, 1.0), rng.uniform(0, 0.3)
    for finger in range(4):
        root = palm + across * (finger - 1.5) * wide * 0.26 + way * 0.4 * wide
        long = wide * (rng.uniform(0.1, 0.3) if bent else rng.uniform(0.5, 1.2))
        tip = root + (way + across * (finger - 1.5) * spread) * long
        thick = wide * rng.uniform(0.2, 0.27)
        limbs.append((root, tip, thick, thick * taper))
    if rng.random() < 0.75:
        side = float(rng.choice([-1, 1]))
        root = palm + across * side * wide * 0.38
        tip = root + (across * side * 0.7 + way * 0.6) * wide * rng.uniform(0.4, 0.7)
        limbs.append((root, tip, wide * 0.28, wide * 0.26 * taper))
    return limbs


def outline_of(limb: Limb) -> Array:
    """The polygon (N, 2) round a limb."""
    start, end, first, last = limb
    angle = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    around = np.vstack([start + circle * first / 2, end + circle * max(last, 1.0) / 2])
    return np.asarray(cv2.convexHull(around.astype(np.float32))[:, 0], float)


def paint_glass(picture: Image, rng: Generator, pixels_per_mm: float) -> Mask:
    """A glass or a cup seen from above, full or empty; gives where it covers the picture (255)."""
    height, width = picture.shape[:2]
    center = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    radius, clear = rng.uniform(28, 50) * pixels_per_mm, rng.uniform(0.0, 0.75)
    drink, rim = random_colour(rng), random_colour(rng) * 0.4 + 140
    layer = picture.copy()
    paint_disc(layer, center, radius, 1, 0, drink, -1)
    picture += (1 - clear) * (layer - picture)
    for share, bright in ((1.0, 1.0), (0.9, 0.6), (rng.uniform(0.5, 0.8), 0.8)):
        place, line = center + (1 - share) * rng.uniform(-20, 20, 2), max(1, int(rng.uniform(1, 4)))
        paint_disc(picture, place, radius * share, rng.uniform(0.93, 1), rng.uniform(0, 180), rim * bright, line)
    axes, start, end = (int(radius * 0.8),) * 2, rng.uniform(0, 180), rng.uniform(180, 300)
    cv2.ellipse(
        picture, whole_pixel(center), axes, 0, start, end, (250,) * 3, max(1, int(radius * 0.05)), cv2.LINE_AA
    )
    cover = np.zeros((height, width), np.uint8)
    cv2.circle(cover, whole_pixel(center), int(radius), 255, -1)
    return cover
