"""Where something covers a part of the view, by what the finder's looks at several scales say of it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from vision.finder import FinderResult
from vision.networks import STRIDE
from vision.obstruction import obstructed
from vision.view import plain_view

CUBE_PX = 40.0
PICTURE = np.zeros((480, 640, 3), np.uint8)
MIDDLE, BARE = (400.0, 200.0), 0.001
NOTHING = np.zeros((1, 1), np.float32)


def look(times: float, chance: float, side: float, others: tuple[FinderResult, ...] = ()) -> FinderResult:
    """One for cubes so many times as large as `CUBE_PX`, in which a square about `MIDDLE`, `side` pixels of the
    picture wide, is covered so likely."""
    view = plain_view(PICTURE, times * CUBE_PX)
    rows, columns = (side // STRIDE for side in view.pixels.shape[:2])
    cells = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    off = np.abs(view.points((cells + 0.5) * STRIDE - 0.5) - MIDDLE).max(axis=1)
    covered = np.where(off <= side / 2, chance, BARE).reshape(rows, columns).astype(np.float32)
    return FinderResult([], [], covered, view, NOTHING, others)


def several(chances: Mapping[float, float], side: float = 3 * CUBE_PX) -> FinderResult:
    return look(1.0, BARE, side, tuple(look(times, chance, side) for times, chance in chances.items()))


@pytest.mark.parametrize(("side", "told"), [(1.2 * CUBE_PX, False), (2 * CUBE_PX, True)])
def test_at_a_tray_the_tips_of_fingers_are_a_hand(side: float, told: bool) -> None:
    assert (obstructed(look(1.0, 0.99, side), mat_known=True) is not None) == told


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ({1.0: 0.4, 1.7: 0.4, 2.9: 0.4}, True),
        ({1.0: 0.99, 1.7: 0.05, 2.9: 0.1}, True),
        ({1.0: 0.99, 1.7: BARE, 2.9: BARE}, False),
        ({1.0: BARE, 1.7: BARE, 2.9: 0.99}, False),
        ({1.0: BARE, 1.7: BARE, 2.9: BARE}, False),
    ],
)
def test_without_a_mat_a_hand_is_what_several_scales_show_together(
    chances: Mapping[float, float], told: bool
) -> None:
    assert (obstructed(several(chances), mat_known=False) is not None) == told


@pytest.mark.parametrize(("times", "told"), [(0.7, False), (0.9, True), (3.4, True), (4.0, False)])
def test_of_much_finer_and_coarser_looks_nothing_is_believed(times: float, told: bool) -> None:
    assert (obstructed(several({times: 0.99}), mat_known=False) is not None) == told


def test_nothing_is_covered_where_no_other_scale_was_looked_at() -> None:
    assert obstructed(look(1.0, 0.99, 200.0), mat_known=False) is None


def test_what_is_smaller_than_a_cube_is_no_hand() -> None:
    assert obstructed(several({1.0: 0.9, 1.3: 0.9}, side=0.8 * CUBE_PX), mat_known=False) is None


@pytest.mark.parametrize("mat_known", [True, False])
def test_the_middle_of_what_is_covered_is_told_in_pixels_of_the_picture(mat_known: bool) -> None:
    found = look(1.0, 0.99, 160.0, (look(0.9, 0.99, 160.0), look(1.3, 0.99, 160.0), look(2.1, 0.99, 160.0)))
    assert obstructed(found, mat_known) == pytest.approx(MIDDLE, abs=5.0)
