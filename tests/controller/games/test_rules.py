"""What a table can choose, what it can't, and who can sit down."""

import pytest

from controller.games.game import IllegalMoveError, Start
from controller.games.wimpout.rulebook import WimpoutRulebook
from controller.games.wimpout.rules import OFFICIAL, Rules


def test_the_official_rules_are_the_default() -> None:
    assert Rules.chosen({}) == OFFICIAL
    assert (OFFICIAL.goal, OFFICIAL.entry, OFFICIAL.last_licks) == (500, 35, "sheet")


def test_a_choice_changes_one_rule_and_leaves_the_others() -> None:
    assert Rules.chosen({"goal": 300}) == Rules(goal=300)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("bump", True, "There is no rule 'bump' to choose; there are goal, entry, "),
        ("goal", 45, "a multiple of 5 from 50, not 45"),
        ("goal", 52, "a multiple of 5 from 50, not 52"),
        ("goal", "500", "not '500'"),
        ("goal", True, "not True"),
        ("entry", -5, "from 0, not -5"),
        ("entry", 2.5, "not 2.5"),
        ("direction", "left", "one of counter-clockwise, clockwise; not 'left'"),
        ("last_licks", "e", "one of sheet, first_edition, a, b, c, d; not 'e'"),
        ("sun_completes_train", "yes", "true or false, not 'yes'"),
        ("fourth_number", None, "one of scores, dead; not None"),
        ("keep", [], r"one of all, free; not \[\]"),
        ("reroll_scope", 1, "one of all, offenders; not 1"),
        ("pending_flash", "oldest", "one of newest, accumulate; not 'oldest'"),
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
