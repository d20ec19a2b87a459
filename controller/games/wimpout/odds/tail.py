"""What a turn is worth once so much is at stake that its player's decisions no longer change.

There a player stops wherever that is legal, and what a state is worth grows with the points at stake along a line.
The lines are the fixed point of a contraction, for every throw may end the turn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.games.wimpout.odds.horizon import Gap, horizon_of
from controller.games.wimpout.odds.turns import MOST_SWEEPS, Play, TurnModel

TIE = 1e-12
"""Slopes that differ by less are the same: doubles can't tell them apart."""


@dataclass(frozen=True, slots=True)
class Tail:
    """From `horizon` points on, a state is worth `slope` times the points at stake, plus `base`.

    `wimpout`: the chance that the turn ends so. `error_slope`, `error_base`: bounds of what rounding and iterating
    leave uncertain; `error_horizon`: by how much the horizon may put a whole turn off.
    """

    horizon: int
    slope: Sequence[float]
    base: Sequence[float]
    wimpout: Sequence[float]
    error_slope: float
    error_base: float
    error_horizon: float


def tail_of(model: TurnModel, free: bool) -> Tail:
    """The tail for a player who stops wherever that is legal.

    `free`: one who takes the best option; else it is always the first.
    """
    sets = [[plays if free else plays[:1] for _, plays in state.choices] for state in model.states]
    numbers = range(len(model.states))

    def slope_after(play: Play, slope: Sequence[float]) -> float:
        return 1.0 if play.may_stop else slope[play.state]

    def slopes(slope: Sequence[float]) -> list[float]:
        return [
            model.states[number].instant_win
            + sum(
                chance * max(slope_after(play, slope) for play in plays)
                for (chance, _), plays in zip(model.states[number].choices, sets[number], strict=True)
            )
            for number in numbers
        ]

    slope, error_slope = _fixed_point(slopes, model, scale=1.0)
    steepest = [[_steepest(plays, slope) for plays in choices] for choices in sets]

    def base_after(play: Play, base: Sequence[float]) -> float:
        return play.points if play.may_stop else slope[play.state] * play.points + base[play.state]

    def bases(base: Sequence[float]) -> list[float]:
        return [
            model.states[number].instant_win * model.instant_win
            + sum(
                chance * max(base_after(play, base) for play in plays)
                for (chance, _), plays in zip(model.states[number].choices, steepest[number], strict=True)
            )
            for number in numbers
        ]

    base, error_base = _fixed_point(bases, model, scale=float(model.most + model.instant_win))
    error_base += model.most * model.longest * (error_slope + TIE * model.longest)
    taken = [[max(plays, key=lambda play: base_after(play, base)) for plays in choices] for choices in steepest]

    def wimpouts(wimpout: Sequence[float]) -> list[float]:
        return [
            model.states[number].wimpout
            + sum(
                0.0 if play.may_stop else chance * wimpout[play.state]
                for (chance, _), play in zip(model.states[number].choices, taken[number], strict=True)
            )
            for number in numbers
        ]

    wimpout, _ = _fixed_point(wimpouts, model, scale=1.0)
    horizon, error_horizon = horizon_of(_gaps(sets, taken, slope, base), model) if free else (0, 0.0)
    return Tail(horizon, slope, base, wimpout, error_slope, error_base, error_horizon)


def _steepest(plays: Sequence[Play], slope: Sequence[float]) -> list[Play]:
    """The plays that lose least of what is at stake; those that stop first."""
    steepness = [1.0 if play.may_stop else slope[play.state] for play in plays]
    steep = [play for play, one in zip(plays, steepness, strict=True) if one > max(steepness) - TIE]
    return sorted(steep, key=lambda play: not play.may_stop)


def _gaps(
    sets: Sequence[Sequence[Sequence[Play]]],
    taken: Sequence[Sequence[Play]],
    slope: Sequence[float],
    base: Sequence[float],
) -> list[Gap]:
    """Where another play, or throwing on, is better than the plays `taken` while little is at stake."""
    gaps = []
    for choices, chosen in zip(sets, taken, strict=True):
        for plays, best in zip(choices, chosen, strict=True):
            steep, high = _line(best, best.may_stop, slope, base)
            for play in plays:
                for stops in {False, play.may_stop}:
                    flat, low = _line(play, stops, slope, base)
                    if steep - flat > TIE and low > high:
                        gaps.append(Gap(low - high, steep - flat))
    return gaps


def _line(play: Play, stops: bool, slope: Sequence[float], base: Sequence[float]) -> tuple[float, float]:
    if stops:
        return 1.0, float(play.points)
    return slope[play.state], slope[play.state] * play.points + base[play.state]


def _fixed_point(
    step: Callable[[Sequence[float]], list[float]], model: TurnModel, scale: float
) -> tuple[list[float], float]:
    """The fixed point of `step`, and how far off it may be: what a throw more would change and what rounding may
    have, for each throw that the longest turn has."""
    terms = max(len(state.choices) for state in model.states)
    rounding = 4 * terms * sys.float_info.epsilon * scale
    values = [0.0] * len(model.states)
    for _ in range(MOST_SWEEPS):
        before, values = values, step(values)
        change = max(abs(new - old) for new, old in zip(values, before, strict=True))
        if change <= rounding:
            return values, (change + rounding) * model.longest
    raise ArithmeticError("What a turn is worth did not settle.")
