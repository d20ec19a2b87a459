"""What is asked at the tray, face by face; what was taken so far, and whether that makes a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from vision.teaching.folders import ENOUGH_PICTURES, FEWEST_FACES, FEWEST_PICTURES
from vision.teaching.taught_set import FacePicture

TAKES = 2
"""Pictures of each face: of all cubes that have it at once, and once more, turned and elsewhere. Of a face that few
cubes have, as the sun, so many more as give `ENOUGH_PICTURES` of it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture to be taken of a face; `take` counts from 1."""

    face: str
    take: int


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """How one question, and those that need no more asking then, were answered: with the cubes of a picture, or with
    none where a face was skipped."""

    wanted: tuple[Wanted, ...]
    cubes: tuple[FacePicture, ...] = ()


class Asking:
    """Knows what to ask next. Everything that is answered can be taken back, the latest first."""

    def __init__(self, faces: Sequence[str]) -> None:
        self._all = [Wanted(face, take + 1) for face in faces for take in range(ENOUGH_PICTURES)]
        self._open = list(self._all)
        self._answered: list[Answered] = []

    @property
    def next(self) -> Wanted | None:
        """What to ask for now; None where all was asked."""
        return self._open[0] if self._open else None

    @property
    def progress(self) -> float:
        """0..1."""
        return 1.0 - len(self._open) / len(self._all)

    @property
    def takes(self) -> int:
        """How many pictures of the face that is asked for there will be, by the cubes in those before."""
        wanted = self._open[0]
        count = self._counts()[wanted.face]
        if not count or wanted.take == 1:
            return TAKES
        return min(ENOUGH_PICTURES, max(TAKES, wanted.take, ceil(ENOUGH_PICTURES * (wanted.take - 1) / count)))

    def taken(self, cubes: Sequence[FacePicture]) -> None:
        """The picture that was asked for is taken; these cubes are in it."""
        wanted = self._open[0]
        enough = wanted.take >= TAKES and self._counts()[wanted.face] + len(cubes) >= ENOUGH_PICTURES
        self._answer(self._left_of_this_face() if enough else 1, cubes)

    def skipped(self) -> None:
        """No further picture of this face is wanted."""
        self._answer(self._left_of_this_face(), ())

    def _left_of_this_face(self) -> int:
        return sum(wanted.face == self._open[0].face for wanted in self._open)

    def _answer(self, questions: int, cubes: Sequence[FacePicture]) -> None:
        self._answered.append(Answered(tuple(self._open[:questions]), tuple(cubes)))
        self._open = self._open[questions:]

    def taken_back(self) -> bool:
        """Ask anew for what was answered last; False where nothing was."""
        if not self._answered:
            return False
        back = self._answered.pop().wanted
        self._open = [wanted for wanted in self._all if wanted in back or wanted in self._open]
        return True

    def missing_again(self) -> None:
        """Ask once more, where all was asked, for the pictures of the faces that have too few."""
        seen = {wanted for answered in self._answered if answered.cubes for wanted in answered.wanted}
        counts = self._counts()
        self._open = [each for each in self._all if counts[each.face] < FEWEST_PICTURES and each not in seen]

    def enough(self) -> bool:
        """Whether what was taken makes a set, without the faces that have too few pictures."""
        return sum(count >= FEWEST_PICTURES for count in self._counts().values()) >= FEWEST_FACES

    def lacking(self) -> list[str]:
        """Faces of which too few pictures were taken, or none."""
        counts = self._counts()
        return [face for face in dict.fromkeys(each.face for each in self._all) if counts[face] < FEWEST_PICTURES]

    def lone(self) -> list[str]:
        """Faces that were taken, but too seldom to be learned."""
        return [face for face, count in self._counts().items() if count < FEWEST_PICTURES]

    def cubes(self) -> list[FacePicture]:
        """What was taken of the faces that have pictures enough."""
        lone = self.lone()
        return [cube for cube in self._all_cubes() if cube.face not in lone]

    def in_words(self) -> str:
        """What was taken so far, and of which faces that is too few, "" where nothing was."""
        return ", ".join(
            f"{count} {'cube' if count == 1 else 'cubes'} with the {face}"
            f"{'' if count >= FEWEST_PICTURES else ' (too few)'}"
            for face, count in self._counts().items()
        )

    def _all_cubes(self) -> list[FacePicture]:
        return [cube for answered in self._answered for cube in answered.cubes]

    def _counts(self) -> Counter[str]:
        return Counter(cube.face for cube in self._all_cubes())
