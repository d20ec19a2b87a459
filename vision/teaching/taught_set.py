"""A set of cubes as it was taught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.body_colour import Colour, body_colour
from vision.drawings import FACES
from vision.finder import Finder
from vision.networks import CLASSIFIER_FILE, Picture
from vision.pips import shows_six_pips
from vision.teaching.colours import Colours, colours_of
from vision.teaching.features import FaceFeatures
from vision.teaching.learning import Lesson, Names, Practice, Progress, learn, to_nobody
from vision.teaching.variations import FACE, patch_of
from vision.view import plain_view

SIDES = 6
SURELY_FOUND = 0.5
MOSTLY = 0.9
"""What part of the taught cubes the finder must take for cubes, as surely, to be trusted with the set."""


@dataclass(frozen=True, slots=True, eq=False)
class FacePicture:
    """A picture of a face as it is kept. `body`: the cube's colour in CIELAB. `found`: whether the finder takes the
    cube for one, rather than for a die of another kind. `source`: where it is from."""

    face: str
    patch: Picture
    body: Colour
    found: bool
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class TaughtSet:
    """A set that can be read. `any_dice`: whether its cubes look like dice of another kind to the finder.
    `six_is_no_die`: whether it is one of the game with a 6 that was taught, and surely with other than round dots."""

    name: str
    names: Names
    colours: Colours | None
    any_dice: bool
    six_is_no_die: bool

    @property
    def faces(self) -> tuple[str, ...]:
        """What its cubes can show."""
        return self.names.labels[:-1]

    @property
    def of_the_game(self) -> bool:
        """Whether these are cubes of Cosmic Wimpout: every face is one of the game's. To play, all are needed."""
        return is_of_the_game(self.faces)

    @property
    def all_faces(self) -> bool:
        """Whether its cubes hardly show a face that wasn't taught: all of the game's were, or as many as a cube has
        sides."""
        return set(FACES) <= set(self.faces) if self.of_the_game else len(self.faces) >= SIDES


def is_of_the_game(faces: Sequence[str]) -> bool:
    """Whether each of `faces` is a face of Cosmic Wimpout."""
    return set(faces) <= set(FACES)


def face_picture(face: str, picture: Picture, quad: NDArray[np.float64], source: str, finder: Finder) -> FacePicture:
    """The face at `quad` of `picture`, as it is kept. `finder`: as it comes, without any dice."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in quad)
    side = float(np.hypot(*(quad[1] - quad[0])))
    near = [
        cube for cube in finder.find(plain_view(picture, side)).cubes
        if np.hypot(*(np.array(cube.center) - quad.mean(0))) < side / 2
    ]  # fmt: skip
    return FacePicture(
        face, patch_of(picture, quad), body_colour(picture, (first, second, third, fourth)),
        any(cube.score >= SURELY_FOUND for cube in near), source,
    )


def lesson_of(one: FacePicture) -> Lesson:
    """What is learned from it."""
    return Lesson(one.face, one.patch, one.source)


def teach_set(
    name: str, pictures: Sequence[FacePicture], progress: Progress = to_nobody,
    learned: tuple[Names, Practice] | None = None,
) -> tuple[TaughtSet, Practice]:  # fmt: skip
    """A set from pictures of its faces, and how well it names those that were left out. `progress` is told how far it
    is. `learned`: of just these pictures, if it was already."""
    if learned is None:
        learned = learn([lesson_of(one) for one in pictures], FaceFeatures(CLASSIFIER_FILE), progress=progress)
    names, practice = learned
    return set_of(name, names, pictures), practice


def set_of(name: str, names: Names, pictures: Sequence[FacePicture]) -> TaughtSet:
    """The set whose `names` were learned from these pictures."""
    bodies: dict[str, list[Colour]] = {}
    for one in pictures:
        bodies.setdefault(one.face, []).append(one.body)
    of_the_game = is_of_the_game(tuple(bodies))
    sixes = [shows_six_pips(one.patch, FACE) for one in pictures if one.face == "6"]
    return TaughtSet(
        name, names, colours_of(bodies) if of_the_game else None,
        any_dice=sum(one.found for one in pictures) < MOSTLY * len(pictures),
        six_is_no_die=of_the_game and bool(sixes) and all(pips is False for pips in sixes),
    )  # fmt: skip
