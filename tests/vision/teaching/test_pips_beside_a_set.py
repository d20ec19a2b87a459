"""An ordinary die beside a taught set: its six pips are no 6 of the set, whose stars look much like them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from tests.vision.teaching.drawn_dice import SYMBOL, picture_of, write_folders
from vision.drawings import draw_face, random_style
from vision.reader import TrayReader
from vision.teaching.choosing import choose
from vision.teaching.folders import from_folders
from vision.teaching.reading import eyes_for
from vision.teaching.taught_set import TaughtSet, teach_set

Symbols = Mapping[str, NDArray[np.uint8]]


def pips() -> NDArray[np.uint8]:
    mask = np.zeros((SYMBOL, SYMBOL), np.uint8)
    for x in (38, 90):
        for y in (28, 64, 100):
            cv2.circle(mask, (x, y), 12, 255, -1, cv2.LINE_AA)
    return mask


@pytest.fixture(scope="module")
def symbols() -> Symbols:
    rng = default_rng(5)
    return {face: draw_face(random_style(face, "simulation", rng), SYMBOL) for face in ("2", "3", "6")}


def taught(symbols: Symbols, folder: Path, pictures: int) -> TaughtSet:
    write_folders(folder, list(symbols), pictures, drawn=symbols)
    return teach_set("drawn", choose(from_folders(folder, print)).pictures)[0]


def test_a_die_with_six_pips_is_no_six_of_the_set(symbols: Symbols, tmp_path: Path) -> None:
    reader = TrayReader(eyes=eyes_for(taught(symbols, tmp_path, 5)))
    clear = sixes = 0
    for seed in range(900, 910):
        image, dice = picture_of(
            ["6", "pips", "3"], seed, (640, 480), face_px=48, drawn={**symbols, "pips": pips()}
        )
        reading = reader.read_picture(image)
        near_the_die = [
            cube for cube in reading.cubes if np.hypot(*np.subtract(cube.center, dice[1].quad.mean(0))) < 24
        ]
        assert not any(cube.face for cube in near_the_die)
        clear += reading.status == "clear"
        sixes += "6" in [cube.face for cube in reading.cubes]
    assert clear == 0, "which of them isn't of the set is in doubt while cubes are missing"
    assert sixes >= 8


def test_a_set_whose_six_is_round_dots_keeps_it(symbols: Symbols, tmp_path: Path) -> None:
    dotted = {**symbols, "6": pips()}
    reader = TrayReader(eyes=eyes_for(taught(dotted, tmp_path, 3)))
    image, _ = picture_of(["6", "2", "3"], 900, (640, 480), face_px=48, drawn=dotted)
    assert [cube.face for cube in reader.read_picture(image).cubes].count("6") == 1
