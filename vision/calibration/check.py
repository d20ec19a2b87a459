"""`tray calibrate check`: throws whose faces are known, read as a table reads them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from controller.ports import Face, Point, ReadCube, TrayReading
from vision.calibration.check_figures import STAR, CheckedThrow, KnownCube, checked, left_to_right
from vision.calibration.check_words import mistakes
from vision.calibration.overlay import Mark, mark
from vision.calibration.session import NoPictureError, RecordingEndedError, Session
from vision.calibration.store import CalibrationError
from vision.cameras.camera import Image
from vision.cube_set import NOT_ON_ODD, SUN
from vision.drawings import FACES
from vision.mat_finder import of_another_shape
from vision.watch import TrayWatch

if TYPE_CHECKING:
    from vision.simulation.truth import LyingCube

REMEMBERED_FRAMES = 256
"""Frames whose time of delivery is known still."""
LEANS, SKIP, BACK, QUIT = "c", "skip", "back", "q"

HOW = (
    f"Enter if that is right: look twice where a ? says that the tray isn't sure; {STAR} follows the odd cube's "
    f"face, unless that is the sun. Else type what lies there, from left to right, such as: 2 5 10{STAR} 6 4; "
    f"{LEANS} if one leans, and then it only counts whether that was noticed; {SKIP} for a throw that doesn't count; "
    f"{BACK} where the throw before shouldn't have counted; {QUIT} to end."
)


@runtime_checkable
class KnownThrows(Protocol):
    """A camera that throws by itself and knows what it threw: the simulated tray."""

    def throw(self, cubes: tuple[Point, ...] | None) -> None:
        """Throw all the cubes."""
        ...

    def lying(self) -> tuple[LyingCube, ...] | None:
        """The cubes as they truly lie, None while they move."""
        ...


class Check:
    """Reads throws one after the other. `watch`: reads as a table does.

    `checked`: the throws so far, which count however it ends.
    """

    def __init__(self, session: Session, watch: TrayWatch, clock: Callable[[], float] = time.monotonic) -> None:
        self._session = session
        self._watch = watch
        self._clock = clock
        self.checked: list[CheckedThrow] = []
        self._aside = ""
        self._delivered: deque[tuple[int, float]] = deque(maxlen=REMEMBERED_FRAMES)
        self._thrower = session.camera if isinstance(session.camera, KnownThrows) else None

    def throws(self, wanted: int) -> list[CheckedThrow]:
        """So many throws; fewer where the person ends it, or where there are no more pictures.

        Raises:
            CalibrationError: nothing can be read, or nobody is there to say what was thrown.
        """
        if self._thrower is None and not self._session.asks:
            raise CalibrationError("Somebody has to say what was thrown: leave --now away.")
        try:
            while len(self.checked) < wanted and self._one_throw(wanted):
                pass
        except (NoPictureError, RecordingEndedError) as error:
            if not self.checked:
                raise
            self._session.tell(f"{error} The throws before count: {len(self.checked)} of {wanted}.")
        return self.checked

    def _one_throw(self, wanted: int) -> bool:
        """Have one thrown, read it, and take it in unless it is skipped; whether it goes on after it."""
        task, progress = f"Throw {len(self.checked) + 1} of {wanted}", len(self.checked) / wanted
        self._session.caption(f"{task}.", progress)
        if self._thrower is not None:
            self._thrower.throw(None)
        else:
            self._session.tell(f"{task}: throw the cubes.", progress)
        read = self._read(f"{task}: throw the cubes.")
        if read is None:
            return False
        reading, image, latency = read
        truth = self._truth(reading, image)
        self._watch.counted(reading.cubes)
        if not isinstance(truth, str):
            self._count(checked(reading, image, truth, latency))
        return truth != QUIT

    def _read(self, task: str) -> tuple[TrayReading, Image, float] | None:
        """The next throw's reading, its picture, and the seconds from rest to the reading; None where the person
        ends it instead. `task`: what they are to do."""
        said = ""
        for frame in self._session.frames_or_gaps(task):
            if self._session.hears(QUIT):
                return None
            if frame is None:
                continue
            self._delivered.append((frame.number, self._clock()))
            self._session.show(frame.image)
            reading = self._watch.watch(frame)
            self._tell_of_calibration()
            if reading is None or reading.status == "moving":
                continue
            if reading.status == "blocked" and reading.detail != said:
                said = reading.detail or ""
                self._session.tell(said)
            if reading.status == "blocked" or not _is_throw(reading) or self._still_moves():
                continue
            now = self._clock()
            rest = next((at for number, at in self._delivered if number == self._watch.rest_frame), now)
            return reading, frame.image, now - rest
        raise AssertionError("frames never end")

    def _tell_of_calibration(self) -> None:
        """Say once that it is of pictures of another shape, so that a table is read with as little of it as this."""
        if (aside := of_another_shape(self._watch.left_aside)) != self._aside:
            self._aside = aside
            if aside:
                self._session.tell(aside)

    def _still_moves(self) -> bool:
        return self._thrower is not None and self._thrower.lying() is None

    def _truth(self, reading: TrayReading, image: Image) -> Sequence[KnownCube] | str:
        """How the cubes truly lie in the `image` that was read; or that the throw is skipped, or that it is over."""
        if self._thrower is not None:
            lying = self._thrower.lying() or ()
            return [KnownCube(each.cube.face, each.center, each.leans, each.cube.odd) for each in lying]
        read = left_to_right(reading.cubes)
        guesses = [cube.face or (cube.alternatives[0][0] if cube.alternatives else FACES[0]) for cube in read]
        named = "  ".join(map(_named, read, guesses))
        words = f"Read, {reading.status}: {named or 'no cubes'}. {HOW}"
        while True:
            answer = self._session.question(words, lambda _: marks_of(reading), image).lower()
            if answer in (SKIP, QUIT):
                return answer
            if answer == BACK:
                words = f"{self._taken_back()} {HOW}"
                continue
            if answer == LEANS:
                return [KnownCube(guess, leans=True) for guess in guesses]
            typed = answer.replace(",", " ").split()
            if not typed:
                return [KnownCube(guess, odd=cube.odd) for guess, cube in zip(guesses, read, strict=True)]
            wrong = trouble_with(typed)
            if not wrong:
                return typed_cubes(typed)
            words = f"{wrong} {HOW}"


    def _count(self, throw: CheckedThrow) -> None:
        """Let a throw count, and say what was wrong with its reading: a slip in typing is seen by that."""
        self.checked.append(throw)
        if not throw.right:
            called = f"Throw {len(self.checked)}, called {throw.reading.status}"
            self._session.say(f"{called}: {'; '.join(mistakes(throw))}.")

    def _taken_back(self) -> str:
        """Let the throw before count no more; what became of it."""
        if not self.checked:
            return "No throw before counts."
        self.checked.pop()
        return f"Throw {len(self.checked) + 1} counts no more. This is of the throw that lies there now."


def trouble_with(typed: Sequence[str]) -> str:
    """Why these can't be the cubes of a throw; empty where they can."""
    faces = [word.removesuffix(STAR) for word in typed]
    for word, face in zip(typed, faces, strict=True):
        if face not in FACES:
            return f"{word!r} is no face. Faces are {', '.join(FACES)}."
        if word != face and face == NOT_ON_ODD:
            return f"The odd cube has no {face}: it has the sun in its place."
    starred = any(word != face for word, face in zip(typed, faces, strict=True))
    if starred and len(_odd_ones(typed)) > 1:
        return f"One cube is the odd one: the one with the sun, or else the one with the {STAR}."
    return ""


def typed_cubes(typed: Sequence[str]) -> list[KnownCube]:
    """The cubes that these words name. Where neither a star nor the sun is among them, nothing is said of the odd
    one."""
    odd = _odd_ones(typed)
    return [
        KnownCube(word.removesuffix(STAR), odd=number in odd if len(odd) == 1 else None)
        for number, word in enumerate(typed)
    ]  # fmt: skip


def _odd_ones(typed: Sequence[str]) -> list[int]:
    return [number for number, word in enumerate(typed) if word.endswith(STAR) or word == SUN]


def _named(cube: ReadCube, guess: Face) -> str:
    return f"{guess}{STAR if cube.odd and guess != SUN else ''}{'' if cube.face else '?'}"


def marks_of(reading: TrayReading) -> list[Mark]:
    """The cubes as they were read."""
    return [
        mark(cube.quad, _named(cube, cube.face or ""), "good" if cube.face else "bad")
        for cube in left_to_right(reading.cubes)
    ]  # fmt: skip


def _is_throw(reading: TrayReading) -> bool:
    """Whether cubes lie elsewhere than before; the hand that takes them up throws nothing."""
    return any(cube.moved is not False for cube in reading.cubes)
