"""How lucky a throw was: the points that it brought, less those to be expected of it before it was thrown.

A throw brings the points of its best way to score, and a Wimpout or a Supernova takes those of the turn away; an
instant win counts as everywhere in `odds`. A throw that is sent back has brought nothing yet: what counts is how much
better or worse the throw that follows it may be expected to be. So the luck of every throw is 0 on average, by exact
chances, and it doesn't turn on what players decide.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from controller.games.fortune import CubeKind, ThrowLuck
from controller.games.game import Game, IllegalMoveError, Throw
from controller.games.wimpout.cubes import COMMON_FACES, CUBES, ODD_FACES
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.house.asking import BrokenRuleError
from controller.games.wimpout.odds.settled import SettledThrows
from controller.games.wimpout.odds.throws import bare
from controller.games.wimpout.odds.turns import INSTANT_WIN
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn


class WimpoutFortune:
    """The four common cubes and the odd one, and the luck of throws under any rules."""

    kinds: tuple[CubeKind, ...] = (CubeKind(False, CUBES - 1, COMMON_FACES), CubeKind(True, 1, ODD_FACES))

    def luck(self, game: Game, throw: Throw) -> ThrowLuck | None:
        """How lucky `throw` was; None in the roll-off, which brings no points, where it isn't known whether the odd
        cube was among those thrown, and under a house rule that fails for some throw."""
        if not isinstance(game, WimpoutGame) or game.turn is None:
            return None
        try:
            return _luck(game.turn, throw, game.rules)
        except (IllegalMoveError, BrokenRuleError):
            return None


def _luck(before: Turn, throw: Throw, rules: Rules) -> ThrowLuck | None:
    turn = before.throw(throw, rules)
    made = turn.before
    if made.odd is None:
        return None
    outlook = _outlook(rules, bare(made))
    # Throws that are sent back are one throw that takes longer: its spread counts with the first of them.
    variance = 0.0 if before.outcome == "reroll" else outlook.variance(made.points)
    return ThrowLuck(_worth(turn, rules) - outlook.expected(made.points), variance)


class _Outlook(NamedTuple):
    """What is to be expected of a throw: the chance that the turn's points are `lost`, and the mean of the points
    that the throw brings, those lost left out, and of their square."""

    lost: float
    mean: float
    mean_square: float

    def expected(self, at_stake: int) -> float:
        """Points that the throw brings on average, with so many at stake before."""
        return self.mean - self.lost * at_stake

    def variance(self, at_stake: int) -> float:
        """The variance of these points."""
        return self.mean_square + self.lost * at_stake**2 - self.expected(at_stake) ** 2


def _worth(turn: Turn, rules: Rules) -> float:
    """The points that the last throw of `turn` brought; where it is thrown again, those to be expected."""
    match turn.outcome:
        case "score":
            return max(way.points for way in turn.ways)
        case "instant_win":
            return rules.goal + INSTANT_WIN
        case "wimpout" | "train_wreck" | "supernova":
            return -turn.before.points
        case _:
            return _outlook(rules, bare(turn.next_throw)).expected(turn.next_throw.points)


@lru_cache(maxsize=8)
def _throws_under(rules: Rules) -> SettledThrows:
    return SettledThrows(rules)


@lru_cache(maxsize=4096)
def _outlook(rules: Rules, throw: NextThrow) -> _Outlook:
    lost = mean = mean_square = 0.0
    for result, chance in _throws_under(rules).of(throw).items():
        if result in ("wimpout", "supernova"):
            lost += float(chance)
            continue
        points = rules.goal + INSTANT_WIN if isinstance(result, str) else max(option.points for option in result)
        mean += float(chance) * points
        mean_square += float(chance) * points**2
    return _Outlook(lost, mean, mean_square)
