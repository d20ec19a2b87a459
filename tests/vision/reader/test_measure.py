"""What counts as a reading that is clear and wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.ports import ReadCube, TrayReading
from vision.measure import Result, compare

FACES = ("2", "3", "4", "5", "6")


def cube(face: str, x: float) -> ReadCube:
    quad = ((x - 20, 0.0), (x + 20, 0.0), (x + 20, 40.0), (x - 20, 40.0))
    return ReadCube(face, False, "tray", (x, 20.0), quad, ((face, 0.999),), 0.999)


READ = TrayReading("picture", "clear", tuple(cube(face, 100.0 * at) for at, face in enumerate(FACES)))


def compared(*readings: TrayReading, expected: str = "clear") -> Result:
    cubes = [
        {"face": each.face, "odd": each.odd, "zone": each.zone, "center": each.center, "quad": each.quad}
        for each in READ.cubes
    ]
    truth: dict[str, Any] = {"image": "picture", "expected": expected, "cubes": cubes}
    return compare(truth, readings, 0.0)


def test_what_is_as_it_lies_is_right() -> None:
    result = compared(READ)
    assert (result.right, result.named, result.cubes_right, result.wrongly_clear) == (True, 5, 5, False)


def test_sureness_is_each_cubes_confidence_and_whether_the_likeliest_face_is_its_own() -> None:
    mistaken = replace(READ.cubes[0], face=None, alternatives=(("6", 0.7), ("2", 0.3)), confidence=0.7)
    result = compared(replace(READ, cubes=(mistaken, *READ.cubes[1:4]), status="unclear"))
    assert result.sureness == ((0.7, False), (0.999, True), (0.999, True), (0.999, True)), "one wasn't seen"


def test_a_face_is_named_right_whatever_is_said_of_its_cubes_colour_and_place() -> None:
    cubes = (replace(READ.cubes[0], odd=None), replace(READ.cubes[1], zone="rail"), *READ.cubes[2:])
    result = compared(replace(READ, cubes=cubes, status="unclear"))
    assert (result.right, result.named, result.cubes_right) == (False, 5, 3)
    unsure = compared(replace(READ, cubes=(replace(READ.cubes[0], face=None), *READ.cubes[1:]), status="unclear"))
    assert (unsure.named, unsure.cubes_right) == (4, 4)


@pytest.mark.parametrize(
    "cubes",
    [
        READ.cubes[1:],
        (*READ.cubes, cube("5", 900.0)),
        (cube("5", 0.0), *READ.cubes[1:]),
        (cube("5", 900.0), *READ.cubes[1:]),
        (replace(READ.cubes[0], zone="rail"), *READ.cubes[1:]),
        (replace(READ.cubes[0], odd=True), *READ.cubes[1:]),
    ],
    ids=["one left out", "one too many", "one misnamed", "one elsewhere", "one on the rail", "one odd"],
)
def test_clear_and_not_what_lies_there_is_wrong(cubes: tuple[ReadCube, ...]) -> None:
    result = compared(replace(READ, cubes=cubes))
    assert result.wrongly_clear
    assert not result.right
    assert not compared(replace(READ, cubes=cubes, status="unclear")).wrongly_clear


def test_clear_where_nothing_can_be_read_is_wrong() -> None:
    assert compared(READ, expected="unclear").wrongly_clear


def test_a_second_reading_that_is_clear_is_wrong_whatever_the_first_one_says() -> None:
    assert compared(replace(READ, status="moving"), READ).wrongly_clear
