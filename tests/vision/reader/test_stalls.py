"""Recordings in which a picture is written over and over, because the computer couldn't keep up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.ports import TrayReading
from vision.cameras import Frame, Image
from vision.files import read_files
from vision.simulation.camera import SimulatedTray
from vision.stalls import LONGEST_FREEZE, LONGEST_STALL, StallWatch

FPS = 30.0
STALL = 9


@pytest.fixture(scope="module")
def roll() -> tuple[list[Image], int]:
    """The pictures of a simulated throw, and from which on the cubes rest."""
    tray = SimulatedTray(seed=4, paced=False, lean_chance=0.0)
    tray.read()
    tray.throw(None)
    pictures = []
    while tray.truth() is None:
        pictures.append(picture(tray))
    return pictures + [picture(tray) for _ in range(12)], len(pictures) - 1


def picture(tray: SimulatedTray) -> Image:
    frame = tray.read()
    assert frame is not None
    return frame.image


@pytest.mark.parametrize(
    ("codec", "suffix", "before_rest"),
    [("MJPG", ".avi", 3), ("MJPG", ".avi", 6), ("MJPG", ".avi", 10), ("mp4v", ".mp4", 3), ("mp4v", ".mp4", 10)],
)
def test_a_recording_that_stalls_in_mid_throw_is_read_once_when_the_cubes_rest(
    roll: tuple[list[Image], int], tmp_path: Path, codec: str, suffix: str, before_rest: int
) -> None:
    path = tmp_path / f"roll{suffix}"
    check_read_at_rest(roll, path, codec, before_rest, STALL)


@pytest.mark.parametrize(("before_rest", "stall"), [(4, 40), (10, 40), (10, 110)])
def test_a_recording_that_freezes_for_seconds_while_the_cubes_fly_is_read_once_when_they_rest(
    roll: tuple[list[Image], int], tmp_path: Path, before_rest: int, stall: int
) -> None:
    check_read_at_rest(roll, tmp_path / "roll.avi", "MJPG", before_rest, stall)


def check_read_at_rest(roll: tuple[list[Image], int], path: Path, codec: str, before_rest: int, stall: int) -> None:
    """Check that a recording whose picture comes so often, so long before the cubes rest, gives one clear reading."""
    pictures, rest = roll
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), FPS, (width, height))
    for number, picture in enumerate(pictures):
        for _ in range(stall if number == rest - before_rest else 1):
            writer.write(picture)
    writer.release()
    [(_, reading)] = read_files([path])
    assert isinstance(reading, TrayReading)
    assert reading.status == "clear"
    assert reading.settled_at == pytest.approx((rest + stall - 1) / FPS, abs=1.5 / FPS)


def frames(levels: list[int], noise: float = 2.0) -> list[Frame]:
    """Even pictures with noise, where a level follows itself the same picture once more."""
    rng, given = np.random.default_rng(1), []
    for number, level in enumerate(levels):
        image = np.clip(level + rng.normal(0, noise, (96, 128, 3)), 0, 255).astype(np.uint8)
        if number and level == levels[number - 1]:
            image = given[-1].image
        given.append(Frame(image, number / FPS, number))
    return given


def looked_at(given: list[Frame]) -> list[int]:
    stalls = StallWatch()
    return [each.number for frame in given for each in stalls.see(frame)] + [
        each.number for each in stalls.all_held()
    ]


def test_copies_that_end_soon_are_left_out() -> None:
    assert looked_at(frames([10, 11, 40, 40, 40, 70, 70, 100])) == [0, 1, 2, 5, 7]


def test_copies_at_the_end_and_copies_without_end_are_rest() -> None:
    assert looked_at(frames([10, 40, 40, 40])) == [0, 1, 2, 3]
    long = round(FPS * LONGEST_STALL)
    stalls = StallWatch()
    given = frames([10] + [40] * (long + 3) + [70])
    told = [[each.number for each in stalls.see(frame)] for frame in given]
    assert told == [[0], [1], *[[]] * (long - 1), [*range(2, long + 2)], [long + 2], [long + 3], [long + 4]]


def flying(pictures: int, apart: int = 6, clean: bool = False) -> list[Frame]:
    """So many pictures in which a cube flies, `apart` pixels from one to the next, and then copies of the last one
    for six seconds. `clean`: without noise."""
    given = frames([90 if clean else 90 + number % 2 for number in range(pictures)], 0.0 if clean else 2.0)
    for number, frame in enumerate(given):
        given[number] = replace(frame, image=frame.image.copy())
        given[number].image[20:36, 4 + apart * number : 20 + apart * number] = 200
    still = [Frame(given[-1].image, (pictures + number) / FPS, pictures + number) for number in range(round(6 * FPS))]
    return given + still


def first_copy_at(given: list[Frame], pictures: int) -> float:
    """Seconds from the last of so many new pictures until its copies are looked at."""
    stalls = StallWatch()
    for frame in given:
        if any(each.number >= pictures for each in stalls.see(frame)):
            return frame.timestamp - given[pictures - 1].timestamp
    raise AssertionError("never")


def test_copies_after_a_flight_are_taken_for_rest_later_than_others() -> None:
    assert first_copy_at(flying(12), 12) == pytest.approx(LONGEST_FREEZE, abs=1.5 / FPS)
    assert first_copy_at(flying(12, apart=0), 12) == pytest.approx(LONGEST_STALL, abs=1.5 / FPS)


def test_copies_after_a_flight_that_are_not_the_same_to_the_last_bit_are_taken_for_rest_as_others_are() -> None:
    given = flying(12)
    for number, frame in enumerate(given[12:], start=12):
        given[number] = replace(frame, image=frame.image.copy())
        given[number].image[0, 0] += number % 2
    assert first_copy_at(given, 12) == pytest.approx(LONGEST_STALL, abs=1.5 / FPS)


def test_photographs_that_are_shown_one_after_another_are_taken_for_rest_as_soon_as_ever() -> None:
    slow = [replace(frame, timestamp=2.0 * number) for number, frame in enumerate(flying(6)[:6])]
    copies = [replace(slow[-1], timestamp=10.0 + number / FPS, number=6 + number) for number in range(90)]
    assert first_copy_at(slow + copies, 6) == pytest.approx(LONGEST_STALL, abs=1.5 / FPS)


def test_what_is_drawn_without_noise_rests_at_once_after_a_flight() -> None:
    assert first_copy_at(flying(12, clean=True), 12) == pytest.approx(1 / FPS)


def test_without_noise_what_rests_is_the_same_in_every_picture() -> None:
    given = frames([90] * 10)
    for number, frame in enumerate(given[:6]):
        given[number] = replace(frame, image=frame.image.copy())
        given[number].image[20:40, 10 + 8 * number : 30 + 8 * number] = 200
    assert looked_at(given) == list(range(10))


def test_a_small_thing_that_moves_is_no_copy() -> None:
    given = frames([10, 40, 70, 90, 90, 90, 90])
    for number, frame in enumerate(given[3:]):
        given[3 + number] = replace(frame, image=frame.image.copy())
        given[3 + number].image[20:26, 10 + 4 * number : 16 + 4 * number] = 160
    assert looked_at(given) == list(range(7))


def test_photographs_are_all_looked_at() -> None:
    stalls = StallWatch()
    still = [replace(frame, still=True) for frame in frames([10, 40, 40, 40])]
    assert [stalls.see(frame) for frame in still] == [[frame] for frame in still]
