"""From where a scene is lit, and the shadows that its cubes throw."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.cubes3d import Array, Box, Image, PinholeCamera, shadow
from vision.training.floors import in_colours

_SECOND_LAMP = 0.35


def random_light(rng: Generator) -> Array:
    """The direction (3,) to a lamp, 3 to 60 degrees from straight above."""
    lean, towards = np.radians(rng.uniform(3, 60)), rng.uniform(0, 2 * np.pi)
    return np.array([np.sin(lean) * np.cos(towards), np.sin(lean) * np.sin(towards), np.cos(lean)])


def throw_shadows(picture: Image, rng: Generator, boxes: list[Box], camera: PinholeCamera, light: Array) -> None:
    """Darken `picture` where the boxes keep the lamp, or a second one, from the floor, and where they stand on it."""
    if not boxes:
        return
    size = (picture.shape[1] // 2, picture.shape[0] // 2)  # shadows are soft: half as fine is fine enough
    per_mm = float(np.linalg.norm(camera.project(np.array([[10.0, 0, 0]])) - camera.project(np.zeros((1, 3))))) / 20
    lamps = [(light, rng.uniform(0.15, 0.75), rng.uniform(0.2, 2.5))]
    if rng.random() < _SECOND_LAMP:
        lamps.append((random_light(rng), rng.uniform(0.1, 0.4), rng.uniform(0.2, 2.5)))
    dark = np.zeros((size[1], size[0]), np.float32)
    for direction, strength, softness in lamps:
        outlines = [camera.project(shadow(box, direction)) for box in boxes]
        dark = np.maximum(dark, strength * _filled(outlines, size, softness * per_mm))
    contact = _filled([camera.project(box.stands_on()) for box in boxes], size, 2.2 * per_mm)
    dark = 1 - (1 - dark) * (1 - rng.uniform(0.1, 0.6) * contact)
    picture *= 1 - in_colours(cv2.resize(dark, (picture.shape[1], picture.shape[0])))


def _filled(outlines: list[Array], size: tuple[int, int], softness: float) -> Image:
    """What the outlines, in pixels of a picture twice that size, cover: (height, width), 0..1, with soft edges."""
    layer = np.zeros((size[1], size[0]), np.uint8)
    for outline in outlines:
        cv2.fillPoly(layer, [np.round(outline * 8).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), max(0.5, softness)) / np.float32(255), np.float32)
