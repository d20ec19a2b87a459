"""Turns scenes into what the networks learn from: pictures with shapes, and patches with names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import ArrayLike, NDArray

from vision.drawings import Split
from vision.networks import CLASSES, CUBE_WIDTH, STRIDE, face_crop, shape_of_quad
from vision.training.scenes import Scene, SceneCube, is_cocked, is_readable, random_scene
from vision.view import Slant, view_from_above

FINDER_SIZE = (192, 160)  # width and height of a finder sample
COVERED_SIZE = (FINDER_SIZE[0] // STRIDE, FINDER_SIZE[1] // STRIDE)
SPOTS = 16  # rows kept for a finder sample; unused ones have kind 0
SPOT_CUBE, SPOT_FOREIGN, SPOT_IGNORE = 1, 2, 3
PATCH = 80  # a patch for the classifier, from which crops are taken at random
PATCH_MARGIN = 0.4
_NONE = CLASSES.index("none")
_BLOCK = 200
_FINDER_ARRAYS = ("pictures", "slants", "spots", "covered")
_FROM_ABOVE = 0.65  # share of the finder's samples that are views from above, as at a tray whose mat is in view
_WRONG_SCALE = 0.15  # share of the others in which cubes are far too small or large to be found
_NOTHING = 0.35  # share of the places without a cube that become patches: there are more of them than of faces
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


@dataclass(frozen=True)
class Patches:
    """`pictures` (N, PATCH, PATCH, 3) uint8; `classes` (N,) indexes of CLASSES; `manners` (N,) how each is drawn."""

    pictures: NDArray[np.uint8]
    classes: NDArray[np.int64]
    manners: NDArray[np.str_]


def make_samples(folder: Path, split: Split, scenes: int, singles: int, seed: int, workers: int) -> None:
    """Write the samples of `scenes` whole scenes and `singles` close-ups to `folder`, in blocks; what is there stays.

    The same seed gives the same samples, whatever the number of workers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    blocks = [(folder, split, "scenes", seed, start) for start in range(0, scenes, _BLOCK)]
    blocks += [(folder, split, "singles", seed, start) for start in range(0, singles, _BLOCK * 5)]
    missing = [block for block in blocks if not _file(*block).exists()]
    if missing:
        already = len(blocks) - len(missing)
        if workers == 1:  # a process that OpenCV has started threads in must not be forked
            _report(map(_make_block, missing), split, already, len(blocks))
        else:
            with get_context("fork").Pool(workers) as pool:
                _report(pool.imap_unordered(_make_block, missing), split, already, len(blocks))
        print()


def load_finder_samples(folder: Path, split: Split, seed: int, limit: int) -> FinderSamples:
    """The first `limit` finder samples of a split that `make_samples` has written."""
    blocks = [np.load(file) for file in _files(folder, split, "scenes", seed, -(-limit // _BLOCK))]
    return FinderSamples(
        *(np.concatenate([block[name] for block in blocks])[:limit] for name in _FINDER_ARRAYS)
    )


def load_patches(folder: Path, split: Split, seed: int) -> Patches:
    """All the classifier's patches of a split that `make_samples` has written."""
    files = _files(folder, split, "scenes", seed, None) + _files(folder, split, "singles", seed, None)
    blocks = [np.load(file) for file in files]
    return Patches(*(np.concatenate([block[name] for block in blocks]) for name in ("patches", "classes", "manners")))


def random_crop(patch: NDArray[np.uint8], rng: Generator | None) -> NDArray[np.uint8]:
    """The classifier's crop (CROP, CROP, 3) out of a patch: exact without `rng`, else as a shaky quad gives it."""
    inset = PATCH * PATCH_MARGIN / (1 + 2 * PATCH_MARGIN) - 0.5
    low, high = inset, PATCH - 1 - inset
    quad = np.array([[low, low], [high, low], [high, high], [low, high]])
    if rng is not None:
        side = high - low
        angle, zoom = rng.normal(0, 0.07), np.exp(rng.normal(0, 0.07))
        turn = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = quad.mean(0)
        quad = middle + (quad - middle) @ turn.T + rng.normal(0, 0.04, 2) * side
        quad = quad + np.clip(rng.normal(0, 0.03, (4, 2)), -0.08, 0.08) * side
    return face_crop(patch, quad)


def _report(finished: Iterable[None], split: Split, already: int, blocks: int) -> None:
    for done, _ in enumerate(finished, already + 1):
        print(f"\r{split}: {done} of {blocks} blocks of pictures", end="", flush=True)


def _file(folder: Path, split: Split, kind: str, seed: int, start: int) -> Path:
    return folder / f"{split}-{kind}-{seed}-{start:06d}.npz"


def _files(folder: Path, split: Split, kind: str, seed: int, limit: int | None) -> list[Path]:
    files = sorted(folder.glob(f"{split}-{kind}-{seed}-*.npz"))[:limit]
    if not files:
        raise FileNotFoundError(
            f"there are no {split} samples in {folder}; make them first: python -m vision.training"
        )
    return files


def _make_block(block: tuple[Path, Split, str, int, int]) -> None:
    cv2.setNumThreads(1)
    _, split, kind, seed, start = block
    base = {"training": 0, "validation": 1, "simulation": 2}[split] * 10**9 + seed * 10**7 + start
    patches: list[tuple[NDArray[np.uint8], int, str]] = []
    arrays: dict[str, NDArray[np.generic]] = {}
    if kind == "scenes":
        samples = [_finder_sample(base + i, split) for i in range(_BLOCK)]
        arrays = {name: np.stack([made[at] for made, _ in samples]) for at, name in enumerate(_FINDER_ARRAYS)}
        scenes = [scene for _, scene in samples]
    else:
        scenes = [random_scene(5 * 10**8 + base + i, split, (128, 128), 1 + i % 3) for i in range(_BLOCK * 5)]
    for i, scene in enumerate(scenes):
        patches += _patches(scene, default_rng(base + i))
    arrays["patches"] = np.stack([patch for patch, _, _ in patches])
    arrays["classes"] = np.array([which for _, which, _ in patches], np.int64)
    arrays["manners"] = np.array([manner for _, _, manner in patches])
    file = _file(*block)
    unfinished = file.with_suffix(".tmp.npz")
    np.savez(unfinished, **arrays)  # type: ignore[arg-type]
    unfinished.rename(file)


def _finder_sample(seed: int, split: Split) -> tuple[tuple[NDArray[np.generic], ...], Scene]:
    """What the finder learns from a scene, in the order of _FINDER_ARRAYS, and the scene."""
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
    scene = random_scene(seed, split, size, face_px=face_px)
    picture = cv2.resize(scene.picture, FINDER_SIZE, interpolation=cv2.INTER_AREA)
    covered = cv2.resize(scene.covered, COVERED_SIZE, interpolation=cv2.INTER_AREA)
    scale = FINDER_SIZE[0] / size[0]
    to_view = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]])
    slant, spots = np.zeros(4, np.float32), _spots(scene, to_view)
    if too_far_or_near:
        spots[:] = 0
    return (np.asarray(picture, np.uint8), slant, spots, np.asarray(covered, np.uint8)), scene


