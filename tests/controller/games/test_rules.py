"""What a table can choose, what it can't, and who can sit down."""

from typing import get_args, get_type_hints

import pytest

from controller.games.game import ChangeRules, IllegalMoveError, Start
from controller.games.wimpout.house import HOUSE_RULES, HouseRule
from controller.games.wimpout.rulebook import WimpoutRulebook
from controller.games.wimpout.rules import OFFICIAL, Rules, unlike_official


def test_the_official_rules_are_the_default() -> None:
    assert Rules.chosen({}) == OFFICIAL
    assert (OFFICIAL.goal, OFFICIAL.entry, OFFICIAL.last_licks) == (500, 35, "sheet")


def test_a_choice_changes_one_rule_and_leaves_the_others() -> None:
    assert Rules.chosen({"goal": 300}) == Rules(goal=300)


def test_a_house_rule_is_on_with_true_or_its_number_and_off_with_false_or_0() -> None:
    assert Rules.chosen({"sampler": True}) == Rules.chosen({"sampler": 25}) != Rules.chosen({"sampler": 50})
    assert Rules.chosen({"bump": True}).house_rule("bump") is not None
    assert Rules.chosen({"sampler": False, "train_wrecks": 0, "bump": False}) == OFFICIAL
    assert OFFICIAL.house == ()


def test_changing_rules_leaves_the_others() -> None:
    rules = Rules.chosen({"goal": 300, "sampler": 50, "bump": True})
    assert rules.changed({"bump": False, "tag": True}) == Rules.chosen({"goal": 300, "sampler": 50, "tag": True})


@pytest.mark.parametrize("choices", [{}, {"goal": 300, "keep": "free"}, {"tag": True, "suspend": 7, "bump": True}])
def test_what_is_unlike_the_official_rules_gives_the_same_rules_again(choices: dict[str, object]) -> None:
    assert unlike_official(Rules.chosen(choices)) == choices


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("bumper", True, "There is no rule 'bumper' to choose; there are goal, entry, .*, bump, "),
        ("goal", 45, "a multiple of 5 from 50 to 100000, not 45"),
        ("goal", 52, "a multiple of 5 from 50 to 100000, not 52"),
        ("goal", 10**400, "a multiple of 5 from 50 to 100000"),
        ("entry", 10**400, "a number of points from 0 to 100000"),
        ("goal", "500", "not '500'"),
        ("goal", True, "not true"),
        ("entry", -5, "from 0 to 100000, not -5"),
        ("entry", 2.5, "not 2.5"),
        ("direction", "left", "one of counter-clockwise, clockwise; not 'left'"),
        ("last_licks", "e", "one of sheet, first_edition, a, b, c, d; not 'e'"),
        ("sun_completes_train", "yes", "true or false, not 'yes'"),
        ("fourth_number", None, "one of scores, dead; not None"),
        ("keep", [], r"one of all, free; not \[\]"),
        ("reroll_scope", 1, "one of all, offenders; not 1"),
        ("pending_flash", "oldest", "one of newest, accumulate; not 'oldest'"),
        ("house", (), "There is no rule 'house'"),
        ("bump", "yes", "true or false, not 'yes'"),
        ("bump", 1, "true or false, not 1"),
        ("sampler", 30, "25 or 50, true for 25, or false; not 30"),
        ("train_wrecks", -1, "a number from 1 to 99, true for 3, or false; not -1"),
        ("eclipse", 610, "a number from 20 to 2000 in steps of 20, true for 600, or false; not 610"),
    ],
)
def test_a_rule_or_value_that_is_not_played_is_refused_in_words(name: str, value: object, says: str) -> None:
    with pytest.raises(IllegalMoveError, match=says):
        WimpoutRulebook().start(Start(("ann", "bob"), {name: value}))


@pytest.mark.parametrize(
    ("seats", "starter", "says"),
    [
        ((), None, "1 to 12 seats, not 0"),
        (tuple(map(str, range(13))), None, "1 to 12 seats, not 13"),
        (("ann", "ann"), None, "once only"),
        (("ann", "bob"), "cy", "'cy' has no seat"),
    ],
)
def test_seats_that_make_no_game_are_refused_in_words(seats: tuple[str, ...], starter: str | None, says: str) -> None:
    with pytest.raises(IllegalMoveError, match=says):
        WimpoutRulebook().start(Start(seats, {}, starter))


def test_a_game_that_runs_is_not_started_again() -> None:
    game = WimpoutRulebook().start(Start(("ann", "bob")))
    with pytest.raises(IllegalMoveError, match="started already"):
        game.play(Start(("ann", "bob")))


def test_every_rule_is_listed_with_values_that_can_be_chosen_the_official_one_among_them() -> None:
    listed = WimpoutRulebook().choices
    known = {*Rules._fields} - {"house"} | {rule.name for rule in HOUSE_RULES}
    assert {choice.name for choice in listed} == known
    for choice in listed:
        assert choice.says.endswith(".")
        assert choice.official in choice.values
        assert Rules.chosen({choice.name: choice.official}) == OFFICIAL
        assert len({Rules.chosen({choice.name: value}) for value in choice.values}) >= 2


def test_a_rule_with_few_values_lists_them_all() -> None:
    listed = {choice.name: choice for choice in WimpoutRulebook().choices}
    for name, kind in get_type_hints(Rules).items():
        if name != "house" and get_args(kind):
            assert (listed[name].values, listed[name].is_open) == (get_args(kind), False)
    assert (listed["sampler"].values, listed["sampler"].is_open) == ((False, True, 25, 50), False)
    assert (listed["suspend"].values, listed["suspend"].is_open) == ((False, True), True)
    assert (listed["goal"].is_open, listed["entry"].is_open) == (True, True)


def test_a_rule_of_the_tables_own_that_cannot_be_made_is_refused_and_not_chosen() -> None:
    class Picky(HouseRule):
        name = "picky"
        says = "Picky: never on a Sunday."

        def __init__(self, value: int) -> None:
            raise ValueError("it is Sunday")

    game = WimpoutRulebook((Picky,)).start(Start(("ann", "bob")))
    with pytest.raises(IllegalMoveError, match="'picky' can't be played: it raised ValueError: it is Sunday"):
        game.play(ChangeRules({"picky": True}))
