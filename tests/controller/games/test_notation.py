"""Cubes as people type them."""

import pytest

from controller.games.game import Cube
from controller.games.wimpout.notation import cubes_from_text, text_of


def test_a_star_marks_the_odd_cube() -> None:
    assert cubes_from_text("2 5* 10") == (Cube("2"), Cube("5", True), Cube("10"))


def test_a_sun_is_the_odd_cube_with_or_without_a_star() -> None:
    assert cubes_from_text("sun") == cubes_from_text("sun*") == (Cube("sun", True),)


def test_five_cubes_without_a_star_are_four_common_ones_and_the_odd_one_last() -> None:
    assert cubes_from_text("2 2 5 10 4") == cubes_from_text("2 2 5 10 4*")
    assert cubes_from_text("sun 2 2 5 10") == (Cube("sun", True), Cube("2"), Cube("2"), Cube("5"), Cube("10"))


def test_what_is_written_is_read_back() -> None:
    cubes = (Cube("2"), Cube("5", True), Cube("10"))
    assert cubes_from_text(text_of(cubes)) == cubes


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sun sun", "Two suns"),
        ("3*", "A 3 was read on the odd cube"),
        ("2 2 2 2 3", "A 3 was read on the odd cube"),
        ("2 2 2 2 2 2", "6 cubes"),
        ("2 * 3", "A star by itself is no cube"),
        ("2 7", "No cube has the face '7'"),
        ("2 swirl", "No cube has the face 'swirl'"),
    ],
)
def test_what_no_set_has_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        cubes_from_text(text)
