"""Cosmic Wimpout as a game that a table can host."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from controller.games.game import Cube, GameView, Move, Start
from controller.games.rulebook import RuleChoice, RuleSheet
from controller.games.wimpout.advise import advise
from controller.games.wimpout.choices import choices
from controller.games.wimpout.cubes import CUBES, why_impossible
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.house import HouseRule
from controller.games.wimpout.odds.best_player import WimpoutBestPlayer
from controller.games.wimpout.rules import Rules, require_names_of_their_own
from controller.games.wimpout.sheet import sheet


class WimpoutRulebook:
    """The game's name, and how to set it up. `own`: house rules of the table's own that it may choose.

    Raises:
        ValueError: a rule of the table's own has no name that settings can have, or that of another rule.
    """

    name = "wimpout"
    title = "Cosmic Wimpout"
    cubes = CUBES

    def __init__(self, own: Iterable[type[HouseRule]] = ()) -> None:
        self.own = tuple(own)
        require_names_of_their_own(self.own)

    @property
    def choices(self) -> tuple[RuleChoice, ...]:
        """Every rule that a table can choose, the table's own among them."""
        return choices(self.own)

    def sheet(self, rules: Mapping[str, Any]) -> RuleSheet:
        """How the game is played by these `rules`.

        Raises:
            IllegalMoveError: an unknown rule, a value that a rule can't have.
        """
        return sheet(Rules.chosen(rules, self.own))

    def start(self, move: Start) -> WimpoutGame:
        """A game in which nothing was thrown yet.

        `move.seats`: 1 (solitaire, to the goal) to 12 in seating order, clockwise round the table as seen from
        above; play goes counter-clockwise from the starter unless the rule `direction` says otherwise.
        `move.rules`: the fields of `rules.Rules` and the names of house rules.

        Raises:
            IllegalMoveError: too few or too many seats, an unknown rule, a value that a rule can't have.
        """
        return WimpoutGame.started(move, self.own)

    def check_reading(self, thrown: tuple[Cube, ...]) -> str | None:
        """Why these cubes can't be what was thrown (two suns, a 3 on the odd cube); None where they can."""
        return why_impossible(thrown)

    def advise(self, view: GameView, nerve: int) -> Move | None:
        """What a computer player does now: Stop, or Select another option; None where it has to throw.

        `nerve`: the points at stake from which it stops, where it may.
        """
        return advise(view, nerve)

    def best_player(self, rules: Mapping[str, Any]) -> WimpoutBestPlayer:
        """Who makes the most of a turn by these `rules`.

        Raises:
            OddsError: the rules let a turn go on for ever, or no throw scores under them.
        """
        return WimpoutBestPlayer(Rules.chosen(rules, self.own))
