"""What goes wrong with the camera while a throw is read: the reading is right, or says what is the matter."""

from __future__ import annotations

import pytest

from controller.ports import TrayReading
from vision.settings import Fault
from vision.simulation.camera import SimulatedTray
from vision.watch import TrayWatch

SEED = 300
LONGEST = 150
"""Frames in which a throw is read."""


def tray_of(fault: Fault | None) -> SimulatedTray:
    tray = SimulatedTray(seed=SEED, paced=False, lean_chance=0.0, touch_chance=0.0)
    tray.cause(fault)
    return tray


def readings(tray: SimulatedTray, watch: TrayWatch, frames: int = LONGEST) -> list[TrayReading]:
    """All that is read while so many frames are given."""
    read = []
    for _ in range(frames):
        frame = tray.read()
        assert frame is not None
        reading = watch.watch(frame)
        if reading is not None:
            read.append(reading)
    return read


def faces(tray: SimulatedTray) -> list[str]:
    lying = tray.lying()
    assert lying is not None
    return sorted(each.cube.face for each in lying)


def faces_of(reading: TrayReading) -> list[str]:
    return sorted(str(cube.face) for cube in reading.cubes)


@pytest.mark.parametrize("fault", ["torn", "dropped", "flicker"])
def test_a_throw_before_a_poor_camera_is_read_as_it_lies(fault: Fault) -> None:
    tray, watch = tray_of(fault), TrayWatch("sim", mat_required=True)
    readings(tray, watch, 20)
    tray.throw(None)
    seen = readings(tray, watch)
    assert [reading.status for reading in seen][-1] == "clear"
    assert faces_of(seen[-1]) == faces(tray)
    assert all(cube.moved for cube in seen[-1].cubes)


def test_a_knocked_camera_reads_the_same_cubes_and_says_that_none_was_thrown() -> None:
    tray, watch = tray_of(None), TrayWatch("sim", mat_required=True)
    before = readings(tray, watch, 20)[-1]
    watch.counted(before.cubes)
    tray.cause("knocked")
    after = readings(tray, watch, 40)[-1]
    assert after.status == "clear"
    assert faces_of(after) == faces_of(before)
    assert not any(cube.moved for cube in after.cubes)


def test_a_glass_on_the_tray_is_in_the_way_until_it_is_gone() -> None:
    tray, watch = tray_of(None), TrayWatch("sim", mat_required=True)
    before = readings(tray, watch, 20)[-1]
    tray.cause("glass")
    blocked = readings(tray, watch, 40)[-1]
    assert blocked.status == "blocked"
    assert "glass" in str(blocked.detail)
    tray.cause(None)
    after = readings(tray, watch, 40)[-1]
    assert after.status == "clear"
    assert faces_of(after) == faces_of(before)


def test_a_camera_that_goes_black_says_that_it_is_dark() -> None:
    tray, watch = tray_of("black"), TrayWatch("sim", mat_required=True)
    dark = readings(tray, watch, 20)[-1]
    assert dark.status == "blocked"
    assert "too dark" in str(dark.detail)
