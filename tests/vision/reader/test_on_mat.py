"""What the mat says about what was found beside a cube."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.finder import FinderResult, FoundCube
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.on_mat import on_tray_and_rail
from vision.simulation.camera import SimulatedTray
from vision.view import view_of_tray

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
PLACES = [(30.0, 207.0), (215.0, 207.0), (120.0, 200.0), (20.0, 20.0), (225.0, 90.0)]


@pytest.fixture(scope="module")
def tray() -> tuple[FinderResult, Mat]:
    """An empty find in a picture of the tray, and its mat."""
    image = SimulatedTray(seed=300, paced=False).read().image
    mat = MatFinder().find(image)
    assert mat is not None
    nothing = np.zeros((1, 1), np.float32)
    return FinderResult([], [], nothing, view_of_tray(image, mat), nothing), mat


def cube_at(corners: np.ndarray, score: float) -> FoundCube:
    """What is found at these corners (4, 2), pixels."""
    x, y = corners.mean(axis=0)
    return FoundCube((float(x), float(y)), corners, score, 0.0)


def top_of(mat: Mat, place: tuple[float, float]) -> np.ndarray:
    """The corners in millimetres of a cube's top."""
    along, across = np.cos(0.2), np.sin(0.2)
    return place + mat.settings.cube * SQUARE @ np.array([[along, -across], [across, along]])


def sides_of(mat: Mat, top: np.ndarray) -> list[tuple[FoundCube, bool]]:
    """Its four sides as a camera would see them through the cube, and whether it does see each."""
    nadir, _ = mat.camera_place()
    sides = []
    for one, other in zip(top, np.roll(top, -1, axis=0), strict=True):
        edge = np.array([one, other])
        quad = np.vstack([mat.to_pixels(edge), mat.to_pixels(edge[::-1], floor=True)])
        outward = edge.mean(axis=0) - top.mean(axis=0)
        sides.append((cube_at(quad, 0.4), bool(outward @ (nadir - edge.mean(axis=0)) > 0)))
    return sides


@pytest.mark.parametrize("place", PLACES)
def test_a_side_that_the_camera_sees_is_no_cube_that_touches(
    tray: tuple[FinderResult, Mat], place: tuple[float, float]
) -> None:
    nothing, mat = tray
    top = top_of(mat, place)
    cube = cube_at(mat.to_pixels(top), 0.8)
    sides = [side for side, in_view in sides_of(mat, top) if in_view]
    assert sides
    for side in sides:
        told = on_tray_and_rail(replace(nothing, cubes=[cube, side]), mat)
        assert [one.center for one in told.found.cubes] == [cube.center]
        assert told.beside == told.rivals == ()


@pytest.mark.parametrize("place", PLACES)
def test_something_too_near_that_is_no_side_may_be_a_cube_that_touches(
    tray: tuple[FinderResult, Mat], place: tuple[float, float]
) -> None:
    nothing, mat = tray
    top = top_of(mat, place)
    cube = cube_at(mat.to_pixels(top), 0.8)
    nadir, _ = mat.camera_place()
    away = 0.75 * mat.settings.cube * (place - nadir) / np.hypot(*(place - nadir))
    narrow = place + 0.6 * (top - place) + away
    for corners in (narrow, top + away, top - away):
        thing = cube_at(mat.to_pixels(corners), 0.3)
        told = on_tray_and_rail(replace(nothing, cubes=[cube, thing]), mat)
        assert told.beside == (thing.center,)


@pytest.mark.parametrize("place", PLACES)
def test_a_plain_top_that_is_found_too_near_is_a_cube_that_touches(
    tray: tuple[FinderResult, Mat], place: tuple[float, float]
) -> None:
    nothing, mat = tray
    top = top_of(mat, place)
    cubes = [
        cube_at(mat.to_pixels(top + np.multiply(away, mat.settings.cube)), score)
        for away, score in (((0.0, 0.0), 0.8), ((0.78, 0.0), 0.5), ((0.0, -0.6), 0.5))
    ]
    told = on_tray_and_rail(replace(nothing, cubes=cubes), mat)
    assert [cube.center for cube in told.found.cubes] == [cube.center for cube in cubes[:2]]
    assert told.beside == (cubes[2].center,), "no two cubes are as near as that"
