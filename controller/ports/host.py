"""What only the host of a table is shown, and may take away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

from controller.games.game import Seat
from controller.ports.consent import ThrownCube


@dataclass(frozen=True, slots=True)
class PastMove:
    """A throw, stop or skip of the game that is on, held by the `event`: that of the player at `whose` in their
    `turn`, named by `what`. `cubes`: what a throw was read as; empty for other moves."""

    event: int
    turn: int
    whose: Seat | None
    what: str
    cubes: tuple[ThrownCube, ...] = ()


@dataclass(frozen=True, slots=True)
class HostView:
    """What the host sees beside the snapshot, after the `event`.

    `past`: the moves that can be taken back, the newest first, as many as a host looks through. `order`: the people
    of the next game as they will sit, clockwise. `rules`: every rule by its name with its value in the next game;
    `rules_set`: whether the host has chosen any of them.
    """

    event: int
    past: tuple[PastMove, ...]
    order: tuple[Seat, ...]
    rules: Mapping[str, Any]
    rules_set: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """What comes of a PIN. `session`: the secret by which the host is known from now on; None where the PIN is wrong
    or may not be tried now: `reason` says so, and for how long (`wait_s`, seconds) nobody may try again."""

    session: str | None
    reason: str = ""
    wait_s: int = 0


@dataclass(frozen=True, slots=True)
class LogLine:
    """Something that happened at the table: the `event`, `at` in ISO 8601, and in words."""

    event: int
    at: str
    says: str


class HostDoor(Protocol):
    """The door for the host: a PIN opens it. Safe from any thread."""

    def enter(self, pin: str) -> Entry:
        """Try a PIN. Tries are limited, for all phones together and across restarts."""
        ...

    def knows(self, session: str) -> bool:
        """Whether this secret is that of a host who was let in, and hasn't left or been locked out by a new PIN."""
        ...

    def leave(self, session: str) -> None:
        """Forget this secret."""
        ...

    def view(self) -> HostView:
        """What the host sees now."""
        ...

    def evening(self) -> tuple[LogLine, ...]:
        """What has happened this evening, in order.

        Raises:
            RecordError: it can't be told; its text says why.
        """
        ...

    def journal(self) -> BinaryIO:
        """A whole copy of the journal as it is now, as an open file.

        Raises:
            RecordError: it can't be copied; its text says why.
        """
        ...

    def support(self) -> BinaryIO:
        """What somebody needs to help from afar, as an open zip file; no secret is in it.

        Raises:
            RecordError: it can't be made; its text says why.
        """
        ...


class RecordError(Exception):
    """Something of the evening can't be handed out; its text says why, and what to do."""
