"""One cube as the camera sees it: rays against a box with round edges, lit, with its symbols on all six sides."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.geometry import NORMALS, SIDES, Pose
from vision.simulation.light import TO_LINEAR, Light, Linear, Picture
from vision.simulation.view import View

Indexes = NDArray[np.intp]

_ROUNDING = 0.11
"""Radius of the edges as a part of the cube's size."""

_PAD = 2
"""Pixels by which each side's symbol is continued in the atlas, so that sampling never reaches its neighbour."""

_SPECULAR, _GLOSS = 0.11, 40

_OUT = NORMALS.astype(np.float32)
_RIGHT = np.array([axes[1] for axes in SIDES], dtype=np.float32).T
_DOWN = np.array([axes[2] for axes in SIDES], dtype=np.float32).T


@dataclass(frozen=True, eq=False)
class Patch:
    """A cube's piece of the picture: its left and top pixel, its light times its coverage (h, w, 3), its coverage
    (h, w), and how far away its middle is."""

    x: int
    y: int
    colour: Linear
    alpha: Linear
    distance: float


class CubePainter:
    """Paints one cube with its own six sides.

    `sides`: six square pictures in the order of `geometry.SIDES`, blue, green, red, 0..255. `size`: mm.
    """

    def __init__(self, sides: list[Picture], size: float, view: View, light: Light) -> None:
        self._size = size
        self._view = view
        self._light = light
        width = size * view.focal / float(view.position[2])
        self._texels = int(np.clip(round(width * 1.3), 24, 128))
        self._atlas = np.concatenate([_side(picture, self._texels) for picture in sides])
        self._room = np.array(light.room, dtype=np.float32)[:, None]
        self._lamp = np.array(light.lamp, dtype=np.float32)[:, None]

    def window(self, pose: Pose) -> tuple[int, int, int, int] | None:
        """Left, top, width and height in pixels of what the cube covers; None where it is out of sight."""
        seen = self._view.project(pose.corners(self._size))
        left, top = np.floor(seen.min(axis=0)).astype(int) - 4
        right, bottom = np.ceil(seen.max(axis=0)).astype(int) + 5
        left, top = max(int(left), 0), max(int(top), 0)
        right, bottom = min(int(right), self._view.size[0]), min(int(bottom), self._view.size[1])
        if right - left < 2 or bottom - top < 2:
            return None
        # Even sides: a coarse ray stands for a square of two by two pixels.
        return left, top, (right - left) // 2 * 2, (bottom - top) // 2 * 2

    def paint(self, pose: Pose, wall_depth: Linear, samples: int) -> Patch | None:
        """The cube in this pose; None where it is out of sight.

        `wall_depth`: of the whole picture: what lies behind a wall stays hidden. `samples`: rays a pixel each way;
        0: one ray for two pixels each way, enough for a cube in flight.
        """
        window = self.window(pose)
        if window is None:
            return None
        x, y, width, height = window
        rays, columns = self._view.rays(x, y, width, height, samples)
        rows = rays.shape[1] // columns
        walls = wall_depth[y : y + height, x : x + width]
        deep = cv2.resize(walls, (columns, rows), interpolation=cv2.INTER_NEAREST)
        hit, colour = self._trace(pose, rays, np.asarray(deep, dtype=np.float32).ravel())
        layers = np.zeros((4, rays.shape[1]), dtype=np.float32)
        layers[:3, hit] = colour
        layers[3, hit] = 1.0
        traced = np.ascontiguousarray(layers.T).reshape(rows, columns, 4)
        how = cv2.INTER_AREA if samples else cv2.INTER_LINEAR
        sized = traced if samples == 1 else cv2.resize(traced, (width, height), interpolation=how)
        picture = np.asarray(cv2.GaussianBlur(sized, (0, 0), self._light.blur), dtype=np.float32)
        distance = float(np.linalg.norm(pose.position - self._view.position))
        return Patch(x, y, picture[..., :3], picture[..., 3], distance)

    def _trace(self, pose: Pose, rays: Linear, deep: Linear) -> tuple[Indexes, Linear]:
        """Which rays meet the cube (their indexes), and the light that comes back along each, (3, n)."""
        half = np.float32(self._size / 2)
        rounding = np.float32(self._size * _ROUNDING)
        to_cube = pose.rotation.T.astype(np.float32)
        origin = (pose.rotation.T @ (self._view.position - pose.position)).astype(np.float32)[:, None]
        local = to_cube @ rays
        steps = 1.0 / np.where(np.abs(local) < 1e-7, np.float32(1e-7), local)
        middle, reach = -origin * steps, np.abs(steps) * half
        near, far = middle - reach, middle + reach
        enter = np.maximum(np.maximum(near[0], near[1]), near[2])
        leave = np.minimum(np.minimum(far[0], far[1]), far[2])
        hit = np.flatnonzero(enter < leave)
        local, depth = local[:, hit], enter[hit]
        point = origin + local * depth
        over = np.abs(point) - (half - rounding)
        bulge = np.maximum(over, 0)
        off = _length(bulge) - rounding
        on_edge = np.flatnonzero(off > 0.01)
        if len(on_edge):
            missed = self._reach_round_edge(point, local, depth, on_edge, half, rounding)
            keep = np.ones(len(hit), dtype=bool)
            keep[missed] = False
            hit, local, point, depth = hit[keep], local[:, keep], point[:, keep], depth[keep]
            bulge = np.maximum(np.abs(point) - (half - rounding), 0)
        seen = np.flatnonzero(depth < deep[hit] + 0.3)
        hit, local, point, bulge = hit[seen], local[:, seen], point[:, seen], bulge[:, seen]
        normal = bulge * np.sign(point)
        normal /= _length(normal) + 1e-6
        return hit, self._shade(pose, point, normal, local)

    def _reach_round_edge(
        self, point: Linear, local: Linear, depth: Linear, on_edge: Indexes, half: np.float32, rounding: np.float32
    ) -> Indexes:
        """March the rays that entered the box where its edges are rounded off; answers those that pass by."""
        here, way = point[:, on_edge], local[:, on_edge]
        gone = np.zeros(len(on_edge), dtype=np.float32)
        length = _length(way)
        for _ in range(9):
            bulge = np.maximum(np.abs(here) - (half - rounding), 0)
            off = _length(bulge) - rounding
            step = off / length
            gone += step
            here = here + way * step
        point[:, on_edge] = here
        depth[on_edge] += gone
        return np.asarray(on_edge[off > 0.12])

    def _shade(self, pose: Pose, point: Linear, normal: Linear, local: Linear) -> Linear:
        place = pose.position
        towards = self._light.direction(place)
        lamp = (pose.rotation.T @ towards).astype(np.float32)
        up = pose.rotation[2].astype(np.float32)
        fade = float(self._light.fade(place[0:1], place[1:2])[0])
        lit = np.maximum(lamp @ normal, 0) * np.float32(fade)
        eye = local / -_length(local)
        between = eye + lamp[:, None]
        between /= _length(between)
        shine = _SPECULAR * fade * np.maximum(_dot(between, normal), 0) ** _GLOSS
        # The floor takes the room's light away from what is low and looks down.
        height = (up @ point + np.float32(place[2])) / np.float32(self._size)
        open_sky = (0.62 + 0.38 * (up @ normal)) * (0.55 + 0.45 * np.clip(height, 0, 1))
        paint = self._sample(point, normal)
        return np.asarray(paint * (self._lamp * lit + self._room * open_sky) + self._lamp * shine, dtype=np.float32)

    def _sample(self, point: Linear, normal: Linear) -> Linear:
        """The paint at points of the surface, (3, n), linear."""
        side = np.argmax(_OUT @ normal, axis=0)
        right, down = _RIGHT[:, side], _DOWN[:, side]
        scale = np.float32(self._texels / self._size)
        limit = self._texels / 2 + _PAD - 1.5
        column = np.clip(_dot(right, point) * scale, -limit, limit)
        row = np.clip(_dot(down, point) * scale, -limit, limit)
        pitch = self._texels + 2 * _PAD
        middle = np.float32((pitch - 1) / 2)
        at_x = (column + middle).astype(np.float32)[None, :]
        at_y = (row + middle + side * pitch).astype(np.float32)[None, :]
        return np.asarray(_remap_long(self._atlas, at_x, at_y).T, dtype=np.float32)


