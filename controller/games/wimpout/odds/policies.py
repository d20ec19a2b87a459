"""What a whole turn is worth to a player who stops early, at a number of points, or plays as well as can be."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from controller.games.wimpout.odds.settled import option_of
from controller.games.wimpout.odds.tail import Tail
from controller.games.wimpout.odds.throws import bare
from controller.games.wimpout.odds.turns import OddsError, Play, TurnModel
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn

EVEN = 1e-9
"""Points within which stopping and throwing are equally good; the player stops."""

MOST_LEVELS = 20_000

Row = tuple[list[float], list[float]]
"""The points to be expected and the chance of a Wimpout, for every state with the same points at stake."""


class _Decision(NamedTuple):
    """What a player does with a throw, and what that is worth."""

    play: Play
    stops: bool
    expected: float
    wimpout: float


@dataclass(frozen=True, slots=True)
class Worth:
    """What a turn is worth: its expected points, the chance that it ends in a Wimpout, and by how much either may
    be off at most."""

    expected: float
    wimpout: float
    bound: float


class Policy:
    """A player's way to decide in a turn, with what every state is worth under it.

    `stop_from`: it stops from so many points on, where that is legal, and always takes the first play; None: it
    does what is worth most, and stops where that is as good as throwing. `need`: points in the turn without which
    the player may not stop (entry), 0 for one who is in the game. `in_game`: the same policy without a `need`, if
    it is at hand: from `need` points on nothing differs.
    """

    def __init__(
        self, model: TurnModel, tail: Tail, stop_from: int | None, need: int = 0, in_game: Policy | None = None
    ) -> None:
        self.model = model
        self.need = need
        self._tail = tail
        self._stop_from = stop_from
        self._number = {throw: number for number, throw in enumerate(model.throws)}
        self._horizon = max(need, tail.horizon if stop_from is None else stop_from)
        levels = -(-self._horizon // model.step)
        if levels > MOST_LEVELS:
            raise OddsError(f"Odds are told for up to {MOST_LEVELS * model.step} points, not {self._horizon}.")
        same = [] if in_game is None else in_game._rows[: -(-in_game._horizon // model.step)]
        above = range(levels, levels + model.most // model.step)
        self._rows: list[Row] = [([], [])] * levels + [self._tail_row(level * model.step) for level in above]
        for level in reversed(range(levels)):
            known = level < len(same) and level * model.step >= need
            self._rows[level] = same[level] if known else self._row(level * model.step)

    @property
    def worth(self) -> Worth:
        """What a turn is worth before its first throw."""
        expected, wimpout = self._rows[0]
        return Worth(expected[0], wimpout[0], self.bound)

    @property
    def bound(self) -> float:
        """By how much the worth of a turn may be off: what the tail leaves uncertain, and what is lost in each throw
        by rounding and by taking what is nearly even for even."""
        highest = self._horizon + self.model.most
        terms = max(len(state.choices) for state in self.model.states)
        rounding = 4 * terms * sys.float_info.epsilon * (highest + self.model.instant_win)
        tail = self._tail.error_slope * highest + self._tail.error_base + self._tail.error_horizon
        return tail + (rounding + EVEN) * self.model.longest

    def expected(self, state: int, stake: int) -> float:
        """The points that the turn will bring, `stake` included, when state number `state` is thrown next."""
        if stake >= self._horizon:
            return self._tail.slope[state] * stake + self._tail.base[state]
        return self._rows[stake // self.model.step][0][state]

    def decide(self, turn: Turn) -> tuple[int, bool]:
        """The number of the option to take of the last throw of `turn`, and whether to stop with it.

        Raises:
            KeyError: the turn isn't played by the rules of this policy.
        """
        plays = [
            Play(option.points, self._number[option.next], option.may_stop)
            for option in (option_of(turn, at) for at in range(len(turn.ways)))
        ]
        decision = self._decision(plays, turn.before.points)
        return plays.index(decision.play), decision.stops

    def wimpout_of(self, throw: NextThrow) -> float:
        """The chance that this `throw` is a Wimpout."""
        return self.model.states[self._number[bare(throw)]].wimpout

    def stop_table(self) -> dict[NextThrow, int]:
        """For every throw before which stopping can be legal: from how many points at stake on the policy stops."""
        before = {
            play.state for state in self.model.states for _, plays in state.choices for play in plays if play.may_stop
        }
        return {self.model.throws[state]: self._stops_from(state) for state in sorted(before)}

    def _stops_from(self, state: int) -> int:
        step = self.model.step
        stake = max(-(-self._horizon // step), 1) * step
        while stake > step and self._stops(stake - step, self.expected(state, stake - step)):
            stake -= step
        return stake

    def _tail_row(self, stake: int) -> Row:
        expected = [slope * stake + base for slope, base in zip(self._tail.slope, self._tail.base, strict=True)]
        return expected, list(self._tail.wimpout)

    def _row(self, stake: int) -> Row:
        """What every state is worth with `stake` points at stake; the rows above are known."""
        expected, wimpout = [], []
        for state in self.model.states:
            points, lost = state.instant_win * (stake + self.model.instant_win), state.wimpout
            for chance, plays in state.choices:
                decision = self._decision(plays, stake)
                points += chance * decision.expected
                lost += chance * decision.wimpout
            expected.append(points)
            wimpout.append(lost)
        return expected, wimpout

    def _decision(self, plays: Sequence[Play], stake: int) -> _Decision:
        best = self._with(plays[0], stake)
        if self._stop_from is None:
            for play in plays[1:]:
                other = self._with(play, stake)
                even = abs(other.expected - best.expected) <= EVEN
                if other.stops and not best.stops if even else other.expected > best.expected:
                    best = other
        return best

    def _with(self, play: Play, stake: int) -> _Decision:
        """Whether to stop after this `play`, and what that is worth."""
        after = stake + play.points
        level = after // self.model.step
        if level < len(self._rows):
            expected, wimpout = self._rows[level][0][play.state], self._rows[level][1][play.state]
        else:
            expected, wimpout = self.expected(play.state, after), self._tail.wimpout[play.state]
        if play.may_stop and self._stops(after, expected):
            return _Decision(play, True, after, 0.0)
        return _Decision(play, False, expected, wimpout)

    def _stops(self, stake: int, expected: float) -> bool:
        """Whether to stop with so many points at stake where that is legal in the game, and throwing is worth
        `expected`."""
        if stake < self.need:
            return False
        return stake >= self._stop_from if self._stop_from is not None else stake >= expected - EVEN
