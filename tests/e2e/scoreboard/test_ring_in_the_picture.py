"""The reader sees the ring that shows what the reader has read: the two must not drive each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from controller.games.game import Moment
from controller.ports import TrayReading
from hardware.build.plan import load_dimensions
from hardware.canvas import Colour, Size
from hardware.show import Show
from tests.hardware.support import game_view, snapshot
from vision.cameras.camera import Frame, Image
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.simulation.camera import SimulatedTray
from vision.watch import TrayWatch

SECONDS, RATE = 4, 30
LATE = 3
"""Frames from a reading's status to the light that follows from it."""
SPILL = 0.3
"""By how much a ring that is white all round brightens what lies next to it."""
SCALE = 8
FULL = (255, 255, 255)


def places() -> NDArray[np.float64]:
    """Where the plan puts the ring's lights, in millimetres of the mat, clockwise from the far left."""
    plan = load_dimensions()
    ring, width, height = plan["ring"], 240.0, 225.0
    out, step = ring["offset"], 1000 / ring["per_metre"]
    sides = (((0, -out), (width, -out)), ((width + out, 0), (width + out, height)),
             ((width, height + out), (0, height + out)), ((-out, height), (-out, 0)))  # fmt: skip
    lights = []
    for count, (start, end) in zip(ring["pieces"], sides, strict=True):
        first, last = np.array(start, float), np.array(end, float)
        along = (last - first) / np.linalg.norm(last - first)
        lights += [(first + last) / 2 + along * step * (number - (count - 1) / 2) for number in range(count)]
    return np.array(lights)


def glow(lights: NDArray[np.float64], colours: Sequence[Colour], size: tuple[int, int]) -> NDArray[np.float32]:
    """The lights themselves, in a small picture."""
    dots = np.zeros((size[1] // SCALE, size[0] // SCALE, 3), np.float32)
    for (x, y), (red, green, blue) in zip(lights / SCALE, colours, strict=True):
        cv2.circle(dots, (round(x), round(y)), 2, (blue, green, red), -1, cv2.LINE_AA)
    return dots


def lit(image: Image, lights: NDArray[np.float64], colours: Sequence[Colour]) -> Image:
    """The picture with the ring in it, glaring, and its light on mat and cubes."""
    size = (image.shape[1], image.shape[0])
    brightest = cv2.GaussianBlur(glow(lights, [FULL] * len(lights), size), (0, 0), 80 / SCALE).max()
    dots = glow(lights, colours, size)
    spill = cv2.resize(cv2.GaussianBlur(dots, (0, 0), 80 / SCALE), size) * (SPILL / brightest)
    return np.clip(image * (1 + spill) + cv2.resize(cv2.GaussianBlur(dots, (0, 0), 0.5), size), 0, 255).astype(
        np.uint8
    )


def found_mat(tray: SimulatedTray) -> Mat:
    frame = tray.read()
    assert frame is not None
    mat = MatFinder().find(frame.image)
    assert mat is not None
    return mat


def readings(show: Show | None) -> list[TrayReading]:
    """Of a throw before a table whose ring shows what comes of it; None: one without a ring."""
    tray = SimulatedTray(seed=33, paced=False, lean_chance=0.0, touch_chance=0.0)
    lights = found_mat(tray).to_pixels(places())
    watch = TrayWatch("sim")
    before = snapshot(game_view("s1", stake=60))
    after = snapshot(game_view("s2", stake=0), Moment("flash", "FLASH", "Flash!"))
    late = deque([False] * LATE)
    read: list[TrayReading] = []
    for number in range(SECONDS * RATE):
        if number == RATE // 2:
            tray.throw(None)
        frame = tray.read()
        assert frame is not None
        image = frame.image
        if show is not None:
            scored = read and number > RATE and tray.lying() is not None and read[-1].cubes
            lamps = frozenset({"reading"} if late.popleft() else {"ready"})
            show.take(replace(after if scored else before, lamps=lamps), number / RATE)
            image = lit(image, lights, show.picture(number / RATE).lights())
        reading = watch.watch(Frame(image, number / RATE, number))
        if reading is not None:
            read.append(reading)
        late.append(bool(read) and read[-1].status in ("moving", "blocked"))
    return read


def told(read: Sequence[TrayReading]) -> list[tuple[str, list[str]]]:
    return [(reading.status, sorted(str(cube.face) for cube in reading.cubes)) for reading in read]


@pytest.fixture(scope="module")
def without() -> list[TrayReading]:
    return readings(None)


@pytest.mark.parametrize("moves", [True, False])
def test_what_the_ring_shows_of_a_throw_changes_nothing_in_what_is_read(
    moves: bool, without: list[TrayReading]
) -> None:
    assert told(without)[-1][0] == "clear"
    assert len(without[-1].cubes) == 5
    assert told(readings(Show(Size(), moves))) == told(without)
