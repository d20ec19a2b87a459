"""The chance of a Wimpout that screens show before a throw, against the figures of `tray odds`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from controller.games.game import Cube, RollOn, Start, Throw
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.odds.chance import throw_to_come, wimpout_chance

FIRST = Start(("one", "two"), {"entry": 0}, starter="one")


def thrown(*words: str) -> Throw:
    return Throw(tuple(Cube(word.rstrip("*"), word.endswith("*")) for word in words))


def shown(*throws: Throw) -> Fraction:
    game = RULEBOOK.start(FIRST)
    for throw in throws:
        game = game.play(throw)
    coming = throw_to_come(game)
    assert coming is not None
    return wimpout_chance(coming)


@pytest.mark.parametrize(
    ("throws", "chance"),
    [
        ((), Fraction(25, 432)),
        ((thrown("5", "2", "3", "4", "6*"),), Fraction(17, 144)),
        ((thrown("5", "5", "10", "2", "4*"),), Fraction(1, 3)),
        ((thrown("5", "5", "10", "2", "5*"),), Fraction(4, 5)),
        ((thrown("2", "2", "2", "4", "6*"),), Fraction(6, 25)),
        ((thrown("4", "4", "4", "3", "sun*"),), Fraction(3, 5)),
    ],
)
def test_the_chance_of_the_throw_to_come_is_that_of_the_odds(throws: tuple[Throw, ...], chance: Fraction) -> None:
    assert shown(*throws) == chance


def test_a_throw_that_is_sent_back_has_the_chance_that_it_had() -> None:
    flash = thrown("2", "2", "2", "4", "6*")
    assert shown(flash, thrown("2", "4*")) == shown(flash)


def test_rolling_on_changes_nothing() -> None:
    game = RULEBOOK.start(FIRST).play(thrown("5", "2", "3", "4", "6*"))
    assert throw_to_come(game.play(RollOn())) == throw_to_come(game) is not None


def test_there_is_no_chance_to_tell_in_the_roll_off() -> None:
    assert throw_to_come(RULEBOOK.start(Start(("one", "two")))) is None
