"""The chance that the throw which comes next in a game is a Wimpout."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from controller.games.game import Game
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.odds.settled import SettledThrows
from controller.games.wimpout.odds.throws import bare
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.taken_up import NextThrow


class ThrowToCome(NamedTuple):
    """All that the chance of a Wimpout depends on: equal values have equal chances."""

    rules: Rules
    throw: NextThrow


def throw_to_come(game: Game) -> ThrowToCome | None:
    """The throw that comes next as things are selected; None where none does, in the roll-off, and where it isn't
    known whether the odd cube is among those to be thrown."""
    if not isinstance(game, WimpoutGame) or game.turn is None or game.turn.next_throw.odd is None:
        return None
    return ThrowToCome(game.rules, bare(game.turn.next_throw))


def wimpout_chance(coming: ThrowToCome) -> Fraction:
    """The exact chance of a Wimpout, the Reroll Clause taken to its end. What a player's counters could still cancel
    is left out. May take seconds on a small machine."""
    return SettledThrows(coming.rules).of(coming.throw).get("wimpout", Fraction())
