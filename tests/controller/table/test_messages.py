"""What the table says, read as the people at the table read it: everybody sees the same sentence."""

from __future__ import annotations

import re
from random import Random

import pytest

from controller.ports import Device
from controller.table.cubes import on_the_mat, to_throw


def said(table) -> str:
    return table.now.message.sentence


# --- the change of turn ---


def test_a_wimpout_is_told_of_the_one_who_threw_and_the_turn_of_the_next(evening):
    table = evening()
    table.play("Bob", "Ann")
    table.throw_all("5 2 10 3 4")
    table.throw({1: "2", 3: "3", 4: "6"})
    assert table.view.to_act == table.seats["Ann"]
    assert said(table) == "Bob: Wimpout. 15 points lost. Ann's turn: throw all five cubes."


def test_a_train_wreck_in_which_nothing_was_at_stake_loses_nothing(evening):
    table = evening()
    table.play("Bob", "Ann")
    table.throw_all("2 3 4 6 2")
    assert said(table) == "Bob: Train Wreck. Ann's turn: throw all five cubes."


def test_who_stops_banks_and_who_is_skipped_is_named(evening):
    table = evening(rules={"entry": 0}, skip_after_s=90)
    table.play("Bob", "Ann")
    table.throw_all("5 2 10 3 4")
    table.do("stop", "Bob")
    assert said(table) == "Bob banks 15 points. Ann's turn: throw all five cubes."
    table.wait(91)
    assert table.do("skip", "Bob").accepted
    assert said(table) == "Ann is skipped. Bob's turn: throw all five cubes."


def test_who_has_left_leaves_the_game_by_name_and_is_skipped_where_only_one_would_be_left(evening):
    table = evening()
    table.play("Bob", "Ann", "Cara")
    table.do("leave", "Bob")
    table.wait(1)
    assert said(table).startswith("Bob leaves the game. ")
    leaver, stays = sorted(("Ann", "Cara"), key=lambda name: table.seats[name] != table.view.to_act)
    table.do("leave", leaver)
    table.wait(1)
    assert said(table) == f"{leaver} has left and is skipped. {stays}'s turn: throw all five cubes."


def test_a_supernova_puts_out_the_one_who_threw_it(evening):
    table = evening()
    table.play("Bob", "Ann", "Cara")
    table.throw_all("10 10 10 10 10")
    following = next(player.name for player in table.now.players if player.seat == table.view.to_act)
    assert said(table) == f"Bob: Supernova, out of the game. {following}'s turn: throw all five cubes."


def test_the_roll_off_names_who_rolled_what_and_who_starts(evening):
    table = evening()
    table.begin("Bob", "Ann")
    first = next(player.name for player in table.now.players if player.seat == table.view.to_act)
    second = "Ann" if first == "Bob" else "Bob"
    assert said(table) == f"{first}: throw one common cube; the highest starts."
    table.throw({0: "4"})
    assert said(table) == f"{first} rolls a 4. {second}: throw one common cube; the highest starts."
    table.throw({0: "6"})
    assert said(table) == f"{second} rolls a 6. {second} starts: throw all five cubes."


def test_within_a_turn_the_player_to_act_is_named(evening):
    table = evening(rules={"entry": 0})
    table.play("Bob", "Ann")
    table.throw_all("5 2 10 3 4")
    assert said(table) == "Bob: 15 points at stake. Stop, or throw 3 cubes."


