"""A cube's side that passes for a top, though no two cubes can stand so near to each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.reader.conftest import standing
from vision.eyes import Eyes
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.networks import NONE
from vision.sides import sides_in_view, without_sides
from vision.sight import SeenCube
from vision.simulation.camera import SimulatedTray

PLACES = [(30.0, 207.0), (215.0, 207.0), (120.0, 200.0), (20.0, 20.0), (225.0, 90.0)]


def beside(mat: Mat, place: tuple[float, float]) -> tuple[SeenCube, list[SeenCube]]:
    """A cube, and those of its sides that stand so near to it that they can be no cubes, each seeming to lean."""
    cube = standing(mat, np.array(place), 0.0001)
    near = [
        middle for middle in sides_in_view([cube.quad], mat)
        if np.hypot(*(middle - place)) < 0.8 * mat.settings.cube
    ]  # fmt: skip
    return cube, [standing(mat, middle, 0.3) for middle in near]


@pytest.mark.parametrize("place", PLACES)
def test_what_stands_where_a_side_is_seen_is_that_side(mat: Mat, place: tuple[float, float]) -> None:
    cube, sides = beside(mat, place)
    assert sides
    assert without_sides([cube, *sides], mat) == [cube]
    assert without_sides([*sides, cube], mat) == [cube]


@pytest.mark.parametrize("place", PLACES)
def test_a_cube_that_touches_another_on_any_side_is_none(mat: Mat, place: tuple[float, float]) -> None:
    for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.75)):
        other = np.add(place, np.multiply((dx, dy), mat.settings.cube))
        both = [standing(mat, np.array(place), 0.0001), standing(mat, other, 0.3)]
        assert without_sides(both, mat) == both


@pytest.mark.parametrize("place", PLACES)
def test_beside_a_cube_that_may_lean_or_shows_no_face_for_sure_nothing_is_a_side(
    mat: Mat, place: tuple[float, float]
) -> None:
    cube, sides = beside(mat, place)
    for unsure in (replace(cube, cocked=0.02), replace(cube, chances={"5": 0.9, NONE: 0.1})):
        assert without_sides([unsure, *sides], mat) == [unsure, *sides]


@pytest.mark.parametrize("place", PLACES)
def test_what_surely_leans_or_surely_lies_flat_is_no_side(mat: Mat, place: tuple[float, float]) -> None:
    cube, sides = beside(mat, place)
    for cocked in (0.001, 0.95):
        both = [cube, *(replace(side, cocked=cocked) for side in sides)]
        assert without_sides(both, mat) == both


def test_a_black_cube_on_the_dark_rail_is_one_cube_though_its_lit_side_is_brighter_than_its_top() -> None:
    eyes, tried, right = Eyes(), 0, 0
    for seed in range(5, 8):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0, cube_set="classic")
        for throw in range(12):
            _throw_all_but_the_odd_one(tray, throw % 3)
            image = tray.read().image
            mat = MatFinder().find(image)
            assert mat is not None
            lying, seen = tray.lying() or (), eyes.look(image, mat)
            assert len(lying) == 5
            tried += 1
            right += len(seen.cubes) == 5 and all(
                min(np.hypot(*np.subtract(cube.center, one.center)) for one in seen.cubes) < 5 for cube in lying
            )
    assert right >= 0.95 * tried


def _throw_all_but_the_odd_one(tray: SimulatedTray, kept: int) -> None:
    """And so many others, which are kept on the rail with it."""
    tray.throw(None)
    tray.come_to_rest()
    lying = tray.lying() or ()
    odd = [cube.center for cube in lying if cube.cube.odd]
    others = [cube.center for cube in lying if not cube.cube.odd]
    tray.throw(tuple(others[kept:]), keep=(*others[:kept], *odd))
    tray.come_to_rest()
