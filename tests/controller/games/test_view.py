"""What a table is shown and told, from the first throw to the next player's."""

import json

import pytest

from controller.games.game import Cube, IllegalMoveError, Move, RollOn, Select, Skip, Start, Stop, Throw
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.notation import cubes_from_text
from controller.ports import as_json


def after(*moves: str | Move, **rules: object) -> WimpoutGame:
    game = WimpoutGame.started(Start(("ann", "bob"), rules, starter="ann"))
    for move in moves:
        game = game.play(Throw(cubes_from_text(move)) if isinstance(move, str) else move)
    return game


def test_before_the_first_throw_there_is_nothing_but_five_cubes_to_throw() -> None:
    view = after().view
    assert (view.phase, view.to_act, view.goal, view.stake) == ("turn", "ann", 500, 0)
    assert (view.to_throw, view.odd_to_throw) == (5, True)
    assert (view.options, view.last_throw, view.kept, view.must_roll) == ((), (), (), ())
    assert (view.may_stop, view.may_roll) == (False, False)
    assert not any(standing.leads for standing in view.standings)
    assert (view.message.board, view.message.sentence) == ("THROW 5", "Throw all five cubes.")


def test_after_a_throw_each_option_says_what_it_scores_keeps_throws_and_forces() -> None:
    view = after("5 3 4 6 sun", entry=15).view
    assert [(option.label, option.points, option.stake) for option in view.options] == [
        ("SUN AS 10", 15, 15),
        ("SUN AS 5", 10, 10),
        ("ROLL THE SUN", 5, 5),
    ]
    assert [option.kept for option in view.options] == [
        (Cube("5"), Cube("sun", True)),
        (Cube("5"), Cube("sun", True)),
        (Cube("5"),),
    ]
    assert view.options[2].thrown_next == cubes_from_text("3 4 6 sun")
    assert [[rule.rule for rule in option.must_roll] for option in view.options] == [[], ["entry"], ["entry"]]
    assert (view.selected, view.may_stop, view.may_roll) == (0, True, True)


def test_selecting_another_option_changes_stake_cubes_to_throw_and_what_is_forced() -> None:
    view = after("5 3 4 6 sun", Select(2), entry=15).view
    assert (view.selected, view.stake, view.to_throw, view.odd_to_throw) == (2, 5, 4, True)
    assert (view.may_stop, view.may_roll) == (False, True)
    assert view.message.board == "NEED 15"


def test_when_all_five_have_scored_the_next_throw_takes_up_all_that_lie_there() -> None:
    view = after("5 10 2 3 4*", "10 5 5*").view
    assert view.kept == cubes_from_text("5 10")
    assert view.last_throw == cubes_from_text("10 5 5*")
    assert sorted(view.options[0].thrown_next) == sorted(cubes_from_text("5 10 10 5 5*"))
    assert (view.to_throw, view.odd_to_throw) == (5, True)


def test_several_rules_can_force_a_throw_and_the_flash_is_named_first() -> None:
    view = after("2 2 2 5 5*").view
    assert [rule.board for rule in view.must_roll] == ["CLEAR THE FLASH", "YMNWTBYM", "NEED 35"]
    assert view.message.board == "CLEAR THE FLASH"
    assert "all five cubes" in view.message.sentence
    assert view.message.rule is not None
    assert "Futtless Rule" in view.message.rule


@pytest.mark.parametrize(
    ("throws", "sayings"),
    [
        (["4 4 4 2 6*"], ["Futtless Rule: all Flashes must be cleared", "Opening roll: a player gets into the game"]),
        (["5 10 2 3 4*", "10 5 5*"], ["You May Not Want To But You Must: who has scored with all five"]),
        (["4 4 4 2 6*", "4 10*"], ["Reroll Clause: a throw that is to clear a Flash may not show its face"]),
    ],
)
def test_each_rule_that_forces_a_throw_comes_with_what_the_sheet_says(
    throws: list[str | Move], sayings: list[str]
) -> None:
    view = after(*throws, entry=45 if len(sayings) == 2 else 0).view
    assert [rule.says[: len(says)] for rule, says in zip(view.must_roll, sayings, strict=True)] == sayings
    for option in view.options:
        assert option.must_roll == view.must_roll


def test_the_view_can_be_sent_as_json_with_all_that_house_rules_count() -> None:
    view = as_json(after("2 2 3 4 6*", train_wrecks=2, eclipse=True).view)
    assert json.loads(json.dumps(view)) == view
    assert view["rules"] == {"train_wrecks": 2, "eclipse": 600}
    assert view["standings"][0]["counts"] == {"train_wrecks": 1}


