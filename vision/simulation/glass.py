"""A glass of beer, as it ends up on every table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.simulation.geometry import Array
from vision.simulation.light import TO_LINEAR, Light, Linear, Picture, to_picture
from vision.simulation.view import View

_FOOT, _RIM, _HEIGHT, _FULL = 29.0, 37.0, 120.0, 98.0
"""Radius at the bottom and at the top, height of the glass and of the beer; mm."""
_BEER = (0.10, 0.42, 0.80)
_FOAM = (0.78, 0.86, 0.90)
"""Share of the light that passes or comes back: blue, green, red."""
_BENT = 1.18
"""How much larger the floor looks through it."""
_CORNERS = 64


def lay_glass(picture: Picture, view: View, light: Light, place: tuple[float, float]) -> Picture:
    """`picture` with a glass that stands at `place`, in millimetres of the mat: drawn over it with its shadow."""
    scene = TO_LINEAR[picture]
    foot, rim = _ring(view, place, _FOOT, 0.0), _ring(view, place, _RIM, _HEIGHT)
    _cast_shadow(scene, view, light, place)
    body = _filled(scene, np.vstack([foot, rim]))
    beer = _filled(scene, np.vstack([foot, _ring(view, place, _radius(_FULL), _FULL)]))
    through = scene + body * (_seen_through(scene, foot) - scene)
    through *= 1 - body * (1 - np.float32(0.85)) - beer * (0.85 - np.array(_BEER, np.float32))
    foam = _filled(scene, _ring(view, place, _radius(_FULL) - 2, _FULL))
    lit = np.array(light.lamp, np.float32) * 0.5 + np.array(light.room, np.float32)
    through += foam * (np.array(_FOAM, np.float32) * lit - through)
    for outline, strength in ((rim, 0.75), (foot, 0.35)):
        through += _line(scene, outline) * strength * (np.array(light.lamp, np.float32) - through)
    return to_picture(np.clip(through, 0, 1))


def _radius(height: float) -> float:
    return _FOOT + (_RIM - _FOOT) * height / _HEIGHT


def _ring(view: View, place: tuple[float, float], radius: float, height: float) -> Array:
    return view.project(_circle(place, radius, height))


def _circle(place: tuple[float, float], radius: float, height: float) -> Array:
    angle = np.linspace(0, 2 * np.pi, _CORNERS, endpoint=False)
    around = np.column_stack([np.cos(angle), np.sin(angle)]) * radius + np.array(place)
    return np.column_stack([around, np.full(_CORNERS, height)])


def _filled(scene: Linear, points: Array) -> Linear:
    """How much of each pixel lies within the convex hull of points, 0..1: (height, width, 1)."""
    cover = np.zeros(scene.shape[:2], np.float32)
    cv2.fillConvexPoly(cover, cv2.convexHull(np.round(points * 16).astype(np.int32)), 1.0, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.8), np.float32)[..., None]


def _line(scene: Linear, points: Array) -> Linear:
    cover = np.zeros(scene.shape[:2], np.float32)
    cv2.polylines(cover, [np.round(points * 16).astype(np.int32)], True, 1.0, 3, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), 1.0), np.float32)[..., None]


def _seen_through(scene: Linear, foot: Array) -> Linear:
    """The floor as glass and beer show it: larger, and not sharp."""
    x, y = foot.mean(axis=0)
    matrix = np.array([[_BENT, 0, x * (1 - _BENT)], [0, _BENT, y * (1 - _BENT)]])
    bent = cv2.warpAffine(scene, matrix, scene.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(bent, (0, 0), 5.0), np.float32)


def _cast_shadow(scene: Linear, view: View, light: Light, place: tuple[float, float]) -> None:
    """Glass and beer let half of the light through."""
    lamp = np.array(light.position)
    solid = np.vstack([_circle(place, _FOOT, 0.0), _circle(place, _RIM, _HEIGHT)])
    share = solid[:, 2:] / (lamp[2] - solid[:, 2:])
    fallen = solid + (solid - lamp) * share
    dark = cv2.GaussianBlur(_filled(scene, view.project(fallen * (1, 1, 0))), (0, 0), 6.0)
    scene *= 1 - np.float32(0.5) * np.asarray(dark, np.float32)[..., None]
