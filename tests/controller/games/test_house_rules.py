"""Each house rule: what it changes, and that it changes nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.game import ChangeRules, IllegalMoveError, Stop, Throw
from controller.games.wimpout.house import HOUSE_RULES, HouseRule, Situation, Way
from controller.games.wimpout.house.eclipse import Eclipse
from controller.games.wimpout.house.no_shared_score import NoSharedScore
from controller.games.wimpout.notation import cubes_from_text
from controller.games.wimpout.players import Player
from tests.controller.games.stories import forced, go_on, play, told, totals

# --- sampler ---


def test_five_cubes_no_two_alike_are_a_sampler_and_all_five_have_scored() -> None:
    game = play("2 3 4 5 10*", sampler=True)
    assert told(game) == "scored, 25: YMNWTBYM"
    assert [option.label for option in game.view.options] == ["SAMPLER"]
    assert game.view.to_throw == 5


def test_the_sampler_can_be_worth_50() -> None:
    assert told(play("2 3 4 5 10*", sampler=50)) == "scored, 50: YMNWTBYM"


def test_the_sun_is_a_face_of_its_own_in_a_sampler() -> None:
    assert told(play("2 3 4 6 sun", sampler=True)) == "scored, 25: YMNWTBYM"


@pytest.mark.parametrize(("cubes", "happens"), [
    ("2 3 4 5 5*", "scored, 10: THROW 3"),
    ("2 3 4 4 sun", "flash, 40: CLEAR THE FLASH"),
    ("4 4 4 2 6* / 5 2*", "scored, 45: THROW 1"),
])  # fmt: skip
def test_anything_else_is_no_sampler(cubes: str, happens: str) -> None:
    assert told(play(cubes, sampler=True)) == happens


def test_a_sampler_that_shows_the_flash_face_is_void_when_clearing() -> None:
    assert told(play("6 6 6 5 10* / 2 3 4 6 10*", sampler=True)) == "reroll, 75: REROLL"
    assert told(play("6 6 6 5 10* / 2 3 4 5 10*", sampler=True)) == "scored, 100: YMNWTBYM"


# --- full_house ---


@pytest.mark.parametrize(("cubes", "forces", "number"), [
    ("6 6 6 4 4*", ["clear_flash", "full_house"], 2),
    ("6 6 6 5 5*", ["clear_flash", "all_five", "full_house"], 5),
    ("6 6 4 4 sun", ["clear_flash", "full_house"], 2),
    ("6 6 6 6 4*", ["clear_flash"], 2),
    ("6 6 6 4 2*", ["clear_flash"], 2),
])  # fmt: skip
def test_a_pair_beside_a_flash_is_a_full_house(cubes: str, forces: list[str], number: int) -> None:
    game = play(cubes, full_house=True)
    assert (forced(game), game.view.to_throw) == (forces, number)


def test_a_pair_that_clears_the_flash_and_scores_sends_all_five_on() -> None:
    game = play("6 6 6 4 2* / 5 5*", full_house=True)
    assert (told(game), forced(game)) == ("scored, 70: YMNWTBYM", ["all_five", "full_house"])
    assert game.view.to_throw == 5


def test_a_pair_that_does_not_score_is_thrown_again_and_the_flash_is_still_to_clear() -> None:
    game = play("6 6 6 4 2* / 4 4*", full_house=True)
    assert (told(game), forced(game)) == ("full_house, 60: FULL HOUSE", ["full_house"])
    assert (game.view.to_throw, game.view.stake) == (2, 60)
    assert told(go_on(game, "6 5*")) == "reroll, 60: REROLL"
    assert told(go_on(game, "2 5*")) == "scored, 65: THROW 1"
    assert told(go_on(game, "2 4*")) == "wimpout, 0: THROW 5"


def test_without_the_rule_such_a_pair_is_a_wimpout() -> None:
    assert told(play("6 6 6 4 2* / 4 4*")) == "wimpout, 0: THROW 5"


def test_a_pair_of_the_flash_face_is_the_reroll_clause_and_no_full_house() -> None:
    assert told(play("6 6 6 4 2* / 6 6*", full_house=True)) == "reroll, 60: REROLL"


def test_two_alike_without_a_flash_to_clear_are_a_wimpout_still() -> None:
    assert told(play("5 5 10 2 4* / 4 4*", full_house=True)) == "wimpout, 0: THROW 5"


# --- forty_two ---


def test_a_wimpout_that_shows_a_4_and_a_2_is_thrown_again() -> None:
    game = play("5 10 2 3 4* / 4 2 6*", forty_two=True)
    assert (told(game), game.view.to_throw) == ("forty_two, 15: FORTY-TWO", 3)
    assert told(go_on(game, "5 2 4*")) == "scored, 20: THROW 2"
    assert told(go_on(game, "4 2 2*")) == "forty_two, 15: FORTY-TWO"
    assert told(go_on(game, "4 6 6*")) == "wimpout, 0: THROW 5"


def test_so_is_a_train_wreck() -> None:
    assert told(play("2 2 3 4 6*", forty_two=True)) == "forty_two, 0: FORTY-TWO"
    assert told(play("2 2 3 3 6*", forty_two=True)) == "train_wreck, 0: THROW 5"


def test_a_4_and_a_2_that_are_no_wimpout_change_nothing() -> None:
    assert told(play("4 2 5 3 6*", forty_two=True)) == "scored, 5: THROW 4"


# --- off_the_cloth ---


def test_a_cube_that_leaves_the_tray_is_thrown_again_and_with_the_rule_it_is_a_wimpout() -> None:
    with pytest.raises(IllegalMoveError, match="thrown again"):
        play("5 10 2 3 4* / fell")
    game = play("5 10 2 3 4* / fell", off_the_cloth=True)
    assert (told(game), game.to_act, game.moments[0].points) == ("wimpout, 0: THROW 5", "bob", 15)


def test_with_five_cubes_it_is_a_train_wreck() -> None:
    game = play("fell", off_the_cloth=True)
    assert told(game) == "train_wreck, 0: THROW 5"
    assert game.player("ann").train_wrecks == 1


# --- train_wrecks ---


def test_train_wrecks_are_counted_and_shown_without_the_rule() -> None:
    game = play("2 2 3 4 6* / skip / skip / 2 2 3 4 6*")
    assert [standing.counts for standing in game.view.standings] == [{"train_wrecks": 2}, {}, {}]
    assert not game.player("ann").out


def test_after_so_many_train_wrecks_a_player_is_out() -> None:
    one = play("2 2 3 4 6*", train_wrecks=2)
    assert not one.player("ann").out
    two = go_on(one, "skip / skip / 2 2 3 4 6*")
    assert [moment.name for moment in two.moments] == ["train_wreck", "put_out"]
    assert two.player("ann").out
    assert (go_on(two, "skip / skip").to_act, two.to_act) == ("bob", "bob")


def test_a_wimpout_on_fewer_cubes_is_no_train_wreck() -> None:
    assert not play("5 10 2 3 4* / 2 3 4*", train_wrecks=1).player("ann").out


def test_who_is_left_when_the_others_are_out_has_won() -> None:
    game = play("2 2 3 4 6*", seats="ann bob", train_wrecks=1)
    assert (game.view.winner, game.view.message.sentence) == ("bob", "The last player left, with 0 points.")


def test_a_player_alone_can_be_out_too() -> None:
    game = play("2 2 3 4 6*", seats="ann", train_wrecks=1)
    assert (game.view.phase, game.view.winner) == ("over", None)


# --- bump ---


def test_landing_on_anothers_score_bumps_them_down_to_where_the_player_came_from() -> None:
    game = play("10 10 2 3 4* / stop / 10 10 2 3 4* / stop", bump=True)
    assert totals(game) == [0, 20, 0]
    assert [(moment.name, moment.seat, moment.points) for moment in game.moments] == [
        ("banked", "bob", 20), ("bump", "ann", 0),
    ]  # fmt: skip
    game = go_on(game, "skip / 10 2 2 3 4* / stop / skip / skip / 10 2 2 3 4* / stop")
    assert totals(game) == [20, 10, 0]


def test_all_who_stand_there_fall() -> None:
    game = play("10 10 2 3 4* / stop / 10 10 2 3 4* / stop").play(ChangeRules({"bump": True}))
    assert totals(go_on(game, "10 10 2 3 4* / stop")) == [0, 0, 20]


def test_without_the_rule_scores_are_shared() -> None:
    assert totals(play("10 10 2 3 4* / stop / 10 10 2 3 4* / stop")) == [20, 20, 0]


def test_a_leader_who_is_bumped_in_last_licks_is_passed() -> None:
    to_505 = "5 5 5 5 5* / 5 2 3 4 6* / stop"
    game = play(f"{to_505} / {to_505}", bump=True)
    assert totals(game) == [0, 505, 0]
    assert (game.view.phase, game.to_act, game.view.message.board) == ("last_licks", "cy", "BEAT 505")
    assert go_on(game, "skip").view.winner == "bob"


# --- tag ---


def test_landing_where_another_was_before_their_last_turn_swaps_the_two_scores() -> None:
    game = play("10 10 2 3 4* / stop / skip / skip / 10 10 2 3 4* / stop / 10 10 2 3 4* / stop", tag=True)
    assert totals(game) == [20, 40, 0]
    assert [(moment.name, moment.seat, moment.points) for moment in game.moments[1:]] == [
        ("tag", "bob", 40), ("tag", "ann", 20),
    ]  # fmt: skip


def test_landing_on_a_score_from_which_nobody_came_swaps_nothing() -> None:
    assert totals(play("10 10 2 3 4* / stop / 10 10 2 3 4* / stop", tag=True)) == [20, 20, 0]


def test_a_tag_can_reach_the_goal() -> None:
    story = "10 10 2 3 4* / stop / skip / skip / 10 10 2 3 4* / 10 2 2* / stop / 10 10 2 3 4* / stop"
    game = play(story, tag=True, goal=50)
    assert totals(game) == [20, 50, 0]
    assert game.view.phase == "last_licks"


# --- no_shared_score ---


def test_a_player_may_not_stop_on_a_score_that_another_holds() -> None:
    game = play("10 10 2 3 4* / stop / 10 10 2 3 4*", no_shared_score=True)
    assert (forced(game), told(game)) == (["no_shared_score"], "scored, 20: SCORE IS TAKEN")
    with pytest.raises(IllegalMoveError, match="Another player has 20 points already"):
        game.play(Stop())
    assert go_on(game, "5 2 2* / stop").player("bob").total == 25


def test_each_option_says_for_itself_whether_the_score_is_taken() -> None:
    game = play("5 10 2 3 4* / stop / 5 3 4 6 sun", no_shared_score=True)
    assert [[rule.rule for rule in option.must_roll] for option in game.view.options] == [["no_shared_score"], [], []]


def test_who_is_out_holds_no_score() -> None:
    story = "10 10 2 3 4* / stop / skip / skip / 10 10 10 10 10* / 10 10 2 3 4*"
    assert forced(play(story, no_shared_score=True)) == []


# --- eclipse ---


def test_two_markers_half_a_lap_apart_are_an_eclipse() -> None:
    game = play("2 2 2 2 2* / 10 10 10 2 4* / 5 2* / stop / 5 2 3 4 6*", eclipse=True)  # Ann at 305
    assert forced(game) == ["eclipse"]
    assert told(game) == "scored, 5: ECLIPSE"
    assert forced(go_on(game, "5 2 3 4*")) == []


def test_the_lap_can_be_another() -> None:
    story = "10 10 2 3 4* / stop / 10 10 2 3 4* / 10 10 2*"
    assert forced(play(story, eclipse=40)) == ["eclipse"]
    assert forced(play(story, eclipse=80)) == []
    assert forced(play(story)) == []


def test_who_is_not_in_has_no_marker() -> None:
    assert forced(play("skip / 10 10 2 3 4*", eclipse=40)) == []


# --- the places that a rule forbids ---


def test_scores_that_others_hold_are_marked_where_they_lie_ahead() -> None:
    story = "10 10 2 3 4* / stop / 5 10 2 3 4* / stop"
    assert play(story, no_shared_score=True).view.forbidden == (15, 20)  # for Cy
    assert play(f"{story} / skip", no_shared_score=True).view.forbidden == ()  # for Ann, who leads
    assert play(f"{story} / skip / skip / 5 2 3 4 6*", no_shared_score=True).view.forbidden == (20,)  # for Bob
    assert play(story).view.forbidden == ()


def test_an_eclipse_is_marked_once_for_every_marker() -> None:
    story = "10 10 2 3 4* / stop / 5 10 2 3 4* / stop"
    assert play(story, eclipse=40).view.forbidden == (35, 40)
    assert play(story, eclipse=True, no_shared_score=True).view.forbidden == (15, 20, 315, 320)
    assert play("10 10 2 3 4* / stop / skip / skip / 10 10 2 3 4*", eclipse=20).view.forbidden == ()


@given(st.integers(0, 80), st.lists(st.tuples(st.integers(0, 80), st.booleans()), max_size=4), st.integers(1, 100))
def test_what_is_marked_is_what_is_forbidden(own: int, others: list[tuple[int, bool]], step: int) -> None:
    player = Player("ann", 5 * own, entered=True)
    held = tuple(Player(f"{n}", 5 * total, entered=entered) for n, (total, entered) in enumerate(others))
    for rule in (NoSharedScore(), Eclipse(20 * step)):
        marked = rule.forbidden_scores(player, held)
        for score in range(5 * own + 5, 5 * own + 20 * step + 5, 5):
            at = Situation((), (), frozenset(), 0, 0, player, held)
            way = Way(score - player.total, kept=(), left=(), label="")
            assert (rule.forbids_stop(at, way) is not None) == (score in marked)


def test_a_rule_that_marks_nonsense_marks_nothing_and_stays_in_force() -> None:
    for answer in (None, [True], ["20"], [0], 1 // 1):

        class Wrong(HouseRule):
            name = "wrong"
            says = "Wrong."

            def forbidden_scores(self, player: Player, others: tuple[Player, ...], answer: Any = answer) -> Any:
                return answer

        view = play("10 10 2 3 4* / stop", own=(Wrong,), wrong=True, no_shared_score=True).view
        assert view.forbidden == (20,)
        assert view.rules["wrong"] is True


# --- insurance ---

TWO_TOKENS = "2 2 2 2 2* / 2 2 2 2 2* / 2 3 4 6 6* / skip / skip"
"""Ann sweeps twice, then loses the turn in a Train Wreck."""


def test_scoring_all_five_cubes_earns_a_token_by_the_end_of_the_turn() -> None:
    game = play(TWO_TOKENS, insurance=True)
    assert game.view.standings[0].counts == {"tokens": 2, "train_wrecks": 1}
    assert game.view.standings[1].counts == {}


def test_tokens_serve_in_a_later_turn_only() -> None:
    assert told(play("2 2 2 2 2* / 2 2 2 2 2* / 2 3 4 6 6*", insurance=True)) == "train_wreck, 0: THROW 5"


def test_two_tokens_cancel_a_wimpout_which_is_thrown_again() -> None:
    game = play(f"{TWO_TOKENS} / 10 10 2 3 4* / 2 3 4*", insurance=True)
    assert told(game) == "insurance, 0: PAY TWO TOKENS"
    assert (game.view.may_stop, game.view.to_throw, game.view.must_roll) == (True, 3, ())
    assert "save 20 points" in game.view.message.sentence
    paid = go_on(game, "10 2 4*")
    assert (told(paid), paid.view.standings[0].counts) == ("scored, 30: THROW 2", {"train_wrecks": 1})
    assert told(go_on(paid, "2 4*")) == "wimpout, 0: THROW 5"


def test_stop_leaves_it_a_wimpout_and_keeps_the_tokens() -> None:
    game = play(f"{TWO_TOKENS} / 10 10 2 3 4* / 2 3 4* / stop", insurance=True)
    assert [(moment.name, moment.points) for moment in game.moments] == [("wimpout", 20)]
    assert (game.to_act, totals(game)) == ("bob", [0, 0, 0])
    assert game.view.standings[0].counts["tokens"] == 2


def test_a_cube_off_the_cloth_can_be_insured_too() -> None:
    game = play(f"{TWO_TOKENS} / 10 10 2 3 4* / fell", insurance=True, off_the_cloth=True)
    assert (told(game), game.view.to_throw) == ("insurance, 0: PAY TWO TOKENS", 3)
    assert told(go_on(game, "10 2 4*")) == "scored, 30: THROW 2"


# --- suspend ---


def test_a_flash_still_uncleared_after_so_many_throws_interrupts_the_turn() -> None:
    game = play("4 4 4 2 6* / 4 2* / 4 6*", suspend=2)
    assert [moment.name for moment in game.moments] == ["reroll", "interrupted"]
    assert (game.to_act, totals(game), game.view.standings[0].interrupted) == ("bob", [0, 0, 0], True)


def test_the_turn_goes_on_when_its_player_is_next() -> None:
    game = play("4 4 4 2 6* / 4 2* / 4 6* / skip / skip", suspend=2)
    assert (game.to_act, told(game)) == ("ann", "skipped resumed, 40: REROLL")
    assert game.view.message.sentence == (
        "The turn goes on. Set 4, 4 and 4 aside as before. Throw the same 2 cubes again to clear the Flash."
    )
    assert (game.view.to_throw, game.view.kept) == (2, cubes_from_text("4 4 4"))
    assert go_on(game, "5 2* / stop").player("ann").total == 45
    assert go_on(game, "4 2*").to_act == "ann"
    assert go_on(game, "4 2* / 4 2*").to_act == "bob"


def test_how_the_cubes_were_left_by_others_does_not_matter_then() -> None:
    game = play("4 4 4 2 6* / 4 2* / 4 6* / skip / skip", suspend=2)
    assert game.play(Throw(cubes_from_text("5 2*"), cubes_from_text("6 6 2"))).view.stake == 45


def test_a_newer_flash_is_counted_anew() -> None:
    story = "6 6 6 5 10* / 4 4 4 2 2* / 4 2*"
    assert play(story, suspend=2).to_act == "ann"
    assert play(story, suspend=2, pending_flash="accumulate").to_act == "bob"


def test_a_flash_that_is_cleared_interrupts_nothing() -> None:
    assert play("4 4 4 2 6* / 4 2* / 5 6*", suspend=2).to_act == "ann"


def test_in_last_licks_the_turn_goes_on_at_the_end_of_the_line() -> None:
    ann_at_505 = "5 5 5 5 5* / 5 2 3 4 6* / stop"
    game = play(f"{ann_at_505} / 4 4 4 2 6* / 4 2*", suspend=1)
    assert game.to_act == "cy"
    game = go_on(game, "skip")
    assert (game.to_act, game.view.phase, game.view.stake) == ("bob", "last_licks", 40)
    assert go_on(game, "4 2*").to_act == "bob"
    assert go_on(game, "skip").view.winner == "ann"


def test_a_player_alone_goes_on_at_once() -> None:
    game = play("4 4 4 2 6* / 4 2*", seats="ann", suspend=1)
    assert [moment.name for moment in game.moments] == ["reroll", "interrupted", "resumed"]
    assert (game.to_act, game.view.stake) == ("ann", 40)


# --- all of them ---


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.name)
def test_each_says_what_it_is_and_is_off_in_the_official_rules(rule: type) -> None:
    assert rule.says[0].isupper()
    assert rule.says.endswith(".")
    assert not rule.values or rule.usual in rule.values
    assert rule.name not in play("").view.rules
    assert play("", **{rule.name: True}).view.rules[rule.name] == (rule.usual or True)
