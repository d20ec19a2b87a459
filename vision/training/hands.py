"""Hands as people's are: skin of any colour, about that of the floor, too, mottled, darker towards the fingers' rims,
with nails, and most often a sleeve. The finder meets others in every pass."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.clutter import Mask, paint_polygon
from vision.training.covers import Limb, hand_limbs, outline_of, paint_limbs
from vision.training.floors import Colour, Image, in_colours, noise, random_colour, random_floor

_GLOVED, _LIT_ALIKE, _LIKE_FLOOR = 0.1, 0.7, 0.45
"""Share of the hands that wear a glove of any colour, and of the others those that are lit no brighter than what is
round them, and those whose skin comes near to the floor's colour."""
_NAILS, _SLEEVES = 0.4, 0.6
_FINGER = 0.22
"""Width of a finger, as a share of the hand's."""


def paint_dressed_hand(picture: Image, rng: Generator, pixels_per_mm: float) -> Mask:
    """A hand with its arm that comes in from any side; gives where it covers the picture (255)."""
    height, width = picture.shape[:2]
    wide = rng.uniform(55, 95) * pixels_per_mm
    limbs = hand_limbs(rng, width, height, wide)
    body = np.full_like(picture, _skin(picture, rng))
    body *= 1 + rng.uniform(0, 0.35) ** 2 * in_colours(noise(rng, (width, height), 1.5))
    body *= _roundness(limbs, (width, height), rng.uniform(0, 0.4), 0.5 * _FINGER * wide)
    if rng.random() < _NAILS:
        _paint_nails(body, limbs, rng.uniform(1.05, 1.3))
    if rng.random() < _SLEEVES:
        _dress(body, rng, limbs[0], pixels_per_mm)
    return paint_limbs(picture, rng, limbs, body, pixels_per_mm)


def _skin(picture: Image, rng: Generator) -> Colour:
    if rng.random() < _GLOVED:
        return random_colour(rng)
    skin = np.array([150 * rng.uniform(0.7, 1.1), 180, 225]) * rng.uniform(0.2, 1.05)
    if rng.random() < _LIT_ALIKE:
        skin *= np.percentile(picture, 95) / 200
    if rng.random() < _LIKE_FLOOR:
        floor = np.median(picture.reshape(-1, 3), axis=0) * rng.uniform(0.7, 1.4)
        skin += rng.uniform(0.3, 1.0) * (floor - skin)
    return np.clip(skin, 5, 250)


def _roundness(limbs: list[Limb], size: tuple[int, int], depth: float, reach: float) -> Image:
    """By how much what is round darkens towards its rim (height, width, 3): by the share `depth` there, and not at
    all from `reach` pixels within."""
    inside = np.zeros(size[::-1], np.uint8)
    for limb in limbs:
        cv2.fillConvexPoly(inside, np.round(outline_of(limb)).astype(np.int32), 1)
    within = np.clip(cv2.distanceTransform(inside, cv2.DIST_L2, 3) / max(reach, 1.0), 0, 1)
    return in_colours(np.asarray(1 - depth * (1 - np.sqrt(within)), np.float32))


def _paint_nails(body: Image, limbs: list[Limb], bright: float) -> None:
    nails = np.ones((*body.shape[:2], 1), np.float32)
    for start, end, _, thick in limbs[2:]:
        way = (end - start) / max(float(np.linalg.norm(end - start)), 1.0)
        nail = (end - way * 0.3 * thick, end + way * 0.15 * thick, 0.6 * thick, 0.5 * thick)
        paint_polygon(nails, outline_of(nail), np.array([bright]))
    body *= nails


def _dress(body: Image, rng: Generator, arm: Limb, pixels_per_mm: float) -> None:
    """Put a sleeve of any cloth over the arm, as far as the wrist or less."""
    height, width = body.shape[:2]
    start, end, first, last = arm
    sleeve = np.zeros((height, width), np.float32)
    wrist = end + rng.uniform(-0.2, 0.03) * (end - start)
    paint_polygon(sleeve, outline_of((start, wrist, first * 1.1, last * 1.2)), np.array([1.0]))
    body += in_colours(sleeve) * (random_floor(rng, (width, height), pixels_per_mm) - body)
