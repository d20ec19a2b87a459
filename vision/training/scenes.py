"""Random pictures of cubes on a table with the truth about them: for training and measuring.

Scenes are as different from each other as can be, and cheap: a floor, shadows, warped boxes, clutter, a bad lens.
Nothing moves in them; the simulated tray has a renderer of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from controller.ports import Face
from vision.drawings import Split
from vision.training import clutter, covers, trays
from vision.training.cube_looks import DIE, Look, Sides, other_die, random_cube, random_looks
from vision.training.cubes3d import (
    Array,
    Box,
    Image,
    PinholeCamera,
    paint_box,
    paint_glare,
    random_camera,
    silhouette,
)
from vision.training.degrade import degrade, light_field
from vision.training.floors import Colour, random_floor
from vision.training.hands import paint_dressed_hand
from vision.training.laying import lay_cubes
from vision.training.shadows import random_light, throw_shadows
from vision.training.walls import Wall, paint_wall, random_wall

Mask = NDArray[np.uint8]

_FLOOR_LIKE_A_CUBE = 0.35  # share of the scenes whose floor has nearly the cubes' colour
_WALLED = 0.55  # share of the scenes with a wall
_OTHER_DICE = 0.08  # share of the cubes that are dice of another game
_REACHED = 0.12  # share of the scenes that anybody's hand reaches into, in the second of `random_scenes`
_COCKED_FROM = np.radians(10)
_READABLE = 0.8  # a top face of which less is in sight is neither cube nor background


@dataclass(frozen=True)
class SceneCube:
    """The truth about one cube. `face`: None for a blank, strange or foreign one; `quad`: (4, 2) pixels; `tilt`:
    radians; `up`: (3,), which way its top faces in the world, of length 1; `in_sight`: the share of its top face that
    is in the picture and not covered; `side`: millimetres."""

    face: Face | None
    manner: str
    quad: Array
    tilt: float
    up: Array
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


@dataclass(frozen=True)
class _Stage:
    """Where a scene plays. `size`: width and height of its picture; `per_mm`: pixels; `plain`: nothing covers or
    leans, and no thing lies among the cubes. `any_drawing`: as `random_cube` has it."""

    size: tuple[int, int]
    split: Split
    camera: PinholeCamera
    per_mm: float
    looks: tuple[Look, Look]
    wall: Wall | None
    plain: bool
    any_drawing: bool


@dataclass(frozen=True)
class _Painted:
    """A painted cube: its top's `face` and `manner`, and (height, width) where that can be seen."""

    face: Face | None
    manner: str
    in_sight: Mask


def random_scene(
    seed: int,
    split: Split,
    size: tuple[int, int] = (640, 512),
    cubes: int | None = None,
    face_px: float | None = None,
    plain: bool = False,
    from_the_side: bool = False,
    any_drawing: bool = False,
) -> Scene:
    """The scene of that seed, drawn with styles of `split`: `random_scenes` without the hand."""
    return random_scenes(seed, split, size, cubes, face_px, plain, from_the_side, any_drawing)[0]


def random_scenes(
    seed: int,
    split: Split,
    size: tuple[int, int] = (640, 512),
    cubes: int | None = None,
    face_px: float | None = None,
    plain: bool = False,
    from_the_side: bool = False,
    any_drawing: bool = False,
) -> tuple[Scene, Scene]:
    """The scene of that seed, drawn with styles of `split`, and the same as somebody reaches into it, by chance; else
    it is that very scene.

    `size`: width and height. `cubes`: how many, by chance 0 to 7 when None. `face_px`: width of a top face, 34 to 62
    by chance. `plain`: nothing covers or leans. `from_the_side`: as `random_camera` has it.
    `any_drawing`: as `random_cube` has it.
    """
    rng = default_rng([seed, 11])
    side = rng.uniform(14.5, 18.5)
    per_mm = (rng.uniform(34, 62) if face_px is None else face_px) / side
    camera = random_camera(rng, size, per_mm, from_the_side)
    looks = random_looks(rng)
    picture, markers = _floor(rng, size, camera, per_mm, looks[0].body)
    wall = random_wall(rng, camera, size) if rng.random() < _WALLED else None
    stage = _Stage(size, split, camera, per_mm, looks, wall, plain, any_drawing)
    laid = lay_cubes(rng, camera, size, side, wall, cubes, plain)
    boxes = [box for box, _ in laid]
    evenness = light_field(rng, size)
    light = random_light(rng)
    foreign = _scatter(picture, rng, boxes, stage) if not plain and rng.random() < 0.3 else []
    throw_shadows(picture, rng, boxes, camera, light)
    order = _back_to_front(boxes, stage)
    painted = _paint_cubes(picture, rng, boxes, order, light, stage)
    foreign += [_top_middle(boxes[index], camera) for index in order if painted[index].manner == DIE]
    picture *= evenness

    def photographed(shown: Image, covered: Mask, chance: Generator) -> Scene:
        return Scene(
            degrade(shown, chance),
            [_truth(box, tilt, cube, covered, camera) for (box, tilt), cube in zip(laid, painted, strict=True)],
            [(x, y) for x, y in foreign if 0 <= x < size[0] and 0 <= y < size[1] and not covered[int(y), int(x)]],
            [(float(x), float(y)) for x, y in markers if 0 <= x < size[0] and 0 <= y < size[1]],
            covered,
            camera,
        )

    whose = default_rng([seed, 17])
    reached = None
    if not plain and whose.random() < _REACHED:
        shown = picture.copy()
        reached = photographed(shown, paint_dressed_hand(shown, whose, per_mm), whose)
    scene = photographed(picture, _cover(picture, rng, stage), rng)
    return scene, reached or scene


