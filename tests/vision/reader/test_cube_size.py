"""Which of several sizes the cubes of a picture have."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cube_size import of_size, size_of, size_of_a_set
from vision.evidence import Evidence
from vision.missing import square_about

WHOLE, PART = 50.0, 22.0


def cubes(count: int, side: float, weight: float, apart: float = 100.0) -> list[Evidence]:
    return [Evidence(square_about((apart * (at + 1), side), side, 0.0), weight, 0.0) for at in range(count)]


def shown(*chances: float) -> NDArray[np.float32]:
    """How likely each shows a face, none of them the sun."""
    return np.array([(chance, 0.0) for chance in chances], np.float32)


def test_the_size_with_most_evidence_is_right() -> None:
    seen = cubes(5, WHOLE, 1.4) + cubes(2, PART, 1.0)
    assert size_of(seen, np.ones(7, np.float32)) == pytest.approx(WHOLE, rel=0.02)
    assert size_of(seen, np.array([0.0] * 5 + [1.0] * 2, np.float32)) == pytest.approx(PART, rel=0.05)
    assert size_of_a_set(seen, shown(*[1.0] * 7)) == pytest.approx(WHOLE, rel=0.02)


@pytest.mark.parametrize(
    ("parts", "weight", "faces", "size"),
    [(10, 0.9, 1.0, WHOLE), (5, 1.3, 1.0, PART), (10, 1.4, 1.0, PART), (10, 0.9, 0.2, PART)],
    ids=["more than a set", "a set", "far more evidence", "no better"],
)
def test_where_more_than_a_set_are_of_one_size_another_that_fits_a_set_better_is_right(
    parts: int, weight: float, faces: float, size: float
) -> None:
    seen = cubes(parts, PART, weight) + cubes(5, WHOLE, 1.1)
    assert size_of_a_set(seen, shown(*[1.0] * parts, *[faces] * 5)) == pytest.approx(size, rel=0.05)


def test_of_many_that_seem_to_show_the_one_sun_each_counts_less() -> None:
    seen = cubes(6, PART, 1.3) + cubes(2, WHOLE, 1.0)
    suns = np.array([(1.0, 1.0)] * 6 + [(1.0, 0.0)] * 2, np.float32)
    assert size_of_a_set(seen, suns) == pytest.approx(WHOLE, rel=0.02)
    assert size_of_a_set(seen, shown(*[1.0] * 8)) == pytest.approx(PART, rel=0.02)


def test_cubes_of_one_size_lie_beside_each_other() -> None:
    seen = cubes(3, WHOLE, 1.0, apart=30.0) + cubes(1, 2 * WHOLE, 0.5)
    assert of_size(seen, WHOLE) == [seen[0], seen[2]]
