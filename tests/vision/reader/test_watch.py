"""A watched tray: light, the mat, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.ports import Point, TrayReading
from vision.cameras import Frame, Image
from vision.eyes import Eyes
from vision.mat_finder import MIRRORED, MatFinder
from vision.reader import TrayReader
from vision.simulation.camera import SimulatedTray
from vision.simulation.world import load_world, save_world
from vision.watch import TrayWatch


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def filmed(*scenes: tuple[Image, int]) -> Iterator[Frame]:
    """Frames at 30 a second: each scene for so many frames, with the noise of a sensor."""
    rng, number = np.random.default_rng(1), 0
    for picture, frames in scenes:
        for _ in range(frames):
            noisy = picture + rng.normal(0, 2, picture.shape)
            yield Frame(np.clip(noisy, 0, 255).astype(np.uint8), number / 30, number)
            number += 1


def readings(watch: TrayWatch, frames: Iterator[Frame]) -> list[TrayReading]:
    return [reading for frame in frames if (reading := watch.watch(frame)) is not None]


def without_mat(picture: Image) -> Image:
    """The picture with the mat's markers covered."""
    covered = picture.copy()
    for quad in MatFinder().markers(picture).values():
        low, high = quad.min(axis=0).astype(int) - 6, quad.max(axis=0).astype(int) + 6
        covered[max(low[1], 0) : high[1], max(low[0], 0) : high[0]] = 90
    return covered


def halved(picture: Image) -> Image:
    height, width = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def test_without_light_the_tray_is_blocked_and_read_when_light_comes_back(eyes: Eyes, thrown_picture: Image) -> None:
    dark = np.zeros_like(thrown_picture)
    watch = TrayWatch("", eyes=eyes)
    told = readings(watch, filmed((dark, 10), (thrown_picture, 12)))
    assert [reading.status for reading in told[:2]] == ["blocked", "moving"]
    assert "dark" in (told[0].detail or "")
    assert len(told[2].cubes) == 5


@pytest.mark.parametrize(("level", "words"), [(255, "drowned in light"), (120, "one even surface"), (6, "too dark")])
def test_what_shows_nothing_is_told_by_what_it_shows(eyes: Eyes, level: int, words: str) -> None:
    told = TrayReader(eyes=eyes).read_picture(np.full((480, 640, 3), level, np.uint8))
    assert told.status == "blocked"
    assert words in (told.detail or "")


def test_a_tray_that_must_have_its_mat_is_blocked_without_it_and_a_file_is_read(
    eyes: Eyes, thrown_picture: Image
) -> None:
    covered = without_mat(thrown_picture)
    [blocked] = readings(TrayWatch("", mat_required=True, eyes=eyes), filmed((covered, 8)))
    assert blocked.status == "blocked"
    assert "mat" in (blocked.detail or "")
    [read] = readings(TrayWatch("", eyes=eyes), filmed((covered, 8)))
    assert read.status != "blocked"
    assert all(cube.zone is None for cube in read.cubes)


def test_a_camera_that_mirrors_is_not_read_with_or_without_the_mat_required(
    eyes: Eyes, thrown_picture: Image
) -> None:
    mirrored = np.ascontiguousarray(thrown_picture[:, ::-1])
    for required in (True, False):
        [told] = readings(TrayWatch("", mat_required=required, eyes=eyes), filmed((mirrored, 8)))
        assert (told.status, told.detail, told.cubes) == ("blocked", MIRRORED, ())
    told = TrayReader(eyes=eyes).read_picture(mirrored)
    assert (told.status, told.detail, told.cubes) == ("blocked", MIRRORED, ())


def test_what_lies_still_is_read_once(eyes: Eyes, thrown_picture: Image) -> None:
    watch = TrayWatch("here", eyes=eyes)
    [reading] = readings(watch, filmed((thrown_picture, 30)))
    assert (reading.source, reading.settled_at, watch.rest_frame) == ("here", 0.0, 0)
    assert [cube.zone for cube in reading.cubes] == ["tray"] * 5


@pytest.mark.parametrize("covered", [{0, 1, 2}, {1}, {0, 2}])
def test_kept_cubes_were_not_thrown_with_the_mat_in_view_or_without(eyes: Eyes, covered: set[int]) -> None:
    """`covered`: in which looks the mat is."""
    tray, watch = SimulatedTray(seed=104, paced=False, lean_chance=0.0, touch_chance=0.0), TrayWatch("", eyes=eyes)
    looks: list[tuple[Image, int]] = []
    places = []
    for look in range(3):
        lying = tray.lying()
        assert lying is not None
        tray.throw(None if look == 0 else tuple(each.center for each in lying[2:]))
        tray.come_to_rest()
        frame = tray.read()
        assert frame is not None
        looks.append((without_mat(frame.image) if look in covered else frame.image, 8))
        places.append([each.center for each in tray.lying() or ()])
    at_rest = []
    for frame in filmed(*looks):
        reading = watch.watch(frame)
        if reading is not None and reading.status != "moving":
            watch.counted(reading.cubes)
            at_rest.append(reading)
    assert len(at_rest) == 3
    for reading, true in zip(at_rest[1:], places[1:], strict=True):
        nearest = [min(reading.cubes, key=lambda cube: distance(cube.center, place)) for place in true]
        assert all(distance(cube.center, place) < 15 for cube, place in zip(nearest, true, strict=True))
        assert [cube.moved for cube in nearest] == [False, False, True, True, True]