def is_cocked(cube: SceneCube) -> bool:
    """Whether it leans so far that its face doesn't count."""
    return bool(cube.tilt > _COCKED_FROM)


def is_readable(cube: SceneCube) -> bool:
    """Whether enough of its top face is in sight to name it."""
    return cube.in_sight >= _READABLE


def _floor(
    rng: Generator, size: tuple[int, int], camera: PinholeCamera, per_mm: float, body: Colour
) -> tuple[Image, list[Array]]:
    """A floor with what is printed or lies flat on it, and the middles (x, y) of the markers among that."""
    colour = body * rng.uniform(0.5, 1.2) if rng.random() < _FLOOR_LIKE_A_CUBE else None
    picture = random_floor(rng, size, per_mm, colour)
    if rng.random() < 0.5:
        trays.paint_tray(picture, rng, camera, per_mm)
    if rng.random() < 0.15:
        clutter.paint_paper(picture, rng, per_mm)
    return picture, [clutter.paint_marker(picture, rng, per_mm) for _ in range(int(rng.integers(-3, 3)))]


def _scatter(picture: Image, rng: Generator, boxes: list[Box], stage: _Stage) -> list[tuple[float, float]]:
    """Coins and the like where no cube lies; gives their middles."""
    placed: list[tuple[float, float]] = []
    tops = [_top_middle(box, stage.camera) for box in boxes]
    for _ in range(int(rng.integers(1, 4))):
        middle = np.array([rng.uniform(0.05, 0.95) * stage.size[0], rng.uniform(0.05, 0.95) * stage.size[1]])
        if all(np.hypot(*(middle - other)) > 24 * stage.per_mm for other in [*tops, *placed]):
            clutter.paint_foreign(picture, rng, middle, stage.per_mm)
            placed.append((float(middle[0]), float(middle[1])))
    return placed


def _back_to_front(boxes: list[Box], stage: _Stage) -> list[int]:
    """In which order cubes must be painted, those that a wall hides first."""
    order = sorted(range(len(boxes)), key=lambda i: -float(np.hypot(*(boxes[i].center - stage.camera.position)[:2])))
    return sorted(order, key=lambda i: not _is_behind(boxes[i], stage))


def _is_behind(box: Box, stage: _Stage) -> bool:
    return stage.wall is not None and stage.wall.hides(box, stage.camera)


def _paint_cubes(
    picture: Image, rng: Generator, boxes: list[Box], order: list[int], light: Array, stage: _Stage
) -> list[_Painted]:
    """Paint the boxes in that order, before the first that no wall hides the wall, and tell what of their tops is
    in sight."""
    ambient, sheen = rng.uniform(0.15, 0.85), rng.choice([0.0, 0.15, 0.5]) * rng.random()
    occlusion = rng.uniform(0, 0.5)
    glossy = rng.choice([0.0, 0.1, 0.5])
    edge_light = float(np.exp(rng.normal(0, 0.2)))
    odd = int(rng.integers(5)) if rng.random() < 0.8 else -1
    painted: dict[int, _Painted] = {}
    wall = stage.wall
    for index in order:
        box = boxes[index]
        if wall is not None and not _is_behind(box, stage):
            outline = paint_wall(picture, rng, wall, stage.camera, stage.looks[0].body, stage.per_mm)
            _hide(painted.values(), outline)
            wall = None
        sides = _random_sides(rng, stage, index == odd)
        shine = (sheen, edge_light, occlusion)
        paint_box(picture, box, stage.camera, sides.textures, sides.body, light, ambient, *shine)
        if rng.random() < glossy:
            paint_glare(picture, rng, stage.camera.project(box.side_quad(0)))
        _hide(painted.values(), silhouette(box, stage.camera))
        painted[index] = _Painted(sides.face, sides.manner, _top_mask(box, stage))
    return [painted[index] for index in range(len(boxes))]


def _random_sides(rng: Generator, stage: _Stage, odd: bool) -> Sides:
    """Of one of the scene's cubes; now and then of one of another set, or of a die."""
    another = rng.random()
    if not stage.plain and another < _OTHER_DICE:
        return other_die(rng)
    look = stage.looks[odd] if rng.random() < 0.93 else random_looks(rng)[0]
    return random_cube(rng, stage.split, look, stage.any_drawing)


def _hide(painted: Iterable[_Painted], outline: Array) -> None:
    for cube in painted:
        cv2.fillPoly(cube.in_sight, [np.round(outline).astype(np.int32)], 0)


def _cover(picture: Image, rng: Generator, stage: _Stage) -> Mask:
    """A hand or a glass before it all, now and then: (height, width), 255 where it is."""
    if not stage.plain and rng.random() < 0.2:
        paint = covers.paint_hand if rng.random() < 0.75 else covers.paint_glass
        return paint(picture, rng, stage.per_mm)
    return np.zeros((stage.size[1], stage.size[0]), np.uint8)


def _truth(box: Box, tilt: float, painted: _Painted, covered: Mask, camera: PinholeCamera) -> SceneCube:
    quad = camera.project(box.side_quad(0))
    area = max(float(cv2.contourArea(quad.astype(np.float32))), 1.0)
    share = cv2.countNonZero(cv2.bitwise_and(painted.in_sight, cv2.bitwise_not(covered))) / area
    return SceneCube(painted.face, painted.manner, quad, tilt, box.normal(0), min(1.0, share), box.side)


def _top_mask(box: Box, stage: _Stage) -> Mask:
    mask = np.zeros((stage.size[1], stage.size[0]), np.uint8)
    corners = np.round(stage.camera.project(box.side_quad(0)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255, cv2.LINE_8, 4)
    return mask


def _top_middle(box: Box, camera: PinholeCamera) -> tuple[float, float]:
    x, y = camera.project(box.side_quad(0)).mean(0)
    return float(x), float(y)
