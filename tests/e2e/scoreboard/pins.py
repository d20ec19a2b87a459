"""A way to the real firmware in simavr, as the scoreboard takes it, with every picture that its pins show."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

from hardware.canvas import Colour, Picture, Size
from hardware.current_limit import dim
from hardware.line import GoneError, SerialPort
from hardware.serial_line import open_serial
from tests.firmware.board import Shown, Simulator, with_sign

LIMIT_MA = 4000
"""The firmware's own current limit."""


@dataclass(frozen=True, slots=True)
class Look:
    """What modules and ring show, or should: rows of "." and "#", the modules' brightness, the ring's colours.

    `cycle`: of the microcontroller since it last started, at the last edge of what is shown.
    """

    pixels: tuple[str, ...]
    intensity: int
    ring: tuple[Colour, ...]
    cycle: int = field(default=0, compare=False)


def as_shown(picture: Picture, intensity: int, size: Size) -> Look:
    """How the board has to show a picture: as drawn, or dimmed as PROTOCOL.md says."""
    ring, dimmed_to = dim(picture.pixels, picture.ring, intensity, size, LIMIT_MA)
    return Look(picture.rows(), dimmed_to, Picture(picture.pixels, ring).lights())


def sign_turned(look: Look) -> Look:
    """The look with the sign of a lost line where it had none, and the other way round."""
    return replace(look, pixels=with_sign(look.pixels))


class PinsLine:
    """A `hardware.scoreboard.Line` to a simulated Nano that is reset whenever its line is opened.

    `on_look` is told of everything that the pins show, in order, by a thread of its own. `options`: more of those of
    `scoreboard-sim`.
    """

    kind = "simavr"
    simulated = True

    def __init__(self, on_look: Callable[[Look], None], speed: float = 1, *options: str) -> None:
        self._on_look = on_look
        self.simulator = Simulator("--dtr", f"--speed={speed}", *options, on_picture=self._saw)
        self._pty: str | None = self.simulator.pty()

    def open(self) -> SerialPort:
        """The board's line.

        Raises:
            GoneError: it is unplugged.
        """
        if self._pty is None:
            raise GoneError("The simulated board is unplugged.")
        return open_serial(self._pty)

    def shown(self) -> Picture | None:
        """None: who wants to know listens."""
        return None

    def unplug(self) -> None:
        """The pty is closed: whoever has it open gets an error."""
        self._pty = None
        self.simulator.tell("unplug")

    def plug(self) -> None:
        """There is a new pty, as a USB adapter may come back under another name."""
        self.simulator.tell("plug")
        self._pty = self.simulator.pty()

    def close(self) -> None:
        """End the simulation."""
        self.simulator.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.simulator.__exit__(kind, error, where)

    def _saw(self, shown: Shown) -> None:
        (intensity,) = set(shown.intensity) or {0}
        self._on_look(Look(shown.pixels, intensity, shown.ring, shown.cycle))


class Looks:
    """What has been shown, for threads that wait for it."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._seen: list[tuple[Look, float]] = []

    def add(self, look: Look) -> None:
        """The pins show this from now on."""
        with self._news:
            self._seen.append((look, time.monotonic()))
            self._news.notify_all()

    def forget(self) -> None:
        """Keep only what is shown now."""
        with self._news:
            del self._seen[:-1]

    def all(self) -> Sequence[tuple[Look, float]]:
        """Everything since the start or the last `forget`, and the monotonic seconds since when."""
        with self._news:
            return list(self._seen)

    def wait_until(self, is_wanted: Callable[[Sequence[tuple[Look, float]]], bool], seconds: float) -> bool:
        """Wait until what was seen is as wanted; False when time is up."""
        with self._news:
            return self._news.wait_for(lambda: is_wanted(self._seen), seconds)
