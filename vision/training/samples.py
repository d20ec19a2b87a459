"""Renders scenes and keeps what the networks learn from them, in blocks that stay."""

from __future__ import annotations

from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.drawings import Split
from vision.training.finder_samples import FinderSamples, finder_sample, sample_from_aside
from vision.training.patches import Patches, patches_of
from vision.training.scenes import Scene, random_scene

_BLOCK = 200
_FINDER_ARRAYS = ("pictures", "slants", "spots", "covered")


def make_samples(
    folder: Path, split: Split, scenes: int, asides: int, singles: int, seed: int, workers: int
) -> None:
    """Write the samples of `scenes` whole scenes, `asides` as somebody at the table sees them, and `singles`
    close-ups to `folder`, in blocks; what is there stays.

    The same seed gives the same samples, whatever the number of workers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    blocks = [(folder, split, "scenes", seed, start) for start in range(0, scenes, _BLOCK)]
    blocks += [(folder, split, "asides", seed, start) for start in range(0, asides, _BLOCK)]
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


def load_finder_samples(folder: Path, split: Split, seed: int, scenes: int, asides: int) -> FinderSamples:
    """The finder samples of a split that `make_samples` has written: of the first `scenes`, then of the first
    `asides`."""
    above = _finder_arrays(_files(folder, split, "scenes", seed, -(-scenes // _BLOCK)), scenes)
    aside = _finder_arrays(_files(folder, split, "asides", seed, -(-asides // _BLOCK)), asides)
    arrays = {name: np.concatenate([above[name], aside[name]]) for name in _FINDER_ARRAYS}
    upright = np.repeat([False, True], [len(above["spots"]), len(aside["spots"])])
    return FinderSamples(**arrays, upright=upright)


def _finder_arrays(files: list[Path], limit: int) -> dict[str, NDArray[Any]]:
    blocks = [np.load(file) for file in files]
    return {name: np.concatenate([block[name] for block in blocks])[:limit] for name in _FINDER_ARRAYS}


def load_patches(folder: Path, split: Split, seed: int) -> Patches:
    """All the classifier's patches of a split that `make_samples` has written."""
    files = _files(folder, split, "scenes", seed, None) + _files(folder, split, "singles", seed, None)
    blocks = [np.load(file) for file in files]
    return Patches(*(np.concatenate([block[name] for block in blocks]) for name in ("patches", "classes", "manners")))


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
    if kind == "scenes":
        made = [finder_sample(base + i, split) for i in range(_BLOCK)]
        arrays = _stacked([sample for sample, _ in made]) | _patch_arrays([scene for _, scene in made], base)
    elif kind == "asides":
        arrays = _stacked([sample_from_aside(7 * 10**8 + base + i, split) for i in range(_BLOCK)])
    else:
        scenes = [random_scene(5 * 10**8 + base + i, split, (128, 128), 1 + i % 3) for i in range(_BLOCK * 5)]
        arrays = _patch_arrays(scenes, base)
    file = _file(*block)
    unfinished = file.with_suffix(".tmp.npz")
    np.savez(unfinished, **arrays)  # type: ignore[arg-type]
    unfinished.rename(file)


def _stacked(samples: list[tuple[NDArray[np.generic], ...]]) -> dict[str, NDArray[np.generic]]:
    return {name: np.stack(arrays) for name, arrays in zip(_FINDER_ARRAYS, zip(*samples, strict=True), strict=True)}


def _patch_arrays(scenes: list[Scene], base: int) -> dict[str, NDArray[np.generic]]:
    patches = [patch for i, scene in enumerate(scenes) for patch in patches_of(scene, default_rng(base + i))]
    return {
        "patches": np.stack([patch for patch, _, _ in patches]),
        "classes": np.array([which for _, which, _ in patches], np.int64),
        "manners": np.array([manner for _, _, manner in patches]),
    }
