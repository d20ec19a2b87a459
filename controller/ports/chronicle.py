"""What was played, for people to look back on: the throws of an evening with their pictures, and its statistics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from controller.games.game import Cube, Face
from controller.ports.readings import Point, Quad

# --- throws ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PastThrow:
    """A throw that was scored, held by the journal's `event` at the time `at` (ISO 8601 with the zone).

    `name` and `colour` of who threw, `computer`: for a computer player. `cubes`: as they count; empty where a cube
    left the tray. `scored`: indexes into `cubes` of those that score. `result`: what it was, by the name of the
    moment ("flash", "wimpout"); `points` that it brought, or that were lost. `by`: read by the camera, or by hand.
    `read_as`: as it was read first, where people have corrected it, and `corrected_by`: their names, "" for the host.
    `named_by_people`: the reader couldn't tell a face and people have. `taken_back`: it counts no more. `picture`:
    whether the camera's picture of it is there.
    """

    event: int
    at: str
    name: str
    colour: str
    computer: bool
    cubes: tuple[Cube, ...]
    scored: tuple[int, ...]
    result: str
    points: int
    by: Literal["reader", "hand"]
    read_as: tuple[Cube, ...] = ()
    corrected_by: tuple[str, ...] = ()
    named_by_people: bool = False
    taken_back: bool = False
    picture: bool = False


@dataclass(frozen=True, slots=True)
class PastThrows:
    """The throws of an evening (the date on which it began), the newest first. `tonight`: whether it is on still.
    `earlier`, `later`: the evenings with throws before and after it. `complete`: whether the journal has been
    followed to its end; `followed`: the event up to which it has."""

    evening: str
    tonight: bool
    throws: tuple[PastThrow, ...]
    earlier: str | None = None
    later: str | None = None
    complete: bool = True
    followed: int = 0


@dataclass(frozen=True, slots=True)
class SeenCube:
    """A cube in the picture of a throw, in its pixels: `face` as it counts; `read`: as the reader had it, where
    people have said otherwise (`said`), None where it couldn't tell. `thrown`: False for one that lay there.
    """

    quad: Quad
    center: Point
    face: Face | None
    odd: bool | None
    thrown: bool
    scored: bool
    said: bool = False
    read: Face | None = None


@dataclass(frozen=True, slots=True)
class ThrowShown:
    """A throw and what was seen of it. `picture_size`: width and height that the pixels of `cubes` belong to.
    `earlier`, `later`: the events of the throws before and after it in its evening."""

    throw: PastThrow
    evening: str
    cubes: tuple[SeenCube, ...] = ()
    picture_size: tuple[int, int] | None = None
    earlier: int | None = None
    later: int | None = None


# --- statistics -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The turn that banked most: whose, how many points, and when it ended (ISO 8601)."""

    name: str
    points: int
    at: str


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What somebody has played. `points`: banked in `turns`. `wimpouts` include `train_wrecks`; `trains` are Freight
    Trains with Instant Winners and Supernovas. `luck`: points beyond those to be expected of the `lucky_throws`,
    those of which luck can be told; `luck_spread`: its standard deviation with fair cubes."""

    name: str
    colour: str
    computer: bool
    games: int
    won: int
    turns: int
    points: int
    best: BestTurn | None
    wimpouts: int
    train_wrecks: int
    flashes: int
    trains: int
    throws: int
    luck: float
    luck_spread: float
    lucky_throws: int


Verdict = Literal["few", "even", "unusual", "uneven"]
"""`few`: too few throws to say anything; `even`: as fair cubes look; `unusual`: fair cubes look like this now and
then; `uneven`: fair cubes hardly ever do, however often one looks at the tests of this page."""


@dataclass(frozen=True, slots=True)
class FaceTest:
    """How often each face came up on cubes that can't be told apart: `number` of them, the `odd` one or the others.

    `counts` by face, `total` of all, `expected` of each with fair cubes. `chi_square` measures how uneven they are
    (`degrees` of freedom); `chance`, 0..1: how often fair cubes look at least as uneven; None without throws. `low`
    and `high`: with fair cubes all counts are within, 19 times out of 20 or more.
    """

    odd: bool
    number: int
    counts: tuple[tuple[Face, int], ...]
    total: int
    expected: float
    chi_square: float
    degrees: int
    chance: float | None
    low: float
    high: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Period:
    """The figures of an evening, or of all. `games` that were played to their end, `shows` of the idle show,
    as far as the journal has them. `people` and `computers` by luck, the luckiest first. `turns`: how many turns of
    people have banked so many points, 0 for those lost. `faces`: the odd cube, and the common ones together."""

    games: int
    shows: int
    people: tuple[PlayerFigures, ...]
    computers: tuple[PlayerFigures, ...]
    best: BestTurn | None
    turns: tuple[tuple[int, int], ...]
    faces: tuple[FaceTest, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of the `evening` (the date on which it began; `tonight`: whether it is on still) and of `evenings`,
    all there are, the newest first. `progress`, 0..1: how much of the journal has been counted."""

    evening: str
    tonight: bool
    of_evening: Period
    of_all: Period
    evenings: tuple[str, ...] = field(default=())
    progress: float = 1.0


class Chronicle(Protocol):
    """What was played. Safe from any thread; the table never waits for it, nor it for the table."""

    def throws(self, evening: str | None = None) -> PastThrows:
        """The throws of an evening; of this one, or the newest that has any, where None is named."""
        ...

    def throw(self, event: int) -> ThrowShown | None:
        """The throw that this event holds; None for an event that holds none."""
        ...

    def picture(self, event: int) -> bytes | None:
        """The JPEG that this throw was read from; None where there is none, or none any more."""
        ...

    def statistics(self, evening: str | None = None) -> Statistics:
        """The figures of an evening and of all; of this one, or the newest in which anything was played, where None
        is named."""
        ...