def _dot(one: Linear, other: Linear) -> Linear:
    return np.asarray(one[0] * other[0] + one[1] * other[1] + one[2] * other[2], dtype=np.float32)


def _length(vectors: Linear) -> Linear:
    return np.sqrt(_dot(vectors, vectors))


def _side(picture: Picture, texels: int) -> Linear:
    linear = cv2.LUT(cv2.resize(picture, (texels, texels), interpolation=cv2.INTER_AREA), TO_LINEAR)
    return np.asarray(cv2.copyMakeBorder(linear, _PAD, _PAD, _PAD, _PAD, cv2.BORDER_REPLICATE), dtype=np.float32)


def _remap_long(atlas: Linear, at_x: Linear, at_y: Linear) -> Linear:
    """`cv2.remap` for any number of points (it takes no picture wider than 32767), (n, 3)."""
    count, width = at_x.shape[1], 256
    rows = -(-count // width)
    wide_x = np.zeros(rows * width, dtype=np.float32)
    wide_y = np.zeros(rows * width, dtype=np.float32)
    wide_x[:count], wide_y[:count] = at_x[0], at_y[0]
    if not count:
        return np.zeros((0, 3), dtype=np.float32)
    found = cv2.remap(atlas, wide_x.reshape(rows, width), wide_y.reshape(rows, width), cv2.INTER_LINEAR)
    return np.asarray(found.reshape(-1, 3)[:count], dtype=np.float32)
