"""Each moment of the game has words, those of house rules too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import controller.games.wimpout
from controller.games.game import Moment, Start, Throw
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.house import HOUSE_RULES, HouseRule
from controller.games.wimpout.judging import Outcome
from controller.games.wimpout.notation import cubes_from_text
from controller.ports import Player
from controller.table import calls

ANN, BOB = Player("a", "Ann", "#e6194b", "person"), Player("b", "Bob", "#3cb44b", "person")
NOT_YET_THROWN, SCORED_IN_THREE_WAYS = {"ready"}, {"score"}


def named_in_the_engine() -> Iterator[str]:
    """The moments that the engine's source names."""
    for file in Path(controller.games.wimpout.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Moment":
                yield from (one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant))


def moments_of_the_game() -> set[str]:
    by_throws = set(get_args(Outcome)) - NOT_YET_THROWN - SCORED_IN_THREE_WAYS
    by_rules = {
        rule.name
        for rule in HOUSE_RULES
        if rule.on_landing is not HouseRule.on_landing or rule.on_wimpout is not HouseRule.on_wimpout
    }
    return set(named_in_the_engine()) | by_throws | by_rules | {"scored", "flash", "freight_train"}


def who(seat):
    return {"a": ANN, "b": BOB}.get(seat)


def said(moment: Moment) -> str:
    """What the table says right after this moment, Bob being next."""
    view = RULEBOOK.start(Start(("a", "b"), starter="b")).view
    return calls.turn_of(view._replace(moments=(moment,)), who).sentence


def test_every_moment_of_the_game_has_words_and_no_other():
    assert {"interrupted", "put_out", "bump", "tag", "joined", "rules_changed"} <= moments_of_the_game()
    assert moments_of_the_game() == set(calls.WORDS)


@pytest.mark.parametrize("name", sorted(name for name, words in calls.WORDS.items() if words))
def test_a_moment_with_words_is_told_before_the_turn(name):
    sentence = said(Moment(name, None if name == "rules_changed" else "a", 40))
    told, _, call = sentence.partition("Bob")
    assert told.strip(), sentence
    assert ("Ann" in told) == (name != "rules_changed")
    assert "throw all five cubes" in call


@pytest.mark.parametrize(("moment", "sentence"), [
    (Moment("interrupted", "a"), "Ann's turn is interrupted and goes on when Ann is next."),
    (Moment("put_out", "a"), "Ann is out of the game."),
    (Moment("gave_up", "a"), "Ann leaves the game."),
    (Moment("joined", "a"), "Ann joins the game at 0 points."),
    (Moment("rules_changed", None), "The rules are changed."),
    (Moment("bump", "a", 40), "Bump: Ann falls to 40 points."),
    (Moment("tag", "a", 40), "Tag: Ann has 40 points now."),
    (Moment("forty_two", "a"), "Forty-Two: Ann's Wimpout doesn't count."),
    (Moment("my_rule", "a", 40), "Ann has 40 points now, by the rule my rule."),
])  # fmt: skip
def test_the_words_of_what_house_rules_do(moment, sentence):
    assert said(moment).startswith(f"{sentence} Bob")


def test_who_leaves_in_anothers_turn_begins_no_turn():
    game = RULEBOOK.start(Start(("a", "b"), {"entry": 0}, starter="b")).play(Throw(cubes_from_text("5 2 10 3 4*")))
    view = game.view._replace(moments=(Moment("gave_up", "a"),))
    assert calls.turn_of(view, who).sentence.startswith("Ann leaves the game. Bob: 15 points at stake.")
