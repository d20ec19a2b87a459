"""What is said of what is seen: clear only where it may be scored."""

from __future__ import annotations

from typing import Any

import pytest

from controller.ports import Problem, TrayReading
from vision.judgement import COST_OF_WRONG, judge
from vision.sight import SeenCube, Sight, vote

QUAD = ((0.0, 0.0), (48.0, 0.0), (48.0, 48.0), (0.0, 48.0))
FACES = ("2", "3", "4", "5", "6", "10", "sun", "none")


def seen(face: str, chance: float = 0.9995, *, cocked: float = 0.0, x: float = 0.0) -> SeenCube:
    rest = (1.0 - chance) / (len(FACES) - 1)
    return SeenCube((x, 24.0), QUAD, 0.99, cocked, {each: chance if each == face else rest for each in FACES})


def sight(*cubes: SeenCube, **other: Any) -> Sight:
    return Sight(**{"cubes": cubes, "odd": None, "foreign": (), "hand": None, "mat": None, **other})


def kinds(reading: TrayReading) -> list[str]:
    return [problem.kind for problem in reading.problems]


def test_five_sure_cubes_are_clear() -> None:
    reading = judge(sight(*(seen(face) for face in ("2", "3", "4", "10", "5")), odd=4), "there")
    assert (reading.status, reading.detail, reading.problems) == ("clear", None, ())
    assert [cube.face for cube in reading.cubes] == ["2", "3", "4", "10", "5"]
    assert [cube.odd for cube in reading.cubes] == [False, False, False, False, True]
    assert reading.source == "there"


def test_an_empty_tray_is_clear() -> None:
    assert judge(sight(), "").status == "clear"


def test_one_doubtful_cube_makes_the_reading_unclear_and_stays_with_its_alternatives() -> None:
    reading = judge(sight(seen("2"), seen("6", 0.97), odd=None), "")
    assert reading.status == "unclear"
    assert kinds(reading) == ["unsure"]
    assert [cube.face for cube in reading.cubes] == ["2", None]
    assert reading.cubes[1].alternatives[0] == ("6", 0.97)
    assert reading.cubes[1].confidence == 0.97
    assert reading.detail


def test_a_sure_cube_tells_what_else_it_might_be_for_those_who_correct_it() -> None:
    chances = {"2": 0.999997, "6": 1e-6, "10": 2e-6, "5": 0.0, "3": 0.0, "4": 0.0, "sun": 0.0, "none": 0.0}
    cube = SeenCube((0, 0), QUAD, 0.99, 0.0, chances)
    reading = judge(sight(cube), "")
    assert [face for face, _ in reading.cubes[0].alternatives] == ["2", "10", "6"]


def test_what_a_cube_that_cannot_be_told_may_show_is_not_padded() -> None:
    chances = {"2": 0.9, "6": 0.1, "10": 2e-6, "5": 0.0, "3": 0.0, "4": 0.0, "sun": 0.0, "none": 0.0}
    reading = judge(sight(SeenCube((0, 0), QUAD, 0.99, 0.0, chances)), "")
    assert reading.cubes[0].face is None
    assert [face for face, _ in reading.cubes[0].alternatives] == ["2", "6"]


def test_doubts_that_add_up_make_the_least_sure_cube_unsure() -> None:
    chances = (0.9982, 0.9981, 0.9980, 0.9979, 0.9970)
    reading = judge(sight(*(seen("5", chance) for chance in chances), odd=0), "")
    assert [cube.face for cube in reading.cubes] == ["5", "5", "5", "5", None]
    assert judge(sight(*(seen("5", chance) for chance in chances[:4])), "").status == "clear"


def test_that_any_of_them_may_lean_adds_up_to_one_that_does() -> None:
    lean = (0.0021, 0.0022, 0.0023, 0.0024, 0.0025)
    reading = judge(sight(*(seen("5", 1.0, cocked=each, x=index) for index, each in enumerate(lean)), odd=0), "")
    assert reading.problems == (Problem("cocked", (4, 24.0)),)
    assert [cube.face for cube in reading.cubes] == ["5", "5", "5", "5", None]
    assert judge(sight(*(seen("5", 1.0, cocked=each) for each in lean[:4])), "").status == "clear"


@pytest.mark.parametrize(("cocked", "chance", "kind"), [(0.006, 0.995, "cocked"), (0.005, 0.994, "unsure")])
def test_a_cube_that_may_lean_or_show_another_face_is_what_is_likelier(
    cocked: float, chance: float, kind: str
) -> None:
    assert kinds(judge(sight(seen("5", chance, cocked=cocked)), "")) == [kind]
    assert judge(sight(seen("5", chance)), "").status == judge(sight(seen("5", cocked=cocked)), "").status == "clear"


def test_what_may_be_no_cube_at_all_is_no_sure_cube() -> None:
    cube = SeenCube((0, 0), QUAD, 0.9, 0.0, {"5": 0.9, "none": 0.1})
    assert kinds(judge(sight(cube), "")) == ["unsure"]


def test_a_leaning_cube_is_cocked_and_has_no_face() -> None:
    reading = judge(sight(seen("2"), seen("6", cocked=0.8, x=99.0)), "")
    assert [(problem.kind, problem.center) for problem in reading.problems] == [("cocked", (99.0, 24.0))]
    assert (reading.status, reading.cubes[1].face) == ("unclear", None)


