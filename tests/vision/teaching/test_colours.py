"""The colours of a taught set, and the odd cube told by them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.judgement import judge
from vision.odd import as_bgr
from vision.sight import SeenCube, Sight
from vision.teaching.colours import Colours, colours_of

WHITE, BLACK, RED = np.array([[90.0, 0.0, 5.0], [15.0, 0.0, 0.0], [40.0, 50.0, 30.0]])


def test_the_sun_shows_the_odd_colour_and_the_3_the_common_one() -> None:
    colours = colours_of({"sun": [BLACK, BLACK + 2], "3": [WHITE], "2": [BLACK, BLACK, WHITE]})
    assert colours is not None
    assert colours.is_odd(BLACK + 5) is True
    assert colours.is_odd(WHITE - 5) is False
    assert colours.is_odd((WHITE + BLACK) / 2) is None
    assert colours.is_odd(np.array([50.0, 90.0, -90.0])) is None


@pytest.mark.parametrize("bodies", [{"3": [WHITE], "2": [BLACK]}, {"sun": [WHITE], "3": [WHITE + 3]}])
def test_without_a_sun_or_a_difference_there_are_none(bodies: dict[str, list[np.ndarray]]) -> None:
    assert colours_of(bodies) is None


@pytest.mark.parametrize("light", [1.0, 0.5, 0.2, 1.2])
@pytest.mark.parametrize(("common", "odd"), [(WHITE, BLACK), (BLACK, WHITE), (RED, WHITE), (WHITE, RED)])
def test_a_whole_set_is_told_in_another_light_than_it_was_taught_in(
    light: float, common: np.ndarray, odd: np.ndarray
) -> None:
    colours = colours_of({"sun": [odd], "3": [common]})
    assert colours is not None
    lit = np.clip(as_bgr([common, common, odd, common, common]) * light, 0, 1)
    seen = cv2.cvtColor(lit[None].astype(np.float32), cv2.COLOR_BGR2LAB)[0].astype(float)
    assert colours.odd_ones(list(seen)) == (False, False, True, False, False)


def test_fewer_than_a_set_are_compared_with_the_colours_as_they_were_taught() -> None:
    colours = colours_of({"sun": [BLACK], "3": [WHITE]})
    assert colours is not None
    assert colours.odd_ones([BLACK]) == (True,)
    assert colours.odd_ones([WHITE, BLACK, WHITE, WHITE]) == (False, True, False, False)
    assert colours.odd_ones([]) == ()


def test_with_taught_colours_the_odd_cube_is_told_among_fewer_than_five() -> None:
    def cube(x: float) -> SeenCube:
        quad = ((x, 0.0), (x + 10, 0.0), (x + 10, 10.0), (x, 10.0))
        return SeenCube((x + 5, 5.0), quad, 1.0, 0.0, {"2": 0.9999, "none": 0.0001})

    colours = Colours((90.0, 0.0, 5.0), (15.0, 0.0, 0.0))
    bodies = tuple(colours.is_odd(body) for body in (WHITE, BLACK, (WHITE + BLACK) / 2))
    sight = Sight((cube(0), cube(50), cube(100)), None, (), None, None, bodies=bodies)
    assert [read.odd for read in judge(sight, "").cubes] == [False, True, None]
