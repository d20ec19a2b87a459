"""Cubes on a table without a mat, of which one or two don't tell how the camera looks and three barely do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from controller.ports import TrayReading
from tests.vision.networks.laid import (
    CLOSE,
    from_near,
    one_alone,
    one_that_leans,
    one_under_a_hand,
    some_that_lean,
    two_apart,
    two_side_by_side,
)
from tests.vision.networks.throwing import thrown
from vision import measure_throws
from vision.cameras.camera import Image
from vision.eyes import Eyes
from vision.finder import Finder
from vision.leaning import LeaningWatch
from vision.on_table import TableWatch
from vision.reader import TrayReader
from vision.simulation.camera import SimulatedTray
from vision.simulation.truth import LyingCube

AROUND = 1.2
"""So much of the table is in a picture round the two, in widths of a cube."""


@pytest.fixture(scope="module")
def reader() -> TrayReader:
    return TrayReader()


def pairs(seed: int, lean_chance: float) -> Iterator[tuple[Image, LyingCube, LyingCube, float]]:
    """Pictures of two cubes and nothing else, and how far apart they lie, in widths of a cube."""
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=lean_chance, touch_chance=0.0)
    for _ in range(4):
        picture, lying = thrown(tray)
        for one, other in combinations(lying, 2):
            corners = np.array([one.quad, other.quad]).reshape(-1, 2)
            width = float(np.hypot(*np.subtract(one.quad[1], one.quad[0])))
            low, high = corners.min(axis=0) - AROUND * width, corners.max(axis=0) + AROUND * width
            others = [each for each in lying if each not in (one, other)]
            if any(_is_within(each, low - width, high + width) for each in others):
                continue
            (left, top), (right, bottom) = np.maximum(0, low).astype(int), high.astype(int)
            apart = float(np.hypot(*np.subtract(one.center, other.center))) / width
            yield np.ascontiguousarray(picture[top:bottom, left:right]), one, other, apart
    tray.close()


def _is_within(cube: LyingCube, low: np.ndarray, high: np.ndarray) -> bool:
    corners = np.array(cube.quad)
    return bool(((corners > low) & (corners < high)).all(axis=1).any())


def test_of_two_cubes_one_that_leans_on_the_other_is_seldom_taken_for_a_flat_one(reader: TrayReader) -> None:
    told = [
        reader.read_picture(picture, "two").status != "clear"
        for seed in range(610, 622)
        for picture, one, other, apart in pairs(seed, lean_chance=0.4)
        if one.leans != other.leans and apart < 1.6
    ]
    assert len(told) >= 6
    assert np.mean(told) >= 0.8


def test_a_cube_that_leans_and_of_which_hardly_more_is_seen_is_not_clear(reader: TrayReader) -> None:
    for seed in range(640, 646):
        picture, corners = one_that_leans(seed, 0)
        assert reader.read_picture(from_near(picture, corners, CLOSE), "very near").status != "clear", f"seed {seed}"


def test_a_part_of_a_cube_that_fills_its_picture_is_no_other_thing(reader: TrayReader) -> None:
    picture, corners = one_that_leans(3034, 0, 17.913676)
    assert reader.read_picture(from_near(picture, corners, CLOSE), "one of two spirals").status != "clear"


def test_a_hand_that_covers_a_cube_blocks_a_picture_without_a_mat(reader: TrayReader) -> None:
    told = []
    for seed in range(644, 650):
        picture, corners = one_under_a_hand(seed)
        told.append(reader.read_picture(from_near(picture, corners), "hand").status)
    assert told.count("blocked") >= 5
    assert "clear" not in told


def test_a_hand_over_wood_blocks_a_picture_without_a_mat_though_no_scale_alone_tells_it(reader: TrayReader) -> None:
    picture, corners = one_under_a_hand(304004, 17.315155965283793, 0.10635211212856799)
    assert reader.read_picture(from_near(picture, corners), "hand over wood").status == "blocked"


def test_a_cube_that_lies_there_for_certain_stays_as_it_is() -> None:
    picture, corners = one_that_leans(640, 0)
    eyes, close_up = Eyes(), from_near(picture, corners)
    (leaning,) = eyes.look(close_up, None).cubes
    known = replace(leaning, cocked=0.0)
    tables = TableWatch(Finder(), LeaningWatch(), of_the_game=True, leaning_seen=True)
    assert tables.where_few(close_up, [known], [], None) != (known,)
    assert tables.where_few(close_up, [known], [], None, [known]) == (known,)


@pytest.mark.parametrize(
    "laid", [one_alone, two_apart, two_side_by_side], ids=["one alone", "two apart", "two side by side"]
)
def test_flat_cubes_away_from_all_walls_are_read(
    reader: TrayReader, laid: Callable[[int], tuple[Image, np.ndarray, list[str]]]
) -> None:
    read = []
    for seed in range(650, 656):
        picture, corners, faces = laid(seed)
        read.append(shows(reader.read_picture(from_near(picture, corners), "flat")) == sorted(faces))
    assert np.mean(read) >= 0.6


@pytest.mark.parametrize(
    ("seed", "others", "size"),
    [
        (1003, 0, 17.9), (1007, 0, 17.6), (1011, 0, 16.1), (1019, 0, 16.4), (1027, 0, 15.6),
        (1000, 1, 16.1), (1018, 1, 15.6), (1030, 1, 16.3), (1036, 1, 15.5),
    ],
)  # fmt: skip
def test_one_that_leans_on_a_wall_and_looks_flat_is_not_scored(
    reader: TrayReader, seed: int, others: int, size: float
) -> None:
    assert reader.read_picture(from_near(*one_that_leans(seed, others, size)), "leaning").status != "clear"


@pytest.mark.parametrize(("seed", "size", "wear"), [(1116, 16.629, 0.2333), (1148, 16.56778, 0.0)])
def test_the_side_of_one_that_leans_is_no_third_cube(
    reader: TrayReader, seed: int, size: float, wear: float
) -> None:
    assert reader.read_picture(from_near(*one_that_leans(seed, 1, size, wear)), "leaning").status != "clear"


def test_of_five_cubes_one_of_which_leans_hardly_ever_all_are_clear(reader: TrayReader) -> None:
    told = [
        reader.read_picture(from_near(*one_that_leans(seed, 4, 15.5)), "leaning").status
        for seed in range(92090, 92102)
    ]
    assert told.count("clear") <= 1


def test_one_of_five_whose_top_is_found_too_near_to_its_side_is_not_clear(reader: TrayReader) -> None:
    assert reader.read_picture(from_near(*one_that_leans(3035, 4, 16.85766)), "leaning").status != "clear"


@pytest.mark.parametrize(("seed", "size"), [(730, 17.056), (793, 17.053)])
def test_two_that_lean_are_not_flat_ones_on_a_table_that_lies_otherwise(
    reader: TrayReader, seed: int, size: float
) -> None:
    """Three barely tell how the camera looks, least of all where one of them is flat."""
    assert reader.read_picture(from_near(*some_that_lean(seed, 1, 2, size)), "leaning").status != "clear"


def test_one_that_leans_on_another_and_is_found_turned_wrongly_is_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    seed, thrown_before = 98018, 6

    class ReadsTheLast(TrayReader):
        def read_picture(self, image: Image, source: str = "") -> TrayReading:
            last = source.endswith(f"throw {thrown_before}")
            return super().read_picture(image, source) if last else TrayReading(source, "unclear")

    monkeypatch.setattr(measure_throws, "TrayReader", ReadsTheLast)
    *_, throw = measure_throws.measure_throws(thrown_before + 1, seed, close=True, lean_chance=0.06)
    assert not throw.readable
    assert throw.result.status == "unclear"
    assert not throw.result.wrongly_clear


def shows(reading: TrayReading) -> list[str] | None:
    """The faces of a clear reading, sorted."""
    return sorted(cube.face or "" for cube in reading.cubes) if reading.status == "clear" else None