def test_a_reroll_keeps_the_stake_and_says_which_face_matched() -> None:
    view = after("4 4 4 2 6*", "4 10*").view
    assert (view.stake, view.to_throw, view.options) == (40, 2, ())
    assert [rule.rule for rule in view.must_roll] == ["reroll"]
    assert view.message.sentence == "Throw the same 2 cubes again to clear the Flash."


@pytest.mark.parametrize("throws", [["5 10 2 3 4*"], ["2 2 2 5 5*"], ["4 4 4 2 6*"], ["4 4 4 2 6*", "4 10*"]])
def test_the_message_does_not_say_once_more_what_must_roll_says_already(throws: list[str | Move]) -> None:
    view = after(*throws).view
    assert view.must_roll
    for rule in view.must_roll:
        assert rule.sentence not in view.message.sentence
        assert view.message.sentence not in rule.sentence
    assert "Throw " in view.message.sentence


def test_no_sentence_says_you_for_everybody_reads_it() -> None:
    for throws in ([], ["5 10 2 3 4*"], ["2 2 2 5 5*"], ["4 4 4 2 6*"], ["4 4 4 2 6*", "4 10*"]):
        view = after(*throws).view
        told = [view.message.sentence, *(rule.sentence for rule in view.must_roll)]
        assert not [sentence for sentence in told if "you" in sentence.casefold()]


def test_after_a_wimpout_the_cubes_still_lie_there_and_the_next_player_is_called() -> None:
    view = after("5 10 2 3 4*", "2 3 4*").view
    assert (view.to_act, view.stake, view.to_throw) == ("bob", 0, 5)
    assert (view.last_throw, view.kept) == (cubes_from_text("2 3 4*"), cubes_from_text("5 10"))
    assert [(moment.name, moment.seat, moment.points) for moment in view.moments] == [("wimpout", "ann", 15)]
    assert (view.message.board, view.message.sentence) == ("THROW 5", "Throw all five cubes.")
    assert view.message.rule is not None
    assert view.message.rule.startswith("Wimpout")


def test_stopping_banks_the_stake_and_gets_a_player_in() -> None:
    view = after("10 10 2 3 4*", "10 5 2*", Stop()).view
    ann, bob = view.standings
    assert (ann.total, ann.entered, ann.leads) == (35, True, True)
    assert (bob.total, bob.entered, bob.leads) == (0, False, False)
    assert view.message.sentence == "Throw all five cubes."


def test_a_player_who_is_in_may_stop_with_less() -> None:
    game = after("10 10 2 3 4*", "10 5 2*", Stop(), Skip(), "5 2 2 3 4*")
    assert game.view.may_stop
    assert game.play(Stop()).player("ann").total == 40


def test_skipping_ends_the_turn_without_points() -> None:
    view = after("10 10 2 3 4*", "10 5 2*", Skip()).view
    assert (view.to_act, view.standings[0].total) == ("bob", 0)
    assert view.moments[0].name == "skipped"


@pytest.mark.parametrize(
    ("moves", "move", "says"),
    [
        ([], Stop(), "Nothing was thrown yet"),
        ([], Select(0), "nothing to choose"),
        ([], RollOn(), "nothing to decide"),
        (["5 10 2 3 4*"], Stop(), "A turn of 35 points gets a player into the game."),
        (["4 4 4 2 6*"], Stop(), "The Flash has to be cleared: score without a 4."),
        (["4 4 4 2 6*", "4 2*"], Stop(), "A 4 matches the Flash"),
        (["4 4 4 2 6*", "5 10*"], Stop(), "all five have to be thrown again"),
        (["10 10 2 3 4*", "10 5 2*", RollOn()], Stop(), "goes on, as was said"),
        (["10 10 2 3 4*", "10 5 2*", RollOn()], Select(0), "nothing to choose"),
        (["5 3 4 6 sun"], Select(3), "options 0 to 2, not 3"),
    ],
)
def test_what_is_not_allowed_now_is_refused_with_the_reason(moves: list[str | Move], move: Move, says: str) -> None:
    game = after(*moves)
    with pytest.raises(IllegalMoveError, match=says):
        game.play(move)


@pytest.mark.parametrize("cubes", ["5 10 2 3 4*", "sun", "3 3 3 3 sun"])
def test_a_possible_reading_passes(cubes: str) -> None:
    assert RULEBOOK.check_reading(cubes_from_text(cubes)) is None


def test_an_impossible_reading_is_told_in_words() -> None:
    assert RULEBOOK.check_reading((Cube("sun", True), Cube("sun", None))) == (
        "Two suns were read; only the odd cube has one."
    )
