"""How many points at stake are enough to call a player's decisions settled.

Of two ways to go on the one that loses less of what is at stake is the better one from some points on: where their
lines cross. Lines that are almost parallel cross far out, where hardly any turn comes to; then the horizon is where
what is still lost by it, times the chance that a turn comes so far, is nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp

from controller.games.wimpout.odds.turns import Chances, TurnModel

NEGLIGIBLE = 1e-7
"""Points by which the worth of a turn may be off for its horizon."""

SWEEPS = 200
"""A rate for which a moment isn't found within so many is as good as too high."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A way to go on that brings `gain` points more than the settled one and loses `loss` times the stake more."""

    gain: float
    loss: float


def horizon_of(gaps: Sequence[Gap], model: TurnModel) -> tuple[int, float]:
    """The least points at stake from which the `gaps` can be left out, and by how much that may put a turn off."""
    rate, moment = growth(model)

    def error(horizon: int) -> float:
        short = max((gap.gain - gap.loss * horizon for gap in gaps), default=0.0)
        return max(short, 0.0) * model.longest * min(1.0, moment * exp(-rate * horizon))

    enough = ceil(max((gap.gain / gap.loss for gap in gaps), default=0.0))
    too_few = -1
    while enough - too_few > 1:
        between = (enough + too_few) // 2
        if error(between) <= NEGLIGIBLE:
            enough = between
        else:
            too_few = between
    return enough, error(enough)


def growth(model: TurnModel) -> tuple[float, float]:
    """A rate and a moment: that a turn comes to so many points has at most the chance moment * exp(-rate * points).

    By Markov's inequality: the moment is a bound of what exp(rate * points) is to be expected to be at the end of a
    turn whose player never stops. It has one for every rate that is low enough.
    """
    rate = 0.1
    while True:
        moments = [1.0] * len(model.states)
        for _ in range(SWEEPS):
            bounds = [1.01 * one for one in moments]
            if all(_moment(state, rate, bounds) <= bound for state, bound in zip(model.states, bounds, strict=True)):
                return rate, bounds[0]
            # A little more each time, so that it ends above what it would come to.
            moments = [0.01 + _moment(state, rate, moments) for state in model.states]
            if max(moments) > 1e9:
                break
        rate *= 0.8


def _moment(state: Chances, rate: float, moments: Sequence[float]) -> float:
    ends = 1 - sum(chance for chance, _ in state.choices)
    return ends + sum(
        chance * max(exp(rate * play.points) * moments[play.state] for play in plays)
        for chance, plays in state.choices
    )
