"""Which cube of each picture it is about: where the other pictures say it can't be the first choice, a later one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.teaching.features import FaceFeatures
from vision.teaching.folders import FEWEST_PICTURES, Choices
from vision.teaching.learning import Names, Practice, Progress, chance_of, learn, to_nobody
from vision.teaching.taught_set import FacePicture, lesson_of

CONVINCING = 0.9
"""Chance of showing the face from which another cube of the picture is taken instead."""


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A face picture of each picture. `learned`: what was learned of just these on the way, if it was: nobody has to
    learn it again."""

    pictures: list[FacePicture]
    learned: tuple[Names, Practice] | None = None


def choose(choices: Sequence[Choices], progress: Progress = to_nobody) -> Chosen:
    """A face picture of each of `choices`; at least two faces, two pictures of each. `progress` is told how far it
    is."""
    first = [each.faces[0] for each in choices]
    if all(len(each.faces) == 1 for each in choices):
        return Chosen(first)
    features = FaceFeatures()
    lessons = [lesson_of(one) for one in first]
    learned = learn(lessons, features, progress=progress)
    _, practice = learned
    in_doubt = {number for number in practice.wrong if len(choices[number].faces) > 1}
    certain = [lesson for number, lesson in enumerate(lessons) if number not in in_doubt]
    counts = [sum(lesson.face == face for lesson in certain) for face in {lesson.face for lesson in lessons}]
    if not in_doubt or min(counts) < FEWEST_PICTURES:
        return Chosen(first, learned)
    names, _ = learn(certain, features)
    chosen = list(first)
    for number in in_doubt:
        rated = [
            (chance_of(names, lesson_of(one), features), place)
            for place, one in enumerate(choices[number].faces)
        ]  # fmt: skip
        chance, place = max(rated)
        if chance >= CONVINCING:
            chosen[number] = choices[number].faces[place]
    return Chosen(chosen, learned if chosen == first else None)
