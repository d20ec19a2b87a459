"""The hand that takes cubes up: modelled in round bones, painted once, laid into the picture where it is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.geometry import Array
from vision.simulation.light import Light, Linear, Picture, to_picture
from vision.simulation.view import View

_SCALE = 2.0
_LEFT, _TOP, _RIGHT, _BOTTOM = -60.0, -14.0, 70.0, 520.0
"""The sheet the hand is painted on, in mm from where thumb and finger meet; y towards the wrist."""

_SHADE = 0.5
_SKIN, _SLEEVE, _CUFF = (0.36, 0.47, 0.68), (0.15, 0.13, 0.13), (0.30, 0.27, 0.25)
"""Blue, green, red of the house's own, as `Paint`."""

_Bone = tuple[float, float, float, float, float, float]
"""x, y, radius of one end, and of the other."""

_HAND: tuple[_Bone, ...] = (
    (-5, 4, 6.5, -12, 42, 8.0), (-12, 42, 8.0, -14, 86, 9.5),
    (9, -2, 7.0, 6, 42, 8.5), (6, 42, 8.5, 3, 88, 10.0),
    (24, 4, 6.5, 23, 46, 8.0), (23, 46, 8.0, 19, 90, 9.5),
    (39, 22, 5.5, 37, 56, 6.8), (37, 56, 6.8, 33, 94, 8.5),
    (-17, 20, 7.5, -33, 56, 9.0), (-33, 56, 9.0, -20, 112, 13.0),
    (-10, 92, 14.0, -2, 150, 20.0), (4, 92, 14.0, 6, 150, 22.0), (20, 94, 13.0, 14, 150, 20.0),
    (31, 98, 10.0, 20, 148, 16.0), (5, 150, 23.0, 8, 196, 21.0),
)  # fmt: skip
_ARM: tuple[_Bone, ...] = ((8, 206, 27.0, 12, 540, 39.0),)
_NAILS = ((-5.5, 5.0, 8.0), (9.0, -0.5, 3.0), (24.2, 5.5, 2.0), (39.2, 23.5, 0.0), (-18.5, 22.0, 22.0))

Paint = tuple[float, float, float]
"""Blue, green, red, 0 to 1, of which the square is the light that is thrown back."""


@dataclass(frozen=True)
class HandLook:
    """Whose hand it is. `sleeve` and `cuff`: None where the arm is bare. `left`: a left hand. `turned`: by so many
    degrees, clockwise as seen from above, from reaching in straight from the players' side."""

    skin: Paint = _SKIN
    sleeve: Paint | None = _SLEEVE
    cuff: Paint | None = _CUFF
    left: bool = False
    turned: float = 0.0

    def placed(self, points: Array) -> Array:
        """Where `points` (..., 2) of a right hand that reaches in straight are of this one: mm from where thumb and
        finger meet."""
        angle = np.radians(self.turned)
        cos, sin = np.cos(angle), np.sin(angle)
        return np.asarray((points * [-1.0 if self.left else 1.0, 1.0]) @ np.array([[cos, sin], [-sin, cos]]))


@dataclass(frozen=True, eq=False)
class Reach:
    """Where the hand is during an exposure: the point between thumb and finger, x, y and height in mm, as the
    shutter opens and as it closes."""

    opened: Array
    closed: Array


