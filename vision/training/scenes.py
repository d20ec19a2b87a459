"""Random pictures of cubes on a table with the truth about them: for training and measuring.

Scenes are as different from each other as can be, and cheap: a floor, shadows, warped boxes, clutter, a bad lens.
Nothing moves in them; the simulated tray has a renderer of its own.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from controller.ports import Face
from vision.drawings import FACES, Split, draw_face, random_style
from vision.training import clutter, covers, trays
from vision.training.cubes3d import (
    Array,
    Box,
    Image,
    PinholeCamera,
    paint_box,
    paint_glare,
    random_camera,
    shadow,
    silhouette,
)
from vision.training.degrade import degrade, light_field
from vision.training.floors import Colour, noise, random_colour, random_floor
from vision.training.laying import Laid, lay_cubes
from vision.training.walls import Wall, paint_wall, random_wall

_TEXTURE = 64
_VARIANTS = 3000  # different drawings a face in a split, so that they can be kept instead of drawn anew
_FLOOR_LIKE_A_CUBE = 0.35  # share of the scenes whose floor has nearly the cubes' colour
_WALLED = 0.45  # share of the scenes with a wall
_COCKED_FROM = np.radians(10)
_READABLE = 0.8  # a top face of which less is in sight is neither cube nor background


@dataclass(frozen=True)
class SceneCube:
    """The truth about one cube. `face`: None for a blank or foreign one; `quad`: (4, 2) pixels; `tilt`: radians;
    `in_sight`: the share of its top face that is in the picture and not covered; `side`: millimetres."""

    face: Face | None
    manner: str
    quad: Array
    tilt: float
    in_sight: float
    side: float


@dataclass(frozen=True)
class Scene:
    """A picture (height, width, 3) uint8 BGR and what is in it. `foreign`: centres (x, y) of other objects,
    `markers` of printed markers. `covered`: (height, width), 255 where a hand or glass covers the picture. `camera`:
    how the floor is seen, z = 0 in millimetres."""

    picture: NDArray[np.uint8]
    cubes: list[SceneCube]
    foreign: list[tuple[float, float]]
    markers: list[tuple[float, float]]
    covered: NDArray[np.uint8]
    camera: PinholeCamera


@dataclass
class _Look:
    """How the cubes of one colour look."""

    body: Colour
    ink: Colour
    wear: float
    emboss: float
    faces: dict[Face, tuple[str, NDArray[np.uint8]]] = field(default_factory=dict)


def random_scene(
    seed: int,
    split: Split,
    size: tuple[int, int] = (640, 512),
    cubes: int | None = None,
    face_px: float | None = None,
    plain: bool = False,
) -> Scene:
    """The scene of that seed, drawn with styles of `split`.

    `size`: width and height. `cubes`: how many, by chance 0 to 7 when None. `face_px`: width of a top face, 34 to 62
    by chance. `plain`: nothing covers or leans.
    """
    rng = default_rng([seed, 11])
    side = rng.uniform(14.5, 18.5)
    pixels_per_mm = (rng.uniform(34, 62) if face_px is None else face_px) / side
    camera = random_camera(rng, size, pixels_per_mm)
    looks = _looks(rng)
    floor_colour = looks[0].body * rng.uniform(0.5, 1.2) if rng.random() < _FLOOR_LIKE_A_CUBE else None
    picture = random_floor(rng, size, pixels_per_mm, floor_colour)
    if rng.random() < 0.5:
        trays.paint_tray(picture, rng, camera, pixels_per_mm)
    if rng.random() < 0.15:
        clutter.paint_paper(picture, rng, pixels_per_mm)
    markers = [clutter.paint_marker(picture, rng, pixels_per_mm) for _ in range(int(rng.integers(-3, 3)))]
    wall = random_wall(rng, camera, size) if rng.random() < _WALLED else None
    boxes = lay_cubes(rng, camera, size, side, wall, cubes, plain)
    field_of_light = light_field(rng, size)
    light = _light(rng)
    foreign: list[tuple[float, float]] = []
    if not plain and rng.random() < 0.3:
        foreign = _scatter(picture, rng, boxes, camera, pixels_per_mm)
    _throw_shadows(picture, rng, [box for box, _ in boxes], camera, light)
    order = sorted(range(len(boxes)), key=lambda i: -float(np.hypot(*(boxes[i][0].center - camera.position)[:2])))
    behind = [i for i in order if wall is not None and wall.hides(boxes[i][0], camera)]
    order = behind + [i for i in order if i not in behind]
    ambient, sheen = rng.uniform(0.3, 0.85), rng.choice([0.0, 0.15, 0.5]) * rng.random()
    glossy = rng.choice([0.0, 0.1, 0.5])
    edge_light = float(np.exp(rng.normal(0, 0.2)))
    truth: list[tuple[Face | None, str, float]] = [(None, "", 0.0)] * len(boxes)
    in_sight = [np.zeros(0, np.uint8)] * len(boxes)
    odd = int(rng.integers(5)) if rng.random() < 0.8 else -1
    for at, index in enumerate(order):
        if wall is not None and at == len(behind):
            _paint_wall(picture, rng, wall, camera, looks[0].body, pixels_per_mm, [in_sight[i] for i in behind])
        box, tilt = boxes[index]
        odd_one_out = rng.random()
        if not plain and odd_one_out < 0.05:
            face, manner, textures, body = _other_die(rng)
            foreign.append(_middle(camera.project(box.side_quad(0))))
        else:
            look = looks[1 if index == odd else 0] if rng.random() < 0.93 else _looks(rng)[0]
            face, manner, textures = _sides(rng, split, look)
            body = look.body
        truth[index] = (face, manner, tilt)
        paint_box(picture, box, camera, textures, body, light, ambient, sheen, edge_light)
        if rng.random() < glossy:
            paint_glare(picture, rng, camera.project(box.side_quad(0)))
        in_sight[index] = _top_mask(camera, box, size)
        cover = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillPoly(cover, [np.round(silhouette(box, camera)).astype(np.int32)], 255)
        for other in order[:at]:
            in_sight[other][cover > 0] = 0
    picture *= field_of_light
    covered = np.zeros((size[1], size[0]), np.uint8)
    if not plain and rng.random() < 0.2:
        paint_cover = covers.paint_hand if rng.random() < 0.75 else covers.paint_glass
        covered = paint_cover(picture, rng, pixels_per_mm)
    foreign = [(x, y) for x, y in foreign if 0 <= x < size[0] and 0 <= y < size[1] and not covered[int(y), int(x)]]
    known = []
    for (box, _), (face, manner, tilt), mask in zip(boxes, truth, in_sight, strict=True):
        quad = camera.project(box.side_quad(0))
        area = max(float(cv2.contourArea(quad.astype(np.float32))), 1.0)
        share = cv2.countNonZero(cv2.bitwise_and(mask, cv2.bitwise_not(covered))) / area
        known.append(SceneCube(face, manner, quad, tilt, min(1.0, share), box.side))
    middles = [(float(x), float(y)) for x, y in markers if 0 <= x < size[0] and 0 <= y < size[1]]
    return Scene(degrade(picture, rng), known, foreign, middles, covered, camera)


def is_cocked(cube: SceneCube) -> bool:
    """Whether it leans so far that its face doesn't count."""
    return bool(cube.tilt > _COCKED_FROM)


