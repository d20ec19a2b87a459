"""What a computer player does: it takes what it has from a certain stake on, and never gives a last lick away."""

from __future__ import annotations

from controller.games.game import GameView, Move, Select, Standing, Stop


def advise(view: GameView, nerve: int) -> Move | None:
    """Stop, or Select the option to stop with; None where the player throws.

    `nerve`: the points at stake from which it stops, where it may. It also stops as soon as that reaches the
    goal, and in last licks exactly when that takes the lead. Nothing is said aloud that throwing says.
    """
    if view.to_act is None or (view.options and not _is_open(view)):
        return None
    stoppable = [number for number, option in enumerate(view.options) if not option.must_roll]
    if not stoppable:
        return None
    best = max(stoppable, key=lambda number: (view.options[number].stake, number == view.selected))
    if not _is_worth_stopping(view, view.options[best].stake, nerve):
        return None
    return Stop() if best == view.selected else Select(best)


def _is_open(view: GameView) -> bool:
    """Whether the player hasn't said yet that the turn goes on."""
    return view.may_stop or view.may_roll


def _is_worth_stopping(view: GameView, stake: int, nerve: int) -> bool:
    total = _standing(view).total + stake
    if view.phase == "last_licks":
        return total > max(standing.total for standing in view.standings if standing.leads)
    return stake >= nerve or total >= view.goal


def _standing(view: GameView) -> Standing:
    return next(standing for standing in view.standings if standing.seat == view.to_act)
