"""Samples in blocks: whole, as many as are asked for, and whatever happens to a file or a process, made again."""

from __future__ import annotations

import os
import signal
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest

from tests.full_disk import full_disk
from vision.training import leaning_samples, samples
from vision.training.blocks import Arrays, Block, load_blocks, make_blocks
from vision.training.kept import TrainingError
from vision.training.leaning_samples import load_leaning_samples, make_leaning_samples
from vision.training.samples import load_finder_samples, load_patches, make_samples


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (samples, leaning_samples):
        monkeypatch.setattr(module, "_BLOCK", 3)


def counted(first: int) -> Arrays:
    return {"numbers": np.arange(first, first + 1000)}


def killed_once(mark: Path) -> Arrays:
    """As a process ends for which there is no memory; the next time there is."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return counted(0)


def under_ctrl_c() -> Arrays:
    """As a terminal sends it to every process."""
    os.kill(os.getpid(), signal.SIGINT)
    return counted(0)


def endless(meet: Path) -> Arrays:
    """As one that was writing its file when another failed."""
    meet.with_name("endless.npz.0123abcd.new").touch()
    with meet.open("w"):
        signal.pause()
    return {}


def failing(meet: Path) -> Arrays:
    """Fails as soon as the endless one has begun."""
    with meet.open():
        raise ValueError("no such cube")


def blocks_in(folder: Path, many: int = 3) -> list[Block]:
    return [Block(folder / f"{at}.npz", partial(counted, 1000 * at)) for at in range(many)]


def numbers(blocks: list[Block]) -> list[int]:
    return [int(number) for array in load_blocks(blocks, ["numbers"]) for number in array]


@pytest.mark.usefixtures("small_blocks")
def test_samples_are_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2):
        make_samples(tmp_path / str(workers), "training", 6, 20, 1, workers)
        make_leaning_samples(tmp_path / str(workers), "training", 6, 1, workers)
    made = [{file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("1", "2")]
    assert len(made[0]) == 2 + 2 + 2
    assert made[0] == made[1]


@pytest.mark.usefixtures("small_blocks")
def test_what_is_loaded_is_what_was_asked_for_not_all_that_is_there(tmp_path: Path) -> None:
    make_samples(tmp_path, "training", 3, 15, 1, 2)
    make_leaning_samples(tmp_path, "training", 3, 1, 2)
    asked = load_patches(tmp_path, "training", 1, 3, 15), load_leaning_samples(tmp_path, "training", 1, 3)
    make_samples(tmp_path, "training", 6, 30, 1, 2)
    make_leaning_samples(tmp_path, "training", 6, 1, 2)
    more = load_patches(tmp_path, "training", 1, 6, 30), load_leaning_samples(tmp_path, "training", 1, 6)
    again = load_patches(tmp_path, "training", 1, 3, 15), load_leaning_samples(tmp_path, "training", 1, 3)
    for few, same, many in zip(asked, again, more, strict=True):
        assert np.array_equal(few.pictures, same.pictures)
        assert len(few.pictures) < len(many.pictures)
    assert len(load_finder_samples(tmp_path, "training", 1, 2).pictures) == 2


@pytest.mark.parametrize("spoil", ["cut short", "empty", "a sector of zeros", "something else"])
def test_a_damaged_block_is_named_and_made_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: str
) -> None:
    blocks = blocks_in(tmp_path)
    make_blocks(blocks, "numbers", 2)
    file, others = blocks[1].file, [blocks[0].file, blocks[2].file]
    before, whole = [one.stat().st_mtime_ns for one in others], file.read_bytes()
    damaged = {
        "cut short": whole[: len(whole) // 2],
        "empty": b"",
        "a sector of zeros": whole[:2048] + bytes(512) + whole[2560:],
        "something else": b"\xff\xd8\xff" * 500,
    }
    file.write_bytes(damaged[spoil])
    with pytest.raises(TrainingError, match=r"1\.npz was damaged .* Started again, training makes it anew"):
        numbers(blocks)
    assert not file.exists(), "of a whole zip with something else in it the next start wouldn't know"
    file.write_bytes(damaged[spoil])
    capsys.readouterr()
    make_blocks(blocks, "numbers", 2)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{file} is damaged (")
    assert said[-1] == "numbers: 3 of 3 blocks"
    assert len(said) == 3  # an empty one stands before the carriage return
    assert numbers(blocks) == list(range(3000))
    assert [one.stat().st_mtime_ns for one in others] == before


def test_a_block_that_was_never_made_is_told_with_what_makes_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"0\.npz is missing.*python -m vision\.training"):
        numbers(blocks_in(tmp_path))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_process_is_told_and_the_next_start_goes_on(tmp_path: Path, workers: int) -> None:
    blocks = [*blocks_in(tmp_path), Block(tmp_path / "last.npz", partial(killed_once, tmp_path / "mark"))]
    with pytest.raises(TrainingError, match=r"killed.*memory.*--workers 1.*Started again it goes on"):
        make_blocks(blocks, "numbers", workers)
    assert not active_children()
    make_blocks(blocks, "numbers", workers)
    assert numbers(blocks) == [*range(3000), *range(1000)]


def test_a_full_disk_leaves_no_process_and_nothing_half_written(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(OSError, match="File too large"):
        make_blocks(blocks_in(tmp_path), "numbers", 2)
    assert not active_children()
    assert not list(tmp_path.iterdir())


def test_what_still_runs_where_one_fails_is_ended(tmp_path: Path) -> None:
    meet = tmp_path / "meet"
    os.mkfifo(meet)
    blocks = [Block(tmp_path / f"{make.__name__}.npz", partial(make, meet)) for make in (endless, failing)]
    with pytest.raises(ValueError, match="no such cube"):
        make_blocks(blocks, "numbers", 2)
    assert not active_children()
    assert list(tmp_path.iterdir()) == [meet], "what it had begun to write is gone"


def test_ctrl_c_is_left_to_the_process_that_was_started(tmp_path: Path) -> None:
    blocks = [Block(tmp_path / "0.npz", under_ctrl_c)]
    try:
        make_blocks(blocks, "numbers", 1)
    except KeyboardInterrupt:  # which would end all the tests
        pytest.fail("the process that renders has heard it")
    assert numbers(blocks) == list(range(1000))
