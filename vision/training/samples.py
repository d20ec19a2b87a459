"""Renders scenes and keeps what the networks learn from them, in blocks that stay."""

from __future__ import annotations

from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.drawings import Split
from vision.training.finder_samples import FinderSamples, finder_sample
from vision.training.patches import Patches, patches_of
from vision.training.scenes import random_scene

_BLOCK = 200
_FINDER_ARRAYS = ("pictures", "slants", "spots", "covered")


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
        samples = [finder_sample(base + i, split) for i in range(_BLOCK)]
        arrays = {name: np.stack([made[at] for made, _ in samples]) for at, name in enumerate(_FINDER_ARRAYS)}
        scenes = [scene for _, scene in samples]
    else:
        scenes = [random_scene(5 * 10**8 + base + i, split, (128, 128), 1 + i % 3) for i in range(_BLOCK * 5)]
    for i, scene in enumerate(scenes):
        patches += patches_of(scene, default_rng(base + i))
    arrays["patches"] = np.stack([patch for patch, _, _ in patches])
    arrays["classes"] = np.array([which for _, which, _ in patches], np.int64)
    arrays["manners"] = np.array([manner for _, _, manner in patches])
    file = _file(*block)
    unfinished = file.with_suffix(".tmp.npz")
    np.savez(unfinished, **arrays)  # type: ignore[arg-type]
    unfinished.rename(file)
