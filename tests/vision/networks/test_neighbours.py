"""What a cube could lean on, by where it lies: in sides of a cube, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.mat import Mat
from vision.neighbours import (
    beside_each_other,
    in_the_tray,
    may_be_tops_and_sides,
    may_lean_on_each_other,
    may_lean_on_things,
    on_a_table,
)
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


def test_one_that_was_set_aside_on_the_rail_leans_less_likely_than_one_alone_in_the_tray() -> None:
    in_the_middle, on_the_rail = odds((0, 0), (0, 7))
    assert on_the_rail < in_the_middle


def test_a_cube_leans_on_a_thing_that_it_lies_on() -> None:
    assert odds((0, 0), things=((0.3, 0),))[0] > odds((0, 0), things=((3.0, 0),))[0] == odds((0, 0))[0]


def test_what_is_too_near_to_lie_flat_was_found_beside_its_place_and_may_lean() -> None:
    beside, alone = odds((0, 0), (1.3, 0))[0], odds((0, 0))[0]
    assert beside > odds((0, 0), (0.8, 0))[0] == at_wall(0.3) > alone


def test_on_a_table_other_cubes_count_and_walls_are_not_known_of() -> None:
    places = SETTINGS.cube * np.array([[0.0, 0.0], [0.7, 9.0], [5.0, 5.0], [6.3, 5.0]])
    first, second, third, fourth = on_a_table(MAT, places).tolist()
    assert first == second < third == fourth
    assert first == odds((0, 0))[0]
    at_edges = on_a_table(MAT, places, np.array([True, False, True, False])).tolist()
    assert at_edges == [third, second, third, third]


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


@pytest.mark.parametrize(("sides", "may"), [(0.0, True), (1.0, True), (1.7, True), (1.8, False)])
def test_a_cube_may_lean_on_a_thing_beside_it(sides: float, may: bool) -> None:
    assert may_lean_on_things([TOP, TOP + 9.0], [(sides, 0.0)]).tolist() == [may, False]
    assert may_lean_on_things([TOP], []).tolist() == [False]


def lying(*places: tuple[float, float]) -> list[np.ndarray]:
    """Tops, so many sides (x, y) from each other, on the mat."""
    return [SETTINGS.cube * (TOP + np.array(place)) for place in places]


@pytest.mark.parametrize(("apart", "may"), [(1.0, False), (1.15, False), (1.25, True), (1.6, True), (1.7, False)])
def test_three_cubes_lie_beside_each_other_farther_than_side_by_side(apart: float, may: bool) -> None:
    assert beside_each_other(MAT, lying((0, 0), (0, apart), (9, 0))).tolist() == [may, may, False]


@pytest.mark.parametrize(
    ("third", "edges", "may"),
    [
        ((0.0, 2.3), [False] * 3, [True, True, False]), ((6.0, 6.0), [False] * 3, [False] * 3),
        ((6.0, 6.0), [False, True, False], [True, True, False]), ((6.0, 6.0), [False, False, True], [False] * 3),
    ],
    ids=["on the third", "on nothing", "on what has its edge there", "the edge is elsewhere"],
)  # fmt: skip
def test_two_side_by_side_may_be_top_and_side_of_one_that_leans(
    third: tuple[float, float], edges: list[bool], may: list[bool]
) -> None:
    assert may_be_tops_and_sides(MAT, lying((0, 0), (0, 1), third), edges).tolist() == may


def test_two_that_lie_apart_are_not_top_and_side() -> None:
    assert may_be_tops_and_sides(MAT, lying((0, 0), (0, 1.3), (6, 6)), [True] * 3).tolist() == [False] * 3
