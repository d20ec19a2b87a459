"""The computer player stops where it should, and never where it must not."""

import pytest

from controller.games.game import Move, RollOn, Select, Skip, Start, Stop, Throw
from controller.games.wimpout.advise import advise
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.notation import cubes_from_text


def advised(*moves: str | Move, nerve: int = 30, **rules: object) -> Move | None:
    game = WimpoutGame.started(Start(("ann", "bob"), {"entry": 0} | rules, starter="ann"))
    for move in moves:
        game = game.play(Throw(cubes_from_text(move)) if isinstance(move, str) else move)
    return advise(game.view, nerve)


@pytest.mark.parametrize(
    ("situation", "moves", "does"),
    [
        ("nothing was thrown", [], None),
        ("the stake is below its nerve", ["10 10 2 3 4*"], None),
        ("the stake has reached its nerve", ["10 10 2 3 4*", "10 2 2*"], Stop()),
        ("a Flash is uncleared", ["4 4 4 2 6*"], None),
        ("a Flash was matched", ["4 4 4 2 6*", "4 5*"], None),
        ("the Flash is cleared", ["4 4 4 2 6*", "6 5*"], Stop()),
        ("all five have scored", ["10 10 5 2 4*", "5 10*"], None),
        ("it has said that it rolls on", ["10 10 2 3 4*", "10 2 2*", RollOn()], None),
        ("leaving the sun unscored lets it stop", ["10 10 2 3 4*", "5 10 sun"], Select(2)),
    ],
)
def test_it_does_what_is_sensible_when(situation: str, moves: list[str | Move], does: Move | None) -> None:
    assert advised(*moves) == does, situation


def test_not_yet_in_it_throws_until_it_is() -> None:
    assert advised("10 10 2 3 4*", "10 2 2*", entry=35) is None


def test_it_stops_below_its_nerve_when_that_reaches_the_goal() -> None:
    assert advised("10 10 2 3 4*", "10 10 2*", Stop(), Skip(), "10 2 2 3 4*", nerve=300, goal=50) == Stop()


def test_in_last_licks_it_stops_only_where_that_takes_the_lead() -> None:
    ann_has_505: list[str | Move] = ["5 5 5 5 5*", "5 2 3 4 6*", Stop()]
    assert advised(*ann_has_505, "10 10 2 3 4*") is None
    assert advised(*ann_has_505, "5 5 5 5 5*", "5 2 3 4 6*") is None
    assert advised(*ann_has_505, "5 5 5 5 5*", "10 2 3 4 6*", nerve=900) == Stop()


def test_when_the_game_is_over_it_does_nothing() -> None:
    assert advised("6 6 6 6 6*") is None
