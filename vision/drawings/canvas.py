"""A sheet to draw glyphs on: vector outlines in, an anti-aliased ink mask out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]

_SIDE = 352  # raster pixels across the sheet; glyphs end up at a third of that or less
_REACH = 1.6  # the sheet spans -_REACH.._REACH in both directions
_SHIFT = 4  # fractional bits of OpenCV's drawing coordinates
_SCALE = _SIDE / (2 * _REACH)


class Canvas:
    """Draws in a square from (-1, -1) at the top left to (1, 1) at the bottom right, y down.

    Every call paints ink over what is there, or with `ink=False` cuts it away. Nothing here is random.
    """

    def __init__(self) -> None:
        self._raster: Mask = np.zeros((_SIDE, _SIDE), np.uint8)

    def fill(self, points: ArrayLike, ink: bool = True) -> None:
        """Fill the polygon through `points` (N x 2)."""
        cv2.fillPoly(self._raster, [_fixed(points)], 255 if ink else 0, cv2.LINE_AA, _SHIFT)

    def stroke(self, points: ArrayLike, width: float, ink: bool = True, closed: bool = False) -> None:
        """Draw a line of even `width` with round ends and joints through `points`."""
        thickness = max(1, round(width * _SCALE))
        cv2.polylines(self._raster, [_fixed(points)], closed, 255 if ink else 0, thickness, cv2.LINE_AA, _SHIFT)

    def shape(self, points: ArrayLike, rim: float) -> None:
        """Fill the polygon through `points`, or where `rim` isn't 0 draw its outline alone, so wide."""
        if rim:
            self.stroke(points, rim, closed=True)
        else:
            self.fill(points)

    def taper(self, points: ArrayLike, widths: ArrayLike, ink: bool = True) -> None:
        """Draw a line whose width runs through `widths`, one for each of `points`."""
        line, width = np.asarray(points, float), np.asarray(widths, float)
        normal = _normals(line) * (width / 2)[:, None]
        self.fill(np.vstack([line + normal, (line - normal)[::-1]]), ink)

    def pen(self, points: ArrayLike, nib: tuple[float, float], slant: float, ink: bool = True) -> None:
        """Draw through `points` with a broad pen: an elliptic nib (width, height) held at `slant` radians."""
        outline = turned(ellipse((0, 0), nib[0] / 2, nib[1] / 2, 16), slant)
        line = resampled(points, 48)
        for start, end in pairwise(line):
            hull = cv2.convexHull(np.vstack([outline + start, outline + end]).astype(np.float32))
            self.fill(hull[:, 0], ink)

    def disc(self, center: ArrayLike, radius: float, ink: bool = True) -> None:
        """Fill a circle."""
        self.fill(ellipse(center, radius, radius), ink)

    def text(self, text: str, font: int, thickness: float) -> None:
        """Write `text` in one of OpenCV's Hershey fonts, about one unit high."""
        scale = _SIDE / 80
        pixels = max(1, round(thickness * _SCALE))
        (width, height), _ = cv2.getTextSize(text, font, scale, pixels)
        shrink = min(1.0, 0.8 * _SIDE / width)
        origin = (round(_SIDE / 2 - width * shrink / 2), round(_SIDE / 2 + height * shrink / 2))
        cv2.putText(self._raster, text, origin, font, scale * shrink, 255, pixels, cv2.LINE_AA)

    def paste(self, ink: Mask) -> None:
        """Put a square picture of ink, 255 where there is some, over the whole sheet."""
        self._raster = np.asarray(cv2.resize(ink, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), np.uint8)

    def outline(self, width: float) -> None:
        """Keep only the rim of what has been drawn so far."""
        side = 2 * max(1, round(width * _SCALE / 2)) + 1
        inner = cv2.erode(self._raster, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
        self._raster = np.asarray(cv2.subtract(self._raster, inner), np.uint8)

    def mask(self, size: int, extent: float, warp: NDArray[np.float64]) -> Mask:
        """What has been drawn, warped by the 2 x 2 matrix `warp`, fitted so that its longer side is `extent` of
        the square (0..1) and centred; (size, size), 255 where there is ink.

        Raises ValueError when nothing has been drawn.
        """
        moved = self._row_ends() @ warp.T
        if not len(moved):
            raise ValueError("nothing has been drawn on this canvas, so there is no glyph to fit")
        low, high = moved.min(0), moved.max(0)
        zoom = extent * size / max(float((high - low).max()), 1.0)
        shift = np.array([size / 2, size / 2]) - zoom * (low + high) / 2
        matrix = np.column_stack([zoom * warp, shift])
        # Half the shrinking is done by blurring first, for warpAffine samples four pixels only.
        blur = max(0.0, 0.5 / zoom - 0.35) if zoom > 0 else 0.0
        soft = cv2.GaussianBlur(self._raster, (0, 0), blur) if blur > 0.3 else self._raster
        return np.asarray(cv2.warpAffine(soft, matrix, (size, size), flags=cv2.INTER_LINEAR), np.uint8)

    def _row_ends(self) -> Points:
        """The first and the last inked pixel (x, y) of every row: enough to know how far the ink reaches any way."""
        inked = self._raster > 127
        rows = np.flatnonzero(inked.any(axis=1))
        first, last = inked[rows].argmax(axis=1), _SIDE - 1 - inked[rows, ::-1].argmax(axis=1)
        return np.column_stack([np.concatenate([first, last]), np.concatenate([rows, rows])]).astype(float)


Manner = Callable[[Canvas, Generator], None]
"""Draws one face in one way on a fresh sheet; by chance, which of its endless variants."""


def turned(points: ArrayLike, angle: float) -> Points:
    """`points` turned by `angle` radians about the origin, clockwise as seen (y is down)."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(np.asarray(points, float) @ np.array([[cos, sin], [-sin, cos]]))


def ellipse(center: ArrayLike, across: float, down: float, corners: int = 48) -> Points:
    """The outline of an ellipse with half axes `across` and `down`."""
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.asarray(np.column_stack([across * np.cos(angle), down * np.sin(angle)]) + np.asarray(center, float))


def polygon(center: ArrayLike, radii: Sequence[float], turn: float = 0.0) -> Points:
    """A closed outline with one corner per radius, evenly spread round `center`, the first pointing up."""
    angle = turn - np.pi / 2 + np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    reach = np.asarray(radii, float)[:, None]
    return np.asarray(reach * np.column_stack([np.cos(angle), np.sin(angle)]) + np.asarray(center, float))


def star(center: ArrayLike, radius: float, points: int, waist: float, turn: float = 0.0) -> Points:
    """A star with `points` tips; its inner corners lie at `waist` (0..1) of the radius."""
    return polygon(center, [radius, radius * waist] * points, turn)


def curve(control: ArrayLike, steps: int = 12) -> Points:
    """A smooth line through the control points (a uniform Catmull-Rom spline)."""
    knots = np.asarray(control, float)
    knots = np.vstack([2 * knots[0] - knots[1], knots, 2 * knots[-1] - knots[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(knots[:-3], knots[1:-2], knots[2:-1], knots[3:], strict=True):
        parts.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.vstack([*parts, knots[-2:-1]])


def resampled(points: ArrayLike, count: int) -> Points:
    """`count` points evenly spaced along a line."""
    line = np.asarray(points, float)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    at = np.linspace(0, along[-1], count)
    return np.column_stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])])


def _normals(line: Points) -> Points:
    direction = np.gradient(line, axis=0)
    direction /= np.maximum(np.linalg.norm(direction, axis=1, keepdims=True), 1e-9)
    return np.column_stack([-direction[:, 1], direction[:, 0]])


def _fixed(points: ArrayLike) -> NDArray[np.int32]:
    pixels = (np.asarray(points, float) + _REACH) * _SCALE
    return np.round(pixels * (1 << _SHIFT)).astype(np.int32).reshape(-1, 1, 2)
