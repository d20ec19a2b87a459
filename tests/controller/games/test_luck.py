"""Luck is what a throw brings beyond what is to be expected of it: 0 on average, whatever players decide."""

from __future__ import annotations

from typing import Any

import pytest

from controller.games.game import Cube, Game, Start, Stop, Throw
from controller.games.wimpout import RULEBOOK, HouseRule, WimpoutRulebook
from controller.games.wimpout.notation import cubes_from_text
from controller.games.wimpout.odds.luck import WimpoutFortune
from controller.games.wimpout.odds.throws import SIDES, every_throw

FORTUNE = WimpoutFortune()


def game(*throws: str, **rules: Any) -> Game:
    """A game whose starter has thrown this."""
    played: Game = RULEBOOK.start(Start(("ann", "bob"), {"entry": 0, **rules}, "ann"))
    for words in throws:
        played = played.play(thrown(words))
    return played


def thrown(words: str) -> Throw:
    return Throw(cubes_from_text(words))


def luck(before: Game, words: str) -> float:
    told = FORTUNE.luck(before, thrown(words))
    assert told is not None
    return told.points


@pytest.mark.parametrize(
    ("before", "number", "odd"),
    [
        (game(), 5, True),
        (game("5 10 2 3 4*"), 3, True),
        (game("2 2 2 5 4*"), 1, True),
        (game("2 2 2 3 4*", reroll_scope="offenders"), 2, True),
        (game("6 6 6 3 4*"), 2, True),
        (game("5 10 3 4 sun*"), 2, False),
        (game("5 10 2 3 4*", forty_two=True), 3, True),
        (game("5 5 2 3 4*", sampler=True, full_house=True), 3, True),
        (game("4 4 4 3 2*", pending_flash="accumulate"), 2, True),
        (game("6 6 6 2 4*", "2 6*", reroll_scope="offenders"), 1, True),
    ],
)
def test_all_throws_together_are_neither_lucky_nor_unlucky(before: Game, number: int, odd: bool) -> None:
    assert (before.view.to_throw, before.view.odd_to_throw) == (number, odd)
    total = 0.0
    for cubes, ways in every_throw(number, odd):
        told = FORTUNE.luck(before, Throw(cubes))
        assert told is not None
        total += ways * told.points
    assert total / SIDES**number == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("before", [game(), game("5 10 2 3 4*"), game("5 10 3 4 sun*")])
def test_how_far_luck_spreads_is_told_exactly_where_nothing_is_sent_back(before: Game) -> None:
    view = before.view
    throws = list(every_throw(view.to_throw, bool(view.odd_to_throw)))
    lucks = [(FORTUNE.luck(before, Throw(cubes)), ways) for cubes, ways in throws]
    variances = {told.variance for told, _ in lucks if told is not None}
    assert len(variances) == 1
    squares = sum(ways * told.points**2 for told, ways in lucks if told is not None) / SIDES**view.to_throw
    assert squares == pytest.approx(variances.pop())


def test_one_common_cube_with_thirty_points_at_stake_as_worked_by_hand() -> None:
    before = game("5 5 10 3 10*")
    assert (before.view.stake, before.view.to_throw, before.view.odd_to_throw) == (30, 1, False)
    expected = (5 + 10) / 6 - 30 * 4 / 6  # a 5 and a 10 score, four faces of six lose the turn's points
    assert luck(before, "10") == pytest.approx(10 - expected)
    assert luck(before, "5") == pytest.approx(5 - expected)
    assert luck(before, "3") == pytest.approx(-30 - expected)


def test_what_the_player_makes_of_a_throw_is_no_luck() -> None:
    before = game()
    after = before.play(thrown("5 2 3 4 sun*"))
    assert {option.points for option in after.view.options} == {15, 10, 5}
    assert luck(before, "5 2 3 4 sun*") == pytest.approx(luck(before, "5 10 2 3 4*"))


def test_a_throw_that_is_sent_back_is_neither_and_counts_once() -> None:
    before = game("6 6 6 3 4*")
    sent_back = FORTUNE.luck(before, thrown("6 5*"))
    assert sent_back is not None
    assert sent_back.points == pytest.approx(0.0)
    again = FORTUNE.luck(before.play(thrown("6 5*")), thrown("5 5*"))
    assert again is not None
    assert (sent_back.variance > 0, again.variance) == (True, 0.0)
    assert again.points == pytest.approx(luck(before, "5 5*"))


def test_an_instant_win_counts_as_in_the_odds_and_a_supernova_loses_the_turn() -> None:
    before = game("5 10 2 3 4*", "5 10 10*")
    assert (before.view.to_throw, before.view.stake) == (5, 40)
    other = luck(before, "2 3 4 10 10*") - 20
    assert luck(before, "6 6 6 6 6*") == pytest.approx(600 + other)
    assert luck(before, "10 10 10 10 10*") == pytest.approx(-40 + other)


def test_the_roll_off_brings_no_points_and_so_no_luck() -> None:
    rolling = RULEBOOK.start(Start(("ann", "bob"), {}))
    assert FORTUNE.luck(rolling, Throw((Cube("10"),))) is None


def test_without_knowing_which_cubes_were_thrown_there_is_no_luck() -> None:
    untold = game().play(Throw(tuple(Cube(face, None) for face in ("5", "10", "2", "4", "4"))))
    assert untold.view.odd_to_throw is None
    assert FORTUNE.luck(untold, Throw(tuple(Cube(face, None) for face in ("5", "2", "4")))) is None


def test_what_cannot_be_thrown_has_no_luck() -> None:
    assert FORTUNE.luck(game(), Throw((Cube("5"),))) is None
    won = game("6 6 6 6 6*")
    assert won.view.phase == "over"
    assert FORTUNE.luck(won, thrown("2 3 4 10 10*")) is None
    banked = game("5 10 10 5 4*").play(Stop())
    assert FORTUNE.luck(banked, thrown("2 3 4 10 10*")) is not None


def test_a_house_rule_that_fails_for_some_throw_leaves_luck_untold() -> None:
    class NoPairs(HouseRule):
        name = "no_pairs"
        says = "No pairs: it can't count to two."

        def ways(self, thrown: tuple[Cube, ...], ways: Any) -> Any:
            if [cube.face for cube in thrown].count("2") > 1:
                raise RuntimeError("two")
            return ways

    before = WimpoutRulebook((NoPairs,)).start(Start(("ann", "bob"), {"no_pairs": True}, "ann"))
    assert before.play(thrown("5 10 2 3 4*")).view.stake == 15
    assert FORTUNE.luck(before, thrown("5 10 2 3 4*")) is None
    assert FORTUNE.luck(before, thrown("2 2 5 3 4*")) is None
