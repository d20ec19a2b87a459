"""Pictures that show a tray or a cube in part, and trays drowned in light: never clear."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.cameras import Image
from vision.eyes import Eyes
from vision.judgement import judge
from vision.mat_finder import MatFinder
from vision.reader import TrayReader
from vision.simulation.camera import SimulatedTray


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def thrown(seed: int) -> Image:
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0, touch_chance=0.0)
    try:
        tray.throw(None)
        tray.come_to_rest()
        frame = tray.read()
        assert frame is not None
        return frame.image
    finally:
        tray.close()


def too_bright(picture: Image) -> Image:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=6.0, beta=120.0), np.uint8)


def without_a_strip_of_the_tray(picture: Image) -> Image:
    mat = MatFinder().find(picture)
    assert mat is not None
    left = mat.outline(0.0)[:, 0].min()
    return np.ascontiguousarray(picture[:, round(left) + 60 :])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [(too_bright, "It is too bright"), (without_a_strip_of_the_tray, "A part of the tray is outside the picture")],
)
def test_a_tray_that_cant_be_seen_whole_is_told(eyes: Eyes, spoil: Callable[[Image], Image], words: str) -> None:
    picture = thrown(4)
    assert TrayReader(eyes=eyes).read_picture(picture).status == "clear"
    mats = MatFinder()
    mats.find(picture)
    reading = judge(eyes.look(spoil(picture), MatFinder().find(spoil(picture)) or mats.find(picture)), "")
    assert reading.status == "blocked"
    assert reading.detail is not None
    assert reading.detail.startswith(words)


def test_a_cube_of_which_the_edge_cuts_off_a_good_part_is_never_named(eyes: Eyes) -> None:
    told = 0
    for seed in (4, 5):
        picture = thrown(seed)
        cube = min(eyes.look(picture, MatFinder().find(picture)).cubes, key=lambda cube: cube.center[0])
        left = min(x for x, _ in cube.quad)
        width = max(x for x, _ in cube.quad) - left
        for share in (0.3, 0.5):
            reading = judge(eyes.look(np.ascontiguousarray(picture[:, round(left + share * width) :]), None), "")
            cut_off = [each for each in reading.cubes if min(x for x, _ in each.quad) < -0.3 * width]
            told += bool(cut_off)
            assert all(each.face is None for each in cut_off)
            assert not cut_off or reading.status != "clear"
    assert told >= 2
