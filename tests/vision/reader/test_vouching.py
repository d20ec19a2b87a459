"""Cubes whose names contradict how alike they look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.classifier import FaceClassifier
from vision.measure_throws import THROWS_A_LOOK, cube_set_of
from vision.reader import TrayReader
from vision.sight import SeenCube
from vision.simulation.camera import SimulatedTray
from vision.vouching import by_their_colours, vouched

QUAD = ((0.0, 0.0), (48.0, 0.0), (48.0, 48.0), (0.0, 48.0))


def cube(face: str, chance: float, degrees: float | None) -> SeenCube:
    """A cube that shows `face`, or a 5; what is seen of it has that direction."""
    seen = None if degrees is None else np.float32([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    return SeenCube((24.0, 24.0), QUAD, 0.99, 0.0, {face: chance, "5": 1 - chance}, seen=seen)


def showing(told: dict[str, float]) -> SeenCube:
    return replace(cube("4", 1.0, None), chances=told)


def chances(*cubes: SeenCube) -> list[dict[str, float]]:
    return [dict(each.chances) for each in vouched(cubes)]


def test_of_two_of_a_name_that_look_different_the_less_certain_is_doubted() -> None:
    sure, weaker = chances(cube("4", 0.9999, 0), cube("4", 0.995, 50))
    assert sure["4"] == 0.9999
    assert weaker == pytest.approx({"4": 0.4975, "5": 0.5025})


@pytest.mark.parametrize(
    ("others", "doubted"),
    [({"10": 3e-20, "2": 1e-20}, {"10": 0.375, "2": 0.125}), ({"10": 0.0, "2": 0.0}, {"10": 0.25, "2": 0.25})],
    ids=["nothing else is likely", "nothing else is possible"],
)
def test_of_two_that_are_certain_to_the_last_digit_one_is_doubted_and_nothing_else_is_certain(
    others: dict[str, float], doubted: dict[str, float]
) -> None:
    certain = [replace(cube("5", 1.0, degrees), chances={"5": 1.0, **others}) for degrees in (0, 50)]
    told = sorted(chances(*certain), key=lambda each: each["5"])
    assert told == [pytest.approx({"5": 0.5, **doubted}), {"5": 1.0, **others}]


def test_what_seems_a_4_and_in_the_least_a_6_may_be_a_worn_6() -> None:
    (told,) = chances(showing({"4": 0.998, "6": 0.001, "2": 0.001}))
    assert told == pytest.approx({"4": 0.4995, "6": 0.4995, "2": 0.001})
    assert chances(*vouched([showing({"4": 0.998, "6": 0.001, "2": 0.001})])) == [pytest.approx(told)]


@pytest.mark.parametrize(
    "told",
    [{"4": 0.9989, "2": 0.001, "6": 0.0001}, {"6": 0.998, "4": 0.002}, {"4": 0.998, "2": 0.002}],
    ids=["hardly a 6", "a 6", "a 4 or a 2"],
)
def test_nothing_else_may_be_a_worn_6(told: dict[str, float]) -> None:
    assert chances(showing(told)) == [told]


def test_what_seems_a_4_and_looks_like_a_plain_one_is_no_worn_6() -> None:
    _, told = chances(cube("4", 0.9999, 0), replace(cube("4", 0.9, 20), chances={"4": 0.999, "6": 0.001}))
    assert told["4"] > 0.999


def test_of_two_names_for_what_looks_the_same_the_less_certain_is_doubted() -> None:
    weaker, sure = chances(cube("4", 0.995, 10), cube("6", 0.9999, 0))
    assert sure["6"] == 0.9999
    assert weaker["4"] < 0.6


def test_one_that_looks_like_a_plain_one_of_its_name_is_likelier_that() -> None:
    sure, weaker = chances(cube("4", 0.9999, 0), cube("4", 0.97, 20))
    assert sure["4"] == 0.9999
    assert weaker == pytest.approx({"4": 4 * 0.97 / (4 * 0.97 + 0.03), "5": 0.03 / (4 * 0.97 + 0.03)})


@pytest.mark.parametrize(
    "plainly", [cube("4", 0.998, 0), cube("4", 0.9999, 31), cube("6", 0.9999, 80), cube("4", 0.9999, None)]
)
def test_no_other_cube_bears_a_name_out(plainly: SeenCube) -> None:
    assert chances(cube("4", 0.97, 0), plainly)[0] == pytest.approx({"4": 0.97, "5": 0.03})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (cube("4", 0.99, 0), cube("4", 0.999, 30)), (cube("4", 0.99, 0), cube("6", 0.999, 60)),
        (cube("4", 0.99, None), cube("4", 0.999, 60)), (cube("none", 0.99, 0), cube("none", 0.999, 60)),
        (cube("none", 0.99, 0), cube("4", 0.999, 0)),
    ],
)  # fmt: skip
def test_where_nothing_is_contradicted_nothing_is_doubted(one: SeenCube, other: SeenCube) -> None:
    assert chances(one, other) == [dict(one.chances), dict(other.chances)]


RED, WINE, BLUE = np.array([45.0, 55.0, 35.0]), np.array([42.0, 52.0, 32.0]), np.array([35.0, 10.0, -40.0])


@pytest.mark.parametrize(
    ("others", "borne_out"),
    [
        ([("4", 0.9999, WINE), ("5", 0.9999, RED)], True),
        ([("4", 0.9999, WINE), ("6", None, RED)], True),
        ([("4", 0.9999, WINE)], False),
        ([("4", 0.9999, WINE), ("5", 0.9999, BLUE)], False),
        ([("6", None, WINE), ("6", None, RED)], False),
        ([("4", 0.9, WINE), ("5", 0.9, RED)], False),
    ],
    ids=["two named", "one named, one like it", "only one", "one of another colour", "none named", "none plainly"],
)
def test_a_6_that_may_be_a_dies_is_told_by_others_of_its_colour(
    others: list[tuple[str, float | None, np.ndarray]], borne_out: bool
) -> None:
    six = SeenCube((24.0, 24.0), QUAD, 0.3, 0.0, {"6": 0.5, "none": 0.5}, like_pips=True)
    beside = [replace(six) if chance is None else cube(face, chance, None) for face, chance, _ in others]
    told = by_their_colours([six, *beside], [RED, *(colour for *_, colour in others)])
    assert (told[0].chances["6"] > 0.998) == borne_out
    assert told[0].chances == six.chances or borne_out
    plain = [each for each in told[1:] if not each.like_pips]
    assert plain == [each for each in beside if not each.like_pips]


def test_a_worn_six_that_looks_like_another_sets_four_is_not_named_beside_its_sets_own() -> None:
    """Of stars of which some are worn off the classifier alone is sure that they are four of something."""
    tray = SimulatedTray(
        seed=93041, cube_set=cube_set_of(41), paced=False, lean_chance=0.15, cube_size=17.98969144912845,
        wear=0.937158236462192,
    )  # fmt: skip
    alone, together = FaceClassifier(), TrayReader()
    mistaken = clear = 0
    for _ in range(THROWS_A_LOOK):
        tray.throw(None)
        tray.come_to_rest()
        frame, lying = tray.read(), tray.lying()
        assert frame is not None
        assert lying is not None
        named = alone.classify(frame.image, [np.array(each.quad) for each in lying])
        mistaken += any(
            each.cube.face == "6" and scores.best == "4" for each, scores in zip(lying, named, strict=True)
        )
        reading = together.read_picture(frame.image)
        if reading.status == "clear":
            clear += 1
            assert sorted(str(cube.face) for cube in reading.cubes) == sorted(each.cube.face for each in lying)
    tray.close()
    assert mistaken
    assert clear >= THROWS_A_LOOK // 2, "it isn't by refusing every throw that none is misread"
