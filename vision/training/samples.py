"""Renders scenes and keeps what the networks learn from them, in blocks that stay."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.drawings import Split
from vision.training.blocks import Arrays, Block, load_blocks, make_blocks
from vision.training.finder_samples import FinderSamples, finder_sample
from vision.training.patches import Patches, patches_of
from vision.training.scenes import Scene, random_scene

_BLOCK = 200
_FINDER_ARRAYS = ("pictures", "slants", "spots", "covered")
_PATCH_ARRAYS = ("patches", "classes", "manners")


def make_samples(folder: Path, split: Split, scenes: int, singles: int, seed: int, workers: int) -> None:
    """Write the samples of `scenes` whole scenes and `singles` close-ups to `folder`, in blocks; what is there stays.

    The same seed gives the same samples, whatever the number of workers.

    Raises:
        TrainingError: a process that renders was killed.
        OSError: the folder can't be read or written.
    """
    blocks = _scenes(folder, split, seed, scenes) + _singles(folder, split, seed, singles)
    make_blocks(blocks, f"pictures, {split}", workers)


def load_finder_samples(folder: Path, split: Split, seed: int, scenes: int) -> FinderSamples:
    """The finder's samples of so many scenes of a split, which `make_samples` has written."""
    arrays = load_blocks(_scenes(folder, split, seed, scenes), _FINDER_ARRAYS)
    return FinderSamples(*(array[:scenes] for array in arrays))  # type: ignore[arg-type]


def load_patches(folder: Path, split: Split, seed: int, scenes: int, singles: int) -> Patches:
    """The classifier's patches of the blocks of so many scenes and close-ups, which `make_samples` has written."""
    blocks = _scenes(folder, split, seed, scenes) + _singles(folder, split, seed, singles)
    return Patches(*load_blocks(blocks, _PATCH_ARRAYS))  # type: ignore[arg-type]


def _scenes(folder: Path, split: Split, seed: int, scenes: int) -> list[Block]:
    return [
        Block(
            folder / f"{split}-scenes-{seed}-{start:06d}.npz",
            partial(_make_scenes, split, _base(split, seed, start), _BLOCK),
        )
        for start in range(0, scenes, _BLOCK)
    ]


def _singles(folder: Path, split: Split, seed: int, singles: int) -> list[Block]:
    return [
        Block(
            folder / f"{split}-singles-{seed}-{start:06d}.npz",
            partial(_make_singles, split, _base(split, seed, start), _BLOCK * 5),
        )
        for start in range(0, singles, _BLOCK * 5)
    ]


def _base(split: Split, seed: int, start: int) -> int:
    """The number of a block's first scene, from which everything in it follows by chance."""
    return {"training": 0, "validation": 1, "simulation": 2}[split] * 10**9 + seed * 10**7 + start


def _make_scenes(split: Split, base: int, many: int) -> Arrays:
    samples = [finder_sample(base + i, split) for i in range(many)]
    arrays = {name: np.stack([made[at] for made, _ in samples]) for at, name in enumerate(_FINDER_ARRAYS)}
    return arrays | _patches([scene for _, scene in samples], base)


def _make_singles(split: Split, base: int, many: int) -> Arrays:
    return _patches([random_scene(5 * 10**8 + base + i, split, (128, 128), 1 + i % 3) for i in range(many)], base)


def _patches(scenes: list[Scene], base: int) -> dict[str, NDArray[np.generic]]:
    patches = [patch for i, scene in enumerate(scenes) for patch in patches_of(scene, default_rng(base + i))]
    return {
        "patches": np.stack([patch for patch, _, _ in patches]),
        "classes": np.array([which for _, which, _ in patches], np.int64),
        "manners": np.array([manner for _, _, manner in patches]),
    }
