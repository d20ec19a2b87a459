"""What the table's process and the reader's process tell each other, as values over a pipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from controller.ports import Face, Point, ReadCube, TrayReading, TrueCube
from vision.settings import Fault, ReaderSettings

# --- table -> reader ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin:
    """The first message. `skip`: frames of a file that were played before this process was started. `picture_size`:
    of the picture in which those were read that are `lying`."""

    source: str
    settings: ReaderSettings
    lying: tuple[ReadCube, ...] | None
    skip: int
    picture_size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """The cubes of the reading that came last were counted."""

    lying: tuple[ReadCube, ...]


@dataclass(frozen=True, slots=True)
class ThrowCubes:
    """The hands at a simulated tray are to throw; answered by `Thrown` with the same number."""

    number: int
    cubes: tuple[Point, ...] | None
    keep: tuple[Point, ...]
    show: tuple[Face | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Spoil:
    """The camera of a simulated tray goes wrong from now on; None mends it. Said back once it is so."""

    fault: Fault | None


# --- reader -> table ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Alive:
    """A sign of life. `frames`: frames that the camera has given since its source began."""

    frames: int


@dataclass(frozen=True, slots=True)
class Busy:
    """What comes now may take so many seconds, in which nothing is heard; the next message, whichever, ends that."""

    seconds: float


@dataclass(frozen=True, slots=True)
class TrayRead:
    """A reading; `rest_at` in seconds of `time.monotonic()`, `truth` the cubes as they lie in a simulation, `picture`
    the number in the preview's memory of the picture that cubes at rest were read from."""

    tray: TrayReading
    picture_size: tuple[int, int]
    rest_at: float | None
    truth: tuple[TrueCube, ...] | None
    picture: int | None = None


@dataclass(frozen=True, slots=True)
class CameraNews:
    """The camera works again, or is in trouble: what is the matter and what to do."""

    state: Literal["fine", "trouble"]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Thrown:
    """The hands have done with this order: its cubes have come to rest, or it couldn't be thrown. Until then it is
    given to every process that takes over."""

    number: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A video or folder was played to its end."""
