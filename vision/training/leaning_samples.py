"""Samples of the network that tells leaning cubes: cubes of random scenes as seen from straight above, along their
sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from vision.drawings import Split
from vision.networks import LEAN_CROP, LEAN_REACH, along_sides, leaning_crops, leaning_inputs
from vision.training.blocks import Arrays, Block, load_blocks, make_blocks
from vision.training.cubes3d import Array, PinholeCamera
from vision.training.degrade import weathered
from vision.training.scenes import Scene, SceneCube, random_scene

LEANS_FROM = np.radians(10.0)
_FLAT_TO = np.radians(6.0)  # what lies between is called either
_BLOCK = 100
_SCENE = (448, 448)  # width and height: room for some cubes and what is round them
_NUMBERS = (5, 9)  # at least so many cubes are laid there, and fewer than so many
_PATCH, _PATCH_REACH = 112, 1.8  # more than the crop needs, so that it can be shifted, turned and zoomed
_IN_SIGHT = 0.7
SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_SIZE_UNKNOWN = 0.06  # how far cubes differ from the size that is set: 15 to 18 mm where 16.5 are expected
_SHIFT, _FAR_SHIFT, _FAR = 0.04, 0.18, 0.35  # how far off a found centre is, in sides: near, far, and how often far
_WEATHERED = 0.4
_SLOPE_UNKNOWN = 0.06  # how far off the camera's height is measured
_TURN, _FAR_TURN, _ASKEW = 0.05, 0.25, 0.1  # radians a cube is found turned by wrongly: near, far, how often far
_SIGHT_TURN = 0.06  # radians by which the line of sight is
_ARRAYS = ("pictures", "slants", "leanings")


@dataclass(frozen=True)
class LeaningSamples:
    """`pictures` (N, size, size, 3) uint8; `slants` (N, 2): how the camera looks, as `leaning_inputs` has it;
    `leanings` (N, 2): which way the top faces, (x, y) of its normal as seen from above: (0, 0) where it faces
    straight up."""

    pictures: NDArray[np.uint8]
    slants: NDArray[np.float32]
    leanings: NDArray[np.float32]

    @property
    def tilts(self) -> NDArray[np.float32]:
        """By how much each leans, (N,) radians."""
        return np.asarray(np.arcsin(np.hypot(*self.leanings.T)), np.float32)

    def exact_input(self, row: int) -> NDArray[np.float32]:
        """A sample for the network as a well measured mat gives it."""
        crop, slant = from_patch(self.pictures[row], np.eye(3)), self.slants[row].astype(np.float64)
        return np.asarray(leaning_inputs(crop[None], slant[None])[0], np.float32)

    def random_input(self, row: int, rng: Generator) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """A sample as an unsteady measurement gives it, in other colours and another light; and the truth (4,) about
        it: where the top's centre is, (x, y) in sides from the middle, and which way the top faces, as `leanings`
        has it."""
        zoom, shift, turn = random_shake(rng)
        axes, slant = along_sides(SQUARE @ turn.T, self.slants[row].astype(np.float64))
        shaken = np.vstack([np.column_stack([zoom * axes, shift]), [0, 0, 1]])
        crop = in_another_light(from_patch(self.pictures[row], shaken), rng)
        slant = mismeasured(slant, rng)
        seen = np.linalg.inv(shaken[:2, :2])
        truth = np.concatenate([seen @ -shift, zoom * seen @ self.leanings[row]])
        return leaning_inputs(crop[None], slant[None])[0], truth.astype(np.float32)


def make_leaning_samples(folder: Path, split: Split, scenes: int, seed: int, workers: int) -> None:
    """Write the samples of `scenes` scenes to `folder`, in blocks; what is there stays.

    Raises:
        TrainingError: a process that renders was killed.
        OSError: the folder can't be read or written.
    """
    make_blocks(_blocks(folder, split, seed, scenes), f"leaning cubes, {split}", workers)


def load_leaning_samples(folder: Path, split: Split, seed: int, scenes: int) -> LeaningSamples:
    """The samples of the blocks of so many scenes of a split, which `make_leaning_samples` has written."""
    return LeaningSamples(*load_blocks(_blocks(folder, split, seed, scenes), _ARRAYS))  # type: ignore[arg-type]


def random_shake(rng: Generator) -> tuple[float, Array, Array]:
    """How many times as large a cube is taken for, how far off its centre (x, y) is found, in sides, and how it is
    turned by mistake (2 x 2)."""
    zoom = float(np.exp(rng.normal(0, _SIZE_UNKNOWN)))
    shift = rng.normal(0, _FAR_SHIFT if rng.random() < _FAR else _SHIFT, 2)
    return zoom, shift, _turn(rng.normal(0, _FAR_TURN if rng.random() < _ASKEW else _TURN))


def in_another_light(crop: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """What the network sees, in other colours and now and then weathered."""
    crop = crop[..., rng.permutation(3)]
    if rng.random() < _WEATHERED:
        crop = weathered(crop, rng)
    return np.ascontiguousarray(crop)


def mismeasured(slant: Array, rng: Generator) -> Array:
    """How the camera looks (2,), as it may be measured."""
    return np.asarray(np.exp(rng.normal(0, _SLOPE_UNKNOWN)) * _turn(rng.normal(0, _SIGHT_TURN)) @ slant)


def _turn(radians: float) -> Array:
    return np.array([[np.cos(radians), -np.sin(radians)], [np.sin(radians), np.cos(radians)]])


def from_patch(patch: NDArray[np.uint8], to_sides: Array) -> NDArray[np.uint8]:
    """What the network sees of one of the `pictures`. `to_sides` (3 x 3): from sides of a cube as it sees them to
    sides in the picture."""
    middle = (_PATCH - 1) / 2
    to_patch = np.array([[middle / _PATCH_REACH, 0, middle], [0, middle / _PATCH_REACH, middle], [0, 0, 1]])
    return np.asarray(leaning_crops(patch, [to_patch @ to_sides], LEAN_REACH, LEAN_CROP)[0], np.uint8)


def _blocks(folder: Path, split: Split, seed: int, scenes: int) -> list[Block]:
    first = {"training": 0, "validation": 1, "simulation": 2}[split] * 10**9 + seed * 10**7 + 7 * 10**8
    return [
        Block(folder / f"{split}-leaning-{seed}-{start:06d}.npz", partial(_make, split, first + start, _BLOCK))
        for start in range(0, scenes, _BLOCK)
    ]


def _make(split: Split, base: int, many: int) -> Arrays:
    samples = [sample for number in range(many) for sample in _samples(base + number, split)]
    return {name: np.array(values) for name, values in zip(_ARRAYS, zip(*samples, strict=True), strict=True)}


def _samples(seed: int, split: Split) -> Iterable[tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]]:
    rng = default_rng([seed, 6])
    cubes, face_px = int(rng.integers(*_NUMBERS)), rng.uniform(30, 62)
    scene = random_scene(seed, split, _SCENE, cubes=cubes, face_px=face_px, any_drawing=True)
    for cube in scene.cubes:
        if cube.in_sight >= _IN_SIGHT and not _FLAT_TO < cube.tilt <= LEANS_FROM:
            to_pixels, slant, facing = seen_from_above(scene, cube)
            if not _is_whole(to_pixels):  # of what the picture leaves out only its last pixels are seen, drawn out
                continue
            [patch] = leaning_crops(scene.picture, [to_pixels], _PATCH_REACH, _PATCH)
            yield patch, slant.astype(np.float32), facing.astype(np.float32)


def _is_whole(to_pixels: Array) -> bool:
    """Whether the scene shows all that is round a cube's top."""
    around = cv2.perspectiveTransform(SQUARE[None], to_pixels)[0]
    return bool((around >= 0).all() and (around < _SCENE).all())


def seen_from_above(scene: Scene, cube: SceneCube) -> tuple[Array, Array, Array]:
    """From sides of a cube about its top, along them, to pixels; how the camera looks; and which way the top faces:
    all as `vision.leaning` has it from a mat."""
    center = cube.quad.mean(0)
    top = _plane(scene.camera, cube.side)
    *corners, place = cv2.perspectiveTransform(np.array([[*cube.quad, center]]), np.linalg.inv(top))[0]
    axes, slant = along_sides(np.array(corners), (scene.camera.floor(center[None])[0] - place) / cube.side)
    to_mm = np.vstack([np.column_stack([cube.side * axes, place]), [0, 0, 1]])
    return top @ to_mm, slant, axes.T @ cube.up[:2]


def _plane(camera: PinholeCamera, height: float) -> Array:
    """The homography (3 x 3) of the plane `height` millimetres above the floor."""
    matrix = camera.matrix
    return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 3] + height * matrix[:, 2]])