class Hand:
    """Lays a hand that reaches in over pictures."""

    def __init__(self, view: View, light: Light, look: HandLook | None = None) -> None:
        """`look`: the house's own hand when None."""
        self._view = view
        self._light = light
        self._look = look or HandLook()

    @cached_property
    def _sheet(self) -> Picture:
        return _painted(self._light, self._look)

    @cached_property
    def _cover(self) -> Picture:
        return np.ascontiguousarray(self._sheet[..., 3])

    def lay(self, picture: Picture, reach: Reach) -> None:
        """Draw the hand and its shadow."""
        place = (reach.opened + reach.closed) / 2
        way = self._view.project(np.stack([reach.opened, reach.closed]))
        self._cast_shadow(picture, place)
        onto, low, end = self._window(place)
        if (end - low).min() < 16:
            return
        size = ((end - low) // 2).tolist()
        seen = cv2.warpPerspective(self._sheet, np.diag([1 / 2, 1 / 2, 1]) @ onto, size, flags=cv2.INTER_AREA)
        # Motion blur: a box of the way's width and height is near enough to the way itself.
        blur_x, blur_y = (int(side) + 1 for side in np.abs(way[1] - way[0]) / 2)
        seen = cv2.blur(seen, (blur_x, blur_y))
        seen = cv2.GaussianBlur(cv2.resize(seen, (size[0] * 2, size[1] * 2)), (3, 3), 0)
        window = picture[low[1] : low[1] + size[1] * 2, low[0] : low[0] + size[0] * 2]
        # Grey levels stand for light by their square; mixing them directly is near enough for skin.
        keep = cv2.merge([255 - seen[..., 3]] * 3)
        window[:] = cv2.add(cv2.multiply(window, keep, scale=1 / 255), np.ascontiguousarray(seen[..., :3]))

    def _window(self, place: Array) -> tuple[Array, NDArray[np.intp], NDArray[np.intp]]:
        """The matrix from the sheet to a window of the picture, and the window's corners in pixels."""
        corners = np.array([(_LEFT, _TOP), (_RIGHT, _TOP), (_RIGHT, _BOTTOM), (_LEFT, _BOTTOM)])
        lifted = np.column_stack([self._look.placed(corners) + place[:2], np.full(4, place[2])])
        seen = self._view.project(lifted)
        low = np.maximum(np.floor(seen.min(axis=0)).astype(np.intp), 0)
        end = np.minimum(np.ceil(seen.max(axis=0)).astype(np.intp), self._view.size)
        sheet = ((corners - (_LEFT, _TOP)) * _SCALE).astype(np.float32)
        onto = cv2.getPerspectiveTransform(sheet, (seen - low).astype(np.float32))
        return np.asarray(onto, dtype=np.float64), low, end

    def _cast_shadow(self, picture: Picture, place: Array) -> None:
        lamp = np.array(self._light.position)
        fallen = place[:2] + (place[:2] - lamp[:2]) * place[2] / (lamp[2] - place[2])
        onto, low, end = self._window(np.array([*fallen, 0.0]))
        if (end - low).min() < 16:
            return
        size = ((end - low) // 8).tolist()
        cover = cv2.warpPerspective(self._cover, np.diag([1 / 8, 1 / 8, 1]) @ onto, size, flags=cv2.INTER_AREA)
        dark = cv2.resize(cv2.GaussianBlur(cover, (0, 0), 1.6), (size[0] * 8, size[1] * 8))
        keep = cv2.merge([255 - cv2.convertScaleAbs(dark, alpha=_SHADE)] * 3)
        window = picture[low[1] : low[1] + size[1] * 8, low[0] : low[0] + size[0] * 8]
        window[:] = cv2.multiply(window, keep, scale=1 / 255)


def _painted(light: Light, look: HandLook) -> Picture:
    """The hand on its sheet: blue, green, red times coverage, and coverage; 0..255."""
    columns, rows = int((_RIGHT - _LEFT) * _SCALE), int((_BOTTOM - _TOP) * _SCALE)
    x = (_LEFT + (np.arange(columns, dtype=np.float32) + 0.5) / _SCALE)[None, :]
    y = (_TOP + (np.arange(rows, dtype=np.float32) + 0.5) / _SCALE)[:, None]
    hand, arm = _height(_HAND, x, y), _height(_ARM, x, y)
    # A sleeve lies over the wrist.
    sleeve = arm > (0 if look.sleeve else np.inf)
    height = np.where(sleeve, arm + 4, np.maximum(hand, arm))
    smooth = cv2.GaussianBlur(height, (0, 0), 2.2)
    slope_x, slope_y = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    normal = np.dstack([-slope_x / 8 * _SCALE, -slope_y / 8 * _SCALE, np.ones_like(smooth)])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    lit = np.maximum(normal @ light.direction(np.array([120.0, 150.0, 40.0])).astype(np.float32), 0)
    crease = np.clip(1 + (height - cv2.GaussianBlur(height, (0, 0), 9)) / 14, 0.45, 1.1)
    colours = (look.skin, look.sleeve or look.skin, look.cuff or look.skin)
    skin, cloth, cuff = (np.array(colour, dtype=np.float32) for colour in colours)
    paint = np.where(sleeve[..., None], np.where((y < 192)[..., None], cuff, cloth), skin)
    for nail_x, nail_y, angle in _NAILS:
        centre = (int((nail_x - _LEFT) * _SCALE * 16), int((nail_y - _TOP) * _SCALE * 16))
        nail = np.zeros(height.shape, dtype=np.float32)
        axes = (int(3.6 * _SCALE * 16), int(5 * _SCALE * 16))
        cv2.ellipse(nail, centre, axes, angle, 0, 360, 1.0, -1, cv2.LINE_AA, 4)
        paint = paint + nail[..., None] * np.array([0.10, 0.09, 0.06], dtype=np.float32)
    glow = np.array(light.lamp, dtype=np.float32) * (0.85 * lit * crease)[..., None]
    glow += np.array(light.room, dtype=np.float32) * crease[..., None]
    cover = cv2.GaussianBlur((height > 0).astype(np.float32), (0, 0), 0.8)
    return np.dstack([to_picture(paint**2 * glow * cover[..., None] ** 2), (cover * 255).astype(np.uint8)])


def _height(bones: tuple[_Bone, ...], x: Linear, y: Linear) -> Linear:
    """How high a body of round bones rises over its middle plane, mm; 0 beside it."""
    square = np.zeros(np.broadcast_shapes(x.shape, y.shape), dtype=np.float32)
    for from_x, from_y, from_radius, to_x, to_y, to_radius in bones:
        along_x, along_y = to_x - from_x, to_y - from_y
        part = np.clip(((x - from_x) * along_x + (y - from_y) * along_y) / (along_x**2 + along_y**2), 0, 1)
        radius = from_radius + (to_radius - from_radius) * part
        away = (x - from_x - along_x * part) ** 2 + (y - from_y - along_y * part) ** 2
        np.maximum(square, radius**2 - away, out=square)
    return np.sqrt(square)
