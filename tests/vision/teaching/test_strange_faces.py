"""Cubes with faces that were never taught: they look like one that was, and yet none of them is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.teaching.drawn_dice import SYMBOL, picture_of
from tests.vision.teaching.test_reading_with_a_set import named
from vision.finder import Finder
from vision.reader import TrayReader
from vision.simulation.camera import SimulatedTray
from vision.teaching.reading import eyes_for
from vision.teaching.taught_set import FacePicture, face_picture, teach_set

SEED = 61
TAUGHT = ("2", "3", "4", "5", "6", "sun")
"""All but the 10, which looks like a 5."""
PICTURES = 3
PIPS = {
    "three": ((36, 36), (64, 64), (92, 92)), "four": ((36, 36), (92, 36), (36, 92), (92, 92)),
    "five": ((36, 36), (92, 36), (64, 64), (36, 92), (92, 92)),
    "six": ((36, 36), (92, 36), (36, 64), (92, 64), (36, 92), (92, 92)),
}  # fmt: skip


def pips(places: Sequence[tuple[int, int]]) -> NDArray[np.uint8]:
    """The drawing of a side with these pips, 255 where there is ink."""
    mask = np.zeros((SYMBOL, SYMBOL), np.uint8)
    for place in places:
        cv2.circle(mask, place, 12, 255, -1, cv2.LINE_AA)
    return mask


DRAWN = {name: pips(places) for name, places in PIPS.items()}


@pytest.fixture(scope="module")
def part() -> TrayReader:
    """Reads a set of which the three and the five were taught."""
    finder, pictures = Finder(), list[FacePicture]()
    for seed in range(PICTURES):
        image, dice = picture_of(["three", "five"], 620 + seed, (480, 360), face_px=60, drawn=DRAWN)
        pictures += [face_picture(die.face, image, die.quad, "", finder) for die in dice]
    return TrayReader(eyes=eyes_for(teach_set("part", pictures)[0]))


def test_a_die_that_shows_another_number_is_not_named(part: TrayReader) -> None:
    named_right = 0
    for seed in range(600, 606):
        image, dice = picture_of(["four", "three", "six"], seed, (640, 480), face_px=48, drawn=DRAWN)
        reading = part.read_picture(image)
        four, three, six = named(reading, dice)
        named_right += three == "three"
        assert four in (None, "")
        assert three in ("three", None)
        assert six in (None, "")
        assert reading.status == "unclear"
    assert named_right >= 4


def test_nothing_but_untaught_faces_is_never_a_clear_reading_without_cubes(part: TrayReader) -> None:
    image, _ = picture_of(["four", "six", "four"], 610, (640, 480), face_px=48, drawn=DRAWN)
    assert part.read_picture(image).status != "clear"


@pytest.fixture(scope="module")
def tray() -> Iterator[SimulatedTray]:
    opened = SimulatedTray(seed=SEED, cube_set="classic", paced=False, lean_chance=0.0)
    yield opened
    opened.close()


def test_of_a_set_of_the_game_that_lacks_faces_none_is_taken_for_another(tray: SimulatedTray) -> None:
    finder, pictures = Finder(), list[FacePicture]()
    while any(sum(one.face == face for one in pictures) < PICTURES for face in TAUGHT):
        tray.throw(None)
        tray.come_to_rest()
        frame, lying = tray.read(), tray.lying()
        assert frame is not None
        pictures += [
            face_picture(each.cube.face, frame.image, np.array(each.quad, float), "", finder)
            for each in lying or () if each.cube.face in TAUGHT
        ]  # fmt: skip
    reader = TrayReader(eyes=eyes_for(teach_set("part", pictures)[0]))
    known = right = 0
    for _ in range(5):
        tray.throw(None)
        tray.come_to_rest()
        frame, lying = tray.read(), tray.lying()
        assert frame is not None
        assert lying is not None
        reading = reader.read_picture(frame.image)
        for each in lying:
            near = [cube.face for cube in reading.cubes if np.hypot(*np.subtract(cube.center, each.center)) < 15]
            assert set(near) <= {each.cube.face, None}
            known += each.cube.face in TAUGHT
            right += near == [each.cube.face]
        assert reading.status == "unclear" or all(each.cube.face in TAUGHT for each in lying)
    assert right >= 0.9 * known > 0