def _from_straight_above(seed: int, split: Split, rng: Generator) -> tuple[tuple[NDArray[np.generic], ...], Scene]:
    """A part of a tray as it is seen where the mat is known, give or take what is measured wrongly."""
    face_px = rng.uniform(24, 50)
    scale = 1.2 * face_px / CUBE_WIDTH  # more than the view shows, for that isn't a rectangle in the picture
    size = (round(FINDER_SIZE[0] * scale), round(FINDER_SIZE[1] * scale))
    scene = random_scene(seed, split, size, face_px=face_px)
    side = (scene.cubes[0].side if scene.cubes else 16.5) * float(np.exp(rng.normal(0, _SIZE_UNKNOWN)))
    to_picture, slant = _from_above(scene, side, rng)
    view = view_from_above(scene.picture, to_picture, FINDER_SIZE, face_px, slant)
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    covered = cv2.warpPerspective(scene.covered, to_picture, FINDER_SIZE, flags=flags)
    covered = cv2.resize(covered, COVERED_SIZE, interpolation=cv2.INTER_AREA)
    spots = _spots(scene, np.asarray(np.linalg.inv(to_picture), np.float64))
    return (view.pixels, np.array([1.0, *slant], np.float32), spots, np.asarray(covered, np.uint8)), scene


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
        if cube.face is None and cube.manner == "die":
            kind = SPOT_FOREIGN
        rows.append([kind, *center, log_size, *stretch, *turn, is_cocked(cube), reach])
    for x, y in seen(scene.foreign) if scene.foreign else ():
        if not any(np.hypot(row[1] - x, row[2] - y) < 3 for row in rows):
            rows.append([SPOT_FOREIGN, x, y, 0, 0, 0, 1, 0, 0, CUBE_WIDTH])
    for at, row in enumerate(rows[:SPOTS]):
        spots[at] = row
    return spots


def _patches(scene: Scene, rng: Generator) -> list[tuple[NDArray[np.uint8], int, str]]:
    """A patch for every cube that can be named, and some of what is none."""
    patches = []
    for cube in scene.cubes:
        which = _class_of(cube)
        if which is not None:
            patches.append((_patch(scene.picture, cube.quad), which, cube.manner))
    tops = [cube.quad.mean(0) for cube in scene.cubes if cube.face is not None]
    nothing = [np.array(center) for center in scene.foreign if rng.random() < 0.5]
    nothing += [np.array(center) for center in scene.markers]
    if rng.random() < 0.25:
        nothing.append(rng.uniform(0.1, 0.9, 2) * scene.picture.shape[1::-1])
    for middle in (place for place in nothing if rng.random() < _NOTHING):
        if all(np.hypot(*(middle - top)) > 60 for top in tops):
            reach = (
                rng.uniform(12, 32) * np.exp(1j * rng.uniform(0, 6.3)) * np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
            )
            patches.append(
                (_patch(scene.picture, middle + np.column_stack([reach.real, reach.imag])), _NONE, "object")
            )
    return patches


def _class_of(cube: SceneCube) -> int | None:
    if cube.tilt > np.radians(24):
        return None
    if cube.face is None:
        return _NONE if cube.in_sight > 0.6 else None
    # A face under a glass is covered but can be read: it must not be taught as nothing.
    return CLASSES.index(cube.face) if is_readable(cube) else None


def _patch(picture: NDArray[np.uint8], quad: NDArray[np.float64]) -> NDArray[np.uint8]:
    inset = PATCH * PATCH_MARGIN / (1 + 2 * PATCH_MARGIN) - 0.5
    low, high = inset, PATCH - 1 - inset
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(picture, matrix, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE), np.uint8)
