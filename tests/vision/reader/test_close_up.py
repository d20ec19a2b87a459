"""Small cubes that spin where the small picture shows nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
import pytest

from tests.vision.reader.conftest import square
from vision.cameras import Frame
from vision.cameras.camera import Image
from vision.close_up import LONGEST_SPIN, CloseWatch
from vision.eyes import Eyes
from vision.mat import Mat
from vision.networks import NONE
from vision.settle import HOLD, SettleWatch
from vision.sight import SeenCube, Sight
from vision.watch import TrayWatch

SIZE = (1280, 960)
FPS = 30
PLACES = [(600.0, 400.0), (700.0, 430.0), (560.0, 520.0)]

Light = Callable[[float], float]


def steady(now: float) -> float:
    return 1.0


def turning(side: float, contrast: float, stop: float, seconds: float, *, light: Light = steady,
            noise: float = 2.0) -> Iterator[Frame]:
    """Three cubes on a grained floor; the first spins by 150 degrees a second until `stop`."""
    rng = np.random.default_rng(1)
    ground = np.clip(90 + cv2.GaussianBlur(rng.normal(0, 30, SIZE[::-1]), (0, 0), 3), 0, 255).astype(np.float32)
    grains = [rng.normal(0, noise, SIZE[::-1]).astype(np.float32) for _ in range(5)]
    for number in range(int(seconds * FPS)):
        now = number / FPS
        picture = ground.copy()
        for index, place in enumerate(PLACES):
            angle = 20.0 + (150.0 * min(now, stop) if index == 0 else 0.0)
            for width, level in ((side, contrast), (side * 0.45, -contrast)):
                corners = cv2.boxPoints((place, (width, width), angle))
                cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), 90 + level, cv2.LINE_AA, 4)
        noisy = np.clip(light(now) * picture + grains[number % 5], 0, 255).astype(np.uint8)
        yield Frame(np.asarray(cv2.cvtColor(noisy, cv2.COLOR_GRAY2BGR), dtype=np.uint8), now, number)


def rests(frames: Iterator[Frame], side: float) -> list[tuple[float, float]]:
    """When a rest was found to be one, and since when it is; a reader sees the cubes whenever rest is told."""
    cubes = tuple(SeenCube(place, square(*place, side), 1.0, 0.0, {}) for place in PLACES)
    sight = Sight(cubes, None, (), None, None)
    settle, near = SettleWatch(), CloseWatch()
    at_rest: list[Frame] = []
    found = []
    for frame in frames:
        settling = near.see(frame, settle.see(frame))
        at_rest = [] if settling.motion == "moving" else [*at_rest[-2:], frame]
        if settling.came_to_rest and settling.since is not None:
            if near.finds_movement(sight, at_rest):
                at_rest = []
            else:
                found.append((frame.timestamp, settling.since[0]))
    return found


@pytest.mark.parametrize(("side", "contrast"), [(24.0, 40.0), (16.0, 90.0)])
def test_a_small_cube_that_spins_moves_until_it_stops(side: float, contrast: float) -> None:
    stop = 0.9
    [(at, since)] = rests(turning(side, contrast, stop, 1.5), side)
    assert since >= stop - 2.5 / FPS
    assert stop < at <= stop + 0.25


@pytest.mark.parametrize(("light", "noise"), [
    (steady, 2.0), (steady, 8.0),
    (lambda now: 1.0 - 0.1 * now, 3.0), (lambda now: 1.0 + 0.06 * np.sin(21 * now), 3.0),
])  # fmt: skip
def test_noise_and_light_hold_no_small_cube_up(light: Light, noise: float) -> None:
    frames = turning(20.0, 60.0, 0.0, 0.6, light=light, noise=noise)
    [(at, since)] = rests(frames, 20.0)
    assert since == 0.0
    assert at <= HOLD + 1.5 / FPS


def test_cubes_as_large_as_at_a_tray_are_left_to_the_watch_for_rest() -> None:
    frames = list(turning(48.0, 60.0, 9.0, 0.3))
    cubes = tuple(SeenCube(place, square(*place, 48.0), 1.0, 0.0, {}) for place in PLACES)
    assert not CloseWatch().finds_movement(Sight(cubes, None, (), None, None), frames[-3:])


def test_what_never_ends_at_a_small_cubes_place_does_not_hold_reading_up_for_ever() -> None:
    found = rests(turning(20.0, 40.0, 99.0, LONGEST_SPIN + 0.8), 20.0)
    assert found
    assert found[0][0] >= LONGEST_SPIN


def test_what_is_read_anyway_is_told_once_though_the_tray_cant_be_seen_then() -> None:
    cubes = tuple(SeenCube(place, square(*place, 20.0), 1.0, 0.0, {}) for place in PLACES)
    settle, near, at_rest, told = SettleWatch(), CloseWatch(), list[Frame](), 0
    for frame in turning(20.0, 40.0, 99.0, LONGEST_SPIN + 0.8):
        at_rest = [*at_rest[-2:], frame]
        if near.see(frame, settle.see(frame)).came_to_rest:
            told += 1
            if told == 1:
                assert near.finds_movement(Sight(cubes, None, (), None, None), at_rest)
    assert told == 2


class SeesThem(Eyes):
    """Finds the three cubes wherever it is asked."""

    def __init__(self, side: float) -> None:
        chances = {"5": 1.0, NONE: 0.0}
        self._cubes = tuple(SeenCube(place, square(*place, side), 1.0, 0.0, chances) for place in PLACES)

    def look(self, image: Image, mat: Mat | None, known: Sequence[SeenCube] = ()) -> Sight:
        return Sight(self._cubes, None, (), None, mat)

    def look_again(self, image: Image, sight: Sight) -> Sight:
        return sight


def test_a_tray_with_a_small_cube_that_spins_is_read_when_it_lies() -> None:
    watch = TrayWatch("", eyes=SeesThem(24.0))
    frames = turning(24.0, 40.0, 0.5, 0.9)
    told = [(frame.timestamp, reading) for frame in frames if (reading := watch.watch(frame)) is not None]
    assert [reading.status == "moving" for _, reading in told] == [True, False]
    assert 0.5 < told[1][0] <= 0.75
