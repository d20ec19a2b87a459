"""Everything that doesn't move, drawn once: the lit mat, the tray's walls and their shadows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.simulation.floors import Paint, wood
from vision.simulation.geometry import Array
from vision.simulation.light import Light, Linear, Picture, fill, shadow, soft_mask, to_picture
from vision.simulation.mat import ROLLING, paint_mat
from vision.simulation.view import View

WALL_THICKNESS, WALL_HEIGHT = 6.0, 7.0


@dataclass(frozen=True, eq=False)
class Backdrop:
    """The empty tray.

    `picture`: as the camera sees it, without noise. `wall_depth`: mm along the camera's axis to the walls, infinite
    beside them. `brightness`: how much the lens lets through, 1 in the middle and less towards the corners.
    """

    picture: Picture
    wall_depth: Linear
    brightness: Linear


@dataclass(frozen=True, eq=False)
class _Face:
    """One side of a wall: four corners in order, (4, 3), its outward normal, its length in mm along the grain."""

    corners: Array
    normal: Array
    length: float


def draw_backdrop(view: View, light: Light, floor_name: str, rng: np.random.Generator) -> Backdrop:
    """The empty tray on this floor, in this light.

    Raises:
        ValueError: there is no floor of this name.
    """
    width, height = view.size
    to_picture_plane = view.homography()
    edge = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], dtype=np.float64)
    reach = cv2.perspectiveTransform(edge, np.linalg.inv(to_picture_plane)).reshape(-1, 2)
    paint, to_canvas = paint_mat(floor_name, np.asarray(reach, dtype=np.float64), rng)
    onto = to_picture_plane @ np.linalg.inv(to_canvas)
    smooth = cv2.GaussianBlur(paint, (0, 0), 0.6)
    seen = np.asarray(cv2.warpPerspective(smooth, onto, (width, height), flags=cv2.INTER_LINEAR), dtype=np.float32)
    rays, _ = view.rays(0, 0, width, height)
    stand_x, stand_y, stand_z = view.position.tolist()
    fall = stand_z / -rays[2]
    x = (stand_x + rays[0] * fall).reshape(height, width)
    y = (stand_y + rays[1] * fall).reshape(height, width)
    linear = _lit_floor(seen, x, y, view, light)
    wall_depth = np.full((height, width), np.inf, dtype=np.float32)
    for face in sorted(_wall_faces(), key=lambda face: -float(np.linalg.norm(face.corners.mean(0) - view.position))):
        _draw_face(face, linear, wall_depth, view, light, rng)
    brightness = _vignette(view.size)
    linear = cv2.GaussianBlur(linear, (0, 0), light.blur) * brightness[..., None]
    return Backdrop(to_picture(linear), wall_depth, brightness)


def _lit_floor(seen: Paint, x: Linear, y: Linear, view: View, light: Light) -> Linear:
    lamp_x, lamp_y, lamp_z = light.position
    arriving = light.fade(x, y) * (lamp_z / np.sqrt((lamp_x - x) ** 2 + (lamp_y - y) ** 2 + lamp_z**2))
    shaded = np.zeros(x.shape, dtype=np.float32)
    for box in _wall_boxes():
        outlines = [view.project(outline) for outline in shadow(box, light)]
        low = np.maximum(np.floor(np.concatenate(outlines).min(axis=0)).astype(int) - 6, 0)
        end = np.minimum(np.ceil(np.concatenate(outlines).max(axis=0)).astype(int) + 7, view.size)
        window = shaded[low[1] : end[1], low[0] : end[0]]
        hidden = soft_mask([outline - low for outline in outlines], (window.shape[0], window.shape[1]), 1.5)
        np.maximum(window, hidden, out=window)
    left, top, right, bottom = ROLLING
    inside = np.minimum(np.minimum(x - left, right - x), np.minimum(y - top, bottom - y))
    corner = np.exp(-np.abs(inside) / 5.0).astype(np.float32)
    lit = arriving[..., None] * (1 - 0.85 * shaded[..., None]) * np.array(light.lamp, dtype=np.float32)
    lit += np.array(light.room, dtype=np.float32) * (1 - 0.45 * corner[..., None])
    return np.asarray(seen**2 * lit, dtype=np.float32)


def _wall_boxes() -> list[Array]:
    left, top, right, bottom = ROLLING
    thick = WALL_THICKNESS
    spans = [
        (left - thick, top - thick, right + thick, top), (left - thick, bottom, right + thick, bottom + thick),
        (left - thick, top, left, bottom), (right, top, right + thick, bottom),
    ]  # fmt: skip
    return [
        np.array([(x, y, z) for x in (a, c) for y in (b, d) for z in (0.0, WALL_HEIGHT)]) for a, b, c, d in spans
    ]


def _wall_faces() -> list[_Face]:
    """Inner, outer and upper side of each wall, the upper ones mitred."""
    left, top, right, bottom = ROLLING
    inner = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    out = WALL_THICKNESS * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    outer = inner + out
    faces = []
    for start, stop, normal in ((0, 1, (0, 1)), (1, 2, (-1, 0)), (2, 3, (0, -1)), (3, 0, (1, 0))):
        inwards = np.array([*normal, 0.0])
        length = float(np.linalg.norm(inner[stop] - inner[start]))
        for ring, direction in ((inner, inwards), (outer, -inwards)):
            low = [np.array([*ring[place], 0.0]) for place in (start, stop)]
            high = [np.array([*ring[place], WALL_HEIGHT]) for place in (stop, start)]
            faces.append(_Face(np.array([*low, *high]), direction, length))
        upper = [(*outer[start], WALL_HEIGHT), (*outer[stop], WALL_HEIGHT)]
        upper += [(*inner[stop], WALL_HEIGHT), (*inner[start], WALL_HEIGHT)]
        faces.append(_Face(np.array(upper), np.array([0.0, 0.0, 1.0]), length))
    return faces


def _draw_face(
    face: _Face, linear: Linear, wall_depth: Linear, view: View, light: Light, rng: np.random.Generator
) -> None:
    middle = face.corners.mean(axis=0)
    if (view.position - middle) @ face.normal <= 0:
        return
    outline = view.project(face.corners)
    x, y = np.floor(outline.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 3
    x, y, right, bottom = max(x, 0), max(y, 0), min(right, view.size[0]), min(bottom, view.size[1])
    width, height = right - x, bottom - y
    grain = wood(rng, (32, round(face.length * 3)), (52, 84, 128), scale=0.8)
    upward = face.normal[2] > 0
    if upward:
        # A wall's top is a little round: lightest along its middle.
        grain *= (0.86 + 0.2 * np.sin(np.linspace(0.15, np.pi - 0.15, 32, dtype=np.float32)))[:, None, None]
    corners = np.array([(0, 0), (grain.shape[1], 0), (grain.shape[1], 32), (0, 32)], dtype=np.float32)
    onto = cv2.getPerspectiveTransform(corners, (outline - (x, y)).astype(np.float32))
    paint = cv2.warpPerspective(grain, onto, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101)
    mask = np.zeros((height, width), dtype=np.uint8)
    fill(mask, outline - (x, y), 255)
    towards = light.direction(middle)
    # The opposite wall and the floor throw some light back on the sides.
    lamp = max(0.0, float(face.normal @ towards)) * float(light.fade(middle[0:1], middle[1:2])[0])
    lit = np.array(light.lamp) * lamp + np.array(light.room) * (1.0 if upward else 0.6)
    alpha = mask.astype(np.float32)[..., None] / 255
    window = linear[y:bottom, x:right]
    window[:] = window * (1 - alpha) + np.clip(paint, 0, 1) ** 2 * lit.astype(np.float32) * alpha
    rays, _ = view.rays(x, y, width, height)
    covered = mask > 127
    away = float(face.normal @ (middle - view.position))
    wall_depth[y:bottom, x:right][covered] = away / (face.normal.astype(np.float32) @ rays[:, covered.ravel()])


def _vignette(size: tuple[int, int]) -> Linear:
    width, height = size
    x = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    y = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
    return np.asarray(1 - 0.16 * (x[None, :] ** 2 + y[:, None] ** 2), dtype=np.float32)
