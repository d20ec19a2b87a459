"""What the reader's benchmarks call beyond their limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks import laid, lights, reading_time, settling, teaching, throws, unrest
from tests.benchmarks.throws import beyond
from vision.measure import Result
from vision.measure_throws import Throw
from vision.simulation.camera import SimulatedTray
from vision.simulation.look import house_look
from vision.simulation.motion import FRAME
from vision.simulation.view import REFERENCE


def result(expected: str = "clear", clear: bool = True, right: bool = True, named: int = 5) -> Result:
    status = "clear" if clear else "unclear"
    return Result("picture", "roll", expected, status, clear, right, 5, named, named, "", 0.0)


RIGHT, REFUSED, WRONG = result(), result(clear=False, right=False, named=4), result(right=False)
LEANING_REFUSED, LEANING_CLEAR = result("unclear", clear=False), result("unclear", right=False)


def test_right_often_enough_and_never_wrong_is_within_them() -> None:
    assert not [*beyond([RIGHT] * 99 + [REFUSED], "throws")]


def test_each_limit_that_is_not_kept_is_told() -> None:
    assert len([*beyond([RIGHT] * 9 + [REFUSED], "throws")]) == 2, "too few rolls, and too few cubes"
    assert len([*beyond([RIGHT] * 99 + [WRONG], "throws")]) == 1, "wrong once"
    assert len([*beyond([RIGHT] * 99 + [LEANING_CLEAR], "throws")]) == 1, "wrong once, where it should be refused"


@pytest.mark.parametrize(("clear", "says"), [
    (1, []), (2, ["of throws with leaning cubes 2.00% were called clear, and 1% may be."]),
])  # fmt: skip
def test_of_leaning_throws_more_than_one_in_a_hundred_may_not_be_clear(clear: int, says: list[str]) -> None:
    assert [*throws.beyond_leaning([LEANING_CLEAR] * clear + [LEANING_REFUSED] * (100 - clear))] == says


def test_of_throws_as_in_a_game_it_is_said_how_many_are_without_cubes_on_the_rail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = [Throw(house_look(REFERENCE), RIGHT, 16.5, 0.0, kept) for kept in range(5)]
    monkeypatch.setattr(throws, "_measured", lambda count, keeping: [*seen, replace(seen[0], result=REFUSED)] * 10)
    text = throws.keeping(Path()).text
    assert "40 of these 60 throws are with cubes on the rail." in text
    assert "Of 20 readable ones without any 10 are clear and entirely right (50.0%)." in text


@pytest.mark.parametrize(("statuses", "flat", "says"), [
    ({}, {}, []),
    ({"in a row": {3: "clear", 5: "clear"}}, {}, ["in a row: called clear in 2 of 30 pictures (seeds 3203, 3205)."]),
    ({}, {3: {29: "wrong"}}, ["3 flat cubes, wrongly: called clear in 1 of 30 pictures (seeds 3229)."]),
])  # fmt: skip
def test_what_is_laid_may_not_be_called_clear_nor_flat_cubes_read_wrongly(
    statuses: dict[str, dict[int, str]], flat: dict[int, dict[int, str]], says: list[str]
) -> None:
    def of_each_seed(usual: str, others: dict[int, str]) -> list[str]:
        return [others.get(place, usual) for place in range(len(laid.SEEDS))]

    laid_there = {what: of_each_seed("blocked", others) for what, others in ({"a heap": {}} | statuses).items()}
    lying = {many: of_each_seed("right", others) for many, others in ({1: {0: "refused"}} | flat).items()}
    assert [*laid.beyond(laid_there, lying)] == says


@pytest.mark.parametrize(("light", "outcomes", "says"), [
    ("green", {}, []),
    ("green", {"right": 80, "odd": 20}, []),
    ("green", {"right": 79, "odd": 21}, ["green: 79.0% of the throws are clear and right, not 80%."]),
    ("as it is", {"right": 85, "too dark": 15}, ["as it is: 85.0% of the throws are clear and right, not 89%."]),
    ("red", {"right": 99, "wrong": 1}, ["in other lights 1 throws were called clear and are wrong; none may be."]),
])  # fmt: skip
def test_in_no_light_may_a_throw_be_wrong_or_too_few_be_right(
    light: str, outcomes: dict[str, int], says: list[str]
) -> None:
    results = {"right": RIGHT, "wrong": WRONG}
    by_light = {each: {"right": 100} for each in lights.LIGHTS} | ({light: outcomes} if outcomes else {})
    read = [
        lights.Read(of, results.get(outcome, REFUSED), outcome)
        for of, each in by_light.items() for outcome, count in each.items() for _ in range(count)
    ]  # fmt: skip
    assert [*lights.beyond(read)] == says


@pytest.mark.parametrize(("rests", "delay", "early"), [
    ([0.2, 1.0, 2.16], 0.16, False),
    ([0.2, 1.37, 2.16], 0.16, True),
    ([0.2, 1.99, 2.16], 0.16, True),
    ([0.2, 1.0], None, False),
])  # fmt: skip
def test_rest_is_told_too_early_from_when_the_first_cube_flies(
    rests: list[float], delay: float | None, early: bool
) -> None:
    said = settling.settled(rests, flying=1.37, stopped=2.0)
    assert (said.delay, said.early) == (pytest.approx(delay), early)


def test_the_first_cube_flies_from_when_it_is_back_in_the_picture() -> None:
    tray = SimulatedTray(seed=settling.FIRST_SEED, paced=False, lean_chance=0.0, cube_size=settling.CUBE_MM)
    tray.throw(None)
    motion = tray._motion
    assert motion is not None
    times = np.arange(0.0, motion.duration, FRAME)
    back = [settling.is_back(motion, time, tray.look.view) for time in times]
    first = back.index(True)
    assert all(back[first:])
    assert motion.hand.times[-1] < times[first]
    assert 0.4 < motion.duration - times[first] < 0.7


GOOD = settling.Settled(0.167, early=False)


@pytest.mark.parametrize(("throw", "says"), [
    (GOOD, []),
    (settling.Settled(0.3, early=False), ["settling at 640 x 480: 1 throws told late, 0 early."]),
    (settling.Settled(None, early=False), ["settling at 640 x 480: 1 throws told late, 0 early."]),
    (settling.Settled(0.167, early=True), ["settling at 640 x 480: 0 throws told late, 1 early."]),
])  # fmt: skip
def test_rest_may_be_told_neither_late_nor_early(throw: settling.Settled, says: list[str]) -> None:
    assert [*settling.beyond({(640, 480): [GOOD, throw], (1280, 960): [GOOD]})] == says


FIRST = unrest.Throw("below a fan, fast", True, RIGHT, 5.03, 0)
LATER = replace(FIRST, first=False, took=1.7)


def party(*others: unrest.Throw) -> list[unrest.Throw]:
    """Throws in each light, those others among them."""
    usual = [FIRST, *[LATER] * 9]
    return [*others, *(replace(each, light=light) for light in unrest.LIGHTS for each in usual)]


@pytest.mark.parametrize(("seen", "says"), [
    (party(), []),
    (party(replace(LATER, result=WRONG)), "1 throws were called clear and are wrong: picture."),
    (party(replace(LATER, took=-np.inf)), "1 throws were read while a cube moved."),
    (party(replace(LATER, result=None, took=np.inf)), "1 of 71 throws were never read."),
    (party(*[replace(FIRST, took=6.5)] * 2), "below a fan, fast: the first throw is read after 6.5 s, not 6."),
    (party(*[replace(LATER, took=3.0)] * 10), "below a fan, fast: later throws are read after 3.0 s, not 2.5."),
    (party(*[replace(LATER, result=REFUSED)] * 3), "below a fan, fast: 76.9% of the throws are clear and right, not"),
])  # fmt: skip
def test_in_light_that_never_keeps_still_throws_are_read_right_and_soon(
    seen: Sequence[unrest.Throw], says: str | list[str]
) -> None:
    found = [*unrest.beyond(seen)]
    assert found == says or (len(found) == 1 and str(says) in found[0])


@pytest.mark.parametrize(("kept_from_five", "strangers", "says"), [
    ({}, {}, ""),
    ({"clear": 48}, {}, "9 photographs were called clear after teaching and are wrong; none may be."),
    ({"right": 100}, {}, "from five pictures a face 90.18% of the dice are read right, not 99%."),
    ({}, {"named": 1}, "1 dice with faces that weren't taught were named, and 0 photographs"),
    ({}, {"clear": 2}, "0 dice with faces that weren't taught were named, and 2 photographs"),
])  # fmt: skip
def test_taught_dice_are_read_right_and_those_of_other_faces_are_not_named(
    kept_from_five: dict[str, int], strangers: dict[str, int], says: str
) -> None:
    others = teaching.Score(dice=194, right=194, photos=62, clear=62, clear_and_right=62)
    kept = teaching.Score(dice=132, right=132, photos=48, clear=39, clear_and_right=39)
    scores = {2: (others, kept), 5: (others, replace(kept, **kept_from_five))}
    found = [*teaching.beyond(scores, teaching.Strangers(count=237, photos=89, **strangers))]
    assert len(found) == bool(says)
    assert all(says in each for each in found)


@pytest.mark.parametrize(("part", "decodings", "memory_mb", "says"), [
    (reading_time.READING, 6.0, 250.0, []),
    (reading_time.READING, 6.7, 192.0, ["a whole reading, mat known: 6.70 decodings, not 6.0."]),
    (reading_time.WATCHING, 0.31, 192.0, ["watching for rest, a frame: 0.31 decodings, not 0.3."]),
    (reading_time.RECORDING, 0.31, 192.0, ["watching a recording, which may stall: 0.31 decodings, not 0.3."]),
    (reading_time.READING, 5.7, 251.0, ["the reader's process takes 251 MB, not 250."]),
])  # fmt: skip
def test_a_reading_may_take_so_long_and_so_much_memory(
    part: str, decodings: float, memory_mb: float, says: list[str]
) -> None:
    usual = {reading_time.READING: 5.7, reading_time.WATCHING: 0.15, reading_time.RECORDING: 0.18}
    assert [*reading_time.beyond(usual | {part: decodings}, memory_mb)] == says
