"""Edges beside a cube, in pictures drawn by hand: a wall has one, the grain of a table and a shadow have none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from vision.cameras.camera import Image
from vision.edges import edge_beside

SIDE = 50
MIDDLE = np.array([200.0, 150.0])
TOP = MIDDLE + SIDE * np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
FLOOR, WALL, CUBE, GRAIN = (60, 70, 90), (50, 95, 150), (150, 40, 120), (48, 57, 74)


def table(noise: float = 8.0) -> Image:
    rng = default_rng(5)
    picture = np.full((300, 400, 3), FLOOR, np.float64) + rng.normal(0.0, noise, (300, 400, 3))
    return np.clip(picture, 0, 255).astype(np.uint8)


def with_cube(picture: Image, top: np.ndarray = TOP) -> Image:
    cv2.fillConvexPoly(picture, np.round(top).astype(np.int32), CUBE)
    return picture


def with_wall(picture: Image, sides: float, degrees: float) -> Image:
    """A wall of which the foot is so many sides from the cube's middle."""
    along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    away = np.array([-along[1], along[0]])
    foot = MIDDLE + sides * SIDE * away
    corners = [foot - 900 * along, foot + 900 * along, foot + 900 * (along + away), foot + 900 * (away - along)]
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), WALL)
    return picture


@pytest.mark.parametrize("degrees", [0, 37, 90, 143])
@pytest.mark.parametrize(("sides", "beside"), [(0.3, True), (0.6, True), (1.1, True), (1.8, False)])
def test_a_wall_within_reach_is_seen_whichever_way_it_runs(degrees: float, sides: float, beside: bool) -> None:
    assert edge_beside(with_cube(with_wall(table(), sides, degrees)), [TOP]).tolist() == [beside]


def test_a_bare_table_in_poor_light_has_no_edge() -> None:
    assert edge_beside(with_cube(table(noise=25.0)), [TOP]).tolist() == [False]


def test_the_grain_of_a_table_is_no_edge() -> None:
    picture = table()
    picture[::14] = picture[1::14] = GRAIN
    assert edge_beside(with_cube(picture), [TOP]).tolist() == [False]


def test_a_cubes_shadow_is_no_edge() -> None:
    picture = table()
    picture[150:200, 220:265] //= 3
    assert edge_beside(with_cube(picture), [TOP]).tolist() == [False]


def test_another_cube_is_no_edge_and_hides_none() -> None:
    other = TOP + np.array([1.3 * SIDE, 0.0])
    assert edge_beside(with_cube(with_cube(table()), other), [TOP, other]).tolist() == [False, False]
    beside_a_wall = with_cube(with_cube(with_wall(table(), 0.8, 0.0)), other)
    assert edge_beside(beside_a_wall, [TOP, other]).tolist() == [True, True]


def test_where_the_picture_ends_what_is_left_tells() -> None:
    left = TOP - np.array([150.0, 0.0])
    picture = with_cube(with_wall(table(), 0.8, 0.0), left)
    assert edge_beside(picture, [left]).tolist() == [True]
    assert edge_beside(with_cube(table(), left), [left]).tolist() == [False]


@pytest.mark.parametrize(("room", "may_be"), [(0.3, True), (0.6, True), (1.2, False), (1.5, False)])
def test_where_too_little_is_seen_round_a_cube_there_may_be_an_edge(room: float, may_be: bool) -> None:
    left, top, right, bottom = np.array([*TOP.min(axis=0), *TOP.max(axis=0)]) + room * SIDE * np.array([-1, -1, 1, 1])
    close_up = np.ascontiguousarray(with_cube(table())[int(top) : int(bottom), int(left) : int(right)])
    assert edge_beside(close_up, [TOP - [int(left), int(top)]]).tolist() == [may_be]


def test_no_cubes_have_no_edges_and_what_is_no_picture_is_refused() -> None:
    assert edge_beside(table(), []).tolist() == []
    with pytest.raises(ValueError, match="uint8"):
        edge_beside(np.zeros((300, 400), np.uint8), [TOP])


@pytest.mark.parametrize("off", [(-5000.0, 0.0), (5000.0, 0.0), (0.0, -5000.0), (0.0, 5000.0), (-205.0, 0.0)])
def test_beside_a_top_that_would_lie_outside_the_picture_there_may_be_an_edge(off: tuple[float, float]) -> None:
    assert edge_beside(table(), [TOP, TOP + np.array(off)]).tolist() == [False, True]
