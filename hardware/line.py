"""A way to a board: the line, the port that it opens, and what may go wrong on it.

Two kinds of errors: those after which the same call may well work (`TryAgainError`), and those that need a person
first (`GiveUpError`).
"""

from __future__ import annotations

from typing import Protocol

from hardware.canvas import Picture
from hardware.errors import HardwareError


class LinkError(HardwareError):
    """The scoreboard can't be talked to; the text says why and what to do."""


class TryAgainError(LinkError):
    """It may work the next time: a lost message, an unplugged board."""


class LostError(TryAgainError):
    """A message or its answer was lost on the line."""


class RefusedError(LostError):
    """The board refused a message. `reason`: its number in PROTOCOL.md."""

    def __init__(self, text: str, reason: int) -> None:
        super().__init__(text)
        self.reason = reason


class RestartedError(TryAgainError):
    """The board has started anew and knows nothing any more."""


class GoneError(TryAgainError):
    """The line itself is gone; it has to be opened again."""


class GiveUpError(LinkError):
    """It won't work before a person has done something: another firmware, no permission."""


class LookingError(TryAgainError):
    """The board isn't here, but there are other places to look for it."""


class AbsentError(TryAgainError):
    """There is no board, and none is missed: nobody has said where it should be."""


class SerialPort(Protocol):
    """What the link needs of a serial port; `serial.Serial` has it all."""

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting."""
        ...

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes; fewer, or none, after the port's own short timeout."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Give the line back."""
        ...


class Line(Protocol):
    """A way to a board: a real one, the real firmware in a simulation, or a model."""

    @property
    def kind(self) -> str:
        """Its name in the settings."""
        ...

    @property
    def simulated(self) -> bool:
        """Whether no real board is at the other end."""
        ...

    def open(self) -> SerialPort:
        """A port to talk through. Raises LinkError."""
        ...

    def shown(self) -> Picture | None:
        """What the board's modules and ring show, where that can be seen from here; else None."""
        ...

    def close(self) -> None:
        """Let go of the board."""
        ...
