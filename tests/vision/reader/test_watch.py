"""A watched tray: light, the mat, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from controller.ports import TrayReading
from vision.cameras import Frame, Image
from vision.eyes import Eyes
from vision.mat_finder import MatFinder
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


def test_without_light_the_tray_is_blocked_and_read_when_light_comes_back(eyes: Eyes, thrown_picture: Image) -> None:
    dark = np.zeros_like(thrown_picture)
    watch = TrayWatch("", eyes=eyes)
    told = readings(watch, filmed((dark, 10), (thrown_picture, 12)))
    assert [reading.status for reading in told[:2]] == ["blocked", "moving"]
    assert "dark" in (told[0].detail or "")
    assert len(told[2].cubes) == 5


def test_a_tray_that_must_have_its_mat_is_blocked_without_it_and_a_file_is_read(
    eyes: Eyes, thrown_picture: Image
) -> None:
    markers = MatFinder().markers(thrown_picture)
    covered = thrown_picture.copy()
    for quad in markers.values():
        low, high = quad.min(axis=0).astype(int) - 6, quad.max(axis=0).astype(int) + 6
        covered[max(low[1], 0) : high[1], max(low[0], 0) : high[0]] = 90
    [blocked] = readings(TrayWatch("", mat_required=True, eyes=eyes), filmed((covered, 8)))
    assert blocked.status == "blocked"
    assert "mat" in (blocked.detail or "")
    [read] = readings(TrayWatch("", eyes=eyes), filmed((covered, 8)))
    assert read.status != "blocked"
    assert all(cube.zone is None for cube in read.cubes)


def test_what_lies_still_is_read_once(eyes: Eyes, thrown_picture: Image) -> None:
    watch = TrayWatch("here", eyes=eyes)
    [reading] = readings(watch, filmed((thrown_picture, 30)))
    assert (reading.source, reading.settled_at, watch.rest_frame) == ("here", 0.0, 0)
    assert [cube.zone for cube in reading.cubes] == ["tray"] * 5
