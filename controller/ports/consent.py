"""What people ask each other for: to take a move back, to read a throw anew, to play by other rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from controller.games.game import Cube, Face, Seat

Outcome = Literal["open", "agreed", "refused", "withdrawn", "left", "game_over", "impossible"]
"""What has become of a proposal: `left` by all who could decide on it, or by who made it."""


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move of the player at `whose`; `what` names it: "stop with 45 points"."""

    whose: Seat | None
    what: str


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """The player at `seat` asks to take a move back, that of the player at `whose`; or, where it `shows` cubes, to
    read that throw anew: with these instead of those it was `read` with. `what` names all that in words."""

    seat: Seat
    whose: Seat | None
    what: str
    read: tuple[Cube, ...] = ()
    shows: tuple[Cube, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrownCube:
    """A cube of the last throw as it counts. `likely`: what else it may show, the likeliest first, as far as the
    reader has a guess."""

    face: Face
    odd: bool | None
    likely: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class LastThrow:
    """The throw that `correct` reads anew: that of the player at `whose`, its cubes in the order to name them in."""

    whose: Seat | None
    cubes: tuple[ThrownCube, ...]


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule by its name, what it `says`, its value `now` and `then`."""

    name: str
    says: str
    now: Any
    then: Any


@dataclass(frozen=True, slots=True)
class RulesProposal:
    """Rules that the player at `seat` proposes, held by the `event`. `agreed`: who has said yes, the proposer first;
    `asked`: whose yes it still needs; `refused_by`: whose no has ended it."""

    event: int
    seat: Seat
    changes: tuple[RuleChange, ...]
    agreed: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    outcome: Outcome = "open"
    refused_by: Seat | None = None
