"""The rules as a newcomer reads them: every example is what a game makes of that throw."""

from typing import Any, get_args

import pytest

from controller.games.game import IllegalMoveError, Start, Throw
from controller.games.rulebook import Example, RuleSheet
from controller.games.wimpout import WimpoutRulebook
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.house import HOUSE_RULES, HouseRule
from controller.games.wimpout.notation import text_of
from controller.games.wimpout.rules import Ending, Rules
from controller.games.wimpout.scoring import ways_to_score

WORDS_A_MINUTE = 238
"""How fast adults read English to themselves (Brysbaert 2019)."""

OFFICIAL: dict[str, Any] = {}
RULE_SETS: dict[str, dict[str, Any]] = {
    "official": OFFICIAL,
    "free": {
        "goal": 300, "entry": 50, "keep": "free", "fourth_number": "dead", "sun_completes_train": True,
        "reroll_scope": "offenders", "direction": "clockwise",
    },
    "house": {"entry": 0, "pending_flash": "accumulate", **{rule.name: True for rule in HOUSE_RULES}, "sampler": 50},
    "suspended": {"suspend": 1, "last_licks": "d"},
}


def sheet(**rules: Any) -> RuleSheet:
    return WimpoutRulebook().sheet(rules)


def chapter(of: RuleSheet, title: str) -> dict[str, tuple[str, tuple[Example, ...]]]:
    """What the entries of a chapter say, and their examples, by their names."""
    (found,) = [one for one in of.chapters if one.title == title]
    return {entry.name: (entry.says, entry.examples) for entry in found.entries}


def by_throw(of: RuleSheet, title: str) -> dict[str, Example]:
    """The examples of a chapter by their cubes."""
    return {text_of(one.thrown): one for _, examples in chapter(of, title).values() for one in examples}


def game(rules: dict[str, Any]) -> WimpoutGame:
    """A game in which the first turn is that of a player who needs nothing to get in."""
    return WimpoutGame.started(Start(("one", "other"), rules | {"entry": 0}, starter="one"))


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_a_throw_scores_is_what_the_engine_scores(name: str) -> None:
    rules = RULE_SETS[name]
    examples = by_throw(sheet(**rules), "What scores")
    assert len(examples) >= 20
    for text, example in examples.items():
        ways = ways_to_score(example.thrown, Rules.chosen(rules))
        assert [*example.points] == [*dict.fromkeys(way.points for way in ways if way.train not in ("6", "10"))], text
        kept = sorted(text_of([example.thrown[place]]) for place in example.scores)
        assert kept == sorted(text_of([cube]) for cube in ways[0].kept), text


@pytest.mark.parametrize("name", RULE_SETS)
def test_each_throw_of_five_is_what_a_game_makes_of_it(name: str) -> None:
    rules = RULE_SETS[name]
    told = sheet(**rules)
    fives = [
        one for title in ("What scores", "House rules") for one in by_throw(told, title).values()
        if len(one.thrown) == 5
    ]
    assert fives
    for example in fives:
        view = game(rules).play(Throw(example.thrown)).view
        outcome = view.moments[0].name.replace("_win", "_winner").replace("_", " ").upper()
        assert example.stake == (0 if example.result else view.stake)
        assert example.result in ("", outcome)
        if example.board:
            assert example.board in [one.board for one in view.must_roll]


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_turn_goes_as_it_goes_in_a_game(name: str) -> None:
    rules = RULE_SETS[name]
    ((_, examples),) = chapter(sheet(**rules), "One turn").values()
    going = game(rules)
    for example in examples:
        going = going.play(Throw(example.thrown))
        scene = going.moments[0]
        if going.to_act != "one":
            assert example is examples[-1]
            assert example.result == "TRAIN WRECK" or example.board == "INTERRUPTED"
            assert scene.points in (0, int(example.words.split()[0]) if example.result else 0)
        else:
            assert example.stake == going.view.stake
            assert example.points == ((scene.points,) if scene.points else ())
            assert example.board == (going.view.must_roll[0].board if going.view.must_roll else "")
    assert going.to_act == "other"


