"""Which cube of a picture is taught, and what is learned on the way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.teaching import choosing, taught_set
from vision.teaching.choosing import choose
from vision.teaching.folders import Choices
from vision.teaching.learning import Lesson, Practice
from vision.teaching.taught_set import FacePicture, teach_set
from vision.teaching.variations import PATCH

LIKELY = 0.95


class Learning:
    """Learns nothing: it says which of the first lessons were named wrong, and which patches show their face."""

    def __init__(self, wrong: Sequence[int], convinced_by: Sequence[int] = ()) -> None:
        self.wrong, self.convinced_by = tuple(wrong), convinced_by
        self.learned: list[int] = []

    def learn(self, lessons: Sequence[Lesson], *_: object, **__: object) -> tuple[int, Practice]:
        self.learned.append(len(lessons))
        return len(lessons), Practice({}, {}, {}, self.wrong)

    def chance_of(self, _names: int, lesson: Lesson, _features: object) -> float:
        return LIKELY if lesson.patch[0, 0, 0] in self.convinced_by else 1 - LIKELY


@pytest.fixture
def learning(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Learning:
    stub = Learning(*request.param)
    monkeypatch.setattr(choosing, "FaceFeatures", lambda: None)
    monkeypatch.setattr(choosing, "learn", stub.learn)
    monkeypatch.setattr(choosing, "chance_of", stub.chance_of)
    monkeypatch.setattr(taught_set, "learn", stub.learn)
    return stub


def choices(*patches: Sequence[int]) -> list[Choices]:
    """What may be the cube of each picture, two faces by turns; each cube's patch is of one grey level."""
    return [
        Choices(tuple(
            FacePicture("arrow" if at % 2 else "heart", np.full((PATCH, PATCH, 3), level, np.uint8), (50.0, 0.0, 0.0),
                        True, f"{at}.png")
            for level in levels
        ))
        for at, levels in enumerate(patches)
    ]  # fmt: skip


def levels(pictures: Sequence[FacePicture]) -> list[int]:
    return [int(one.patch[0, 0, 0]) for one in pictures]


@pytest.mark.parametrize("learning", [((),)], indirect=True)
def test_where_each_picture_shows_one_cube_nothing_is_learned_on_the_way(learning: Learning) -> None:
    chosen = choose(choices([1], [2], [3], [4]))
    assert levels(chosen.pictures) == [1, 2, 3, 4]
    assert (chosen.learned, learning.learned) == (None, [])


@pytest.mark.parametrize(
    ("learning", "learned"), [(((),), [6]), (((3,),), [6]), (((0,), ()), [6, 5])], indirect=["learning"],
    ids=["all right", "wrong, with no other cube", "wrong, and so is its other cube"],
)  # fmt: skip
def test_what_is_learned_of_the_first_cubes_is_not_learned_again_where_they_are_taken(
    learning: Learning, learned: list[int]
) -> None:
    chosen = choose(choices([1, 7], [2], [3], [4], [5], [6]))
    assert levels(chosen.pictures) == [1, 2, 3, 4, 5, 6]
    teach_set("drawn", chosen.pictures, learned=chosen.learned)
    assert learning.learned == learned


@pytest.mark.parametrize("learning", [((0,), (7,))], indirect=True)
def test_where_another_cube_is_taken_what_was_learned_of_the_first_is_worth_nothing(learning: Learning) -> None:
    chosen = choose(choices([1, 7], [2], [3], [4], [5], [6]))
    assert levels(chosen.pictures) == [7, 2, 3, 4, 5, 6]
    teach_set("drawn", chosen.pictures, learned=chosen.learned)
    assert learning.learned == [6, 5, 6]
