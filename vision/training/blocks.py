"""Keeps samples in blocks: a file for each, rendered once, and rendered anew where it is damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from pathlib import Path
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import discard_unfinished, save
from vision.training.kept import DamagedError, TrainingError, read_whole
from vision.training.workers import run_all

Arrays = Mapping[str, NDArray[np.generic]]


@dataclass(frozen=True)
class Block:
    """Samples that are made at once, and the file that keeps them. `make`: the same arrays whenever it is called, in
    whatever process."""

    file: Path
    make: Callable[[], Arrays]


def make_blocks(blocks: Sequence[Block], what: str, workers: int) -> None:
    """Make those of the blocks that aren't there, or are damaged, in so many processes. `what` they are, in words.

    Raises:
        TrainingError: a process was killed.
        OSError: a file can't be read or written.
    """
    missing = [block for block in blocks if not _is_there(block.file)]
    if not missing:
        return
    number = count(len(blocks) - len(missing) + 1)

    def report() -> None:
        print(f"\r{what}: {next(number)} of {len(blocks)} blocks", end="", flush=True)

    try:
        run_all(_make, missing, workers, "--workers 1 takes less", report)
    except BaseException:
        for block in missing:  # a process that was ended may have been writing, and the disk may be full
            discard_unfinished(block.file)
        raise
    finally:
        print(flush=True)


def load_blocks(blocks: Sequence[Block], names: Sequence[str]) -> Iterator[NDArray[np.generic]]:
    """The arrays of those names, each of all blocks one after the other.

    Raises:
        FileNotFoundError: a block wasn't made.
        TrainingError: a block is damaged.
    """
    for name in names:
        yield np.concatenate([_array(block.file, name) for block in blocks])


def _is_there(file: Path) -> bool:
    if not file.exists():
        return False
    try:
        read_whole(file)
    except DamagedError as error:
        print(f"{file} is damaged ({error}) and is made anew.", flush=True)
        return False
    return True


def _make(block: Block) -> None:
    cv2.setNumThreads(1)
    content = BytesIO()
    np.savez(content, **block.make())  # type: ignore[arg-type]
    save(block.file, content.getvalue())


def _array(file: Path, name: str) -> NDArray[np.generic]:
    try:
        with np.load(file) as arrays:
            return np.asarray(arrays[name])
    except FileNotFoundError as error:
        raise FileNotFoundError(f"{file} is missing; make the samples first: python -m vision.training") from error
    except (BadZipFile, EOFError, KeyError, ValueError) as error:
        file.unlink()
        raise TrainingError(f"{file} was damaged ({error}). Started again, training makes it anew.") from error
