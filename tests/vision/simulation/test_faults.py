"""What can go wrong with the simulated camera, and that it can be mended."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cameras.camera import Frame
from vision.mat_finder import MatFinder
from vision.settings import FAULTS, Fault
from vision.simulation.camera import SimulatedTray


def small_tray() -> SimulatedTray:
    return SimulatedTray(seed=300, paced=False, resolution=(640, 480))


@pytest.fixture
def tray() -> SimulatedTray:
    return small_tray()


def read(tray: SimulatedTray) -> Frame:
    frame = tray.read()
    assert frame is not None
    return frame


def test_black_pictures_show_noise_alone(tray: SimulatedTray) -> None:
    lit = read(tray).image
    tray.cause("black")
    assert read(tray).image.mean() < 6 < lit.mean()


def test_a_frozen_camera_goes_on_giving_its_last_picture(tray: SimulatedTray) -> None:
    tray.throw(None)
    last = read(tray)
    tray.cause("frozen")
    frozen = [read(tray) for _ in range(20)]
    assert all(np.array_equal(frame.image, last.image) for frame in frozen)
    assert frozen[-1].timestamp > last.timestamp


def test_a_torn_picture_is_partly_the_one_before(tray: SimulatedTray) -> None:
    tray.cause("torn")
    before, torn = read(tray).image, read(tray).image
    same = (before == torn).all(axis=(1, 2))
    tear = int(np.argmax(same))
    assert same[tear:].all()
    assert not same[:tear].any()
    assert 0 < tear < len(same)


def test_dropped_frames_leave_gaps_in_numbers_and_time(tray: SimulatedTray) -> None:
    tray.cause("dropped")
    frames = [read(tray) for _ in range(30)]
    gaps = np.diff([frame.number for frame in frames])
    assert gaps.min() >= 2
    assert gaps.max() > 4
    assert np.allclose(np.diff([frame.timestamp for frame in frames]), gaps / 30)


def test_flicker_rolls_dark_bands_through_the_picture(tray: SimulatedTray) -> None:
    steady = [read(tray).image.mean(axis=(1, 2)) for _ in range(3)]
    tray.cause("flicker")
    banded = [read(tray).image.mean(axis=(1, 2)) for _ in range(3)]
    unsteady = np.std([rows / steady[0] for rows in steady[1:]])
    assert np.std(banded[0] / steady[0]) > 4 * unsteady
    assert np.abs(banded[1] / banded[0] - 1).max() > 0.1  # and they are elsewhere in the next picture


def test_a_knocked_camera_sees_the_mat_elsewhere(tray: SimulatedTray) -> None:
    before = MatFinder().find(read(tray).image)
    tray.cause("knocked")
    after = MatFinder().find(read(tray).image)
    assert before is not None
    assert after is not None
    moved = np.hypot(*np.subtract(after.to_pixels([(120, 110)]), before.to_pixels([(120, 110)]))[0])
    assert 4 < moved < 20


def test_a_glass_covers_a_good_part_of_the_tray(tray: SimulatedTray) -> None:
    before = read(tray).image
    tray.cause("glass")
    changed = (cv2.absdiff(read(tray).image, before).max(axis=2) > 25).mean()
    assert 0.02 < changed < 0.2


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_mended_is_as_before(fault: Fault) -> None:
    broken, whole = small_tray(), small_tray()
    broken.cause(fault)
    read(broken)
    broken.cause(None)
    difference = cv2.absdiff(read(broken).image, read(whole).image)
    assert difference.mean() < 4
