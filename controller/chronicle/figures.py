"""Figures for people, of what adds up."""

from __future__ import annotations

from math import sqrt

from controller.chronicle.fairness import face_test
from controller.chronicle.tally import PlayerTally, Tally, Whose
from controller.games.fortune import Fortune
from controller.ports import BestTurn, Period, PlayerFigures


def period(tally: Tally, fortune: Fortune) -> Period:
    """The figures that a page shows of `tally`."""
    everybody = [_player(whose, figures) for whose, figures in tally.players.values()]
    everybody.sort(key=lambda one: (-one.luck, one.name))
    people = tuple(one for one in everybody if not one.computer)
    tests = tuple(
        face_test(kind, tally.odd if kind.odd else tally.common)
        for kind in sorted(fortune.kinds, key=lambda kind: kind.odd)
    )
    return Period(
        tally.games, tally.shows, people, tuple(one for one in everybody if one.computer), _best(people),
        tuple(sorted(tally.turns.items())), tests,
    )  # fmt: skip


def _player(whose: Whose, tally: PlayerTally) -> PlayerFigures:
    best = BestTurn(whose.name, *tally.best) if tally.best is not None else None
    return PlayerFigures(
        whose.name, whose.colour, whose.computer, tally.games, tally.won, tally.turns, tally.points, best,
        tally.wimpouts, tally.train_wrecks, tally.flashes, tally.trains, tally.throws, tally.luck,
        sqrt(tally.variance), tally.lucky_throws,
    )  # fmt: skip


def _best(people: tuple[PlayerFigures, ...]) -> BestTurn | None:
    turns = [one.best for one in people if one.best is not None]
    return min(turns, key=lambda turn: (-turn.points, turn.at), default=None)
