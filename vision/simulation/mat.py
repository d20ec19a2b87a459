"""The printed mat and what it lies on, painted flat: table, mat, rolling area, rail, markers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.mat import MAT_DICTIONARY
from vision.simulation.floors import Paint, felt, floor, wood
from vision.simulation.geometry import Array
from vision.simulation.view import MARKER_BORDER, MARKER_CENTRES, MARKER_SIDE

ROLLING = (0.0, 0.0, 240.0, 180.0)
RAIL = (0.0, 190.0, 240.0, 225.0)
"""Left, top, right, bottom in mm, as the mat has them."""

_EDGE = (-44.0, -44.0, 284.0, 269.0)
_SCALE = 4.0
_GOLD = np.array([0.36, 0.60, 0.72])
_INK_WHITE, _INK_BLACK = 0.90, 0.13


class _Canvas:
    """A piece of the mat's plane as a picture of `_SCALE` pixels a mm, its top-left corner at `corner`."""

    def __init__(self, corner: Array, paint: Paint) -> None:
        self.corner = corner
        self.paint = paint

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self.corner[0]) * _SCALE), round((y - self.corner[1]) * _SCALE)

    def window(self, box: tuple[float, float, float, float]) -> Paint:
        left, top = self.at(box[0], box[1])
        right, bottom = self.at(box[2], box[3])
        return self.paint[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]

    def frame(self, box: tuple[float, float, float, float], millimetres: float) -> None:
        thick = max(1, round(millimetres * _SCALE))
        colour = tuple(float(part) for part in _GOLD)
        cv2.rectangle(self.paint, self.at(box[0], box[1]), self.at(box[2], box[3]), colour, thick, cv2.LINE_AA)


def paint_mat(floor_name: str, corners: Array, rng: np.random.Generator) -> tuple[Paint, Array]:
    """The mat's plane as far as `corners` (n, 2, in mm) reach, and the 3x3 matrix from mm to its pixels.

    Raises:
        ValueError: there is no floor of this name.
    """
    corner = np.floor(corners.min(axis=0)) - 2
    width, height = (int(side) for side in np.ceil((corners.max(axis=0) + 2 - corner) * _SCALE))
    canvas = _Canvas(corner, wood(rng, (height, width), (34, 46, 62), scale=2.5))
    _lay_mat(canvas, rng)
    rolling = canvas.window(ROLLING)
    rolling[:] = floor(floor_name, rng, (rolling.shape[0], rolling.shape[1]))
    for number, centre in enumerate(MARKER_CENTRES):
        _print_marker(canvas, number, centre)
    # Pixel i of the canvas covers mm corner + i / scale to corner + (i + 1) / scale: its middle is half a pixel on.
    to_canvas = np.array([[_SCALE, 0, -corner[0] * _SCALE - 0.5], [0, _SCALE, -corner[1] * _SCALE - 0.5], [0, 0, 1]])
    return canvas.paint, to_canvas


def _lay_mat(canvas: _Canvas, rng: np.random.Generator) -> None:
    shade = np.zeros(canvas.paint.shape[:2], dtype=np.float32)
    left, top = canvas.at(_EDGE[0], _EDGE[1])
    right, bottom = canvas.at(_EDGE[2], _EDGE[3])
    cv2.rectangle(shade, (left + 4, top + 8), (right + 4, bottom + 8), 1.0, -1)
    canvas.paint *= 1 - 0.45 * cv2.GaussianBlur(shade, (0, 0), 7)[..., None]
    cloth = canvas.window(_EDGE)
    cloth[:] = felt(rng, (cloth.shape[0], cloth.shape[1]), (50, 42, 38))
    for _ in range(150):
        x, y = rng.uniform(_EDGE[0] + 6, _EDGE[2] - 6), rng.uniform(_EDGE[1] + 6, _EDGE[3] - 6)
        on_rail_or_name = RAIL[0] - 4 < x < RAIL[2] + 4 and RAIL[1] - 4 < y < 257
        if not on_rail_or_name:
            _print_star(canvas, x, y, rng.uniform(0.25, 0.7), rng.uniform(0.3, 0.9))
    canvas.frame((_EDGE[0] + 3, _EDGE[1] + 3, _EDGE[2] - 3, _EDGE[3] - 3), 0.5)
    rail = canvas.window(RAIL)
    rail *= 0.72
    canvas.frame(RAIL, 0.7)
    _print_name(canvas)


def _print_star(canvas: _Canvas, x: float, y: float, radius: float, shine: float) -> None:
    colour = tuple(float(part) * (0.35 + 0.65 * shine) for part in _GOLD)
    cv2.circle(canvas.paint, canvas.at(x, y), max(1, round(radius * _SCALE)), colour, -1, cv2.LINE_AA)


def _print_name(canvas: _Canvas) -> None:
    # Letters much smaller than a cube: nothing on the mat may look like a side of one.
    gold = tuple(float(part) for part in _GOLD)
    name, pitch, middle, baseline = "COSMIC TRAY", 6.0, 120.0, 248.0
    font, scale = cv2.FONT_HERSHEY_DUPLEX, 3.2 * _SCALE / 22
    start = middle - pitch * (len(name) - 1) / 2
    for place, letter in enumerate(name):
        (width, _), _ = cv2.getTextSize(letter, font, scale, 1)
        x, y = canvas.at(start + place * pitch, baseline)
        cv2.putText(canvas.paint, letter, (x - width // 2, y), font, scale, gold, 1, cv2.LINE_AA)
    for side in (-1, 1):
        inner = canvas.at(middle + side * 42, baseline - 1.6)
        outer = canvas.at(middle + side * 120, baseline - 1.6)
        cv2.line(canvas.paint, inner, outer, gold, 2, cv2.LINE_AA)


def _print_marker(canvas: _Canvas, number: int, centre: tuple[float, float]) -> None:
    side = round(MARKER_SIDE * _SCALE)
    dictionary = cv2.aruco.getPredefinedDictionary(MAT_DICTIONARY)
    bits = cv2.aruco.generateImageMarker(dictionary, number, side)
    ink = np.where(bits > 127, _INK_WHITE, _INK_BLACK).astype(np.float32)
    reach = MARKER_SIDE / 2 + MARKER_BORDER
    paper = canvas.window((centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach))
    paper[:] = _INK_WHITE
    half = MARKER_SIDE / 2
    square = canvas.window((centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half))
    square[:] = ink[..., None]
