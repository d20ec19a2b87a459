"""Cubes of a table that is looked at twice: as its picture shows it, and as from above."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.finder import FoundCube
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.quads import width_of
from vision.simulation.camera import SimulatedTray
from vision.two_views import in_both_views, turned_otherwise

PLACES = [(30.0, 30.0), (90.0, 60.0), (150.0, 40.0), (60.0, 130.0), (180.0, 120.0)]
ELSEWHERE = (120.0, 180.0)
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
SIZE = (1280, 960)


@pytest.fixture(scope="module")
def table() -> Mat:
    """A plane with cubes on it, in a picture of that size."""
    mat = MatFinder().find(SimulatedTray(seed=300, paced=False).read().image)
    assert mat is not None
    return mat


def cube_at(table: Mat, place: tuple[float, float], score: float, times: float = 1.0) -> FoundCube:
    """What is found there, in millimetres, so many times as large as a cube."""
    quad = table.to_pixels(np.array(place) + times * table.settings.cube * SQUARE)
    x, y = quad.mean(axis=0)
    return FoundCube((float(x), float(y)), quad, score, 0.0)


@pytest.fixture(scope="module")
def five(table: Mat) -> list[FoundCube]:
    """A whole set."""
    return [cube_at(table, place, 0.8) for place in PLACES]


def test_what_both_views_find_is_one_cube(table: Mat, five: list[FoundCube]) -> None:
    plain = [replace(cube, score=0.9) for cube in five]
    assert in_both_views(plain, five, five, table, SIZE, of_the_game=True) == five


def test_beside_a_whole_set_a_sixth_counts_as_much_as_both_views_say_on_average(
    table: Mat, five: list[FoundCube]
) -> None:
    sixth = cube_at(table, ELSEWHERE, 0.7)
    for again, on_average in ((0.0, 0.35), (0.1, 0.4), (0.3, 0.5)):
        above = [*five, cube_at(table, ELSEWHERE, again)] if again else five
        seen = in_both_views([*five, sixth], above, five, table, SIZE, of_the_game=True)
        assert [cube.center for cube in seen] == [*(cube.center for cube in five), sixth.center]
        assert seen[5].score == pytest.approx(on_average)


def test_where_a_cube_is_missing_and_where_any_number_may_lie_one_view_is_enough(
    table: Mat, five: list[FoundCube]
) -> None:
    sixth = cube_at(table, ELSEWHERE, 0.7)
    assert in_both_views([sixth], five[:4], five[:4], table, SIZE, of_the_game=True) == [*five[:4], sixth]
    assert in_both_views([sixth], five, five, table, SIZE, of_the_game=False) == [*five, sixth]


def test_at_the_edge_of_the_picture_the_plain_view_is_enough(table: Mat, five: list[FoundCube]) -> None:
    sixth = cube_at(table, ELSEWHERE, 0.7)
    just_below = (SIZE[0], int(sixth.quad[:, 1].max() + 0.2 * width_of(sixth.quad)))
    assert in_both_views([sixth], five, five, table, just_below, of_the_game=True)[5].score == 0.7


@pytest.mark.parametrize("times", [0.6, 0.8, 1.25, 1.8])
def test_a_face_that_is_outlined_too_small_or_too_large_becomes_as_large_as_the_others(
    table: Mat, five: list[FoundCube], times: float
) -> None:
    wrong, right = (cube_at(table, ELSEWHERE, 0.9, size) for size in (times, 1.0))
    *_, seen = in_both_views([wrong], five[:4], five[:4], table, SIZE, of_the_game=True)
    assert seen.quad == pytest.approx(right.quad, abs=0.1 * width_of(right.quad))


@pytest.mark.parametrize("times", [0.01, 0.4, 0.9, 1.1, 2.5])
def test_what_is_as_large_as_cubes_are_found_or_no_cube_of_that_table_keeps_its_outline(
    table: Mat, five: list[FoundCube], times: float
) -> None:
    thing = cube_at(table, ELSEWHERE, 0.9, times)
    *_, seen = in_both_views([thing], five[:4], five[:4], table, SIZE, of_the_game=True)
    assert seen is thing


def test_a_point_is_no_outline_to_be_made_larger(table: Mat, five: list[FoundCube]) -> None:
    point = cube_at(table, ELSEWHERE, 0.9, 0.0)
    assert point in in_both_views([point], five[:4], five[:4], table, SIZE, of_the_game=True)


@pytest.mark.parametrize(
    ("degrees", "surely", "otherwise"),
    [
        (0, False, False), (20, False, False), (30, False, True), (45, False, True), (70, False, False),
        (45, True, False),
    ],
)  # fmt: skip
def test_a_cube_may_lie_turned_another_way_where_the_views_differ_and_neither_is_sure(
    table: Mat, five: list[FoundCube], degrees: float, surely: bool, otherwise: bool
) -> None:
    first, *others = five
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turned = np.array(PLACES[0]) + table.settings.cube * SQUARE @ np.array([[cos, sin], [-sin, cos]])
    plain = [replace(first, quad=table.to_pixels(turned), surely_turned=surely), *others]
    assert turned_otherwise(five, plain, table) == ((first.center,) if otherwise else ())
    assert turned_otherwise([replace(first, surely_turned=True)], plain, table) == ()
    assert turned_otherwise([replace(first, score=0.3)], plain, table) == (), "what is hardly found may be nothing"
    assert turned_otherwise(five, others, table) == ()
