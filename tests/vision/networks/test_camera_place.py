"""Where the camera stands by the cubes alone, and leaning cubes told by it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.networks.throwing import thrown
from vision.camera_place import FEWEST, MOST, Places, TopsSeen, likely_places
from vision.cameras.camera import Image
from vision.eyes import Eyes
from vision.judgement import COCKED_CHANCE
from vision.leaning import DOUBT, LeaningWatch, Stance
from vision.mat import Mat
from vision.onnx import Network
from vision.simulation.camera import SimulatedTray
from vision.view import view_of_table

SIZE = (1200, 900)
FOCAL, ABOVE = 1500.0, 30.0
"""Of a camera: its focal length in pixels, and how many cubes it stands above the middle of what it sees."""
ON_TABLE = np.array([(-4.0, -2.0), (3.0, -3.0), (0.0, 0.5), (-2.0, 3.0), (4.0, 2.0)])


def flat_tops(tilt: float) -> list[NDArray[np.float64]]:
    """The tops (4, 2) of five flat cubes as a camera shows them that looks from the players' side, so many degrees
    aslant."""
    sin, cos = np.sin(np.radians(tilt)), np.cos(np.radians(tilt))
    tops = []
    for number, middle in enumerate(ON_TABLE):
        angles = 0.4 * number + np.radians([225, 315, 45, 135])
        x, y = (middle + np.sqrt(0.5) * np.column_stack([np.cos(angles), np.sin(angles)])).T
        ahead = ABOVE - y * sin
        tops.append(np.column_stack([x, y * cos]) * (FOCAL / ahead)[:, None] + np.array(SIZE) / 2)
    return tops


def aslant(mat: Mat) -> NDArray[np.float64]:
    """By how much (x, y) the line of sight leans in the middle of the picture, as tangents."""
    middle = (SIZE[0] / 2, SIZE[1] / 2)
    top, floor = mat.to_mm([middle])[0], mat.to_mm([middle], floor=True)[0]
    return np.asarray((floor - top) / mat.settings.cube)


def facing(mats: Sequence[Mat], truth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Which way a flat cube's top faces, seen from each place where the line of sight truly leans so much: (n, 2)."""
    seen = np.array([aslant(mat) for mat in mats])
    return np.asarray((truth - seen) / (1.0 + (seen**2).sum(axis=1, keepdims=True)))


@pytest.mark.parametrize("tilt", [0.0, 15.0, 30.0, 45.0])
def test_places_are_tried_from_which_the_tops_are_squares(tilt: float) -> None:
    tried: list[NDArray[np.float64]] = []

    def look(mats: Sequence[Mat]) -> TopsSeen:
        tried.extend(aslant(mat) for mat in mats)
        return TopsSeen(np.zeros((len(mats), len(ON_TABLE))), np.zeros((len(mats), len(ON_TABLE), 2)))

    likely_places(flat_tops(tilt), SIZE, look)
    truth = (0.0, -np.tan(np.radians(tilt)))
    assert min(np.hypot(*(each - truth)) for each in tried) < 0.08


def test_the_place_that_explains_all_cubes_but_one_that_leans_counts() -> None:
    truth = np.array([0.0, -np.tan(np.radians(30.0))])

    def look(mats: Sequence[Mat]) -> TopsSeen:
        """Four cubes that look flat from near the true place alone, and one that leans from wherever it is seen."""
        off = np.array([np.hypot(*(aslant(mat) - truth)) for mat in mats])
        flat = np.repeat(np.minimum(40 * off - 8, 8)[:, None], 4, axis=1)
        level = np.repeat(facing(mats, truth)[:, None], 4, axis=1)
        aside = facing(mats, truth)[:, None] + np.array([0.2, -0.3])
        return TopsSeen(np.column_stack([flat, np.full(len(mats), 6.0)]), np.concatenate([level, aside], axis=1))

    places, weights = likely_places(flat_tops(30.0), SIZE, look)
    assert weights.sum() == pytest.approx(1.0)
    assert (np.diff(weights) <= 0).all()
    assert np.hypot(*(weights @ np.array([aslant(mat) for mat in places]) - truth)) < 0.05


@pytest.mark.parametrize("tilt", [12.0, 22.0, 31.0, 40.0])
def test_the_right_place_is_found_where_cubes_seem_to_lean_from_nearly_everywhere(tilt: float) -> None:
    truth = np.array([0.0, -np.tan(np.radians(tilt))])
    rng = np.random.default_rng(1)
    roughly = [quad + rng.normal(0.0, 4.0, (4, 2)) for quad in flat_tops(tilt)]

    def look(mats: Sequence[Mat]) -> TopsSeen:
        off = np.array([np.hypot(*(aslant(mat) - truth)) for mat in mats])
        leaning = np.repeat(np.minimum(150 * off - 9, 30)[:, None], 5, axis=1)
        return TopsSeen(leaning, np.repeat(facing(mats, truth)[:, None], 5, axis=1))

    places, weights = likely_places(roughly, SIZE, look)
    assert np.hypot(*(weights @ np.array([aslant(mat) for mat in places]) - truth)) < 0.01


