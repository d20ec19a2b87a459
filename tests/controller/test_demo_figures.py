"""The figures of a demo game count as wrong whatever the table was told wrongly."""

from __future__ import annotations

import pytest

from controller.demo_figures import GameFigures, is_wrong
from controller.ports import GameCube, Quad, ReadCube, Reading, TrayReading, TrueCube

PLACES = ((100.0, 100.0), (200.0, 100.0))


@pytest.mark.parametrize(("counted", "wrong"), [(True, 1), (False, 0)])
def test_a_clear_reading_of_moving_cubes_is_wrong_where_it_was_scored(counted: bool, wrong: int) -> None:
    figures = GameFigures()
    figures.reading(Reading(1, TrayReading("simulated", "clear"), (1280, 960), 1.0, None), counted)
    assert (figures.clear, figures.wrong) == (1, wrong)


def square(x: float, y: float) -> Quad:
    return (x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20)


def reading(*faces: str, places: tuple[tuple[float, float], ...] = PLACES, leans: bool = False) -> Reading:
    """A clear reading of these faces where a 5 and an odd 10 lie."""
    cubes = tuple(
        ReadCube(face, number == 1, "tray", (x, y), square(x, y), ((face, 1.0),), 1.0)
        for number, (face, (x, y)) in enumerate(zip(faces, places, strict=False))
    )
    thrown = (TrueCube(GameCube("5", False), PLACES[0], leans), TrueCube(GameCube("10", True), PLACES[1]))
    return Reading(1, TrayReading("simulated", "clear", cubes), (1280, 960), 1.0, thrown)


def test_what_lies_there_is_not_wrong() -> None:
    assert not is_wrong(reading("5", "10"))


def test_a_wrong_face_a_missing_cube_and_faces_at_each_others_places_are_wrong() -> None:
    assert is_wrong(reading("5", "6"))
    assert is_wrong(reading("5"))
    assert is_wrong(reading("5", "10", places=PLACES[::-1]))


def test_a_clear_reading_of_a_leaning_cube_is_counted() -> None:
    figures = GameFigures()
    figures.reading(reading("5", "10", leans=True), counted=True)
    assert (figures.wrong, figures.leaning_missed) == (0, 1)


def test_a_game_that_was_given_up_has_its_own_figures() -> None:
    before = GameFigures()
    before.reading(reading("5", "6"), counted=True)
    figures = GameFigures(given_up=(before,))
    figures.reading(reading("5", "10"), counted=True)
    game = figures.as_json((), None)
    assert (game["throws"], game["readings_wrong"]) == (1, 0)
    assert game["given_up"] == [
        {"throws": 1, "readings_clear": 1, "readings_refused": 0, "readings_wrong": 1, "leaning_missed": 0}
    ]
