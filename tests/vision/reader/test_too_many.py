"""What hardly was found beside cubes: a sixth one, or a side of one of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from controller.ports import Quad
from vision.finder import FinderResult, FoundCube
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.sides import sides_in_view
from vision.sight import SeenCube
from vision.simulation.camera import SimulatedTray
from vision.too_many import may_be_too_many
from vision.view import plain_view

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
PLACE = np.array([30.0, 150.0])
PICTURE = np.zeros((960, 1280, 3), np.uint8)


@pytest.fixture(scope="module")
def mat() -> Mat:
    found = MatFinder().find(SimulatedTray(seed=300, paced=False).read().image)
    assert found is not None
    return found


def standing(mat: Mat, middle: NDArray[np.float64]) -> SeenCube:
    """A cube that surely lies there on the mat, in millimetres."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in _top(mat, middle))
    corners: Quad = (first, second, third, fourth)
    x, y = mat.to_pixels([middle])[0]
    return SeenCube((float(x), float(y)), corners, 0.9, 0.0001, {"5": 1.0})


def hardly_found(mat: Mat, middle: NDArray[np.float64]) -> FinderResult:
    """Where the finder saw hardly anything but a cube there."""
    x, y = mat.to_pixels([middle])[0]
    cube = FoundCube((float(x), float(y)), _top(mat, middle), 0.2, 0.01)
    view = plain_view(PICTURE, mat.cube_pixels())
    nothing = np.zeros((1, 1), np.float32)
    return FinderResult([cube], [], nothing, view, nothing)


def _top(mat: Mat, middle: NDArray[np.float64]) -> NDArray[np.float64]:
    return mat.to_pixels(middle + mat.settings.cube * SQUARE)


def nearest_side(mat: Mat, cube: SeenCube) -> NDArray[np.float64]:
    """Where its side that is most in view is seen, seen from the cube, in sides of a cube."""
    sides = (sides_in_view([cube.quad], mat) - PLACE) / mat.settings.cube
    return np.asarray(max(sides, key=lambda side: float(np.hypot(*side))))


@pytest.mark.parametrize(("off", "counted"), [(0.0, False), (0.27, False), (0.4, True)])
def test_what_touches_one_cube_and_is_about_where_its_side_is_seen_is_that_side(
    mat: Mat, off: float, counted: bool
) -> None:
    cube = standing(mat, PLACE)
    side = nearest_side(mat, cube)
    place = PLACE + mat.settings.cube * side * (1 + off / np.hypot(*side))
    assert bool(may_be_too_many(hardly_found(mat, place), [cube], mat)) == counted


def test_what_touches_two_may_be_nearer_to_where_a_side_is_seen(mat: Mat) -> None:
    cube = standing(mat, PLACE)
    side = nearest_side(mat, cube)
    across = np.array([-side[1], side[0]]) / np.hypot(*side)
    place = PLACE + mat.settings.cube * side * (1 + 0.27 / np.hypot(*side))
    other = standing(mat, place + mat.settings.cube * 1.02 * across)
    assert may_be_too_many(hardly_found(mat, place), [cube, other], mat)
