"""A cube that the finder takes for a part of the one that it touches is missed, but not in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from controller.ports import Point
from tests.vision.networks.throwing import thrown
from vision.eyes import Eyes
from vision.finder import Finder, FinderResult, FoundCube, FoundObject, score_of
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.simulation.camera import SimulatedTray
from vision.touching import places_beside, places_between
from vision.view import View

SQUARE = np.array([[100.0, 100.0], [140.0, 100.0], [140.0, 140.0], [100.0, 140.0]])


class Merging(Finder):
    """The finder, but of the cube at `place` it sees in every look only something faint, if that."""

    def __init__(self, place: Point, faint: tuple[FoundObject, ...]) -> None:
        super().__init__()
        self._place, self._faint = place, faint

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        found = super().find(view, trust)
        others = [cube for cube in found.cubes if _apart(cube.center, self._place) > view.cube_px / 2]
        return replace(found, cubes=others, foreign=list(self._faint))


def _apart(one: Point, other: Point) -> float:
    return float(np.hypot(*np.subtract(one, other)))


def touching() -> Iterator[tuple[np.ndarray, Mat, list[Point]]]:
    """Pictures in which the first of the cubes at these places touches the second."""
    for seed in range(500, 515):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0, touch_chance=1.0)
        image, lying = thrown(tray)
        tray.close()
        mat = MatFinder().find(image)
        places = [cube.center for cube in lying]
        if mat is None:
            continue
        for first in places:
            others = sorted((place for place in places if place != first), key=lambda place: _apart(place, first))
            if _apart(first, others[0]) < 1.08 * mat.cube_pixels():
                yield image, mat, [first, *others]
                break


def test_most_cubes_that_are_taken_for_a_part_of_another_are_doubted_and_hardly_anything_else_is() -> None:
    told, alarms, tried = 0, 0, 0
    for image, mat, (missed, *others) in touching():
        side = mat.cube_pixels()
        on_it = (missed[0] + 0.25 * side, missed[1])
        free = [
            place for place in ((x + dx * side, y) for x, y in others for dx in (-1.05, 1.05))
            if all(_apart(place, cube) > side for cube in (missed, *others))
        ]  # fmt: skip
        without = Eyes(Merging(missed, ())).look(image, mat).doubtful
        faint = tuple(FoundObject(place, 0.15) for place in (on_it, *free))
        more = set(Eyes(Merging(missed, faint)).look(image, mat).doubtful).difference(without)
        near = [_apart(point, missed) < 0.6 * side for point in more]
        told += any(near)
        alarms += not all(near)
        tried += 1
    assert tried > 6
    assert told > 0.6 * tried
    assert alarms < 0.2 * tried


def test_places_lie_side_by_side_with_the_cube() -> None:
    places = places_beside([SQUARE], [(160.0, 120.0)])
    middles = np.array([place.mean(axis=0) for place in places])
    assert (middles[:, 0] == 160).all()
    assert sorted(middles[:, 1]) == [100, 110, 120, 130, 140]
    assert all(np.ptp(place, axis=0) == pytest.approx([40, 40]) for place in places)


def test_none_lies_on_another_cube_or_where_nothing_was_seen() -> None:
    assert places_beside([SQUARE], []) == []
    assert places_beside([SQUARE], [(300.0, 120.0)]) == []
    assert places_beside([SQUARE, np.add(SQUARE, (40.0, 0.0))], [(160.0, 120.0)]) == []
    assert places_beside([], [(160.0, 120.0)]) == []


@pytest.mark.parametrize(("gap", "fits"), [(60.0, False), (80.0, True), (90.0, True), (100.0, False)])
def test_between_two_that_leave_room_for_a_third_one_fits(gap: float, fits: bool) -> None:
    places = places_between([SQUARE, np.add(SQUARE, (gap, 0.0))])
    assert [tuple(place.mean(axis=0)) for place in places] == [(120 + gap / 2, 120.0)] * (2 if fits else 0)
    assert all(np.ptp(place, axis=0) == pytest.approx([40, 40]) for place in places)


def test_none_fits_between_two_where_one_lies_already() -> None:
    assert places_between([np.add(SQUARE, (along, 0.0)) for along in (0.0, 40.0, 80.0)]) == []
    assert places_between([SQUARE]) == []
