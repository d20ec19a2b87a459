"""Where something covers a part of the view, by what the finder's looks at several scales say of it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from controller.ports import Point
from vision.finder import FinderResult
from vision.mat import Mat
from vision.networks import STRIDE
from vision.obstruction import FINGERS_CHANCE, HIDING_CHANCE, obstructed, obstructed_without_mat
from vision.view import plain_view

CUBE_PX = 40.0
SIZE = (640, 480)
PICTURE = np.zeros((*SIZE[::-1], 3), np.uint8)
MIDDLE, BARE = (400.0, 200.0), 0.001
NOTHING = np.zeros((1, 1), np.float32)
FROM_ABOVE = np.array([[2.0, 0.0, 80.0], [0.0, 2.0, 15.0], [0.0, 0.0, 1.0]])
TRAY = Mat(FROM_ABOVE, FROM_ABOVE, 0.0, frozenset(range(4)), 500.0)
"""From x = 80 to 560 and y = 15 to 465 in the picture."""


def look(
    times: float, chance: float, side: float, others: tuple[FinderResult, ...] = (), at: Point = MIDDLE
) -> FinderResult:
    """One for cubes so many times as large as `CUBE_PX`, in which a square about `at`, `side` pixels of the picture
    wide, is covered so likely."""
    view = plain_view(PICTURE, times * CUBE_PX)
    rows, columns = (side // STRIDE for side in view.pixels.shape[:2])
    cells = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    off = np.abs(view.points((cells + 0.5) * STRIDE - 0.5) - at).max(axis=1)
    covered = np.where(off <= side / 2, chance, BARE).reshape(rows, columns).astype(np.float32)
    return FinderResult([], [], covered, view, NOTHING, others)


def several(chances: Mapping[float, float], side: float = 3 * CUBE_PX) -> FinderResult:
    return look(1.0, BARE, side, tuple(look(times, chance, side) for times, chance in chances.items()))


def hand(seen: FinderResult, above: FinderResult | None = None, *, missing: bool = False) -> bool:
    return obstructed_without_mat(seen, above, SIZE, missing=missing) is not None


@pytest.mark.parametrize(("side", "told"), [(0.6 * CUBE_PX, False), (0.9 * CUBE_PX, True), (2 * CUBE_PX, True)])
def test_at_a_tray_the_tips_of_fingers_are_a_hand(side: float, told: bool) -> None:
    assert (obstructed(look(1.0, 0.99, side), TRAY, FINGERS_CHANCE) is not None) == told


@pytest.mark.parametrize(
    ("chance", "missing", "told"),
    [(0.2, False, False), (0.2, True, True), (0.1, True, False), (0.5, False, True)],
)
def test_where_a_cube_is_missing_a_hand_is_suspected_sooner(chance: float, missing: bool, told: bool) -> None:
    seen = look(1.0, chance, 2 * CUBE_PX)
    assert (obstructed(seen, TRAY, HIDING_CHANCE if missing else FINGERS_CHANCE) is not None) == told
    assert hand(several({1.0: BARE}), seen, missing=missing) == told
    assert hand(several({1.0: chance}), missing=missing) == told


@pytest.mark.parametrize(
    ("at", "told"), [((610.0, 200.0), False), ((570.0, 200.0), False), ((540.0, 200.0), True), ((400.0, 440.0), True)]
)
def test_a_hand_beside_the_tray_is_in_nobodys_way(at: Point, told: bool) -> None:
    assert (obstructed(look(1.0, 0.99, CUBE_PX, at=at), TRAY, FINGERS_CHANCE) is not None) == told


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
    assert hand(several(chances)) == told


@pytest.mark.parametrize(("times", "told"), [(0.45, False), (0.6, True), (3.4, True), (4.0, False)])
def test_of_much_finer_and_coarser_looks_nothing_is_believed(times: float, told: bool) -> None:
    assert hand(several({times: 0.99})) == told


def test_nothing_is_covered_where_no_other_scale_was_looked_at() -> None:
    assert not hand(look(1.0, 0.99, 200.0))


def test_what_is_smaller_than_a_cube_is_no_hand() -> None:
    assert not hand(several({1.0: 0.9, 1.3: 0.9}, side=0.8 * CUBE_PX))


@pytest.mark.parametrize(
    ("at", "side", "chance", "told"),
    [
        (MIDDLE, 2 * CUBE_PX, 0.6, True),
        (MIDDLE, 2 * CUBE_PX, 0.4, False),
        (MIDDLE, 0.8 * CUBE_PX, 0.9, False),
        ((660.0, 200.0), 2 * CUBE_PX, 0.9, False),
    ],
)
def test_a_hand_is_also_what_is_seen_of_a_table_from_above_but_not_beyond_the_picture(
    at: Point, side: float, chance: float, told: bool
) -> None:
    assert hand(several({1.0: BARE}), look(1.0, chance, side, at=at)) == told


@pytest.mark.parametrize(
    ("scales", "above", "apart", "told"),
    [(0.15, 0.15, 0.0, True), (0.05, 0.05, 0.0, False), (0.15, 0.05, 0.0, False), (0.15, 0.15, 160.0, False)],
)
def test_scales_and_the_look_from_above_that_half_suspect_one_place_together_tell_a_hand_that_may_hide_a_cube(
    scales: float, above: float, apart: float, told: bool
) -> None:
    there = (MIDDLE[0] - apart, MIDDLE[1])
    seen, from_above = several({1.0: scales}), look(1.0, above, 2 * CUBE_PX, at=there)
    assert hand(seen, from_above, missing=True) == told
    assert not hand(seen, from_above)


def test_the_middle_of_what_is_covered_is_told_in_pixels_of_the_picture() -> None:
    found = look(1.0, 0.99, 160.0, (look(0.9, 0.99, 160.0), look(1.3, 0.99, 160.0), look(2.1, 0.99, 160.0)))
    assert obstructed(found, TRAY, FINGERS_CHANCE) == pytest.approx(MIDDLE, abs=5.0)
    assert obstructed_without_mat(found, None, SIZE, missing=False) == pytest.approx(MIDDLE, abs=5.0)