def test_pictures_that_come_in_another_size_are_read_anew_and_nothing_was_thrown(
    eyes: Eyes, thrown_picture: Image
) -> None:
    for picture in (thrown_picture, without_mat(thrown_picture)):
        watch = TrayWatch("", eyes=eyes)
        told = []
        for frame in filmed((picture, 10), (halved(picture), 12)):
            reading = watch.watch(frame)
            if reading is not None:
                watch.counted(reading.cubes)
                told.append(reading)
        first, second = told
        assert {cube.moved for cube in second.cubes} == {False}
        assert len(second.cubes) >= 4  # so small, and without a mat, not every cube is sure
        for cube in second.cubes:
            x, y = cube.center
            assert min(first.cubes, key=lambda other: distance(other.center, (2 * x, 2 * y))).face == cube.face


def test_a_table_that_is_opened_with_pictures_of_another_size_counts_nothing_as_thrown(
    eyes: Eyes, thrown_picture: Image
) -> None:
    for picture in (thrown_picture, without_mat(thrown_picture)):
        [before] = readings(TrayWatch("", eyes=eyes), filmed((picture, 8)))
        size = (picture.shape[1], picture.shape[0])
        watch = TrayWatch("", lying=before.cubes, picture_size=size, eyes=eyes)
        [after] = readings(watch, filmed((halved(picture), 8)))
        assert {cube.moved for cube in after.cubes} == {False}


def test_pictures_that_come_in_another_shape_are_read_anew(eyes: Eyes, thrown_picture: Image) -> None:
    height = thrown_picture.shape[0]
    watch = TrayWatch("", eyes=eyes)
    told = readings(watch, filmed((thrown_picture, 10), (thrown_picture[: height * 7 // 8], 12)))
    assert len(told) == 2
    assert told[1].settled_at == pytest.approx(10 / 30)


def test_a_size_that_changes_while_cubes_come_to_rest_mixes_no_pictures(eyes: Eyes, thrown_picture: Image) -> None:
    [plain] = readings(TrayWatch("", eyes=eyes), filmed((thrown_picture, 8)))
    [read] = readings(TrayWatch("", eyes=eyes), filmed((halved(thrown_picture), 5), (thrown_picture, 8)))
    assert (read.status, by_place(read)) == (plain.status, by_place(plain))
    assert read.settled_at == pytest.approx(5 / 30)


def distance(one: Point, other: Point) -> float:
    return float(np.hypot(*np.subtract(one, other)))


def by_place(reading: TrayReading) -> list[str | None]:
    """The faces, from left to right."""
    return [cube.face for cube in sorted(reading.cubes, key=lambda cube: cube.center[0])]


def test_a_cube_that_is_pushed_after_it_was_read_was_nudged_and_nothing_is_scored(eyes: Eyes, tmp_path: Path) -> None:
    world = tmp_path / "world.json"
    tray = SimulatedTray(seed=41, state_file=world, paced=False, lean_chance=0.0, touch_chance=0.0)
    tray.throw(None)
    tray.come_to_rest()
    lay = tray.read()
    thrown = load_world(world, 41, 16.5)
    pose = thrown.cubes[2].pose
    pushed = replace(thrown.cubes[2], pose=replace(pose, position=pose.position + np.array([9.0, 6.0, 0.0])))
    save_world(replace(thrown, cubes=(*thrown.cubes[:2], pushed, *thrown.cubes[3:])), world)
    lies = SimulatedTray(seed=41, state_file=world, paced=False).read()
    assert lay is not None
    assert lies is not None
    watch, frames = TrayWatch("", eyes=eyes), filmed((lay.image, 12), (lies.image, 12))
    counted = next(reading for frame in frames if (reading := watch.watch(frame)) is not None)
    assert counted.status == "clear"
    watch.counted(counted.cubes)
    moving, nudged = readings(watch, frames)
    assert (moving.status, nudged.status) == ("moving", "unclear")
    assert [problem.kind for problem in nudged.problems] == ["nudged"]
    assert "nothing was thrown" in (nudged.detail or "")
    assert not any(cube.moved for cube in nudged.cubes)
