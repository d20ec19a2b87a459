"""What vision says: the cubes as the reader sees them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from controller.games.game import Cube as GameCube
from controller.games.game import Face

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Zone = Literal["tray", "rail"]
Status = Literal["clear", "unclear", "moving", "blocked"]
ProblemKind = Literal["cocked", "unsure", "count", "nudged", "blocked", "foreign"]


@dataclass(frozen=True, slots=True)
class ReadCube:
    """One cube as the reader sees it. Lengths in pixels of the picture as it was given.

    `face`: None where it can't be told; then `alternatives` holds the likeliest. `odd`: None where fewer than
    five cubes are seen and no colours were taught. `quad`: the corners of the top face in order round it.
    `confidence`: 0..1, calibrated. `moved`: whether this cube was thrown since the reading before; None for a
    picture. `colour`: its body's as "#rrggbb", in the light that falls on it; None where nobody has seen it.
    """

    face: Face | None
    odd: bool | None
    zone: Zone | None
    center: Point
    quad: Quad
    alternatives: tuple[tuple[Face, float], ...]
    confidence: float
    moved: bool | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a reading can't be scored, and where in the picture (None: everywhere)."""

    kind: ProblemKind
    center: Point | None = None


@dataclass(frozen=True, slots=True)
class TrayReading:
    """What lies in the tray, as `tray read --json` prints it.

    `status`: only a `clear` reading may be scored. `detail`: what is the matter, in words; None when clear.
    `settled_at`: seconds from the start of a video to the frame in which the cubes had come to rest.
    """

    source: str
    status: Status
    cubes: tuple[ReadCube, ...] = ()
    problems: tuple[Problem, ...] = ()
    detail: str | None = None
    settled_at: float | None = None


@dataclass(frozen=True, slots=True)
class TrueCube:
    """A simulated cube as it truly lies: `cube` by the side that looks up most, `center` of that side in pixels,
    `leans`: by more than 10 degrees."""

    cube: GameCube
    center: Point
    leans: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A TrayReading of the live tray, on its way to the table.

    `number` rises by one with each reading of this reader process. `rest_at`: the `Clock.monotonic()` seconds at
    which the first frame at rest was delivered, None while nothing rests. `picture_size`: width and height of
    the picture that the cubes' pixels belong to. `thrown`: in a simulation the cubes as they truly lie, None while
    they move; for counting wrong readings and nothing else: the reader never sees it, the table never scores it.
    `jpeg`: the very picture that cubes at rest were read from, perhaps made smaller; None while nothing rests.
    """

    number: int
    tray: TrayReading
    picture_size: tuple[int, int]
    rest_at: float | None = None
    thrown: tuple[TrueCube, ...] | None = None
    jpeg: bytes | None = field(default=None, repr=False, compare=False)
