"""The test of the cubes against tables, against enumeration, and in what it says."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from controller.chronicle.fairness import chance_of_more, chi_square_tail, face_test, usual_range
from controller.games.fortune import CubeKind

COMMON = CubeKind(False, 4, ("2", "3", "4", "5", "6", "10"))


@pytest.mark.parametrize(
    ("value", "degrees", "chance"),
    [
        (11.070, 5, 0.05), (15.086, 5, 0.01), (20.515, 5, 0.001), (4.351, 5, 0.50), (1.145, 5, 0.95),
        (3.841, 1, 0.05), (9.488, 4, 0.05), (5.991, 2, 0.05), (14.067, 7, 0.05), (0.0, 5, 1.0),
    ],
)  # fmt: skip
def test_the_chi_square_distribution_is_that_of_the_tables(value: float, degrees: int, chance: float) -> None:
    assert chi_square_tail(value, degrees) == pytest.approx(chance, rel=0.001)


@pytest.mark.parametrize("counts", [[3, 0, 0], [2, 1, 0], [1, 1, 1], [4, 1, 1], [5, 0, 1], [2, 2, 2]])
def test_few_faces_are_told_exactly_as_all_throws_there_are_have_them(counts: list[int]) -> None:
    total, uneven = sum(counts), sum(count**2 for count in counts)
    throws = list(product(range(len(counts)), repeat=total))
    as_uneven = sum(
        sum(throw.count(face) ** 2 for face in range(len(counts))) >= uneven for throw in throws
    )
    assert chance_of_more(counts) == pytest.approx(as_uneven / len(throws))


def test_where_exact_and_approximate_meet_they_are_near_each_other() -> None:
    few, more = chance_of_more([8, 2, 5, 4, 6, 4]), chance_of_more([8, 2, 5, 4, 6, 5])
    assert few == pytest.approx(more, abs=0.06)


def test_fair_cubes_are_called_uneven_hardly_ever_and_a_loaded_one_is_found() -> None:
    random = Random(3)
    verdicts = []
    for _ in range(400):
        thrown = random.choices(COMMON.faces, k=300)
        verdicts.append(face_test(COMMON, {face: thrown.count(face) for face in COMMON.faces}).verdict)
    assert verdicts.count("uneven") <= 5
    assert 4 <= verdicts.count("unusual") <= 36
    loaded = random.choices(COMMON.faces, weights=[1, 1, 1, 1, 1, 2], k=600)
    found = face_test(COMMON, {face: loaded.count(face) for face in COMMON.faces})
    assert found.verdict == "uneven"
    assert found.counts[-1][1] > found.high


def test_all_faces_of_fair_cubes_are_within_the_usual_range_nineteen_times_out_of_twenty() -> None:
    random = Random(4)
    low, high = usual_range(240, 6)
    within = 0
    for _ in range(1000):
        thrown = random.choices(range(6), k=240)
        within += all(low <= thrown.count(face) <= high for face in range(6))
    assert 930 <= within <= 985


def test_few_throws_say_nothing_and_none_have_no_chance() -> None:
    few = face_test(COMMON, {"10": 12})
    assert (few.verdict, few.total, few.chance is not None and few.chance < 1e-6) == ("few", 12, True)
    none = face_test(COMMON, {})
    assert (none.verdict, none.total, none.chance, none.expected, none.chi_square) == ("few", 0, None, 0.0, 0.0)
    assert (none.low, none.high) == (0.0, 0.0)


def test_a_small_sum_by_hand() -> None:
    # 60 faces, 10 of each to be expected: (5 + 5 + 0 + 0 + 0 + 0) away in two of them, squares 25 + 25, over 10.
    test = face_test(COMMON, {"2": 15, "3": 5, "4": 10, "5": 10, "6": 10, "10": 10})
    assert (test.chi_square, test.degrees, test.expected, test.verdict) == (5.0, 5, 10.0, "even")
    assert test.chance == pytest.approx(0.4159, abs=0.0001)