GREY = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
NASTY = {
    "points": [np.full((4, 2), 50.0 * number) for number in range(5)],
    "one point": [*flat_tops(20.0)[:4], np.full((4, 2), 300.0)],
    "lines": [np.column_stack([np.arange(4.0), 20.0 + np.arange(4.0)]) for _ in range(5)],
    "beyond the picture": [quad + 4 * SIZE[0] for quad in flat_tops(20.0)],
    "mirrored": [quad[::-1] for quad in flat_tops(20.0)],
}


def stances(watch: LeaningWatch, picture: Image, quads: list[NDArray[np.float64]]) -> list[Stance]:
    places = watch.places(picture, quads)
    assert places is not None
    return watch.look_from(picture, places, quads)


@pytest.mark.parametrize("quads", NASTY.values(), ids=NASTY)
def test_tops_as_no_cube_has_them_are_no_trouble(quads: list[NDArray[np.float64]]) -> None:
    for stance, quad in zip(stances(LeaningWatch(), GREY, quads), quads, strict=True):
        assert 0 <= stance.leans <= 1
        assert np.hypot(*(stance.center - quad.mean(axis=0))) <= np.ptp(quad, axis=0).max()


@pytest.mark.parametrize("quads", NASTY.values(), ids=NASTY)
def test_seen_from_above_they_are_no_trouble_either(quads: list[NDArray[np.float64]]) -> None:
    places = LeaningWatch().places(GREY, quads)
    assert places is not None
    for mat in places.mats:
        for tops in (quads, [*quads, quads[0] - 3 * SIZE[1]], [np.add(quad, (0.0, 1e6)) for quad in quads]):
            view = view_of_table(GREY, mat, tops)
            assert view is None or max(view.pixels.shape) <= 1100


def test_many_things_take_hardly_more_looks_than_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = list[int]()

    def ask(_: Network, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        looks.append(len(inputs))
        return np.zeros((len(inputs), 5), np.float32)

    monkeypatch.setattr(Network, "ask", ask)
    tops = [quad + 11.0 * number for number in range(10) for quad in flat_tops(20.0)]
    assert len(stances(LeaningWatch(), GREY, tops)) == len(tops)
    assert max(looks) == len(tops)
    assert sum(looks) < (80 + 2 * 16 * 8) * MOST + (1 + 2 * 16) * len(tops)


def test_leaning_cubes_are_told_where_no_mat_is_in_view() -> None:
    watch = LeaningWatch()
    told: dict[bool, list[bool]] = {True: [], False: []}
    for seed in range(340, 344):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.3)
        for _ in range(2):
            image, lying = thrown(tray)
            seen = stances(watch, image, [np.array(cube.quad) for cube in lying])
            for cube, stance in zip(lying, seen, strict=True):
                told[cube.leans].append(stance.leans >= COCKED_CHANCE)
        tray.close()
    assert len(told[True]) >= 8
    assert np.mean(told[True]) >= 0.9
    assert np.mean(told[False]) <= 0.04


class _Asked(LeaningWatch):
    """Remembers by which tops the camera's place was sought, and from which places was looked."""

    def __init__(self) -> None:
        super().__init__()
        self.tops = list[NDArray[np.float64]]()
        self.looked_from = list[Places | None]()
        self.stances = list[list[Stance]]()

    def places(self, picture: Image, quads: Sequence[NDArray[np.float64]]) -> Places | None:
        self.tops.append(np.array(quads))
        return super().places(picture, quads)

    def look_from(self, picture: Image, places: Places, quads: Sequence[NDArray[np.float64]]) -> list[Stance]:
        self.looked_from.append(places)
        self.stances.append(super().look_from(picture, places, quads))
        return self.stances[-1]


def test_where_a_cube_may_lean_the_camera_is_placed_anew_by_where_the_tops_truly_are() -> None:
    again = {True: 0, False: 0}
    for seed in range(340, 343):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.15)
        for _ in range(2):
            image, lying = thrown(tray)
            corners = np.array([cube.quad for cube in lying]).reshape(-1, 2)
            (left, top), (right, bottom) = corners.min(axis=0) - 75, corners.max(axis=0) + 75
            watch = _Asked()
            Eyes(leaning=watch).look(image[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)], None)
            doubted = len(watch.tops) == 2
            again[doubted] += 1
            assert doubted or all(places is watch.looked_from[0] for places in watch.looked_from)
            if doubted:
                assert any(stance.leans > DOUBT[0] for stance in watch.stances[0])
                middles = {stance.center for stance in watch.stances[0]}
                assert all(
                    min(np.hypot(*(quad.mean(axis=0) - middle)) for middle in middles) < 1.0
                    for quad in watch.tops[1]
                )
                assert watch.looked_from[0] is not watch.looked_from[1]
        tray.close()
    assert again[True]
    assert again[False]


def test_too_few_cubes_tell_nothing() -> None:
    assert LeaningWatch().places(GREY, flat_tops(0.0)[: FEWEST - 1]) is None


def test_a_picture_is_read_alike_every_time() -> None:
    rng = np.random.default_rng(7)
    picture = cv2.GaussianBlur(rng.integers(0, 256, (SIZE[1], SIZE[0], 3), np.uint8), (0, 0), 6)
    first, second = (stances(LeaningWatch(), picture, flat_tops(20.0)) for _ in range(2))
    assert first == second
