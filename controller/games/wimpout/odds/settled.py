"""A throw and what becomes of it, the Reroll Clause taken to its end, with exact chances.

The engine judges every throw there is; nothing is known here of what scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from controller.games.game import Throw
from controller.games.wimpout.odds.throws import SIDES, about_to, bare, every_throw
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn


@dataclass(frozen=True, slots=True)
class Option:
    """One way to score a throw: what it adds, how many cubes it keeps, the throw after it, whether stopping is
    legal for a player who is in the game."""

    points: int
    kept: int
    next: NextThrow
    may_stop: bool


End = Literal["wimpout", "instant_win", "supernova"]
Result = End | tuple[Option, ...]
"""How a throw ends: the turn is over, or the player has these options, in the engine's order."""


class SettledThrows:
    """What every throw comes to under `rules`; each is enumerated once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._settled: dict[NextThrow, Mapping[Result, Fraction]] = {}

    def of(self, throw: NextThrow) -> Mapping[Result, Fraction]:
        """The chance of each result of `throw`, which is thrown again as often as the rules say.

        They add up to 1, but where the rules send a throw back for ever.
        """
        throw = bare(throw)
        if throw not in self._settled:
            self._settled[throw] = self._to_its_end(throw)
        return self._settled[throw]

    def _to_its_end(self, first: NextThrow) -> Mapping[Result, Fraction]:
        """Throws that follow on each other by being thrown again are an absorbing Markov chain: they are
        eliminated one by one, the last found first, until `first` leads to results alone."""
        chain = self._chain(first)
        while True:
            throw, row = chain.popitem()
            _leave_itself(row, throw)
            if not chain:
                return {result: chance for result, chance in row.items() if not isinstance(result, NextThrow)}
            for before in chain.values():
                chance = before.pop(throw, None)
                if chance is not None:
                    for after, then in row.items():
                        before[after] = before.get(after, Fraction()) + chance * then

    def _chain(self, first: NextThrow) -> dict[NextThrow, dict[Result | NextThrow, Fraction]]:
        """`first` and every throw that the rules send back from it, each with its results and throws that follow."""
        chain: dict[NextThrow, dict[Result | NextThrow, Fraction]] = {}
        found = [first]
        while found:
            throw = found.pop(0)
            if throw not in chain:
                chain[throw] = self._once(throw)
                found += [after for after in chain[throw] if isinstance(after, NextThrow)]
        return chain

    def _once(self, throw: NextThrow) -> dict[Result | NextThrow, Fraction]:
        turn = about_to(throw, self.rules)
        counted: Counter[Result | NextThrow] = Counter()
        for cubes, ways in every_throw(throw.number, bool(throw.odd)):
            counted[_result(turn.throw(Throw(cubes)))] += ways
        return {result: Fraction(ways, SIDES**throw.number) for result, ways in counted.items()}


def _leave_itself(row: dict[Result | NextThrow, Fraction], throw: NextThrow) -> None:
    """What comes of `throw` once it is no longer followed by itself."""
    again = row.pop(throw, Fraction())
    if again < 1:
        for after in row:
            row[after] /= 1 - again


def _result(turn: Turn) -> Result | NextThrow:
    match turn.outcome:
        case "wimpout" | "train_wreck":
            return "wimpout"
        case "instant_win" | "supernova":
            return turn.outcome
        case "score":
            return tuple(dict.fromkeys(option_of(turn, number) for number in range(len(turn.ways))))
        case _:
            return bare(turn.next_throw)


def option_of(turn: Turn, number: int) -> Option:
    """Option `number` of the throw that was judged last in `turn`."""
    way = turn.ways[number]
    after = bare(turn.select(number).next_throw)
    return Option(turn.stake_with(way) - turn.before.points, len(way.kept), after, not turn.forced(way))