def is_readable(cube: SceneCube) -> bool:
    """Whether enough of its top face is in sight to name it."""
    return cube.in_sight >= _READABLE


def _looks(rng: Generator) -> list[_Look]:
    looks = []
    for _ in range(2):
        body = random_colour(rng)
        ink = random_colour(rng)
        while np.linalg.norm(ink - body) < 130 and abs(float(ink.mean() - body.mean())) < 65:
            ink = random_colour(rng) if rng.random() < 0.5 else rng.choice([15.0, 240.0]) + rng.normal(0, 6, 3)
        looks.append(
            _Look(body, np.clip(ink, 0, 255), max(0.0, rng.normal(-0.2, 0.35)), max(0.0, rng.normal(-0.3, 0.4)))
        )
    return looks


@functools.cache
def _mask(face: Face, split: Split, variant: int) -> tuple[str, NDArray[np.uint8]]:
    style = random_style(face, split, default_rng([variant, FACES.index(face)]))
    return style.manner, draw_face(style, _TEXTURE)


def _glyph(rng: Generator, split: Split, face: Face) -> tuple[str, NDArray[np.uint8]]:
    return _mask(face, split, int(rng.integers(_VARIANTS)))


def _sides(rng: Generator, split: Split, look: _Look) -> tuple[Face | None, str, list[Image]]:
    """The top's face and all six sides; now and then the top is blank."""
    faces = [FACES[i] for i in rng.permutation(7)[:6]]
    blank = rng.random() < 0.025
    textures, manner = [], ""
    for index, face in enumerate(faces[:5]):
        name, mask = _glyph(rng, split, face)
        if index == 0:
            manner = name
        textures.append(_texture(rng, np.zeros_like(mask) if blank else mask, look))
    return (None if blank else faces[0]), manner, [*textures, textures[-1]]


