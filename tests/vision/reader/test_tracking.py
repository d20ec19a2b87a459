"""Thrown, kept, set aside and nudged cubes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from controller.ports import ReadCube
from vision.tracking import Movement, Plane, Tracker

SCALE = 3.0
"""Pixels a millimetre."""
NOT_THROWN = Movement((False,) * 5)


def plane(points: ArrayLike) -> NDArray[np.float64]:
    return np.asarray(points, dtype=np.float64).reshape(-1, 2) / SCALE


@pytest.fixture
def roll(make_cube: Any) -> tuple[ReadCube, ...]:
    """Five cubes that were counted, far from each other."""
    places = [("2", 150, 150), ("5", 300, 150), ("5", 450, 150), ("10", 150, 400), ("6", 450, 400)]
    return tuple(make_cube(face, x, y, odd=face == "6") for face, x, y in places)


@pytest.fixture
def moved_to(make_cube: Any) -> Any:
    def moved(cube: ReadCube, x: float, y: float, **other: Any) -> ReadCube:
        made: ReadCube = make_cube(other.pop("face", cube.face), x, y, **{"odd": cube.odd, **other})
        return made

    return moved


def judge(roll: tuple[ReadCube, ...], now: tuple[ReadCube, ...]) -> Movement:
    return Tracker(roll).judge(now, plane, on_mat=True, movement_seen=True)


def test_cubes_that_lie_where_they_lay_were_not_thrown(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    measured_anew = tuple(moved_to(cube, cube.center[0] + 4, cube.center[1] - 3) for cube in reversed(roll))
    assert judge(roll, measured_anew) == NOT_THROWN


@pytest.mark.parametrize("degrees", [0.0, 20.0, 170.0])
@pytest.mark.parametrize("cubes", [3, 5])
def test_where_the_camera_was_moved_while_nobody_watched_nothing_was_thrown(
    roll: tuple[ReadCube, ...], cubes: int, degrees: float
) -> None:
    tracker = Tracker(roll[:cubes])
    seen = tuple(otherwise_seen(cube, degrees, 45.0) for cube in reversed(roll[:cubes]))
    assert tracker.judge(seen, plane, on_mat=True, movement_seen=True) == Movement((False,) * cubes)
    again = tuple(otherwise_seen(cube, degrees, 90.0) for cube in reversed(roll[:cubes]))
    assert all(tracker.judge(again, plane, on_mat=True, movement_seen=True).moved), "it watches by now"


def test_where_a_cube_was_thrown_and_the_camera_moved_that_is_no_arrangement(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    seen = tuple(otherwise_seen(cube, 0.0, 45.0) for cube in (*roll[:4], moved_to(roll[4], 300, 300)))
    assert judge(roll, seen).moved == (True,) * 5


def otherwise_seen(cube: ReadCube, degrees: float, millimetres: float) -> ReadCube:
    """As a camera shows it that was turned about the table's middle and moved to the left."""
    turn = np.exp(1j * np.radians(degrees))
    shift = 300 + 300j + millimetres * SCALE * np.exp(0.9j)
    first, second, third, fourth, middle = (
        (complex(x, y) - 300 - 300j) * turn + shift for x, y in (*cube.quad, cube.center)
    )
    quad = tuple((each.real, each.imag) for each in (first, second, third, fourth))
    return replace(cube, center=(middle.real, middle.imag), quad=quad)  # type: ignore[arg-type]