def test_the_turn_of_the_official_rules_is_that_of_the_sheet() -> None:
    ((_, examples),) = chapter(sheet(), "One turn").values()
    assert [(one.board or one.result, one.stake) for one in examples] == [
        ("CLEAR THE FLASH", 45), ("REROLL", 45), ("YMNWTBYM", 55), ("CLEAR THE FLASH", 115), ("YMNWTBYM", 130),
        ("TRAIN WRECK", 0),
    ]
    assert examples[-1].words == "130 points are lost."


def test_other_rules_change_the_examples() -> None:
    official = by_throw(sheet(), "What scores")
    other = by_throw(sheet(**RULE_SETS["free"]), "What scores")
    assert official["5 5 5 5"].points == (55,)
    assert other["5 5 5 5"].points == (50,)
    assert official["4 4 4 4 sun*"].points == (50, 45, 40)
    assert other["4 4 4 4 sun*"].points == (400,)
    assert "3 3 3 3 sun*" not in official
    assert other["3 3 3 3 sun*"].points == (300,)


def test_each_rule_that_forbids_to_stop_is_shown_by_its_own_word() -> None:
    examples = [one for _, some in chapter(sheet(entry=40), "When you must roll").values() for one in some]
    assert [one.board for one in examples] == ["CLEAR THE FLASH", "REROLL", "YMNWTBYM", "NEED 40"]
    without_entry = chapter(sheet(entry=0), "When you must roll")
    assert "The opening roll" not in without_entry


def test_the_numbers_are_those_in_force() -> None:
    told = sheet(goal=350, entry=45, direction="clockwise", train_wrecks=7)
    assert dict(told.facts) == {
        "Goal": "350 points", "To get in": "45 in one turn", "Order": "clockwise", "House rules": "1",
    }
    assert "350 points" in chapter(told, "The end")["Last licks"][0]
    assert "45 points" in chapter(told, "When you must roll")["The opening roll"][0]
    assert chapter(told, "House rules")["Train Wrecks"][0].endswith("Here it is 7.")
    words = " ".join(entry.says for one in told.chapters for entry in one.entries)
    assert not {"500", "35", "counter-clockwise"} & set(words.replace(".", "").replace(",", "").split())


def test_the_end_is_told_as_it_is_played() -> None:
    told = {ending: chapter(sheet(last_licks=ending), "The end")["Last licks"][0] for ending in get_args(Ending)}
    assert "most points win" in told["sheet"]
    assert len(set(told.values())) == len(told)


def test_house_rules_that_are_off_are_not_told() -> None:
    assert [*chapter(sheet(), "House rules")] == [""]
    assert [*chapter(sheet(bump=True, full_house=True), "House rules")] == ["Full House", "Bump"]


def test_a_house_rule_of_the_tables_own_is_told_with_the_others() -> None:
    class Elevens(HouseRule):
        name = "elevens"
        says = "a player may not stop on eleven points."

    told = WimpoutRulebook((Elevens,)).sheet({"elevens": True})
    assert chapter(told, "House rules") == {"Elevens": ("A player may not stop on eleven points.", ())}


def test_a_broken_house_rule_is_left_out_as_a_game_leaves_it_out() -> None:
    class Broken(HouseRule):
        name = "broken"
        says = "Broken: it never works."

        def ways(self, thrown, ways):
            raise RuntimeError("no")

    assert WimpoutRulebook((Broken,)).sheet({"broken": True}) == sheet()


def test_rules_that_cannot_be_are_refused() -> None:
    with pytest.raises(IllegalMoveError, match="multiple of 5"):
        sheet(goal=51)


def test_it_is_read_in_two_minutes() -> None:
    told = sheet()
    texts = [" ".join(fact) for fact in told.facts]
    for one in told.chapters:
        texts.append(one.title)
        for entry in one.entries:
            texts += [entry.name, entry.says, *(example.words for example in entry.examples)]
    assert len(" ".join(texts).split()) <= 2 * WORDS_A_MINUTE