def test_last_licks_tell_who_banked_and_who_has_a_lick(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("Bob", "Ann")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop")
    assert said(table) == (
        "Bob banks 105 points. Ann's turn: last lick. Throw all five cubes; more than 105 points take the lead."
    )
    table.throw_all("2 3 4 6 2")
    assert said(table) == "Ann: Train Wreck. Bob wins: 105 points."


def test_after_a_power_cut_the_player_to_act_is_called_by_name(evening):
    table = evening(rules={"entry": 0})
    table.play("Bob", "Ann")
    table.throw_all("5 2 10 3 4")
    table.power_cut()
    assert table.now.message.board == "GO ON"
    assert said(table).endswith("Bob: 15 points at stake. Stop, or throw 3 cubes.")


def test_whose_throw_is_entered_by_hand_is_said_by_name(evening):
    table = evening()
    table.play("Bob", "Ann")
    table.throw_all("5 2 10 3 4")
    table.table.device(Device("camera", "test", "trouble", "unplugged"))
    table.wait(3)
    assert said(table) == "The camera is out. Bob throws 3 cubes and enters on a phone what lies there."


def test_a_score_that_a_house_rule_moves_is_told_of_the_one_whose_it_is(evening):
    table = evening(rules={"entry": 0, "bump": True})
    table.play("Bob", "Ann")
    for name in ("Bob", "Ann"):
        table.throw_all("5 2 10 3 4")
        assert table.do("stop", name).accepted
    assert said(table) == (
        "Ann banks 15 points. Bump: Bob falls to 0 points. Bob's turn: throw all five cubes."
    )


# --- computer players at a real tray ---


def test_who_throws_for_a_computer_player_hears_how_many_and_no_choice_that_is_made(evening):
    table = evening(think_s=1, rules={"entry": 0})
    table.begin("Bob")
    table.roll_off("Bob")
    table.throw_all("2 3 4 6 2")
    assert said(table) == "Bob: Train Wreck. SOL thinks. Leave the cubes where they lie."
    table.wait(1.1)
    assert said(table) == "Bob: Train Wreck. Throw 5 cubes for SOL."
    table.throw_all("5 2 4 3 sun")
    table.wait(1.1)
    assert said(table) == "SOL chooses SUN AS 10. 15 points at stake. Throw 3 cubes for SOL."


# --- everybody reads it ---


def play_at_random(table, seed: int) -> None:
    """A game in which all that can be said of cubes is said."""
    random = Random(seed)
    for _ in range(300):
        table.wait(1.1)
        view = table.view
        if table.now.stage != "playing":
            return
        actor = table.now.player(view.to_act)
        if actor.kind == "person" and view.may_stop and view.stake >= 30:
            assert table.do("stop").accepted
            continue
        take, _ = to_throw(view, on_the_mat(table.now.tray), 5)
        chosen = list(range(5)) if take is None else [table.tray.at(point) for point in take]
        table.tray.throw({cube: random.choice(("2", "sun" if cube == 4 else "3", "4", "5", "6", "10"))
                          for cube in chosen})
        table.read(**random.choice([{}] * 9 + [{"problems": {chosen[0]: "cocked"}}, {"more": ("count",)},
                                               {"nameless": {chosen[0]: ("5", "6")}}]))
        table.read()


@pytest.mark.parametrize("computers", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_no_sentence_of_a_whole_game_says_you_or_speaks_of_nothing_lost(evening, seed, computers):
    table = evening(rules={"goal": 100}, think_s=1)
    table.begin("Bob", "Ann", computers=computers)
    play_at_random(table, seed)
    assert len(table.published) > 50
    for message in {snapshot.message for snapshot in table.published}:
        assert not re.search(r"\byou\b", message.sentence, re.IGNORECASE), message
        assert not re.search(r"\b0 points", message.sentence), message
        assert 1 <= len(message.board.split()) <= 3
        assert message.sentence[0].isupper() or message.sentence[0].isdigit()
        assert message.sentence[-1] in ".)"


@pytest.mark.parametrize("seed", range(3))
def test_the_message_and_the_reasons_beside_it_do_not_say_the_same(evening, seed):
    table = evening(rules={"goal": 100}, think_s=1)
    table.begin("Bob", "Ann")
    play_at_random(table, seed)
    forced = [snapshot for snapshot in table.published if snapshot.view and snapshot.view.must_roll]
    assert forced
    for snapshot in forced:
        for rule in snapshot.view.must_roll:
            assert rule.sentence not in snapshot.message.sentence


# --- alone, and at a simulated tray ---


def test_where_nobody_else_plays_nobody_is_asked_to_confirm(evening):
    table = evening()
    table.begin("Ann", computers=1)
    table.roll_off("Ann")
    table.tray.throw_all("5 2 10 3 4")
    table.read(nameless={2: ("10", "6")})
    assert said(table) == "Is it a 10 or a 6? Say so on a phone."


def test_an_answer_is_asked_for_anew_where_nobody_is_left_to_confirm_it(evening):
    table = evening()
    table.play("Ann", "Bob")
    table.tray.throw_all("5 2 10 3 4")
    table.read(nameless={2: ("10", "6")})
    assert said(table).endswith("let another player confirm.")
    table.do("answer", "Ann", cube=2, face="10")
    assert said(table) == "Ann says it is a 10. Bob has to confirm."
    table.do("leave", "Bob")
    assert table.now.answer is None
    assert said(table) == "Is it a 10 or a 6? Say so on a phone."
    assert table.do("answer", "Ann", cube=2, face="10").accepted
    assert table.view.stake == 15


def test_what_was_asked_to_be_taken_back_waits_for_nobody_who_has_left(evening):
    table = evening()
    table.play("Ann", "Bob")
    table.throw_all("5 2 10 3 4")
    table.do("undo", "Ann")
    assert table.now.message.board == "TAKE BACK?"
    table.do("leave", "Bob")
    assert table.now.message.board == "NEED 35"
    assert table.do("undo", "Ann").accepted
    assert table.view.stake == 0


@pytest.mark.parametrize("with_hands", [False, True], ids=["real-tray", "simulated-tray"])
def test_nobody_is_asked_to_reach_into_a_simulated_tray(evening, with_hands):
    table = evening(with_hands=with_hands, missing_s=3)
    table.tray.throw_all("2 3 4 5 6")
    table.play("Ann", "Bob")
    table.tray.throw_all("5 2 10 3 4")
    table.read(more=("count",))
    assert table.now.message.board == "TOO MANY CUBES"
    assert said(table).endswith("Throw again." if with_hands else "Take the strange ones away.")
    table.tray.take_away(3)
    table.read()
    table.wait(3.1)
    assert table.now.message.board == "CUBE MISSING"
    assert said(table).endswith("Throw again.") == with_hands
    assert ("Bring the missing one back" in said(table)) != with_hands
