"""Camera and reader, the hands at a simulated tray, and how a part of the machine is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from controller.games.game import Face
from controller.ports.readings import Point, ReadCube, Reading


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG with a number that rises with each new picture, and what was read in it (for drawing over it)."""

    number: int
    jpeg: bytes


class Preview(Protocol):
    """The camera's latest picture, for people to look at."""

    def latest(self) -> Picture | None:
        """The newest picture, None while there is none. Never waits."""
        ...


class Hands(Protocol):
    """The hands at a simulated tray: they take cubes up and throw them, for players who can't; and they spoil its
    camera for whoever would see what the table does then."""

    @property
    def busy(self) -> bool:
        """Whether a throw that was asked for hasn't come to rest yet."""
        ...

    def throw(
        self, cubes: tuple[Point, ...] | None, keep: tuple[Point, ...] = (), show: tuple[Face | None, ...] = ()
    ) -> None:
        """Put the cubes at `keep` on the rail and throw those at `cubes`.

        Points are cube centres in pixels of the latest reading; `cubes` None throws all five. `show`: for each of
        `keep` the face that it is turned to, None (or nothing at the end) to leave it as it lies. Returns at once.
        """
        ...

    @property
    def faults(self) -> tuple[str, ...]:
        """What can go wrong with the camera, by name."""
        ...

    def spoil(self, fault: str | None) -> None:
        """Let that one of `faults` go on from now on; None: the camera is whole again. Returns at once."""
        ...


@dataclass(frozen=True, slots=True)
class Device:
    """How a part of the machine is, for the screens, the lamp `trouble` and the log.

    `part`: "camera", "scoreboard", "panel", "tray light", "journal". `kind`: the adapter in use ("/dev/video0",
    "simulated", "simavr", "model"). `state`: `fine`, `trouble` (it is being brought back), `off` (this table hasn't
    got it, and nobody misses it). `detail`: what is the matter and what to do, in words. `simulated`: True is shown
    on every screen. `advice`: what a person had better do although it is fine, in words; mostly there is none.
    """

    part: str
    kind: str
    state: Literal["fine", "trouble", "off"]
    detail: str = ""
    simulated: bool = False
    advice: str = ""


class ReaderEvents(Protocol):
    """Where a reader's news goes. Called from the reader's own thread; must not wait."""

    def reading(self, reading: Reading) -> None:
        """The tray was read, or stopped being readable."""
        ...

    def device(self, device: Device) -> None:
        """The camera's or the reader's state changed."""
        ...

    def finished(self) -> None:
        """A video or folder has been played to its end."""
        ...


class Reader(Protocol):
    """Camera and reader: a process of its own that is brought back whenever it dies."""

    @property
    def preview(self) -> Preview: ...

    @property
    def hands(self) -> Hands | None:
        """The hands of a simulated tray, None at a real one."""
        ...

    def start(
        self, events: ReaderEvents, lying: tuple[ReadCube, ...] | None, picture_size: tuple[int, int] | None = None
    ) -> None:
        """Begin to read. `lying`: the cubes of the last reading that the table has counted, against which
        `moved` is judged after a restart; None at a table where nothing has been read yet. `picture_size`: width and
        height of the picture that they were read in, where that is known."""
        ...

    def counted(self, lying: tuple[ReadCube, ...]) -> None:
        """The table has counted these cubes: from now on they are what `moved` is judged against."""
        ...

    def stop(self) -> None:
        """End the process and give camera and memory back. Safe to call twice."""
        ...
