"""Outlines of cubes that can't be right: cut off by the picture's edge, or one cube taken for two."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.reader.conftest import square
from vision.mat import Mat
from vision.outlines import impossible_outlines, on_a_wall

SIZE = (640, 480)
FROM_ABOVE = np.array([[2.0, 0.0, 80.0], [0.0, 2.0, 15.0], [0.0, 0.0, 1.0]])


def test_cubes_side_by_side_and_at_the_very_edge_are_whole() -> None:
    quads = [square(24.0, 24.0), square(73.0, 24.0), square(320.0, 300.0, degrees=30.0), square(615.0, 455.0)]
    assert impossible_outlines(quads, [1.0] * 4, SIZE) == frozenset()


@pytest.mark.parametrize("middle", [(8.0, 200.0), (200.0, 8.0), (632.0, 200.0), (200.0, 472.0)])
def test_what_leaves_the_picture_is_cut_off(middle: tuple[float, float]) -> None:
    assert impossible_outlines([square(300.0, 300.0), square(*middle)], [1.0, 1.0], SIZE) == {1}


def test_a_corner_may_be_further_out_than_a_side_for_less_of_the_face_is_missing() -> None:
    corner_out = square(300.0, 20.0, degrees=45.0)
    side_out = square(300.0, 24.0 - 0.2 * 48.0)
    assert impossible_outlines([corner_out], [1.0], SIZE) == frozenset()
    assert impossible_outlines([side_out], [1.0], SIZE) == {0}


def test_what_fills_the_picture_may_be_no_cube() -> None:
    assert impossible_outlines([square(320.0, 240.0, side=0.68 * 480)], [1.0], SIZE) == frozenset()
    assert impossible_outlines([square(320.0, 240.0, side=0.72 * 480)], [1.0], SIZE) == {0}


def test_two_that_cover_each_other_may_be_one_cube() -> None:
    quads = [square(100.0, 100.0), square(300.0, 300.0), square(136.0, 100.0), square(347.0, 300.0)]
    assert impossible_outlines(quads, [0.9, 1.0, 1.0, 1.0], SIZE) == {0, 2}


def test_of_a_cube_and_its_side_only_the_side_is_in_doubt() -> None:
    quads = [square(100.0, 100.0), square(136.0, 100.0)]
    assert impossible_outlines(quads, [1.0, 0.4], SIZE) == {1}
    assert impossible_outlines(quads, [0.4, 1.0], SIZE) == {0}


@pytest.mark.parametrize(
    ("middle", "told"),
    [
        ((8.0, 90.0), False), ((120.0, 172.0), False), ((120.0, 195.0), False), ((-9.0, 210.0), False),
        ((-2.0, 90.0), True), ((242.0, 90.0), True), ((120.0, -9.0), True), ((120.0, 182.0), True),
    ],
)  # fmt: skip
def test_no_cube_lies_where_a_wall_stands(middle: tuple[float, float], told: bool) -> None:
    """Millimetres on the mat; on the rail, which has none, one may lie a little over its edge."""
    tray = Mat(FROM_ABOVE, FROM_ABOVE, 0.0, frozenset(range(4)), 500.0)
    x, y = tray.to_pixels([middle])[0]
    assert on_a_wall((float(x), float(y)), tray) == told
