"""What is left out together when a set is measured on itself."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from vision.teaching.learning import MOST_PARTS, Lesson, by_photograph, dealt


def lessons(faces: dict[str, list[int]]) -> list[Lesson]:
    """So many cubes in each photograph of each face."""
    patch = np.zeros((1, 1, 3), np.uint8)
    return [
        Lesson(face, patch, f"{face}, picture {number}")
        for face, photographs in faces.items()
        for number, cubes in enumerate(photographs)
        for _ in range(cubes)
    ]


def test_cubes_from_one_photograph_are_left_out_together() -> None:
    taught = lessons({"2": [5, 4], "sun": [1, 1]})
    assert by_photograph(taught) == [[0, 1, 2, 3, 4], [5, 6, 7, 8], [9], [10]]


def test_of_a_face_that_is_in_one_photograph_alone_each_cube_is_left_out() -> None:
    assert by_photograph(lessons({"2": [3], "4": [2, 2]})) == [[0], [1], [2], [3, 4], [5, 6]]


@pytest.mark.parametrize("many", [5, 6, 30, 100])
@pytest.mark.parametrize("faces", [2, 5, 7])
def test_many_photographs_are_left_out_some_at_a_time_and_each_face_keeps_most_of_its_own(
    faces: int, many: int
) -> None:
    taught = lessons({str(face): [1] * many for face in range(faces)})
    left_out = dealt(by_photograph(taught))
    assert len(left_out) == min(MOST_PARTS, faces * many)
    assert sorted(number for part in left_out for number in part) == list(range(faces * many))
    lost = [Counter(taught[number].face for number in part).most_common(1)[0][1] for part in left_out]
    assert max(lost) <= -(-many // MOST_PARTS)
