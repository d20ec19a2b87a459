"""Pictures of solids: parallel projection, a depth buffer, a light from the left, and ink where surfaces meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.build.solids import Triangles

Array = NDArray[np.float64]
Colour = tuple[int, int, int]
"""Red, green, blue."""

_FINER = 2
"""Drawn so many times larger and then shrunk, for smooth edges."""
_MARGIN = 0.04
_LIGHT = np.array([-0.45, -0.55, 0.9]) / np.linalg.norm([-0.45, -0.55, 0.9])
_INK: Colour = (38, 44, 54)
_CREASE = 0.9
"""Surfaces whose normals have a smaller product than this meet in a crease."""
_STEP = 1.2
"""A depth that changes by more than this many millimetres from pixel to pixel is an edge."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Triangles of one colour, moved to where they are shown."""

    triangles: Triangles
    colour: Colour


@dataclass(frozen=True, slots=True)
class View:
    """From where it is seen, in degrees: `turn` round the vertical, 0 from the players' side; `height` above."""

    turn: float
    height: float

    def axes(self) -> Array:
        """Right, up and towards the eye, as rows."""
        turn, height = np.radians(self.turn), np.radians(self.height)
        right = np.array([np.cos(turn), np.sin(turn), 0.0])
        towards = np.array([np.sin(turn) * np.cos(height), -np.cos(turn) * np.cos(height), np.sin(height)])
        return np.stack([right, np.cross(towards, right), towards])


@dataclass
class _Canvas:
    height: int
    width: int
    depth: Array = field(init=False)
    colour: NDArray[np.float32] = field(init=False)
    normal: NDArray[np.float32] = field(init=False)
    owner: NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        shape = (self.height, self.width)
        self.depth = np.full(shape, -1e9)
        self.colour = np.full((*shape, 3), 255, np.float32)
        self.normal = np.zeros((*shape, 3), np.float32)
        self.owner = np.full(shape, -1, np.int32)


def picture(pieces: Sequence[Piece], view: View, width: int) -> NDArray[np.uint8]:
    """The pieces as a picture `width` wide and as high as they need, blue first as OpenCV has it, on white."""
    axes = view.axes()
    seen = [piece.triangles @ axes.T for piece in pieces]
    corners = np.concatenate([s.reshape(-1, 3) for s in seen])
    low, high = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
    low, high = low - _MARGIN * (high - low)[0], high + _MARGIN * (high - low)[0]
    scale = width * _FINER / (high - low)[0]
    size = width, round((high - low)[1] * scale / _FINER)
    middle = (low + high) / 2
    canvas = _Canvas(size[1] * _FINER, size[0] * _FINER)
    for owner, (piece, triangles) in enumerate(zip(pieces, seen, strict=True)):
        flat = triangles.copy()
        flat[..., 0] = (triangles[..., 0] - middle[0]) * scale + canvas.width / 2
        flat[..., 1] = canvas.height / 2 - (triangles[..., 1] - middle[1]) * scale
        _paint(canvas, flat, piece, owner)
    _ink(canvas)
    small = cv2.resize(canvas.colour, size, interpolation=cv2.INTER_AREA)
    return small[:, :, ::-1].round().astype(np.uint8)


def _paint(canvas: _Canvas, flat: Array, piece: Piece, owner: int) -> None:
    a, b, c = (piece.triangles[:, i] for i in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    for triangle, normal, length in zip(flat, normals, lengths, strict=True):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if area >= -1e-9 or length < 1e-9:  # turned away: y runs down in a picture
            continue
        left, right = max(int(min(ax, bx, cx)), 0), min(int(max(ax, bx, cx)) + 2, canvas.width)
        top, bottom = max(int(min(ay, by, cy)), 0), min(int(max(ay, by, cy)) + 2, canvas.height)
        ys, xs = np.mgrid[top:bottom, left:right] + 0.5
        v = ((xs - ax) * (cy - ay) - (cx - ax) * (ys - ay)) / area
        w = ((bx - ax) * (ys - ay) - (xs - ax) * (by - ay)) / area
        depth = (1 - v - w) * az + v * bz + w * cz
        here = slice(top, bottom), slice(left, right)
        front = (v >= 0) & (w >= 0) & (v + w <= 1) & (depth > canvas.depth[here])
        unit = normal / length
        shade = 0.62 + 0.38 * max(float(unit @ _LIGHT), 0.0)
        canvas.depth[here][front] = depth[front]
        canvas.colour[here][front] = np.array(piece.colour) * shade
        canvas.normal[here][front] = unit
        canvas.owner[here][front] = owner


def _ink(canvas: _Canvas) -> None:
    ink = np.zeros(canvas.owner.shape, bool)
    for axis in (0, 1):
        one = (slice(None, -1), slice(None)) if axis == 0 else (slice(None), slice(None, -1))
        other = (slice(1, None), slice(None)) if axis == 0 else (slice(None), slice(1, None))
        edge = canvas.owner[one] != canvas.owner[other]
        edge |= (canvas.normal[one] * canvas.normal[other]).sum(axis=2) < _CREASE
        edge |= np.abs(canvas.depth[one] - canvas.depth[other]) > _STEP
        edge &= (canvas.owner[one] >= 0) | (canvas.owner[other] >= 0)
        ink[one] |= edge
    canvas.colour[ink] = _INK
