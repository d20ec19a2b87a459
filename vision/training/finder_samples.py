"""What the finder learns from a scene: a part of its picture, and the shapes in it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import ArrayLike, NDArray

from vision.drawings import Split
from vision.networks import CUBE_WIDTH, STRIDE, shape_of_quad
from vision.training.cube_looks import DIE
from vision.training.scenes import Scene, is_cocked, is_readable, random_scenes
from vision.view import Slant, view_from_above

FINDER_SIZE = (192, 160)  # width and height of a finder sample
COVERED_SIZE = (FINDER_SIZE[0] // STRIDE, FINDER_SIZE[1] // STRIDE)
SPOTS = 16  # rows kept for a finder sample; unused ones have kind 0
SPOT_CUBE, SPOT_FOREIGN, SPOT_IGNORE, SPOT_DIE = 1, 2, 3, 4  # a die is foreign, and has an outline
_FROM_ABOVE = 0.65  # share of the finder's samples that are views from above, as at a tray whose mat is in view
_FROM_THE_SIDE = 0.5  # share of the others that somebody at a table has taken
_WRONG_SCALE = 0.15  # share of the others in which cubes are far too small or large to be found
_SIZE_UNKNOWN = 0.05  # how far cubes differ from the size that is set: 15 to 18 mm where 16.5 are expected
_PLACE_UNKNOWN = 0.05  # how far off the camera's height is measured


@dataclass(frozen=True)
class FinderSamples:
    """`pictures` (N, height, width, 3) uint8. `slants` (N, 4): whether it is a view from above, the point under the
    camera and its height, in pixels (see `Slant`). `spots` (N, SPOTS, 10): kind, x, y, log size, stretch, turn,
    cocked, reach in input pixels. `covered` (N, height / 4, width / 4) uint8, 0..255."""

    pictures: NDArray[np.uint8]
    slants: NDArray[np.float32]
    spots: NDArray[np.float32]
    covered: NDArray[np.uint8]


def finder_sample(seed: int, split: Split) -> tuple[tuple[NDArray[np.generic], ...], Scene]:
    """What the finder learns from the scene of that seed, in the order of `FinderSamples`, and the scene without
    the hand that may reach into it there: the other networks learn from that."""
    rng = default_rng([seed, 5])
    return (_from_straight_above if rng.random() < _FROM_ABOVE else _plain)(seed, split, rng)


def _plain(seed: int, split: Split, rng: Generator) -> tuple[tuple[NDArray[np.generic], ...], Scene]:
    """A part of a picture of which nothing is known, now and then in a scale in which nothing in it is a cube."""
    too_far_or_near = rng.random() < _WRONG_SCALE
    face_px = rng.uniform(22, 46)
    off = np.clip(rng.normal(0, 0.18), -0.5, 0.5)
    if too_far_or_near:
        off = rng.choice([-1, 1]) * rng.uniform(0.8, 1.5)
        face_px = rng.uniform(22, 26) if off < 0 else CUBE_WIDTH * np.exp(off)
    width = CUBE_WIDTH * np.exp(off)
    scale = min(1.0, width / face_px)
    size = (round(FINDER_SIZE[0] / scale), round(FINDER_SIZE[1] / scale))
    from_the_side = rng.random() < _FROM_THE_SIDE
    without_hand, scene = random_scenes(seed, split, size, face_px=face_px, from_the_side=from_the_side)
    picture = cv2.resize(scene.picture, FINDER_SIZE, interpolation=cv2.INTER_AREA)
    covered = cv2.resize(scene.covered, COVERED_SIZE, interpolation=cv2.INTER_AREA)
    scale = FINDER_SIZE[0] / size[0]
    to_view = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]])
    slant, spots = np.zeros(4, np.float32), _spots(scene, to_view)
    if too_far_or_near:
        spots[:] = 0
    return (np.asarray(picture, np.uint8), slant, spots, np.asarray(covered, np.uint8)), without_hand


def _from_straight_above(seed: int, split: Split, rng: Generator) -> tuple[tuple[NDArray[np.generic], ...], Scene]:
    """A part of a tray as it is seen where the mat is known, give or take what is measured wrongly."""
    face_px = rng.uniform(24, 50)
    scale = 1.2 * face_px / CUBE_WIDTH  # more than the view shows, for that isn't a rectangle in the picture
    size = (round(FINDER_SIZE[0] * scale), round(FINDER_SIZE[1] * scale))
    without_hand, scene = random_scenes(seed, split, size, face_px=face_px)
    side = (scene.cubes[0].side if scene.cubes else 16.5) * float(np.exp(rng.normal(0, _SIZE_UNKNOWN)))
    to_picture, slant = _from_above(scene, side, rng)
    view = view_from_above(scene.picture, to_picture, FINDER_SIZE, face_px, slant)
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    covered = cv2.warpPerspective(scene.covered, to_picture, FINDER_SIZE, flags=flags)
    covered = cv2.resize(covered, COVERED_SIZE, interpolation=cv2.INTER_AREA)
    spots = _spots(scene, np.asarray(np.linalg.inv(to_picture), np.float64))
    return (view.pixels, np.array([1.0, *slant], np.float32), spots, np.asarray(covered, np.uint8)), without_hand


def _from_above(scene: Scene, side: float, rng: Generator) -> tuple[NDArray[np.float64], Slant]:
    """The middle of a scene in the plane of tops `side` millimetres high: from view to picture, and its slant."""
    camera, (height, width) = scene.camera, scene.picture.shape[:2]
    per_mm = CUBE_WIDTH / side
    plane = camera.matrix[:, [0, 1, 3]].copy()
    plane[:, 2] += side * camera.matrix[:, 2]
    ends = np.array([[[width / 2, height / 2], [width / 2 + 40, height / 2], [width / 2, height / 2 + 40]]])
    middle, right, down = cv2.perspectiveTransform(ends, np.linalg.inv(plane))[0]
    across = (right - middle) / np.linalg.norm(right - middle)
    below = np.array([-across[1], across[0]])
    below *= np.sign(below @ (down - middle))
    axes = np.column_stack([across, below]) / per_mm
    half = (np.array(FINDER_SIZE) - 1) / 2
    to_plane = np.eye(3)
    to_plane[:2, :2], to_plane[:2, 2] = axes, middle - axes @ half
    nadir = np.linalg.inv(axes) @ (camera.position[:2] - middle) + half
    off = np.exp(rng.normal(0, _PLACE_UNKNOWN))
    slant = Slant(float(nadir[0]), float(nadir[1]), float((camera.position[2] - side) * per_mm * off))
    return plane @ to_plane, slant


def _spots(scene: Scene, to_view: NDArray[np.float64]) -> NDArray[np.float32]:
    """The rows of a sample. Their places are counted from the outer edge of the first pixel."""

    def seen(points: ArrayLike) -> NDArray[np.float64]:
        values = np.asarray(points, np.float64).reshape(1, -1, 2)
        return np.asarray(cv2.perspectiveTransform(values, to_view)[0]) + 0.5

    spots = np.zeros((SPOTS, 10), np.float32)
    rows: list[list[float]] = []
    for cube in scene.cubes:
        center, log_size, stretch, turn = shape_of_quad(seen(cube.quad))
        reach = CUBE_WIDTH * np.exp(log_size)
        kind = SPOT_CUBE if cube.face is not None and is_readable(cube) else SPOT_IGNORE
        if cube.face is None and cube.manner == DIE:
            kind = SPOT_DIE if is_readable(cube) else SPOT_FOREIGN
        rows.append([kind, *center, log_size, *stretch, *turn, is_cocked(cube), reach])
    for x, y in seen(scene.foreign) if scene.foreign else ():
        if not any(np.hypot(row[1] - x, row[2] - y) < 3 for row in rows):
            rows.append([SPOT_FOREIGN, x, y, 0, 0, 0, 1, 0, 0, CUBE_WIDTH])
    for at, row in enumerate(rows[:SPOTS]):
        spots[at] = row
    return spots