def test_a_cube_is_cocked_from_the_chance_on_at_which_scoring_it_costs_more_than_a_second_look() -> None:
    for chance in (0.0095, 0.0105):
        loss_scored, loss_refused = chance * COST_OF_WRONG, 1 - chance
        reading = judge(sight(*[seen("5", 1.0)] * 4, seen("6", 1.0, cocked=chance), odd=0), "")
        assert kinds(reading) == (["cocked"] if loss_scored > loss_refused else [])


def test_six_cubes_are_too_many() -> None:
    reading = judge(sight(*[seen("5")] * 6), "")
    assert (reading.status, kinds(reading)) == ("unclear", ["count"])


def test_foreign_things_alone_do_not_make_a_reading_unclear() -> None:
    reading = judge(sight(*[seen("5")] * 5, odd=2, foreign=((7.0, 8.0),)), "")
    assert (reading.status, reading.detail) == ("clear", None)
    assert [(problem.kind, problem.center) for problem in reading.problems] == [("foreign", (7.0, 8.0))]


def test_what_may_be_a_missing_cube_makes_the_reading_unclear() -> None:
    reading = judge(sight(*[seen("5")] * 4, doubtful=((7.0, 8.0),)), "")
    assert (reading.status, kinds(reading)) == ("unclear", ["unsure"])


def test_a_hand_blocks_whatever_is_seen_beside_it() -> None:
    reading = judge(sight(seen("2"), hand=(50.0, 60.0)), "")
    assert reading.status == "blocked"
    assert "blocked" in kinds(reading)
    assert "hand" in (reading.detail or "")


def test_without_light_the_words_say_so() -> None:
    reading = judge(sight(trouble="It is too dark."), "")
    assert (reading.status, reading.detail, reading.cubes) == ("blocked", "It is too dark.", ())


@pytest.mark.parametrize(
    ("faces", "odd", "doubted"),
    [
        (("sun", "2", "3", "4", "sun"), None, {0, 4}),  # one set has one sun
        (("sun", "2", "3", "4", "5"), 3, {0}),  # a sun on a common cube
        (("6", "2", "3", "4", "5"), 2, {2}),  # a 3 on the odd cube
        (("sun", "2", "3", "4", "5"), 0, set()),
        (("sun", "2", "3", "4", "5"), None, set()),
    ],
)
def test_faces_that_no_set_can_show_together_are_doubted(
    faces: tuple[str, ...], odd: int | None, doubted: set[int]
) -> None:
    reading = judge(sight(*(seen(face) for face in faces), odd=odd), "")
    assert {index for index, cube in enumerate(reading.cubes) if cube.face is None} == doubted
    assert (reading.status == "clear") == (not doubted)


def test_five_cubes_without_an_odd_one_can_not_be_scored() -> None:
    reading = judge(sight(*(seen(face) for face in ("2", "2", "4", "5", "6"))), "")
    assert (reading.status, reading.problems) == ("unclear", (Problem("unsure"),))
    assert reading.detail == "Which cube is the odd one can't be told by its colour."
    assert [(cube.face, cube.odd) for cube in reading.cubes] == [(face, None) for face in ("2", "2", "4", "5", "6")]


def test_a_face_and_the_odd_cube_that_can_not_be_told_are_both_said() -> None:
    reading = judge(sight(seen("6", 0.97), *(seen(face) for face in ("2", "4", "5", "6"))), "")
    assert kinds(reading) == ["unsure", "unsure"]
    assert "face" in (reading.detail or "")
    assert "odd" in (reading.detail or "")


def test_a_sun_is_always_odd() -> None:
    five = judge(sight(*(seen(face) for face in ("2", "sun", "3", "4", "5"))), "")
    assert [cube.odd for cube in five.cubes] == [False, True, False, False, False]
    two = judge(sight(seen("2"), seen("sun")), "")
    assert [cube.odd for cube in two.cubes] == [None, True]


def test_fewer_than_five_cubes_are_clear_without_an_odd_one() -> None:
    reading = judge(sight(seen("2"), seen("3")), "")
    assert reading.status == "clear"
    assert [cube.odd for cube in reading.cubes] == [None, None]


def test_pictures_that_disagree_make_no_sure_cube() -> None:
    agree = vote([sight(seen("6")), sight(seen("6")), sight(seen("6"))])
    differ = vote([sight(seen("6")), sight(seen("6")), sight(seen("4"))])
    assert judge(agree, "").status == "clear"
    assert judge(differ, "").status == "unclear"


@pytest.mark.parametrize(
    ("faces", "bodies", "doubted"),
    [
        (("3", "5"), (True, False), [0]),
        (("sun", "5", "4"), (False, True, False), [0]),
        (("sun", "5", "4"), (True, True, None), [0, 1]),
        (("sun", "3", "4"), (True, False, False), []),
        (("2", "5"), (True, None), []),
    ],
)
def test_what_the_colours_of_a_taught_set_rule_out_is_unsure(
    faces: tuple[str, ...], bodies: tuple[bool | None, ...], doubted: list[int]
) -> None:
    cubes = [seen(face, x=100.0 * at) for at, face in enumerate(faces)]
    reading = judge(sight(*cubes, bodies=bodies), "")
    assert [at for at, cube in enumerate(reading.cubes) if cube.face is None] == doubted
    assert reading.status == ("unclear" if doubted else "clear")