def _texture(rng: Generator, mask: NDArray[np.uint8], look: _Look) -> Image:
    share = np.rot90(mask, int(rng.integers(4))).astype(np.float32) / 255
    size = (_TEXTURE, _TEXTURE)
    if look.wear > 0:
        share = share * np.clip(1.2 - look.wear * np.maximum(noise(rng, size, 3), 0), 0, 1)
    paint = look.body + share[..., None] * (look.ink - look.body)
    if look.emboss > 0:
        edge = share - np.roll(share, (1, 1), (0, 1))
        paint = paint * (1 + look.emboss * edge[..., None])
    if rng.random() < 0.3:
        paint = paint * (1 + 0.06 * noise(rng, size, rng.uniform(1, 12))[..., None])
    return np.ascontiguousarray(np.clip(paint, 0, 255), np.float32)


def _other_die(rng: Generator) -> tuple[None, str, list[Image], Colour]:
    body = random_colour(rng)
    ink = np.array([245.0] * 3) if body.mean() < 128 else np.array([15.0] * 3)
    return None, "die", [clutter.pipped_side(rng, _TEXTURE, body, ink) for _ in range(6)], body


def _light(rng: Generator) -> Array:
    lean, towards = np.radians(rng.uniform(3, 60)), rng.uniform(0, 2 * np.pi)
    return np.array([np.sin(lean) * np.cos(towards), np.sin(lean) * np.sin(towards), np.cos(lean)])


def _throw_shadows(picture: Image, rng: Generator, boxes: list[Box], camera: PinholeCamera, light: Array) -> None:
    if not boxes:
        return
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    scale = float(np.linalg.norm(camera.project(np.array([[10.0, 0, 0]])) - camera.project(np.zeros((1, 3))))) / 20
    dark = np.zeros((size[1], size[0]), np.float32)
    lights = [(light, rng.uniform(0.15, 0.75), rng.uniform(0.2, 2.5))]
    if rng.random() < 0.35:
        lights.append((_light(rng), rng.uniform(0.1, 0.4), rng.uniform(0.2, 2.5)))
    for direction, strength, softness in lights:
        layer = np.zeros((size[1], size[0]), np.uint8)
        for box in boxes:
            cv2.fillPoly(
                layer, [np.round(camera.project(shadow(box, direction)) * 8).astype(np.int32)], 255, cv2.LINE_AA, 4
            )
        dark = np.maximum(
            dark, strength * cv2.GaussianBlur(layer, (0, 0), max(0.5, softness * scale)).astype(np.float32) / 255
        )
    contact = np.zeros((size[1], size[0]), np.uint8)
    for box in boxes:
        cv2.fillPoly(contact, [np.round(camera.project(box.stands_on()) * 8).astype(np.int32)], 255, cv2.LINE_AA, 4)
    around = cv2.GaussianBlur(contact, (0, 0), max(0.5, 2.2 * scale)).astype(np.float32) / 255
    dark = 1 - (1 - dark) * (1 - rng.uniform(0.1, 0.6) * around)
    picture *= 1 - cv2.resize(dark, (picture.shape[1], picture.shape[0]))[..., None]


def _paint_wall(
    picture: Image,
    rng: Generator,
    wall: Wall,
    camera: PinholeCamera,
    body: Colour,
    pixels_per_mm: float,
    behind: list[NDArray[np.uint8]],
) -> None:
    """Paint the wall; of tops `behind` it, as masks of what is in sight, take away what it hides."""
    outline = paint_wall(picture, rng, wall, camera, body, pixels_per_mm)
    for in_sight in behind:
        cv2.fillPoly(in_sight, [np.round(outline).astype(np.int32)], 0)


def _scatter(
    picture: Image, rng: Generator, boxes: Laid, camera: PinholeCamera, pixels_per_mm: float
) -> list[tuple[float, float]]:
    """Coins and the like where no cube lies."""
    placed: list[tuple[float, float]] = []
    tops = [camera.project(box.side_quad(0)).mean(0) for box, _ in boxes]
    for _ in range(int(rng.integers(1, 4))):
        center = np.array([rng.uniform(0.05, 0.95) * picture.shape[1], rng.uniform(0.05, 0.95) * picture.shape[0]])
        if all(np.hypot(*(center - other)) > 24 * pixels_per_mm for other in [*tops, *placed]):
            clutter.paint_foreign(picture, rng, center, pixels_per_mm)
            placed.append((float(center[0]), float(center[1])))
    return placed


def _top_mask(camera: PinholeCamera, box: Box, size: tuple[int, int]) -> NDArray[np.uint8]:
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(camera.project(box.side_quad(0)) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    return mask


def _middle(quad: Array) -> tuple[float, float]:
    middle = quad.mean(0)
    return (float(middle[0]), float(middle[1]))
