"""The one cube that a picture is about."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.teaching.drawn_dice import Die, picture_of
from vision.finder import Finder
from vision.quads import width_of
from vision.teaching.folders import CHOICES
from vision.teaching.main_cube import MainCube, main_cubes


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(any_dice=True)


def is_of(found: MainCube, die: Die) -> bool:
    off = np.hypot(*(found.quad.mean(0) - die.quad.mean(0))) / width_of(die.quad)
    return bool(off < 0.25 and 0.74 < width_of(found.quad) / width_of(die.quad) < 1.35)


def test_it_is_found_from_near_and_far_mostly_at_once_and_nearly_always_among_the_first() -> None:
    finder, at_once, among_first, count = Finder(any_dice=True), 0, 0, 0
    for face in ("heart", "one", "K"):
        for share in (0.12, 0.25, 0.5):
            for seed in range(12):
                image, (die,) = picture_of([face], seed, (260, 260), face_px=share * 260)
                found = [is_of(cube, die) for cube in main_cubes(finder, image)[:CHOICES]]
                at_once += found[0]
                among_first += any(found)
                count += 1
    assert at_once >= 0.8 * count
    assert among_first >= 0.93 * count


def test_in_a_close_up_no_pip_is_taken_for_the_cube(finder: Finder) -> None:
    at_once, count = 0, 0
    for face in ("five", "one", "arrow"):
        for share in (0.5, 0.6, 0.7):
            for seed in range(6):
                image, (die,) = picture_of([face], seed, (260, 260), face_px=share * 260)
                found = main_cubes(finder, image)
                at_once += bool(found) and is_of(found[0], die)
                count += 1
    assert at_once >= 0.7 * count


def test_of_several_the_one_in_the_middle_is_meant(finder: Finder) -> None:
    meant, among_first = 0, 0
    for seed in range(28):
        image, dice = picture_of(["five", "heart", "arrow"], seed, (420, 420), face_px=80)
        found = [is_of(cube, dice[1]) for cube in main_cubes(finder, image)[:CHOICES]]
        meant += found[0]
        among_first += any(found)
    assert meant >= 0.65 * 28
    assert among_first >= 0.8 * 28


def test_a_picture_of_many_megapixels_is_told_in_its_own_pixels(finder: Finder) -> None:
    image, (die,) = picture_of(["heart"], 1, (3000, 2200), face_px=500)
    found = main_cubes(finder, image)[0]
    assert np.hypot(*(found.quad.mean(0) - die.quad.mean(0))) < 0.2 * width_of(die.quad)


def test_an_even_surface_shows_none(finder: Finder) -> None:
    assert main_cubes(finder, np.full((240, 320, 3), 128, np.uint8)) == []