def test_cubes_that_lie_elsewhere_were_thrown(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    now = (roll[0], moved_to(roll[1], 400, 300), moved_to(roll[2], 250, 260, face="3"), *roll[3:])
    assert judge(roll, now).moved == (False, True, True, False, False)


def test_a_cube_that_shows_another_face_in_the_same_place_was_thrown(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    now = (moved_to(roll[0], *roll[0].center, face="3"), *roll[1:])
    assert judge(roll, now).moved == (True, False, False, False, False)


def test_cubes_that_change_places_with_other_faces_were_thrown(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    now = (moved_to(roll[0], *roll[3].center), *roll[1:3], moved_to(roll[3], *roll[0].center), roll[4])
    assert judge(roll, now).moved == (True, False, False, True, False)


def test_a_cube_that_was_set_aside_on_the_rail_was_not_thrown(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    now = (moved_to(roll[0], 200, 620, zone="rail"), moved_to(roll[1], 333, 333), *roll[2:])
    assert judge(roll, now).moved == (False, True, False, False, False)


def test_a_cube_on_the_rail_that_can_not_be_told_leaves_the_others_theirs(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    near_the_six = moved_to(roll[1], 450, 620, zone="rail", face=None)
    now = (moved_to(roll[0], 300, 300, face="3"), near_the_six, moved_to(roll[4], 600, 620, zone="rail"), *roll[2:4])
    unknown_colours = tuple(replace(cube, odd=None) for cube in now)
    assert judge(roll, unknown_colours).moved == (True, False, False, False, False)


def test_a_cube_that_was_seen_to_be_gone_and_lies_near_its_old_place_was_thrown(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    tracker = Tracker(roll)
    assert not any(tracker.judge(roll[1:], plane, on_mat=True, movement_seen=True).moved)
    back = moved_to(roll[0], 150 + 5 * SCALE, 150)
    assert tracker.judge((back, *roll[1:]), plane, on_mat=True, movement_seen=True) == Movement((True, *(False,) * 4))


def test_a_cube_that_was_covered_for_a_moment_and_lies_where_it_lay_was_not_thrown(
    roll: tuple[ReadCube, ...],
) -> None:
    tracker = Tracker(roll)
    tracker.judge(roll[1:], plane, on_mat=True, movement_seen=True)
    assert tracker.judge(roll, plane, on_mat=True, movement_seen=True) == NOT_THROWN


def test_a_cube_that_lies_near_another_that_could_not_have_shown_its_face_was_thrown(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    untold = replace(roll[0], face=None, alternatives=(("2", 0.98), ("5", 0.02)))
    now = (moved_to(roll[0], 150 + 5 * SCALE, 150, face="4"), moved_to(roll[1], 380, 300), *roll[2:])
    assert judge((untold, *roll[1:]), now).moved == (True, True, False, False, False)


def test_a_nudge_seen_while_cubes_are_in_the_hand_forgets_no_colour(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    tracker = Tracker(roll)
    few = (replace(moved_to(roll[4], 450 + 8 * SCALE, 400), odd=None), replace(roll[1], odd=None))
    assert tracker.judge(few, plane, on_mat=True, movement_seen=True).nudged
    now = (moved_to(roll[4], 450 + 8 * SCALE, 400, odd=False), *roll[:4])
    assert tracker.judge(now, plane, on_mat=True, movement_seen=True).moved[0]


def test_an_odd_cube_is_never_taken_for_a_common_one(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    now = (*roll[:4], moved_to(roll[4], *roll[4].center, odd=False))
    assert judge(roll, now).moved[4]


def test_a_small_shift_while_nothing_was_thrown_is_a_nudge(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    now = (*roll[:3], moved_to(roll[3], 150 + 8 * SCALE, 400), roll[4])
    assert judge(roll, now) == Movement((False,) * 5, ((150 + 8 * SCALE, 400),))


@pytest.mark.parametrize("far", [17, 25, 38])
def test_a_cube_that_was_pushed_without_turning_was_not_thrown(
    roll: tuple[ReadCube, ...], moved_to: Any, far: float
) -> None:
    now = (*roll[:3], moved_to(roll[3], 150 + far * SCALE, 400), roll[4])
    assert judge(roll, now) == Movement((False,) * 5, ((150 + far * SCALE, 400),))


@pytest.mark.parametrize("other", [{"face": "3"}, {"degrees": 30.0}, {"odd": True}])
def test_a_cube_that_lies_so_far_off_with_another_face_or_turned_was_thrown(
    roll: tuple[ReadCube, ...], moved_to: Any, other: dict[str, Any]
) -> None:
    now = (*roll[:3], moved_to(roll[3], 150 + 25 * SCALE, 400, **other), roll[4])
    assert judge(roll, now).moved == (False, False, False, True, False)


def test_a_nudge_is_told_once_and_the_cube_looked_for_where_it_lies_now(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    tracker = Tracker(roll)
    nudged = (*roll[:3], moved_to(roll[3], 150 + 8 * SCALE, 400), roll[4])
    assert tracker.judge(nudged, plane, on_mat=True, movement_seen=True).nudged
    assert tracker.judge(nudged, plane, on_mat=True, movement_seen=True) == NOT_THROWN


def test_a_kept_cube_that_thrown_ones_shoved_a_little_was_not_thrown(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    now = (moved_to(roll[0], 150 + 5 * SCALE, 150), moved_to(roll[1], 380, 300, face="3"), *roll[2:])
    assert judge(roll, now) == Movement((False, True, False, False, False))


def test_one_of_five_thrown_that_lies_turned_near_where_one_lay_was_thrown_too(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    """By chance: nothing has stayed that could have been shoved, and one that was would rather lie as it lay."""
    others = [moved_to(cube, cube.center[0] + 75, cube.center[1] + 125) for cube in roll[1:]]
    near = moved_to(roll[0], 150 + 5 * SCALE, 150, degrees=40.0)
    assert judge(roll, (near, *others)).moved == (True,) * 5


def test_cubes_in_the_hand_leave_the_others_unthrown(roll: tuple[ReadCube, ...]) -> None:
    assert judge(roll, roll[2:]) == Movement((False, False, False))


def test_before_anything_was_counted_a_throw_is_what_came_to_rest(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    now = (*roll[:4], moved_to(roll[4], 300, 620, zone="rail"))
    assert Tracker(None).judge(now, plane, on_mat=True, movement_seen=True).moved == (True, True, True, True, False)
    assert Tracker(None).judge(now, plane, on_mat=True, movement_seen=False).moved == (None,) * 5


def test_counted_cubes_are_what_the_next_throw_is_judged_against(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    tracker = Tracker(None)
    tracker.judge(roll, plane, on_mat=True, movement_seen=True)
    tracker.counted(roll)
    now = (moved_to(roll[0], 300, 300), *roll[1:])
    assert tracker.judge(now, plane, on_mat=True, movement_seen=True).moved == (True, False, False, False, False)


def test_a_knocked_camera_throws_no_cube(roll: tuple[ReadCube, ...], moved_to: Any) -> None:
    tracker = Tracker(None)
    tracker.judge(roll, plane, on_mat=True, movement_seen=True)
    tracker.counted(roll)
    seen = tuple(moved_to(cube, cube.center[0] + 50, cube.center[1] - 20) for cube in roll)
    told = tracker.judge(seen, lambda points: plane(np.asarray(points) - (50, -20)), on_mat=True, movement_seen=True)
    assert told == NOT_THROWN


def guessed(millimetres_a_pixel: float) -> Plane:
    """What the cubes' own size makes of a picture without a mat."""
    return lambda points: millimetres_a_pixel * np.asarray(points, dtype=np.float64).reshape(-1, 2)


def test_without_a_mat_a_cube_that_was_kept_was_not_thrown_however_large_the_others_seem(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    tracker = Tracker(None)
    tracker.judge(roll, guessed(0.34), on_mat=False, movement_seen=True)
    tracker.counted(roll)
    now = (*roll[:3], moved_to(roll[3], 250, 300, face="3"), roll[4])
    for scale in (0.31, 0.37):
        told = tracker.judge(now, guessed(scale), on_mat=False, movement_seen=True)
        assert told.moved == (False, False, False, True, False)


@pytest.mark.parametrize("mat_first", [True, False])
def test_a_mat_that_comes_or_goes_throws_no_cube(roll: tuple[ReadCube, ...], mat_first: bool) -> None:
    def on_the_mat(points: ArrayLike) -> NDArray[np.float64]:
        return plane(points) - (40, 25)

    looks: list[tuple[Plane, bool]] = [(on_the_mat, True), (guessed(0.36), False)]
    tracker = Tracker(None)
    for first, (ground, on_mat) in enumerate(looks if mat_first else looks[::-1]):
        told = tracker.judge(roll, ground, on_mat=on_mat, movement_seen=True)
        assert told.moved == (first == 0,) * 5
        if first == 0:
            tracker.counted(roll)


def test_the_mat_tells_where_cubes_lay_before_it_was_covered_and_the_camera_knocked(
    roll: tuple[ReadCube, ...], moved_to: Any
) -> None:
    tracker = Tracker(None)
    tracker.judge(roll, plane, on_mat=True, movement_seen=True)
    tracker.counted(roll)
    tracker.judge(roll, guessed(0.36), on_mat=False, movement_seen=True)
    seen = tuple(moved_to(cube, cube.center[0] + 50, cube.center[1] - 20) for cube in roll)
    told = tracker.judge(
        seen, lambda points: plane(np.asarray(points) - (50, -20)), on_mat=True, movement_seen=True
    )  # fmt: skip
    assert told == NOT_THROWN
    assert tracker.judge(seen, guessed(0.36), on_mat=False, movement_seen=True) == NOT_THROWN


@pytest.mark.parametrize("counted_late", [False, True])
def test_cubes_in_pictures_of_another_size_lie_where_they_lay(
    roll: tuple[ReadCube, ...], make_cube: Any, counted_late: bool
) -> None:
    tracker = Tracker(None)
    tracker.judge(roll, guessed(0.34), on_mat=False, movement_seen=True)
    if not counted_late:
        tracker.counted(roll)
    tracker.resized((640, 480), (1280, 960))
    if counted_late:
        tracker.counted(roll)
    now = tuple(make_cube(cube.face, *(2 * np.array(cube.center)), odd=cube.odd) for cube in roll)
    assert tracker.judge(now, guessed(0.17), on_mat=False, movement_seen=True) == NOT_THROWN


def test_in_pictures_of_another_shape_only_the_mat_tells_what_was_thrown(roll: tuple[ReadCube, ...]) -> None:
    for on_mat, moved in ((True, False), (False, None)):
        tracker = Tracker(None)
        tracker.judge(roll, plane, on_mat=on_mat, movement_seen=True)
        tracker.counted(roll)
        tracker.resized((640, 480), (640, 360))
        assert tracker.judge(roll, plane, on_mat=on_mat, movement_seen=False).moved == (moved,) * 5
