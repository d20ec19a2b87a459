"""The wall of a tray, beside which and on which cubes come to rest."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.clutter import paint_polygon
from vision.training.cubes3d import Array, Box, Image, PinholeCamera
from vision.training.floors import in_colours, random_colour, random_floor

_LENGTH = 1000.0
_LOW = 0.6  # how often a cube can lie on its rim
_LIKE_A_CUBE = 0.3  # how often it has nearly the colour of the cubes


@dataclass(frozen=True)
class Wall:
    """A straight wall. Its inner face runs through `point` (x, y) on the floor and looks `inward` (a unit vector);
    `height` and `thickness` in millimetres."""

    point: Array
    inward: Array
    height: float
    thickness: float

    def foot(self, place: Array) -> Array:
        """The place on the floor at the wall that is nearest to `place`."""
        return np.asarray(place - ((place - self.point) @ self.inward) * self.inward)

    def leaves_room(self, box: Box) -> bool:
        """Whether nothing of the box is inside the wall, above which there is room."""
        corners = box.corners()
        beyond = (corners[:, :2] - self.point) @ self.inward < -0.5
        return not bool((beyond & (corners[:, 2] < self.height - 0.5)).any())

    def hides(self, box: Box, camera: PinholeCamera) -> bool:
        """Whether it stands before the box: the camera looks from outside, and the box doesn't reach over it."""
        outside = (camera.position[:2] - self.point) @ self.inward < 0
        within = ((box.corners()[:, :2] - self.point) @ self.inward > -0.5).all()
        return bool(outside and within)


def random_wall(rng: Generator, camera: PinholeCamera, size: tuple[int, int]) -> Wall:
    """A wall somewhere in a picture of `size` (width, height), with the better part of the floor inside."""
    angle = rng.uniform(0, 2 * np.pi)
    inward = np.array([np.cos(angle), np.sin(angle)])
    corners = camera.floor(np.array([[0.0, 0.0], [size[0], 0.0], [size[0], size[1]], [0.0, size[1]]]))
    reach = np.sort((corners - corners.mean(0)) @ inward)
    point = corners.mean(0) + rng.uniform(0.9 * reach[0], 0.1 * reach[0]) * inward
    height = rng.uniform(3, 8) if rng.random() < _LOW else rng.uniform(8, 26)
    return Wall(point, inward, height, rng.uniform(3, 14))


def paint_wall(
    picture: Image, rng: Generator, wall: Wall, camera: PinholeCamera, body: Array, per_mm: float
) -> Array:
    """Paint the wall over `picture`, with a shadow at its foot; gives its outline (N, 2) in pixels.

    `body`: the cubes' colour; `per_mm`: pixels.
    """
    size = (picture.shape[1], picture.shape[0])
    colour = body * rng.uniform(0.5, 1.1) if rng.random() < _LIKE_A_CUBE else random_colour(rng) * rng.uniform(0.4, 1)
    dark = np.zeros((size[1], size[0]), np.float32)
    band = camera.project(_strip(wall, -wall.thickness, rng.uniform(0.1, 1.2) * wall.height, 0.0))
    paint_polygon(dark, band, np.array([1.0]))
    dark = cv2.GaussianBlur(dark, (0, 0), max(0.5, rng.uniform(0.3, 4) * per_mm)).astype(np.float32)
    picture *= 1 - rng.uniform(0.1, 0.6) * in_colours(dark)
    sides = [camera.project(_strip(wall, -wall.thickness, 0.0, height)) for height in (0.0, wall.height)]
    outline = np.asarray(cv2.convexHull(np.vstack(sides).astype(np.float32))[:, 0], float)
    paint_polygon(picture, outline, colour * rng.uniform(0.3, 0.9))
    if rng.random() < 0.6:
        wood = random_floor(rng, size, per_mm, colour, "wood")
        cover = np.zeros((size[1], size[0]), np.float32)
        paint_polygon(cover, sides[1], np.array([1.0]))
        picture += in_colours(cover) * (wood - picture)
    else:
        paint_polygon(picture, sides[1], colour)
    return outline


def _strip(wall: Wall, outer: float, inner: float, height: float) -> Array:
    """The corners (4, 3) of a strip along the wall, `height` above the floor, from `outer` to `inner` millimetres
    inward of its face."""
    along = np.array([-wall.inward[1], wall.inward[0]]) * _LENGTH
    ends = [
        wall.point + outer * wall.inward - along,
        wall.point + outer * wall.inward + along,
        wall.point + inner * wall.inward + along,
        wall.point + inner * wall.inward - along,
    ]
    return np.column_stack([np.array(ends), np.full(4, height)])
