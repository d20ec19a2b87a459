"""A table's own house rules: they play like the others, and one that goes wrong is switched off, not the game."""

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from controller.games.game import ChangeRules, Cube, MustRoll, Start
from controller.games.wimpout.house import Again, HouseRule, Landing, Situation, Way
from controller.games.wimpout.rulebook import WimpoutRulebook
from tests.controller.games.stories import forced, go_on, play, told, totals


class Doubles(HouseRule):
    name = "doubles"
    says = "Doubles: two alike on two cubes score 5 times their number, 20 is usual."
    values = range(5, 101, 5)
    usual = 20

    def ways(self, thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> tuple[Way, ...]:
        if len(thrown) != 2 or thrown[0].face != thrown[1].face or ways:
            return ways
        return (Way(self.value, kept=thrown, left=(), label="DOUBLES"),)


def test_a_rule_of_the_tables_own_plays_like_any_other() -> None:
    assert told(play("5 5 10 2 4* / 4 4*", own=(Doubles,))) == "wimpout, 0: THROW 5"
    assert told(play("5 5 10 2 4* / 4 4*", own=(Doubles,), doubles=True)) == "scored, 40: YMNWTBYM"
    assert told(play("5 5 10 2 4* / 4 4*", own=(Doubles,), doubles=50)) == "scored, 70: YMNWTBYM"


def test_it_can_be_agreed_on_in_a_game() -> None:
    game = play("5 5 10 2 4*", own=(Doubles,)).play(ChangeRules({"doubles": True}))
    assert told(go_on(game, "4 4*")) == "scored, 40: YMNWTBYM"


WRONG_WAYS: list[tuple[str, Any]] = [
    ("it raised ZeroDivisionError", lambda thrown, ways: 1 // 0),
    ("answered None", lambda thrown, ways: None),
    ("answered [", lambda thrown, ways: list(ways)),
    ("no way to score", lambda thrown, ways: ("25 points",)),
    ("no way to score", lambda thrown, ways: (Way(25, kept=(Cube("10"),), left=thrown, label="X"),)),
    ("no way to score", lambda thrown, ways: (Way(7, kept=thrown, left=(), label="X"),)),
    ("no way to score", lambda thrown, ways: (Way(-5, kept=thrown, left=(), label="X"),)),
    ("no way to score", lambda thrown, ways: (Way(25, kept=(), left=thrown, label="X"),)),
    ("no way to score", lambda thrown, ways: (Way(25, kept=thrown, left=(), label=""),)),
    ("no way to score", lambda thrown, ways: (Way(0, kept=thrown, left=(), train="6", label="WON"),)),
    ("it raised SystemExit", lambda thrown, ways: sys.exit(3)),
    ("answered a value of the type object", lambda thrown, ways: object()),
    ("no way to score", lambda thrown, ways: (Way(5 * 10**5000, kept=thrown, left=(), label="X"),)),
    ("no way to score", lambda thrown, ways: (Way(25, kept=5, left=None, label="X"),)),
    ("labels ['X', 'X']", lambda thrown, ways: (Way(25, thrown, (), label="X"), Way(30, thrown, (), label="X"))),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "answer"), WRONG_WAYS)
def test_a_rule_that_raises_or_scores_nonsense_is_switched_off_and_the_throw_counts_without(
    reason: str, answer: Any
) -> None:
    class Wrong(HouseRule):
        name = "wrong"
        says = "Wrong."

        def ways(self, thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> tuple[Way, ...]:
            found: tuple[Way, ...] = answer(thrown, ways)
            return found

    game = play("5 10 2 3 4*", own=(Wrong,), wrong=True, sampler=True)
    assert [moment.name for moment in game.moments] == ["rule_off", "scored"]
    assert (game.view.stake, "wrong" in game.view.rules, "sampler" in game.view.rules) == (25, False, True)
    assert game.view.message.sentence.startswith("The house rule 'wrong' is switched off: ")
    assert reason in game.view.message.sentence
    assert "switched off" not in go_on(game, "5 5 10 2 4*").view.message.sentence
    assert game == play("5 10 2 3 4*", own=(Wrong,), wrong=True, sampler=True)


class WrongInManyWays(HouseRule):
    name = "many"
    says = "Many: wrong wherever it is asked, one after the other."
    values = range(1, 100)
    usual = 1

    def _wrong(self, number: int, answer: Any, otherwise: Any) -> Any:
        return answer if self.value == number else otherwise

    def on_wimpout(self, at: Situation) -> Again | None:
        must = self.must_roll("AGAIN", "Again.")
        found: Again | None = self._wrong(1, "again", None) or self._wrong(2, Again(must, (Cube("10"),)), None)
        return found or self._wrong(3, Again(must, costs={"gold": 1}), None)  # type: ignore[no-any-return]

    def forbids_stop(self, at: Situation, way: Way) -> MustRoll | None:
        found: MustRoll | None = self._wrong(4, MustRoll("entry", "NO", "No."), None)
        return found or self._wrong(5, self.must_roll("FOUR WORDS TOO MANY", "No."), None)  # type: ignore[no-any-return]

    def interrupts(self, at: Situation, uncleared: frozenset[str]) -> bool:
        return self._wrong(6, "yes", False)  # type: ignore[no-any-return]

    def all_five_scored(self, player: object) -> Mapping[str, int]:
        return self._wrong(7, {"gold": "much"}, {})  # type: ignore[no-any-return]

    def on_landing(self, landing: Landing) -> Mapping[str, int]:
        found: Mapping[str, int] = self._wrong(8, {"nobody": 5}, {}) or self._wrong(9, {"ann": -5}, {})
        return found or self._wrong(10, {"ann": 7}, {})  # type: ignore[no-any-return]

    def puts_out(self, player: object, ended: str) -> bool:
        return self._wrong(11, 1, False)  # type: ignore[no-any-return]

    def cube_fell_is_wimpout(self) -> bool:
        return self._wrong(12, None, False)  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", range(1, 12))
def test_wherever_a_rule_goes_wrong_the_game_is_as_without_it(number: int) -> None:
    story = ["10 10 2 3 4*", "stop", "2 2 2 2 2*", "5 2 3 4 6*", "2 2 4 6*", "10 10 2 3 4*", "stop"]
    game, plain = play("", own=(WrongInManyWays,), many=number), play("")
    switched_off = 0
    for move in story:
        game, plain = go_on(game, move), go_on(plain, move)
        switched_off += [moment.name for moment in game.moments].count("rule_off")
        assert totals(game) == totals(plain)
        assert (game.to_act, game.view.stake, forced(game)) == (plain.to_act, plain.view.stake, forced(plain))
    assert switched_off == 1


def test_a_move_that_is_refused_changes_nothing_even_where_a_rule_went_wrong_in_it() -> None:
    game = play("", own=(WrongInManyWays,), many=12)
    with pytest.raises(Exception, match="thrown again"):
        go_on(game, "fell")


def test_two_rules_can_go_wrong_in_the_same_move() -> None:
    class Raises(HouseRule):
        name = "raises"
        says = "Raises."

        def forbids_stop(self, at: Situation, way: Way) -> MustRoll | None:
            raise RuntimeError("no idea")

    game = play("5 10 2 3 4*", own=(Raises, WrongInManyWays), raises=True, many=4)
    assert [moment.name for moment in game.moments] == ["rule_off", "rule_off", "scored"]
    assert "'raises' is switched off: it raised RuntimeError: no idea." in game.view.message.sentence
    assert "'many' is switched off: " in game.view.message.sentence
    assert game.view.may_stop


@pytest.mark.parametrize(
    ("name", "why"), [("bump", "already"), ("goal", "already"), ("Lucky 7", "made of a to z"), (7, "made of a to z")]
)
def test_a_name_that_settings_cannot_have_is_refused(name: Any, why: str) -> None:
    rule = type("Rule", (HouseRule,), {"name": name, "says": "A rule."})
    with pytest.raises(ValueError, match=why):
        WimpoutRulebook((rule,))


def test_a_rule_that_does_not_say_what_it_is_is_refused() -> None:
    with pytest.raises(ValueError, match="doesn't say what it is"):
        WimpoutRulebook((type("Rule", (HouseRule,), {"name": "mute"}),))


def test_a_rule_with_numbers_has_a_usual_one() -> None:
    with pytest.raises(ValueError, match="usual one must be among them"):
        WimpoutRulebook((type("Rule", (HouseRule,), {"name": "lucky", "says": "Lucky.", "values": (1, 2)}),))


def test_the_rulebook_offers_the_rules_it_was_given() -> None:
    game = WimpoutRulebook((Doubles,)).start(Start(("ann", "bob"), {"doubles": True}, "ann"))
    assert game.view.rules == {"doubles": 20}
