"""One person, one camera, one viewfinder: what every guided step of calibration is made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from vision.calibration.overlay import Mark
from vision.calibration.store import CalibrationError
from vision.calibration.viewfinder import Viewfinder
from vision.cameras.camera import Camera, CameraError, Frame, Image
from vision.repeats import FROZEN, HANGS, RepeatWatch

PATIENCE = 15.0
"""Seconds without a picture after which calibration is given up."""
PAUSE = 0.1

GIVE_UP = "q"
AGAIN = "Press Enter to try again, or type q and Enter to give up."
WAITS = "The camera is waited for; q and Enter ends."

Look = Callable[[Image], Sequence[Mark]]
Done = TypeVar("Done")


class NoPictureError(CalibrationError):
    """The camera has given no picture for a long time."""


class RecordingEndedError(CalibrationError):
    """The recording that is used for a camera has come to its end before the step was done."""


class Person(Protocol):
    """Who calibrates: reads what is told, and types lines."""

    def tell(self, words: str) -> None:
        """Say something, a line or more."""
        ...

    def answer(self) -> str | None:
        """The next line that was typed; None while there is none. Never waits."""
        ...

    def hears(self, word: str) -> bool:
        """Whether `word` was typed while nothing was asked. Never waits. Answers that a script has written ahead
        stay for their questions: of them only the next can be that word."""
        ...

    def forget(self) -> None:
        """Forget what a hand has typed so far; what a script has written ahead stays."""
        ...


class Session:
    """Pictures of a camera that a person sees live, and questions that are answered meanwhile.

    `view`: None shows them to nobody. `ask`: False answers every question with Enter, at once. `live`: the camera is
    none that plays a recording, whose pictures may well repeat.
    """

    def __init__(
        self,
        camera: Camera,
        person: Person,
        view: Viewfinder | None = None,
        *,
        ask: bool = True,
        live: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.camera = camera
        self.asks = ask
        self._person = person
        self._asked = ""
        self._view = view
        self._repeats = RepeatWatch() if live else None
        self._clock = clock
        self._sleep = sleep

    @property
    def now(self) -> float:
        """Seconds of a clock that never goes back."""
        return self._clock()

    def tell(self, words: str, progress: float | None = None) -> None:
        """Say something in the terminal and under the picture."""
        self.say(words)
        self.caption(words, progress)

    def say(self, words: str) -> None:
        """Say something in the terminal alone."""
        self._person.tell(words)

    def caption(self, words: str, progress: float | None = None) -> None:
        """Say something under the picture alone; `progress`: 0..1."""
        if self._view is not None:
            self._view.say(words, progress)

    def note(self, words: str) -> None:
        """Say something beside the question that is asked now, under the picture alone."""
        self.caption(f"{self._asked}\n{words}")

    def frames(self, patience: float = PATIENCE) -> Iterator[Frame]:
        """The camera's frames, without end. A camera that was unplugged or hangs is waited for, `patience` seconds at
        most.

        Raises:
            NoPictureError: no picture comes for that long.
            RecordingEndedError: a recording has come to its end.
        """
        last, told = self._clock(), ""
        while True:
            try:
                frame = self._next_frame()
            except CameraError as error:
                if self._clock() - last >= patience:
                    words = f"No picture came for {patience:.0f} seconds. {error}" if patience else str(error)
                    raise NoPictureError(words) from error
                if str(error) != told:
                    told = str(error)
                    self.tell(f"{told} The camera is waited for, {patience:.0f} seconds at most.")
                self._sleep(PAUSE)
                continue
            if frame is None:
                raise RecordingEndedError("The recording ended before this step was done. Name a longer one.")
            last = self._clock()
            yield frame

    def frames_or_gaps(self, task: str = "") -> Iterator[Frame | None]:
        """The camera's frames while somebody does something. An unplugged camera is waited for without end, with a
        None at every turn, so that an answer is heard meanwhile. `task`: is said again when it is back.

        Raises:
            RecordingEndedError: a recording has come to its end.
            NoPictureError: no picture comes for long, and nobody is asked.
        """
        told = ""
        while True:
            try:
                for frame in self.frames(patience=0.0 if self.asks else PATIENCE):
                    if told:
                        told = ""
                        self.tell(f"The camera is back.\n{task}".strip())
                    yield frame
            except NoPictureError as error:
                if not self.asks:
                    raise
                if str(error) != told:
                    told = str(error)
                    self.tell(f"{told} {WAITS}")
                self._sleep(PAUSE)
                yield None

    def _gaps(self) -> Iterator[None]:
        """No frames, without end."""
        while True:
            yield None
            self._sleep(PAUSE)

    def _next_frame(self) -> Frame | None:
        """The camera's next picture; its last one over again is none, or what is measured would seem very quiet."""
        while True:
            frame = self.camera.read()
            if frame is None or self._repeats is None:
                return frame
            repeated = self._repeats.repeated_for(frame.image, self._clock())
            if repeated >= FROZEN:
                raise CameraError(HANGS)
            if repeated == 0.0:
                return frame

    def show(self, image: Image, marks: Sequence[Mark] = ()) -> None:
        """Show this picture with these marks."""
        if self._view is not None:
            self._view.show(image, marks)

    def attempt(self, words: str, look: Look, work: Callable[[], Done]) -> Done:
        """Ask until Enter is pressed, and do `work`; where that fails, say why, and ask again.

        Raises:
            CalibrationError: the person gives up, or `work` fails and nobody is asked.
            CameraError: in `work` the camera doesn't do what it is told, and nobody is asked.
        """
        while True:
            answer = self.question(words, look).lower()
            if answer.startswith(GIVE_UP):
                raise CalibrationError("Given up; nothing was changed.")
            if answer:
                words = f"{answer!r} is no answer here, and nothing was done.\n{AGAIN}"
                continue
            try:
                return work()
            except (CalibrationError, CameraError) as error:
                if not self.asks:
                    raise
                words = f"{error}\n{AGAIN}"

    def typed(self) -> str | None:
        """A line that was typed, or "" where the button was pressed; None where neither was. Never waits."""
        if not self.asks:
            return None
        answer = self._person.answer()
        if answer is None and self._view is not None and self._view.pressed():
            return ""
        return None if answer is None else answer.strip()

    def hears(self, word: str) -> bool:
        """Whether `word` was typed while nothing is asked. Never waits."""
        return self.asks and self._person.hears(word)

    def forget(self) -> None:
        """What was typed or pressed before now is no answer to what is asked next."""
        self._person.forget()
        if self._view is not None:
            self._view.pressed()

    def question(self, words: str, look: Look = lambda image: (), about: Image | None = None) -> str:
        """Ask, and show the picture live, with what `look` finds in it, until it is answered.

        `about`: the picture that the question is about. A recording stands still at it meanwhile, or it would have
        gone on, or have ended, before the answer comes.
        """
        if not self.asks:
            return ""
        self.forget()  # before the words are told, or a quick answer to them would be lost
        self.tell(words)
        self._asked = words
        if about is not None:
            self.show(about, look(about))
        stands_still = self._repeats is None and about is not None
        for frame in self._gaps() if stands_still else self.frames_or_gaps(words):
            if frame is not None:
                self.show(frame.image, look(frame.image))
            answer = self.typed()
            if answer is not None:
                return answer
        raise AssertionError("frames never end")
