"""Rules that change while a game is on: "the new rule must go into effect the next time the relevant situation
arises, not affecting the current situation if it was the cause for the new rule"."""

import pytest

from controller.games.game import ChangeRules, IllegalMoveError, Skip, Stop
from tests.controller.games.stories import forced, go_on, play, told, totals


def test_a_change_is_told_and_shown_at_once() -> None:
    game = play("5 10 2 3 4*").play(ChangeRules({"sampler": 50, "goal": 300}))
    assert [moment.name for moment in game.moments] == ["rules_changed"]
    assert game.view.rules == {"entry": 0, "direction": "clockwise", "sampler": 50, "goal": 300}
    assert (game.to_act, game.view.stake) == ("ann", 15)


def test_what_lies_there_is_scored_by_the_old_rules_and_the_next_throw_by_the_new() -> None:
    changed = play("2 3 4 5 10*").play(ChangeRules({"sampler": True}))
    assert (changed.view.stake, changed.view.to_throw) == (15, 3)
    assert told(go_on(changed, "stop / 2 3 4 5 10*")) == "scored, 25: YMNWTBYM"


def test_a_rule_against_stopping_waits_for_the_next_throw() -> None:
    changed = play("10 10 2 3 4* / stop / 10 10 2 3 4*").play(ChangeRules({"no_shared_score": True}))
    assert totals(go_on(changed, "stop")) == [20, 20, 0]
    changed = play("10 10 2 3 4* / stop / 10 2 2 3 4*").play(ChangeRules({"no_shared_score": True}))
    assert forced(go_on(changed, "10 2 4 4*")) == ["no_shared_score"]


def test_a_landing_that_made_the_players_want_a_bump_is_none_yet() -> None:
    changed = play("10 10 2 3 4* / stop / 10 10 2 3 4*").play(ChangeRules({"bump": True}))
    assert totals(go_on(changed, "stop")) == [20, 20, 0]
    assert totals(go_on(changed, "stop / 10 10 2 3 4* / stop")) == [0, 0, 20]


def test_a_rule_that_is_dropped_still_holds_for_what_lies_there() -> None:
    changed = play("10 10 2 3 4* / stop / 10 10 2 3 4*", bump=True).play(ChangeRules({"bump": False}))
    assert totals(go_on(changed, "stop")) == [0, 20, 0]


def test_a_reroll_that_is_due_stays_due_and_the_next_match_goes_by_the_new_rule() -> None:
    changed = play("4 4 4 2 6* / 4 2*").play(ChangeRules({"reroll_scope": "offenders"}))
    assert changed.view.to_throw == 2
    assert go_on(changed, "4 2*").view.to_throw == 1


def test_a_flash_that_has_replaced_the_older_has_replaced_it() -> None:
    changed = play("6 6 6 5 10* / 4 4 4 2 2*").play(ChangeRules({"pending_flash": "accumulate"}))
    assert told(go_on(changed, "6 5*")) == "scored, 120: THROW 1"


def test_the_entry_of_a_turn_is_that_of_its_beginning() -> None:
    changed = play("10 10 2 3 4*", entry=35).play(ChangeRules({"entry": 0}))
    assert forced(changed) == ["entry"]
    assert forced(go_on(changed, "5 2 4*")) == ["entry"]
    assert forced(go_on(changed, "skip / 10 10 2 3 4*")) == []


def test_before_the_first_throw_of_a_turn_all_that_has_happened_is_the_turn_before() -> None:
    changed = play("", entry=35).play(ChangeRules({"entry": 0}))
    assert forced(go_on(changed, "10 10 2 3 4*")) == []


def test_a_goal_that_is_lowered_under_a_score_is_reached_with_a_later_turn() -> None:
    game = play("10 10 10 2 4* / 5 2* / stop / 10 10 2 3 4*").play(ChangeRules({"goal": 50}))
    game = game.play(Stop())
    assert (game.view.phase, totals(game)) == ("turn", [105, 20, 0])
    game = go_on(game, "skip / skip")
    assert (game.view.phase, game.to_act) == ("last_licks", "bob")


def test_whoever_has_most_leads_into_last_licks_where_several_have_reached_a_lowered_goal() -> None:
    game = play("6 6 6 2 4* / 5 2* / stop / 10 10 10 2 4* / 5 2* / stop").play(ChangeRules({"goal": 50}))
    game = go_on(game, "skip / skip")
    assert (game.view.phase, game.to_act, game.view.message.board) == ("last_licks", "cy", "BEAT 105")


def test_last_licks_that_have_begun_end_as_they_began() -> None:
    to_505 = "5 5 5 5 5* / 5 2 3 4 6* / stop"
    game = play(to_505).play(ChangeRules({"last_licks": "d", "goal": 1000, "direction": "counter-clockwise"}))
    game = go_on(game, "5 5 5 5 5* / 10 2 3 4 6* / stop")
    assert (game.to_act, game.player("ann").out) == ("cy", False)
    assert go_on(game, "skip").view.winner == "bob"


def test_the_direction_changes_with_the_next_throw() -> None:
    changed = play("2 2 3 4 6*").play(ChangeRules({"direction": "counter-clockwise"}))
    assert go_on(changed, "2 2 3 4 6*").to_act == "ann"
    late = play("2 2 3 4 6* / 5 2 3 4 6*").play(ChangeRules({"direction": "counter-clockwise"}))
    assert late.play(Stop()).to_act == "cy"


def test_an_interrupted_turn_goes_on_by_the_rules_of_then() -> None:
    game = play("4 4 4 2 6* / 4 2*", suspend=1).play(ChangeRules({"suspend": False}))
    game = go_on(game, "skip / skip / 4 2* / 4 2*")
    assert (game.to_act, game.view.stake) == ("ann", 40)


def test_rules_can_change_in_the_roll_off_and_not_once_the_game_is_over() -> None:
    game = play("").play(ChangeRules({"goal": 300}))
    assert game.view.goal == 300
    with pytest.raises(IllegalMoveError, match="over"):
        play("6 6 6 6 6*").play(ChangeRules({"goal": 300}))


@pytest.mark.parametrize("rules", [{"goal": 45}, {"sampler": 30}, {"bumper": True}])
def test_what_no_rule_can_be_changes_nothing(rules: dict[str, object]) -> None:
    game = play("5 10 2 3 4*")
    with pytest.raises(IllegalMoveError):
        game.play(ChangeRules(rules))
    assert game == play("5 10 2 3 4*")


def test_skipping_goes_on_as_ever() -> None:
    assert play("5 10 2 3 4*").play(ChangeRules({"tag": True})).play(Skip()).to_act == "bob"
