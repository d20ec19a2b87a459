"""Dice trays: an even floor in a frame, a rail beside it, thin printed lines. None of it is a hand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.clutter import Array, paint_polygon
from vision.training.cubes3d import PinholeCamera
from vision.training.floors import Image, in_colours, random_colour, random_even_floor, random_floor


def paint_tray(picture: Image, rng: Generator, camera: PinholeCamera, pixels_per_mm: float) -> None:
    """A tray that any part of may be in the picture, up to all of it."""
    size = (picture.shape[1], picture.shape[0])
    place = _Place(rng, camera, size)
    extent = np.array([rng.uniform(60, 330), rng.uniform(50, 250)])
    floor = random_even_floor if rng.random() < 0.7 else random_floor
    _fill(picture, camera.project(place.rectangle(np.zeros(2), extent)), floor(rng, size, pixels_per_mm))
    if rng.random() < 0.7:
        _rail(picture, rng, camera, place, extent, pixels_per_mm)
    _lines(picture, rng, camera, place, extent, pixels_per_mm)
    if rng.random() < 0.85:
        _frame(picture, rng, camera, place, extent, pixels_per_mm)


class _Place:
    """Where the tray lies: from millimetres about its middle to millimetres of the floor."""

    def __init__(self, rng: Generator, camera: PinholeCamera, size: tuple[int, int]) -> None:
        angle = rng.uniform(0, 2 * np.pi)
        self._turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        self._middle = camera.floor(np.array([rng.uniform(-0.4, 1.4, 2) * size]))[0]

    def rectangle(self, middle: Array, extent: Array, height: float = 0.0) -> Array:
        """The corners (4, 3) of a rectangle `height` above the floor."""
        corners = middle + np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * extent
        return np.column_stack([self._middle + corners @ self._turn.T, np.full(4, height)])


def _rail(
    picture: Image, rng: Generator, camera: PinholeCamera, place: _Place, extent: Array, pixels_per_mm: float
) -> None:
    """A strip along one side, often dark, often with a line round it."""
    wide = rng.uniform(18, 50)
    middle = np.array([0.0, rng.choice([-1, 1]) * (extent[1] / 2 + rng.uniform(6, 25) + wide / 2)])
    outline = camera.project(place.rectangle(middle, np.array([extent[0] * rng.uniform(0.7, 1.0), wide])))
    if rng.random() < 0.8:
        colour = random_colour(rng) * (rng.uniform(0.05, 0.4) if rng.random() < 0.6 else 1.0)
        floor = random_even_floor(rng, (picture.shape[1], picture.shape[0]), pixels_per_mm, colour)
        _fill(picture, outline, floor)
    if rng.random() < 0.7:
        _line(picture, outline, random_colour(rng), rng.uniform(0.3, 1.5) * pixels_per_mm)


def _lines(
    picture: Image, rng: Generator, camera: PinholeCamera, place: _Place, extent: Array, pixels_per_mm: float
) -> None:
    """Thin lines round the tray, curves on its floor, small stars everywhere."""
    colour = random_colour(rng)
    if rng.random() < 0.5:
        around = camera.project(place.rectangle(np.zeros(2), extent + rng.uniform(30, 120)))
        _line(picture, around, colour, rng.uniform(0.3, 1.2) * pixels_per_mm)
    if rng.random() < 0.3:
        angle = np.linspace(0, 2 * np.pi, 60)
        corners = camera.project(place.rectangle(np.zeros(2), extent))
        for share in rng.uniform(0.1, 0.8, int(rng.integers(1, 4))):
            across, down = (corners[1] - corners[0]) * share / 2, (corners[3] - corners[0]) * share / 2
            curve = corners.mean(0) + np.outer(np.cos(angle), across) + np.outer(np.sin(angle), down)
            _line(picture, curve, colour, rng.uniform(0.3, 0.9) * pixels_per_mm)
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(5, 40))):
            at = (int(rng.integers(picture.shape[1])), int(rng.integers(picture.shape[0])))
            cv2.circle(picture, at, int(rng.integers(1, 3)), colour.tolist(), -1, cv2.LINE_AA)


def _frame(
    picture: Image, rng: Generator, camera: PinholeCamera, place: _Place, extent: Array, pixels_per_mm: float
) -> None:
    """Four walls with lit tops, dark sides and a shadow."""
    height, thick = rng.uniform(3, 25), rng.uniform(3, 14)
    colour = random_colour(rng) * rng.uniform(0.4, 1)
    size = (picture.shape[1], picture.shape[0])
    wood = random_floor(rng, size, pixels_per_mm, colour, "wood") if rng.random() < 0.6 else None
    walls = [
        (np.array([0, side * (extent[1] + thick) / 2]), np.array([extent[0] + 2 * thick, thick])) for side in (-1, 1)
    ] + [(np.array([side * (extent[0] + thick) / 2, 0]), np.array([thick, extent[1]])) for side in (-1, 1)]
    shift = rng.uniform(-1, 1, 2) * height * pixels_per_mm
    dark = np.zeros((size[1], size[0]), np.float32)
    for middle, wall in walls:
        paint_polygon(dark, camera.project(place.rectangle(middle, wall)) + shift, np.array([1.0]))
        paint_polygon(dark, camera.project(place.rectangle(middle, wall)), np.array([1.0]))
    dark = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.5, 4) * pixels_per_mm).astype(np.float32)
    picture *= 1 - rng.uniform(0.2, 0.7) * in_colours(dark)
    side_light = rng.uniform(0.3, 0.9, 4)
    for (middle, wall), light in zip(walls, side_light, strict=True):
        ends = [camera.project(place.rectangle(middle, wall, at)) for at in (0.0, height)]
        hull = cv2.convexHull(np.vstack(ends).astype(np.float32))[:, 0]
        paint_polygon(picture, np.asarray(hull, float), colour * light)
    for middle, wall in walls:
        top = camera.project(place.rectangle(middle, wall, height))
        if wood is None:
            paint_polygon(picture, top, colour)
        else:
            _fill(picture, top, wood)


def _fill(picture: Image, outline: Array, paint: Image) -> None:
    cover = np.zeros(picture.shape[:2], np.float32)
    paint_polygon(cover, outline, np.array([1.0]))
    picture += in_colours(cover) * (paint - picture)


def _line(picture: Image, points: Array, colour: Array, width: float) -> None:
    path = np.round(points * 16).astype(np.int32)
    cv2.polylines(picture, [path], True, colour.tolist(), max(1, round(width)), cv2.LINE_AA, 4)
