"""What a table needs of a rulebook: the rules to choose from, how they read to a newcomer, and a game by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from controller.games.game import Cube, Game, GameView, Move, Start


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A rule that a table can choose. `says`: the rule in a sentence. `official` is its value in the official rules,
    `values` are those to offer; where `is_open` other numbers are allowed too. `house`: a house rule, with True and
    False among its values."""

    name: str
    says: str
    official: Any
    values: tuple[Any, ...]
    is_open: bool = False
    house: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A throw, and what the game makes of it by the rules that it was worked for.

    `scores`: indexes into `thrown` of the cubes that score. `points`: what the throw adds, all that the player may
    choose from, the preselected first; empty where it adds none. `stake`: what the turn is worth after it. `result`:
    what it is where it brings no points ("TRAIN WRECK"); `board`: what it forces ("CLEAR THE FLASH"), at most three
    words either. `words`: what there is to say of it.
    """

    thrown: tuple[Cube, ...]
    scores: tuple[int, ...]
    points: tuple[int, ...]
    stake: int
    result: str = ""
    board: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule as a newcomer reads it. `name` may be empty; `one_turn`: the examples follow one on the other."""

    name: str
    says: str
    examples: tuple[Example, ...] = ()
    one_turn: bool = False


@dataclass(frozen=True, slots=True)
class RuleChapter:
    """Rules that belong together."""

    title: str
    entries: tuple[RuleEntry, ...]


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """How a game is played by some rules, for those who have never played it. `facts`: what differs from table to
    table, each with its value: ("Goal", "500 points")."""

    facts: tuple[tuple[str, str], ...]
    chapters: tuple[RuleChapter, ...]


class BestPlayer(Protocol):
    """Who plays by some rules as well as can be."""

    def hint(self, game: Game) -> str | None:
        """What this player would do now, in a sentence; None where there is nothing to decide. Never waits."""
        ...


class Rulebook(Protocol):
    """A game's name, and how to set it up."""

    name: str
    title: str
    cubes: int
    """How many cubes lie on the table."""

    @property
    def choices(self) -> tuple[RuleChoice, ...]:
        """Every rule that a table can choose, the table's own among them."""
        ...

    def sheet(self, rules: Mapping[str, Any]) -> RuleSheet:
        """How the game is played by these `rules`, settings' or a view's; every example is worked by the game.

        Raises:
            IllegalMoveError: an unknown rule, a value that a rule can't have.
        """
        ...

    def start(self, move: Start) -> Game:
        """A game in which nothing was thrown yet.

        Raises:
            IllegalMoveError: too few or too many seats, an unknown rule, a value that a rule can't have.
        """
        ...

    def check_reading(self, thrown: tuple[Cube, ...]) -> str | None:
        """Why these cubes can't be what was thrown (two suns, a 3 on the odd cube); None where they can."""
        ...

    def advise(self, view: GameView, nerve: int) -> Move | None:
        """What a computer player does now: Stop, RollOn, or Select another option; None where it has to throw.

        `nerve`: the points at stake from which it stops, where it may.
        """
        ...

    def best_player(self, rules: Mapping[str, Any]) -> BestPlayer | None:
        """Who plays by these `rules`, a view's, as well as can be; None where this game knows nobody.

        May take seconds on a small machine. Raises an error of the game's own where such rules can't be worked out.
        """
        ...
