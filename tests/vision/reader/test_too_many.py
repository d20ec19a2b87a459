"""What hardly was found beside cubes: a sixth one, or a side of one of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reader.conftest import standing, top_at
from vision.finder import FinderResult, FoundCube
from vision.mat import Mat
from vision.sides import sides_in_view
from vision.sight import SeenCube
from vision.too_many import may_be_too_many
from vision.view import plain_view

PLACE = np.array([30.0, 150.0])
FLAT = 0.0001
PICTURE = np.zeros((960, 1280, 3), np.uint8)


def hardly_found(mat: Mat, middle: NDArray[np.float64]) -> FinderResult:
    """Where the finder saw hardly anything but a cube there."""
    x, y = mat.to_pixels([middle])[0]
    cube = FoundCube((float(x), float(y)), np.array(top_at(mat, middle)), 0.2, 0.01)
    view = plain_view(PICTURE, mat.cube_pixels())
    nothing = np.zeros((1, 1), np.float32)
    return FinderResult([cube], [], nothing, view, nothing)


def nearest_side(mat: Mat, cube: SeenCube) -> NDArray[np.float64]:
    """Where its side that is most in view is seen, seen from the cube, in sides of a cube."""
    sides = (sides_in_view([cube.quad], mat) - PLACE) / mat.settings.cube
    return np.asarray(max(sides, key=lambda side: float(np.hypot(*side))))


@pytest.mark.parametrize(("off", "counted"), [(0.0, False), (0.27, False), (0.4, True)])
def test_what_touches_one_cube_and_is_about_where_its_side_is_seen_is_that_side(
    mat: Mat, off: float, counted: bool
) -> None:
    cube = standing(mat, PLACE, FLAT)
    side = nearest_side(mat, cube)
    place = PLACE + mat.settings.cube * side * (1 + off / np.hypot(*side))
    assert bool(may_be_too_many(hardly_found(mat, place), [cube], mat)) == counted


def test_what_touches_two_may_be_nearer_to_where_a_side_is_seen(mat: Mat) -> None:
    cube = standing(mat, PLACE, FLAT)
    side = nearest_side(mat, cube)
    across = np.array([-side[1], side[0]]) / np.hypot(*side)
    place = PLACE + mat.settings.cube * side * (1 + 0.27 / np.hypot(*side))
    other = standing(mat, place + mat.settings.cube * 1.02 * across, FLAT)
    assert may_be_too_many(hardly_found(mat, place), [cube, other], mat)
