"""Rest and movement, on sequences whose truth is known frame by frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.cameras import Frame
from vision.settle import SettleWatch, Settling
from vision.simulation.camera import SimulatedTray

SIZE = (320, 240)
SOONEST = 0.25
"""Seconds after the last movement by which rest must be told."""

Scene = Callable[[float], np.ndarray]


def floor(rng: np.random.Generator) -> np.ndarray:
    """A floor with a grain, so that light on it can be told from movement."""
    grain = cv2.GaussianBlur(rng.normal(0, 30, (SIZE[1], SIZE[0])), (0, 0), 1.5)
    return np.clip(90 + grain, 0, 255)


def with_cube(ground: np.ndarray, x: float, y: float, degrees: float, contrast: float) -> np.ndarray:
    """The floor with a cube and its symbol on it."""
    picture = ground.copy()
    for side, level in ((13.0, contrast), (6.0, -contrast)):
        corners = cv2.boxPoints(((x, y), (side, side), degrees))
        mask = np.zeros_like(ground)
        cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        picture = picture * (1 - mask) + np.clip(ground.mean() + level, 0, 255) * mask
    return picture


def filmed(scene: Scene, seconds: float, fps: float = 30.0, noise: float = 2.0) -> Iterator[Frame]:
    """Frames of a scene, with the noise of a sensor."""
    rng = np.random.default_rng(1)
    for number in range(int(seconds * fps)):
        grey = scene(number / fps)
        noisy = grey + rng.normal(0, noise, grey.shape)
        image = cv2.cvtColor(np.clip(noisy, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
        yield Frame(np.asarray(image, dtype=np.uint8), number / fps, number)


def watch(frames: Iterator[Frame]) -> list[tuple[float, Settling]]:
    """What the watch says of each frame, with its time."""
    settle = SettleWatch()
    return [(frame.timestamp, settle.see(frame)) for frame in frames]


def rests(told: list[tuple[float, Settling]]) -> list[tuple[float, float]]:
    """When rest was told, and since when it is."""
    return [(at, said.since[0]) for at, said in told if said.came_to_rest and said.since is not None]


def starts(told: list[tuple[float, Settling]]) -> list[float]:
    """When something began to move that had been settled."""
    return [
        round(at, 1)
        for (_, before), (at, said) in pairwise(told)
        if before.motion == "settled" and said.motion == "moving"
    ]


@pytest.mark.parametrize("fps", [10.0, 30.0, 60.0])
@pytest.mark.parametrize("contrast", [90.0, 25.0])
def test_rest_is_told_within_a_quarter_second_of_the_stop_and_never_before(fps: float, contrast: float) -> None:
    ground, stop = floor(np.random.default_rng(2)), 0.8

    def slide_to_a_halt(now: float) -> np.ndarray:
        left = max(0.0, stop - now)
        return with_cube(ground, 200 - 150 * left**1.5, 100 + 60 * left**1.5, 300 * left, contrast)

    told = rests(watch(filmed(slide_to_a_halt, 1.6, fps)))
    assert len(told) == 1
    at, since = told[0]
    assert since >= stop - 2.5 / fps
    assert at > stop
    assert at <= stop + max(SOONEST, 3 / fps)


def test_what_a_movement_leaves_for_some_frames_does_not_begin_the_wait_anew() -> None:
    ground, stop = floor(np.random.default_rng(2)), 0.8

    def fading(now: float) -> np.ndarray:
        left, after = max(0.0, stop - now), min(max(0.0, now - stop), 0.1)
        return with_cube(ground, 200 - 150 * left, 100, 20, 60 + 90 * after)

    told = rests(watch(filmed(fading, 1.6, noise=0.0)))
    assert [at for at, _ in told] == [pytest.approx(stop + 0.2, abs=0.01)]


def test_a_cube_that_spins_on_its_corner_moves() -> None:
    ground = floor(np.random.default_rng(3))
    told = watch(filmed(lambda now: with_cube(ground, 150, 100, 150 * now, 60.0), 1.5))
    assert rests(told) == []


def test_a_cube_that_creeps_moves() -> None:
    ground = floor(np.random.default_rng(3))
    told = watch(filmed(lambda now: with_cube(ground, 150 + 10 * now, 100, 10, 60.0), 1.5))
    assert rests(told) == []


def test_a_slow_drift_of_light_is_no_movement() -> None:
    ground = with_cube(floor(np.random.default_rng(4)), 150, 100, 20, 60.0)
    falloff = np.linspace(0.7, 1.0, SIZE[0])[None, :]

    def clouds(now: float) -> np.ndarray:
        return ground * (1.0 - 0.5 * (now / 6.0) * falloff)

    told = watch(filmed(clouds, 6.0))
    assert len(rests(told)) == 1
    assert starts(told) == []


def test_a_nudge_under_drifting_light_is_movement() -> None:
    ground = floor(np.random.default_rng(4))

    def nudged(now: float) -> np.ndarray:
        return with_cube(ground, 150 if now < 2.0 else 153, 100, 20, 60.0) * (1.0 - 0.05 * now)

    told = watch(filmed(nudged, 3.0))
    assert starts(told) == [2.0]
    assert len(rests(told)) == 2


def test_strong_noise_is_no_movement() -> None:
    ground = with_cube(floor(np.random.default_rng(5)), 150, 100, 20, 60.0)
    told = watch(filmed(lambda now: ground, 2.0, noise=8.0))
    assert len(rests(told)) == 1
    assert starts(told) == []


def test_what_moves_outside_the_tray_does_not_matter() -> None:
    ground = floor(np.random.default_rng(6))
    settle = SettleWatch()
    settle.look_within([np.array([[100, 50], [300, 50], [300, 200], [100, 200]])], SIZE)
    frames = filmed(lambda now: with_cube(ground, 30 + 20 * now, 30, 10, 90.0), 1.0)
    told = [(frame.timestamp, settle.see(frame)) for frame in frames]
    assert len(rests(told)) == 1
    assert starts(told) == []


def test_a_crowd_beside_the_tray_does_not_hide_a_spinning_cube() -> None:
    """What moves in most of the picture is no noise of the camera by which a cube in the tray could be missed."""
    rng = np.random.default_rng(16)
    ground = floor(rng)
    crowd = [np.clip(rng.normal(110, 60, (SIZE[1], SIZE[0])), 0, 255) for _ in range(7)]
    tray = np.zeros((SIZE[1], SIZE[0]), bool)
    tray[60:180, 110:210] = True

    def evening(now: float) -> np.ndarray:
        return np.where(tray, with_cube(ground, 160, 120, 400 * now, 14.0), crowd[round(now * 30) % len(crowd)])

    settle = SettleWatch()
    settle.look_within([np.array([[110, 60], [209, 60], [209, 179], [110, 179]])], SIZE)
    assert not any(settle.see(frame).came_to_rest for frame in filmed(evening, 2.0, noise=0.5))


def test_a_hand_in_the_tray_is_movement_until_it_is_still_or_gone() -> None:
    ground = floor(np.random.default_rng(7))

    def reach(now: float) -> np.ndarray:
        picture = ground.copy()
        depth = int(np.interp(now, [0.5, 0.9, 1.5, 1.9], [0, 150, 150, 0]))
        picture[SIZE[1] - depth :, 125:190] = 170.0
        return picture

    told = watch(filmed(reach, 2.6))
    assert starts(told) == [0.5, 1.5]
    assert [since for _, since in rests(told)] == pytest.approx([0.0, 0.9, 1.9], abs=0.07)


def test_frames_that_were_dropped_do_not_shorten_the_wait() -> None:
    ground = floor(np.random.default_rng(8))

    def throw(now: float) -> np.ndarray:
        return with_cube(ground, 100 + 150 * min(now, 0.7), 100, 0, 80.0)

    frames = (frame for frame in filmed(throw, 1.5) if not 5 < frame.number < 15)
    told = rests(watch(frames))
    assert len(told) == 1
    assert told[0][1] == pytest.approx(0.7, abs=0.07)


@pytest.mark.parametrize("seed", [21, 22])
def test_a_simulated_throw_settles_when_the_cubes_lie(seed: int) -> None:
    tray, settle = SimulatedTray(seed=seed, paced=False, lean_chance=0.0), SettleWatch()
    for _ in range(12):
        frame = tray.read()
        assert frame is not None
        settle.see(frame)
    tray.throw(None)
    stopped: float | None = None
    told: list[tuple[float, bool]] = []
    while len(told) < 200 and (stopped is None or told[-1][0] < stopped + 0.4):
        frame = tray.read()
        assert frame is not None
        told.append((frame.timestamp, settle.see(frame).came_to_rest))
        if stopped is None and tray.truth() is not None:
            stopped = frame.timestamp
    assert stopped is not None
    emptied, lie = (at for at, rest in told if rest)
    assert emptied < stopped - 0.4, "when the hand had taken the cubes up, and none flew yet"
    assert stopped <= lie <= stopped + 0.25


def test_pictures_of_another_shape_come_to_rest_of_their_own() -> None:
    ground = floor(np.random.default_rng(9))
    settle = SettleWatch()
    told = []
    for frame in filmed(lambda now: ground if now < 0.5 else ground[:180], 1.0):
        told.append((frame.timestamp, settle.see(frame)))
    assert [since for _, since in rests(told)] == pytest.approx([0.0, 0.5])
