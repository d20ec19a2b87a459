"""Turns scenes into what the networks learn from: pictures with shapes, and patches with names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from vision.drawings import Split
from vision.networks import CLASSES, CUBE_WIDTH, face_crop, shape_of_quad
from vision.training.scenes import Scene, SceneCube, is_cocked, is_readable, random_scene

FINDER_SIZE = (224, 192)  # width and height of a finder sample
SPOTS = 16  # rows kept for a finder sample; unused ones have kind 0
SPOT_CUBE, SPOT_FOREIGN, SPOT_IGNORE = 1, 2, 3
PATCH = 80  # a patch for the classifier, from which crops are taken at random
PATCH_MARGIN = 0.4
_NONE = CLASSES.index("none")
_BLOCK = 200


@dataclass(frozen=True)
class FinderSamples:
    """`pictures` (N, height, width, 3) uint8. `spots` (N, SPOTS, 10): kind, x, y, log size, stretch, turn, cocked,
    reach in input pixels. `covered` (N, height / 4, width / 4) uint8, 0..255."""

    pictures: NDArray[np.uint8]
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
        *(np.concatenate([block[name] for block in blocks])[:limit] for name in ("pictures", "spots", "covered"))
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
        found = [_finder_sample(base + i, split, patches) for i in range(_BLOCK)]
        arrays = {
            name: np.stack([sample[at] for sample in found])
            for at, name in enumerate(("pictures", "spots", "covered"))
        }
    else:
        for i in range(_BLOCK * 5):
            scene = random_scene(5 * 10**8 + base + i, split, (128, 128), 1 + i % 3)
            patches += _patches(scene, default_rng(base + i))
    arrays["patches"] = np.stack([patch for patch, _, _ in patches])
    arrays["classes"] = np.array([which for _, which, _ in patches], np.int64)
    arrays["manners"] = np.array([manner for _, _, manner in patches])
    file = _file(*block)
    unfinished = file.with_suffix(".tmp.npz")
    np.savez(unfinished, **arrays)  # type: ignore[arg-type]
    unfinished.rename(file)


def _finder_sample(
    seed: int, split: Split, patches: list[tuple[NDArray[np.uint8], int, str]]
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]:
    rng = default_rng([seed, 5])
    face_px = rng.uniform(27, 50)
    width = CUBE_WIDTH * np.exp(np.clip(rng.normal(0, 0.18), -0.5, 0.5))
    scale = min(1.0, width / face_px)
    size = (round(FINDER_SIZE[0] / scale), round(FINDER_SIZE[1] / scale))
    scene = random_scene(seed, split, size, face_px=face_px)
    patches += _patches(scene, rng)
    picture = cv2.resize(scene.picture, FINDER_SIZE, interpolation=cv2.INTER_AREA)
    covered = cv2.resize(scene.covered, (FINDER_SIZE[0] // 4, FINDER_SIZE[1] // 4), interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8), _spots(scene, FINDER_SIZE[0] / size[0]), np.asarray(covered, np.uint8)


def _spots(scene: Scene, scale: float) -> NDArray[np.float32]:
    spots = np.zeros((SPOTS, 10), np.float32)
    rows: list[list[float]] = []
    for cube in scene.cubes:
        center, log_size, stretch, turn = shape_of_quad((cube.quad + 0.5) * scale)
        reach = CUBE_WIDTH * np.exp(log_size)
        kind = SPOT_CUBE if cube.face is not None and is_readable(cube) else SPOT_IGNORE
        if cube.face is None and cube.manner == "die":
            kind = SPOT_FOREIGN
        rows.append([kind, *center, log_size, *stretch, *turn, is_cocked(cube), reach])
    for x, y in scene.foreign:
        if not any(np.hypot(row[1] - (x + 0.5) * scale, row[2] - (y + 0.5) * scale) < 3 for row in rows):
            rows.append([SPOT_FOREIGN, (x + 0.5) * scale, (y + 0.5) * scale, 0, 0, 0, 1, 0, 0, CUBE_WIDTH])
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
    for middle in nothing:
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
    if is_readable(cube):
        return CLASSES.index(cube.face)
    return _NONE if cube.in_sight < 0.15 else None


def _patch(picture: NDArray[np.uint8], quad: NDArray[np.float64]) -> NDArray[np.uint8]:
    inset = PATCH * PATCH_MARGIN / (1 + 2 * PATCH_MARGIN) - 0.5
    low, high = inset, PATCH - 1 - inset
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(picture, matrix, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE), np.uint8)
