"""Pictures and videos from files, written here by the simulated tray."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.ports import TrayReading
from vision.files import read_files
from vision.pictures import PictureError
from vision.simulation.camera import SimulatedTray

FPS = 30.0


def film(path: Path, tray: SimulatedTray, throws: int) -> list[float]:
    """Write a video of so many throws; the seconds at which the cubes had come to rest."""
    first = tray.read()
    assert first is not None
    height, width = first.image.shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (width, height))
    rests, written = [], 0

    def roll(frames: int) -> None:
        nonlocal written
        for _ in range(frames):
            frame = tray.read()
            assert frame is not None
            writer.write(frame.image)
            written += 1

    for _ in range(throws):
        tray.throw(None)
        while tray.truth() is None:
            roll(1)
        rests.append((written - 1) / FPS)
        roll(12)
    writer.release()
    return rests


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[float]]:
    path = tmp_path_factory.mktemp("video") / "two-throws.mp4"
    return path, film(path, SimulatedTray(seed=4, paced=False, lean_chance=0.0), throws=2)


def readings(*paths: Path) -> list[TrayReading]:
    found = []
    for _, reading in read_files(paths):
        assert isinstance(reading, TrayReading), reading
        found.append(reading)
    return found


def test_a_picture_gives_one_reading_of_what_lies_there(
    tmp_path: Path, thrown_tray: SimulatedTray, thrown_picture: np.ndarray
) -> None:
    cv2.imwrite(str(tmp_path / "roll.png"), thrown_picture)
    [reading] = readings(tmp_path / "roll.png")
    lying = thrown_tray.lying()
    assert lying is not None
    assert len(reading.cubes) == 5
    for cube in reading.cubes:
        true = min(lying, key=lambda each: np.hypot(*np.subtract(each.center, cube.center)))
        assert np.hypot(*np.subtract(true.center, cube.center)) < 6.0
        assert cube.face in (true.cube.face, None)
        assert (cube.odd, cube.zone, cube.moved) == (true.cube.odd, true.zone, None)
    assert (reading.source, reading.settled_at) == (str(tmp_path / "roll.png"), None)


def test_a_video_gives_one_reading_for_each_settled_roll(video: tuple[Path, list[float]]) -> None:
    path, rests = video
    rolls = readings(path)
    assert len(rolls) == 2
    assert [reading.settled_at for reading in rolls] == pytest.approx(rests, abs=0.1)
    assert all(cube.moved for reading in rolls for cube in reading.cubes)


def test_a_video_in_which_nothing_settles_gives_one_moving_reading(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (640, 480))
    grain = cv2.GaussianBlur(np.random.default_rng(3).normal(120, 900, (480, 1280, 1)), (0, 0), 4)
    for number in range(30):
        shown = np.clip(grain[:, 20 * number : 20 * number + 640], 0, 255).astype(np.uint8)
        writer.write(cv2.cvtColor(shown, cv2.COLOR_GRAY2BGR))
    writer.release()
    [reading] = readings(path)
    assert (reading.status, reading.cubes, reading.settled_at) == ("moving", (), None)
    assert reading.detail


def test_files_that_cannot_be_read_are_told_and_the_others_read(tmp_path: Path, thrown_picture: np.ndarray) -> None:
    good, broken, empty = tmp_path / "good.png", tmp_path / "broken.jpg", tmp_path / "empty.mp4"
    cv2.imwrite(str(good), thrown_picture)
    broken.write_bytes(b"\xff\xd8 no more")
    empty.write_bytes(b"")
    names = [broken, tmp_path / "missing.jpg", empty, tmp_path, good]
    results = list(read_files(names))
    assert [name for name, _ in results] == [str(name) for name in names]
    told = [str(result) for _, result in results[:4]]
    assert all(isinstance(result, Exception) for _, result in results[:4])
    for words, name in zip(told, ("broken.jpg", "missing.jpg", "empty.mp4", tmp_path.name), strict=True):
        assert name in words
        assert words.rstrip().endswith(".")
    assert isinstance(results[4][1], TrayReading)


def test_a_picture_without_light_is_blocked_in_words(tmp_path: Path) -> None:
    dark = np.random.default_rng(1).integers(0, 6, (480, 640, 3), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "dark.png"), dark)
    [reading] = readings(tmp_path / "dark.png")
    assert reading.status == "blocked"
    assert "dark" in (reading.detail or "")


def test_an_error_of_a_picture_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(b"x")
    [(_, error)] = list(read_files([tmp_path / "x.jpg"]))
    assert isinstance(error, PictureError)
    assert "JPEG or PNG" in str(error)
