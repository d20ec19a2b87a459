"""What a cube could lean on, by where it lies: in sides of a cube, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.mat import Mat
from vision.neighbours import in_the_tray, may_lean_on_each_other, on_a_table
from vision.settings import MatSettings

SETTINGS = MatSettings()
MAT = Mat(np.eye(3), np.eye(3), 0.0, frozenset(), 525.0, SETTINGS)  # a pixel is a millimetre
MIDDLE = np.array(SETTINGS.rolling) / 2


def odds(*places: tuple[float, float], things: tuple[tuple[float, float], ...] = ()) -> list[float]:
    """In the tray, of cubes so many sides (x, y) from its middle."""
    points = [tuple((MIDDLE + SETTINGS.cube * np.array(thing)).tolist()) for thing in things]
    return in_the_tray(MAT, MIDDLE + SETTINGS.cube * np.array(places), points).tolist()


def at_wall(sides: float) -> float:
    """In the tray, of a cube so many sides from the left wall."""
    return float(in_the_tray(MAT, np.array([[sides * SETTINGS.cube, MIDDLE[1]]]), [])[0])


@pytest.mark.parametrize("apart", [1.17, 1.48], ids=["10 degrees", "35 degrees"])
def test_a_cube_leans_on_another_from_its_own_distance_only(apart: float) -> None:
    alone, touching = odds((0, 0)), odds((0, 0), (1.0, 0))
    assert odds((0, 0), (apart, 0))[0] > touching[0] == alone[0] == odds((0, 0), (2.0, 0))[0]


@pytest.mark.parametrize("sides", [0.67, 0.98], ids=["10 degrees", "35 degrees"])
def test_a_cube_leans_on_a_wall_from_its_own_distance_only(sides: float) -> None:
    assert at_wall(sides) > at_wall(0.5) == at_wall(1.3) == odds((0, 0))[0]


def test_a_cube_leans_on_a_thing_that_it_lies_on() -> None:
    assert odds((0, 0), things=((0.3, 0),))[0] > odds((0, 0), things=((3.0, 0),))[0] == odds((0, 0))[0]


def test_what_is_too_near_to_lie_flat_was_found_beside_its_place_and_may_lean() -> None:
    beside, alone = odds((0, 0), (1.3, 0))[0], odds((0, 0))[0]
    assert beside > odds((0, 0), (0.8, 0))[0] == at_wall(0.3) > alone


def test_on_a_table_other_cubes_count_and_walls_are_not_known_of() -> None:
    places = SETTINGS.cube * np.array([[0.0, 0.0], [0.7, 9.0], [5.0, 5.0], [6.3, 5.0]])
    first, second, third, fourth = on_a_table(MAT, places).tolist()
    assert first == second < third == fourth
    assert first > odds((0, 0))[0]


TOP = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
TURNED = TOP @ np.array([[0.6, 0.8], [-0.8, 0.6]])


@pytest.mark.parametrize("slanted", [np.eye(2), np.array([[40.0, 12.0], [3.0, 22.0]])], ids=["above", "aslant"])
@pytest.mark.parametrize(
    ("apart", "may"),
    [(0.8, True), (1.0, False), (1.1, False), (1.25, True), (1.58, True), (1.9, False)],
    ids=["too near", "side by side", "so, outlined too small", "10 degrees", "35 degrees", "apart"],
)
def test_two_cubes_may_lean_on_each_other_from_their_own_distance_however_they_are_seen(
    slanted: np.ndarray, apart: float, may: bool
) -> None:
    far = TOP + 5.0
    tops = [TOP @ slanted, (TURNED + apart * np.array([0.6, 0.8])) @ slanted, far @ slanted]
    assert may_lean_on_each_other(tops).tolist() == [may, may, False]
    assert may_lean_on_each_other(tops[1:]).tolist() == [False, False]
    assert may_lean_on_each_other([]).tolist() == []
