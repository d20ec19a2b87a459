"""Reading with a set that was taught: dice whose symbols no network has learned, in pictures of another day."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from controller.ports import TrayReading
from tests.vision.teaching.drawn_dice import FACES, Die, picture_of
from vision.eyes import Eyes
from vision.finder import Finder, FinderResult, FoundCube, score_of
from vision.reader import TrayReader
from vision.teaching.learning import Practice
from vision.teaching.reading import TaughtClassifier, eyes_for
from vision.teaching.taught_set import FacePicture, TaughtSet, teach_set
from vision.teaching.telling import in_words
from vision.view import View

THROWS = [(seed, tops) for seed, tops in zip(range(500, 512), permutations(FACES, 3), strict=False)]


def named(reading: TrayReading, dice: Sequence[Die]) -> list[str | None]:
    """What each die is called; "" where none is seen."""
    names: list[str | None] = []
    for die in dice:
        side = float(np.hypot(*(die.quad[1] - die.quad[0])))
        at = die.quad.mean(0)
        near = [cube for cube in reading.cubes if np.hypot(*np.subtract(cube.center, at)) < side / 2]
        names.append(near[0].face if near else "")
    return names


def right_of(reader: TrayReader) -> tuple[int, int, int]:
    """Dice named right and wrong, and how many there are."""
    right = wrong = count = 0
    for seed, tops in THROWS:
        image, dice = picture_of(tops, seed, (640, 480), face_px=48)
        for name, die in zip(named(reader.read_picture(image), dice), dice, strict=True):
            count += 1
            right += name == die.face
            wrong += name not in (die.face, None, "")
    return right, wrong, count


@pytest.fixture(scope="module")
def reader(taught: TaughtSet) -> TrayReader:
    return TrayReader(eyes=eyes_for(taught))


def test_untaught_hardly_any_is_named(reader: TrayReader) -> None:
    image, dice = picture_of(THROWS[0][1], THROWS[0][0], (640, 480), face_px=48)
    assert set(named(TrayReader().read_picture(image), dice)).isdisjoint(FACES)


def test_five_pictures_a_face_are_enough(reader: TrayReader) -> None:
    right, wrong, count = right_of(reader)
    assert count == 36
    assert wrong == 0
    assert right >= 35


def test_two_pictures_a_face_help(face_pictures: list[FacePicture]) -> None:
    few = [one for face in FACES for one in [each for each in face_pictures if each.face == face][:2]]
    taught, _ = teach_set("few", few)
    right, wrong, count = right_of(TrayReader(eyes=eyes_for(taught)))
    assert wrong <= 1
    assert right >= 0.8 * count


class OverlookingOne(Finder):
    """The finder of any dice, but of the one at `place` it sees nothing."""

    def __init__(self, place: NDArray[np.float64]) -> None:
        super().__init__(any_dice=True)
        self._place = place

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        found = super().find(view, trust)
        others = [cube for cube in found.cubes if np.hypot(*(cube.center - self._place)) > view.cube_px / 2]
        return replace(found, cubes=others)


@pytest.mark.parametrize("seed", range(720, 726))
def test_a_die_overlooked_between_two_others_is_doubted_and_a_gap_is_not(taught: TaughtSet, seed: int) -> None:
    def doubtful(tops: Sequence[str]) -> list[float]:
        """How far from the middle of the row, in sides of a die, there may be one, too."""
        image, dice = picture_of(tops, seed, (640, 480), face_px=48, in_a_row=True)
        middle = (dice[0].quad.mean(0) + dice[-1].quad.mean(0)) / 2
        eyes = Eyes(
            OverlookingOne(middle), TaughtClassifier(taught), of_the_game=False, leaning_seen=False, all_faces=False
        )
        side = float(np.hypot(*(dice[0].quad[1] - dice[0].quad[0])))
        sight = eyes.look(image, None)
        assert len(sight.cubes) == 2
        return [float(np.hypot(*(point - middle))) / side for point in sight.doubtful]

    assert doubtful(["heart", "", "arrow"]) == []
    assert any(off < 0.4 for off in doubtful(["heart", "one", "arrow"]))


def test_any_number_of_dice_is_clear_and_none_is_odd(reader: TrayReader) -> None:
    image, _ = picture_of(["heart", "arrow", "one", "five", "heart", "one"], 700, (900, 300), face_px=48)
    reading = reader.read_picture(image)
    assert len(reading.cubes) == 6
    assert not any(problem.kind == "count" for problem in reading.problems)
    assert {cube.odd for cube in reading.cubes} == {None}


def test_chances_are_of_the_sets_faces_and_add_up(taught: TaughtSet) -> None:
    image, dice = picture_of(["heart", "arrow"], 800, (640, 480), face_px=48)
    for scores in TaughtClassifier(taught).classify(image, [die.quad for die in dice]):
        assert set(scores.probabilities) == {*FACES, "none"}
        assert sum(scores.probabilities.values()) == pytest.approx(1)


def test_bare_floor_is_no_face(taught: TaughtSet) -> None:
    image, _ = picture_of([], 801, (640, 480), face_px=48)
    square = np.array([[0, 0], [48, 0], [48, 48], [0, 48]], float)
    classifier = TaughtClassifier(taught)
    told = classifier.classify(image, [square + np.array([x, y]) for x in (90, 300, 500) for y in (60, 200, 380)])
    assert [scores.best for scores in told].count("none") >= 8


def test_the_same_pictures_give_the_same_set(taught: TaughtSet, face_pictures: list[FacePicture]) -> None:
    again, _ = teach_set("drawn", face_pictures)
    assert np.array_equal(again.names.head.weights, taught.names.head.weights)


def test_what_it_is_worth_is_told_face_by_face(lesson: tuple[TaughtSet, Practice]) -> None:
    taught, practice = lesson
    words = "\n".join(in_words(taught, practice))
    assert sum(practice.of.values()) == 20
    for face in FACES:
        assert f"{face:>5}  {practice.right[face]} of 5 right" in words
    assert "a table can't play with this set" in words


def test_where_pictures_are_mixed_up_the_telling_says_which(face_pictures: list[FacePicture]) -> None:
    hearts = [one for one in face_pictures if one.face == "heart"]
    arrows = [one for one in face_pictures if one.face == "arrow"]
    swapped = FacePicture("arrow", hearts[0].patch, hearts[0].body, hearts[0].found, "")
    words = "\n".join(in_words(*teach_set("mixed", [*hearts[1:], *arrows, swapped])))
    assert re.search("^ +arrow .*taken for .*heart", words, re.MULTILINE)
    assert "add pictures of arrow" in words or "add pictures of heart" in words
