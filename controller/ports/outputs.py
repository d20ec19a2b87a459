"""What shows and is pressed: scoreboard, lamps and buttons; and the clock by which all of them go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from controller.ports.commands import CommandDoor
from controller.ports.reader import Device
from controller.ports.snapshot import Feed


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What the scoreboard shows, as the board itself says: decoded from the pins in simulation, the last
    acknowledged frame on hardware.

    `pixels`: rows from the top, each a string of "." and "#". `ring`: one (red, green, blue) 0..255 a light,
    clockwise from the first, which is at the far left of the tray. `number` rises with each picture that differs.
    """

    number: int
    pixels: tuple[str, ...]
    ring: tuple[tuple[int, int, int], ...]


class Scoreboard(Protocol):
    """The LED scoreboard. Slow, absent or broken, it never makes the table wait."""

    def start(self, feed: Feed, on_device: Callable[[Device], None]) -> None:
        """Begin to show the feed's snapshots, from a thread of its own."""
        ...

    def picture(self) -> BoardPicture | None:
        """What the board shows now, None while it can't be reached."""
        ...

    def acknowledged(self) -> tuple[int, float]:
        """The number of the newest snapshot of which the board has acknowledged a picture (-1: none yet), and the
        `Clock.monotonic()` seconds of that acknowledgement. Where scenes are played it is the scene's first."""
        ...

    def link_report(self) -> str:
        """What both ends have counted of their link, for people; empty while there is nothing to tell."""
        ...

    def stop(self) -> None:
        """Leave the board in its idle picture and give the line back. Safe to call twice."""
        ...


class Panel(Protocol):
    """Lamps and buttons."""

    def start(self, feed: Feed, door: CommandDoor, on_device: Callable[[Device], None]) -> None:
        """Light the lamps of the feed's snapshots and hand presses to the door."""
        ...

    def stop(self) -> None:
        """All lamps dark, pins given back. Safe to call twice."""
        ...


class TrayLight(Protocol):
    """The light above the tray. As bright while the tray is read as it was while the camera was calibrated: it never
    changes by itself."""

    @property
    def level(self) -> float:
        """How bright it is, 0..1."""
        ...

    def start(self, on_device: Callable[[Device], None]) -> None:
        """Shine, as brightly as the settings say."""
        ...

    def shine(self, level: float) -> None:
        """Be as bright as this, 0..1: for whoever looks for the right level, or for a wrong wire."""
        ...

    def stop(self) -> None:
        """Dark, the pin given back. Safe to call twice."""
        ...


class Clock(Protocol):
    """Time, passed in so that tests can travel."""

    def monotonic(self) -> float:
        """Seconds that never go back; the same count in every process of this machine."""
        ...

    def now(self) -> str:
        """The date and time of day in ISO 8601 with the zone, for the journal and people."""
        ...
