"""A whole turn as a Markov decision process, with chances as floating-point numbers.

A state is the throw that comes next. What the turn has come to so far is no part of it: the points only grow, so
that what a state is worth can be found from high points down to none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from controller.games.wimpout.cubes import CUBES
from controller.games.wimpout.odds.settled import Option, SettledThrows
from controller.games.wimpout.odds.throws import throw_of
from controller.games.wimpout.taken_up import NextThrow

INSTANT_WIN = 100
"""What an instant win counts beyond the goal, for the expectation of a turn."""

MOST_SWEEPS = 10_000


class OddsError(Exception):
    """Rules whose odds can't be told; the text says why."""


@dataclass(frozen=True, slots=True)
class Play:
    """An option as a turn sees it: the points it adds, the number of the state that follows on it, whether stopping
    is legal for a player who is in the game."""

    points: int
    state: int
    may_stop: bool


@dataclass(frozen=True, slots=True)
class Chances:
    """What comes of a throw: sets of plays to choose from, each with its chance; a Wimpout; an instant win. A
    Supernova makes up the rest. The first play of a set is the one with the most points, then the most cubes kept."""

    choices: tuple[tuple[float, tuple[Play, ...]], ...]
    wimpout: float
    instant_win: float


@dataclass(frozen=True, slots=True)
class TurnModel:
    """Every throw that a turn can come to, the first one first.

    `instant_win`: points that an instant win is worth on top of those at stake. `step`: all points are multiples of
    it. `most`: the most points that one throw adds. `longest`: an upper bound of the throws to be expected of a turn
    whose player never stops, from wherever in it.
    """

    throws: tuple[NextThrow, ...]
    states: tuple[Chances, ...]
    instant_win: int
    step: int
    most: int
    longest: float

    @classmethod
    def of(cls, settled: SettledThrows) -> TurnModel:
        """The model of a turn under the rules of `settled`.

        Raises:
            OddsError: a rule lets a turn go on for ever, or takes away every way to score.
        """
        number = {throw_of(CUBES, odd=True): 0}
        throws = list(number)
        states: list[Chances] = []
        while len(states) < len(throws):
            results = settled.of(throws[len(states)])
            choices = []
            for result, chance in results.items():
                if isinstance(result, str):
                    continue
                for option in result:
                    if option.next not in number:
                        number[option.next] = len(throws)
                        throws.append(option.next)
                choices.append((float(chance), _plays(result, number)))
            states.append(
                Chances(tuple(choices), float(results.get("wimpout", 0)), float(results.get("instant_win", 0)))
            )
        points = {play.points for state in states for _, plays in state.choices for play in plays}
        if not points:
            raise OddsError("Under these rules no throw scores, so that there are no odds to tell.")
        bonus = settled.rules.goal + INSTANT_WIN
        return cls(tuple(throws), tuple(states), bonus, gcd(*points), max(points), _longest(states))


def _longest(states: Sequence[Chances]) -> float:
    """More throws than can be expected of a turn without end: numbers are such bounds where each is at least one
    throw more than what it leads to, and iterating from below comes close enough to find some."""
    throws = [1.0] * len(states)
    for _ in range(MOST_SWEEPS):
        bounds = [1.01 * one for one in throws]
        if all(_throws_from(state, bounds) <= bound for state, bound in zip(states, bounds, strict=True)):
            return max(bounds)
        throws = [_throws_from(state, throws) for state in states]
    raise OddsError("Under these rules a turn can go on for ever, so that its odds can't be told.")


def _throws_from(state: Chances, throws: Sequence[float]) -> float:
    return 1 + sum(chance * max(throws[play.state] for play in plays) for chance, plays in state.choices)


def _plays(options: tuple[Option, ...], number: dict[NextThrow, int]) -> tuple[Play, ...]:
    """`options` with the one first that has the most points, then keeps the most cubes."""
    ranked = sorted(options, key=lambda option: (-option.points, -option.kept))
    return tuple(Play(option.points, number[option.next], option.may_stop) for option in ranked)
