"""Pictures and videos from files, written here by the simulated tray."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from controller.ports import TrayReading
from tests.vision.reader.matroska import write_matroska
from vision.cameras import Image
from vision.files import NOTHING_SETTLED, STILL_MOVING, read_files
from vision.pictures import PictureError
from vision.settings import MatSettings
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


@pytest.mark.parametrize("name", ["photo.mp4", "photo.mov"])
def test_a_picture_with_the_name_of_a_video_is_read(tmp_path: Path, thrown_picture: Image, name: str) -> None:
    """As phones call the still of a live photograph now and then."""
    path = tmp_path / name
    path.write_bytes(cv2.imencode(".jpg", thrown_picture)[1].tobytes())
    (reading,) = readings(path)
    assert len(reading.cubes) == 5


def test_a_video_gives_one_reading_for_each_settled_roll(video: tuple[Path, list[float]]) -> None:
    path, rests = video
    rolls = readings(path)
    assert len(rolls) == 2
    assert [reading.settled_at for reading in rolls] == pytest.approx(rests, abs=0.1)
    assert all(cube.moved for reading in rolls for cube in reading.cubes)


RESTS, MOVES = "rests", "moves"


def film_of_floor(path: Path, frames: list[str]) -> Path:
    """A video without a rate of a striped floor on which nothing lies, or something coarse slides by."""
    chance = np.random.default_rng(3)
    stripes = 25 * np.sin(np.arange(640) / 9)
    floor = np.linspace(80, 140, 640) + stripes + chance.normal(0, 3, (480, 640))
    coarse = cv2.GaussianBlur(chance.normal(120, 900, (480, 1280, 1)), (0, 0), 4)
    shown = [
        coarse[:, 20 * number : 20 * number + 640] if frame == MOVES else floor for number, frame in enumerate(frames)
    ]
    greys = [np.clip(each, 0, 255).astype(np.uint8) for each in shown]
    pictures = [np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8) for grey in greys]
    return write_matroska(path, pictures, irregular(len(pictures)))


def irregular(frames: int) -> list[int]:
    """Milliseconds at which so many frames come, 28 to 39 apart."""
    return [0, *(int(at) for at in np.cumsum(np.random.default_rng(0).integers(28, 40, frames - 1)))]


def test_a_video_in_which_nothing_settles_gives_one_moving_reading(tmp_path: Path) -> None:
    [reading] = readings(film_of_floor(tmp_path / "film.mkv", [MOVES] * 30))
    assert (reading.status, reading.cubes, reading.settled_at) == ("moving", (), None)
    assert reading.detail == NOTHING_SETTLED


def test_a_video_that_ends_while_something_moves_is_never_clear(tmp_path: Path) -> None:
    [reading] = readings(film_of_floor(tmp_path / "film.mkv", [RESTS] * 12 + [MOVES] * 12))
    assert (reading.status, reading.cubes, reading.settled_at) == ("moving", (), None)
    assert reading.detail == STILL_MOVING


def test_a_roll_counts_though_its_cubes_are_taken_up_at_the_end(tmp_path: Path, thrown_picture: Image) -> None:
    hand = thrown_picture.copy()
    pictures = [thrown_picture] * 10
    for number in range(6):
        hand[:, : 80 * number] = (90, 120, 180)
        pictures.append(hand.copy())
    [reading] = readings(write_matroska(tmp_path / "roll.webm", pictures, irregular(len(pictures))))
    assert (len(reading.cubes), reading.settled_at) == (5, 0.0)


def test_a_video_without_a_rate_tells_the_true_time_of_rest(tmp_path: Path) -> None:
    frames = [MOVES] * 15 + [RESTS] * 12
    [reading] = readings(film_of_floor(tmp_path / "film.webm", frames))
    assert (reading.status, reading.cubes) == ("clear", ())
    assert reading.settled_at == pytest.approx(irregular(len(frames))[15] / 1000)


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


@pytest.mark.parametrize("name", ["roll", "roll.mp4"])
def test_a_file_that_nobody_may_read_is_told_and_the_others_read(
    tmp_path: Path, thrown_picture: Image, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    cv2.imwrite(str(tmp_path / "good.png"), thrown_picture)
    (tmp_path / name).write_bytes(b"locked")
    opened = Path.open

    def locked(path: Path, *arguments: Any, **others: Any) -> Any:  # tests may run as root, who may read everything
        if path.name == name:
            raise PermissionError(13, "Permission denied")
        return opened(path, *arguments, **others)

    monkeypatch.setattr(Path, "open", locked)
    (_, error), (_, reading) = read_files([tmp_path / name, tmp_path / "good.png"])
    assert isinstance(error, PictureError)
    assert str(error) == f"{tmp_path / name} can't be opened: Permission denied."
    assert isinstance(reading, TrayReading)


def test_a_video_whose_name_is_not_utf_8_is_told_and_the_others_read(
    tmp_path: Path, thrown_picture: Image
) -> None:
    cv2.imwrite(str(tmp_path / "good.png"), thrown_picture)
    unnamed = tmp_path / os.fsdecode(b"roll-\xe4")
    (tmp_path / "good.png").rename(unnamed.with_suffix(".png"))
    unnamed.with_suffix(".mp4").write_bytes(b"anything")
    (_, error), (_, reading) = read_files([unnamed.with_suffix(".mp4"), unnamed.with_suffix(".png")])
    assert isinstance(error, PictureError)
    assert "Give it another name" in str(error)
    assert isinstance(reading, TrayReading)
    assert len(reading.cubes) == 5


def test_a_file_whose_content_cannot_be_read_is_named_and_the_others_read(
    tmp_path: Path, thrown_picture: Image
) -> None:
    (tmp_path / "broken.dat").symlink_to("/proc/self/mem")  # as a bad sector: it opens, and reading is an I/O error
    cv2.imwrite(str(tmp_path / "throw.png"), thrown_picture)
    (_, error), (_, reading) = read_files([tmp_path / "broken.dat", tmp_path / "throw.png"])
    assert str(error) == f"{tmp_path / 'broken.dat'} can't be read: Input/output error."
    assert isinstance(reading, TrayReading)


@pytest.mark.parametrize("name", ["IMG_1.HEIC", "notes.txt", "n" * 300, "locked/roll.png"])
def test_what_is_no_video_is_none_of_a_film_in_which_nothing_rests(
    tmp_path: Path, video: tuple[Path, list[float]], thrown_picture: np.ndarray, name: str
) -> None:
    good, odd = tmp_path / "good.png", tmp_path / name
    cv2.imwrite(str(good), thrown_picture)
    if name.endswith("HEIC"):
        odd.write_bytes(video[0].read_bytes())  # FFmpeg plays it, as it plays real ones
    elif name.endswith("txt"):
        odd.write_text("Cubes: 2, 10 and a sun.\n" * 40)
    elif name.startswith("locked"):
        (tmp_path / "locked").write_text("a file where a folder is named")
    (_, told), (_, read) = read_files([odd, good])
    assert isinstance(told, PictureError)
    assert isinstance(read, TrayReading)


@pytest.mark.parametrize(("width", "told"), [(240.0, 0), (300.0, 1)])
def test_a_video_of_another_mat_is_told_of_once(video: tuple[Path, list[float]], width: float, told: int) -> None:
    remarks: list[str] = []
    read = [told for _, told in read_files([video[0]], MatSettings(rolling=(width, 180.0)), remark=remarks.append)]
    # Where no mat is known, the tray without cubes is now and then taken for something large that may lean.
    throws = [reading for reading in read if isinstance(reading, TrayReading) and len(reading.cubes) >= 5]
    assert len(throws) == len(video[1])
    assert [remark.startswith(f"{video[0]} was read as if no mat") for remark in remarks] == [True] * told


def test_a_video_may_have_a_colon_in_its_name(
    tmp_path: Path, video: tuple[Path, list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, rests = video
    (tmp_path / "12:30.mp4").write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert len(readings(Path("12:30.mp4"))) == len(rests)


def test_a_picture_of_a_size_that_shows_no_tray_is_told_and_the_others_read(
    tmp_path: Path, thrown_picture: Image
) -> None:
    names = []
    for width, height in ((1, 1), (50, 1), (10, 10), (400, 15), (5000, 3), (4000, 16), (33_000, 400)):
        names.append(tmp_path / f"{width}x{height}.png")
        grain = np.random.default_rng(1).integers(0, 255, (max(1, height // 8), max(1, width // 8), 3), np.uint8)
        cv2.imwrite(str(names[-1]), cv2.resize(grain, (width, height), interpolation=cv2.INTER_NEAREST))
    names.append(tmp_path / "vast.png")
    names[-1].write_bytes(vast_png(40_000))
    good = tmp_path / "good.png"
    cv2.imwrite(str(good), thrown_picture)
    *refused, (_, read) = read_files([*names, good])
    for name, (_, error) in zip(names, refused, strict=True):
        assert isinstance(error, PictureError)
        assert str(name) in str(error)
    assert isinstance(read, TrayReading)
    assert "10 x 10 pixels. It is too small" in str(refused[2][1])
    assert "strip" in str(refused[5][1])
    assert "too large" in str(refused[6][1])
    assert "more than 110 million pixels" in str(refused[7][1])


@pytest.mark.parametrize("size", [(16, 16), (16, 1600), (1600, 16)])
def test_the_smallest_pictures_are_read(tmp_path: Path, size: tuple[int, int]) -> None:
    grain = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (*size, 3), np.uint8), (0, 0), 2.0)
    cv2.imwrite(str(tmp_path / "small.png"), grain)
    [reading] = readings(tmp_path / "small.png")
    assert (reading.source, reading.settled_at) == (str(tmp_path / "small.png"), None)


def vast_png(side: int) -> bytes:
    """A PNG whose head promises a picture of that many pixels either way."""

    def part(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 100)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", body) + part(b"IEND", b"")


def test_a_picture_without_light_is_blocked_in_words(tmp_path: Path) -> None:
    dark = np.random.default_rng(1).integers(0, 6, (480, 640, 3), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "dark.png"), dark)
    [reading] = readings(tmp_path / "dark.png")
    assert reading.status == "blocked"
    assert "dark" in (reading.detail or "")


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_a_picture_of_noise_is_blocked_and_not_a_tray_without_cubes(tmp_path: Path, suffix: str) -> None:
    noise = np.random.default_rng(2).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / f"noise.{suffix}"), noise)
    [reading] = readings(tmp_path / f"noise.{suffix}")
    assert reading.status == "blocked"
    assert "nothing but noise" in (reading.detail or "")


def test_an_error_of_a_picture_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(b"x")
    [(_, error)] = list(read_files([tmp_path / "x.jpg"]))
    assert isinstance(error, PictureError)
    assert "JPEG or PNG" in str(error)
