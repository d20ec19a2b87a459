"""The one door: who may do what, too late, twice, or in another's name."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from controller.ports import Command, Device
from controller.table.seating import Seating
from controller.table.seats import PALETTE


def stake(table):
    return table.view.stake


# --- seats ---


def test_a_seat_comes_with_a_secret_that_opens_it_and_that_the_journal_does_not_hold(evening):
    table = evening()
    reply = table.sit("ANNA")
    secret = reply.value["secret"]
    assert table.table.seat_of(secret) == reply.value["seat"]
    assert table.table.seat_of("nonsense") is None
    assert len(secret) >= 32
    assert secret not in json.dumps([event.payload for event in table.events])


@pytest.mark.parametrize("name", ["", "   ",
                                  "A" * 17, "AN\nNA", "A\x00", "\u202eANNA", "AN\u2028NA",
                                  "\u3164", "A\u115f", "\u1160A", "\uffa0",
                                  None, 5])
def test_a_name_that_cannot_be_is_refused(evening, name):
    table = evening()
    reply = table.table.command(Command("sit", value={"name": name}))
    assert not reply.accepted
    assert reply.reason
    assert table.kinds() == []


@pytest.mark.parametrize("name", ["A", "A" * 16, "Ægir", "小林", "Zoë 2", "O'Neil"])
def test_a_name_in_any_script_of_1_to_16_characters_is_taken(evening, name):
    table = evening()
    assert table.sit(f"  {name} ").value["name"] == name


def test_two_people_cannot_have_one_name(evening):
    table = evening()
    table.sit("Anna")
    reply = table.sit("ANNA ")
    assert not reply.accepted
    assert "another name" in reply.reason


def test_twelve_people_have_twelve_colours_and_the_thirteenth_no_seat(evening):
    table = evening()
    for number in range(12):
        assert table.sit(f"P{number}").accepted
    assert {player.colour for player in table.now.players} == set(PALETTE)
    assert "12 seats" in table.sit("P12").reason


def test_a_colour_is_chosen_from_the_palette_and_taken_once(evening):
    table = evening()
    assert table.sit("ANNA", colour=PALETTE[3].upper()).value["colour"] == PALETTE[3]
    assert not table.sit("BEN", colour=PALETTE[3]).accepted
    assert not table.sit("BEN", colour="#123456").accepted
    assert not table.sit("BEN", colour=7).accepted
    assert table.sit("BEN").accepted


def test_who_has_a_seat_does_not_take_another(evening):
    table = evening()
    table.sit("ANNA")
    assert not table.table.command(Command("sit", table.seats["ANNA"], {"name": "ANNA2"})).accepted


def test_a_seat_that_was_given_up_speaks_no_more(evening):
    table = evening()
    table.play("ANNA", "BEN", "CARA")
    table.do("leave", "CARA")
    for name in ("undo", "leave", "rematch", "skip", "confirm"):
        assert "given up" in table.do(name, "CARA").reason


def test_a_game_needs_somebody_who_sits(evening):
    table = evening()
    assert not table.do("start").accepted
    assert not table.do("rematch").accepted
    assert not table.do("stop").accepted
    assert not table.table.command(Command("start", seat="seat-99")).accepted


@pytest.mark.parametrize("computers", [-1, 12, "2", 1.5, True, None])
def test_a_number_of_computer_players_that_cannot_be_is_refused(evening, computers):
    table = evening()
    table.sit("ANNA")
    assert not table.do("start", "ANNA", computers=computers).accepted
    assert table.now.stage == "seating"


def test_computer_players_have_names_and_colours_of_their_own(evening):
    table = evening()
    table.sit("sol")
    table.do("start", "sol", computers=11)
    assert len({player.name.casefold() for player in table.now.players}) == 12
    assert len({player.colour for player in table.now.players}) == 12


# --- too late, twice, not in turn ---


def test_a_command_for_an_older_state_is_refused(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    seen = table.now.event
    table.throw({1: "5", 3: "2", 4: "6"})
    reply = table.do("stop", "ANNA", event=seen)
    assert not reply.accepted
    assert "moved on" in reply.reason
    assert table.do("stop", "ANNA", event=table.now.event).accepted


def test_a_command_for_a_state_that_is_still_to_come_is_refused(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    assert not table.do("stop", "ANNA", event=table.now.event + 1).accepted


def test_somebody_who_sits_down_does_not_make_a_command_too_late(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    seen = table.now.event
    table.sit("CARA")
    assert table.do("stop", "ANNA", event=seen).accepted


def test_a_command_that_arrives_twice_counts_once(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    first = table.do("next_option", "ANNA", key="k1")
    again = table.do("next_option", "ANNA", key="k1")
    assert first == again
    assert table.view.selected == 1
    assert table.do("next_option", "ANNA", key="k2").accepted
    assert table.view.selected == 2


def test_a_key_answers_only_the_wish_that_it_came_with(evening):
    command = evening().table.command
    vic = Command("sit", None, {"name": "Vic"}, key="1", client="vic's phone")
    first = command(vic)
    other = command(replace(vic, value={"name": "Eve"}))
    assert first.accepted
    assert not other.accepted
    assert "secret" not in other.value
    assert command(vic) == first


def test_a_phone_that_has_its_seat_already_gets_the_same_answer_again(evening):
    command = evening().table.command
    vic = Command("sit", None, {"name": "Vic"}, key="1", client="vic's phone")
    first = command(vic)
    assert command(replace(vic, seat=first.value["seat"])) == first


def test_no_other_phone_gets_a_seats_secret_by_the_same_key(evening):
    table = evening()
    vic = Command("sit", None, {"name": "Vic"}, key="1", client="vic's phone")
    secret = table.table.command(vic).value["secret"]
    for other in ("eve's phone", None):
        reply = table.table.command(replace(vic, client=other))
        assert reply.value.get("secret") != secret
    unknown = Command("sit", None, {"name": "Kim"}, key="2")
    first, again = table.table.command(unknown), table.table.command(unknown)
    assert "secret" in first.value
    assert again == replace(first, value={name: one for name, one in first.value.items() if name != "secret"})


def test_a_command_that_fails_by_a_mistake_of_ours_is_refused_and_the_game_goes_on(evening, monkeypatch):
    monkeypatch.setattr(Seating, "leave", lambda *_: 1 // 0)
    command = evening().table.command
    vic = command(Command("sit", None, {"name": "Vic"}))
    failed = command(Command("leave", vic.value["seat"], {}, vic.event))
    assert not failed.accepted
    assert failed.reason == "The table couldn't do that; nothing was changed."
    assert command(Command("sit", None, {"name": "Eve"})).accepted


def test_the_same_key_of_another_seat_is_another_command(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    assert table.do("stop", "ANNA", key="k").accepted
    assert "BEN" in table.do("stop", "ANNA").reason
    table.throw_all("5 2 10 3 4")
    assert table.do("stop", "BEN", key="k").accepted


@pytest.mark.parametrize("name", ["stop", "roll_on", "select", "next_option", "throw"])
def test_only_the_player_to_act_decides(evening, name):
    table = evening(with_hands=True, rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    event = table.now.event
    reply = table.do(name, "BEN", option=1)
    assert not reply.accepted
    assert "ANNA" in reply.reason
    assert table.now.event == event


@pytest.mark.parametrize("option", [3, -1, "1", None, True])
def test_an_option_that_is_none_is_refused(evening, option):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    assert not table.do("select", "ANNA", option=option).accepted
    assert table.view.selected == 0


def test_a_lamp_in_a_button_is_lit_exactly_when_pressing_it_is_legal(evening):
    buttons = {"stop": "stop", "roll_on": "roll_on", "sun": "next_option", "undo": "undo"}
    words = ["5 2 10 3 4", "5 2 4 3 sun", "2 3 4 6 2", "10 10 10 2 4", "5 5 10 10 sun"]
    for count in range(len(words)):
        for lamp, command in buttons.items():
            table = evening(rules={"entry": 0}, think_s=100)
            table.play("ANNA", "BEN")
            table.throw_all(words[count])
            lit = lamp in table.now.lamps
            assert table.do(command).accepted == lit, (words[count], lamp)


def test_an_unknown_command_is_refused(evening):
    table = evening()
    reply = table.table.command(Command("dance"))  # type: ignore[arg-type]
    assert not reply.accepted


# --- undo ---


def test_undo_takes_the_last_throw_of_the_turn_back(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.throw({1: "5", 3: "2", 4: "6"})
    assert stake(table) == 20
    assert table.do("undo", "ANNA").accepted
    assert stake(table) == 20
    assert table.now.message.board == "TAKE BACK?"
    assert table.do("undo", "BEN").accepted
    assert stake(table) == 15
    assert table.view.to_throw == 3
    assert table.kinds()[-1] == "undone"
    assert table.throw({1: "10", 3: "2", 4: "6"})
    assert stake(table) == 25


def test_undo_takes_a_stop_back_before_the_next_player_has_thrown(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.do("stop", "ANNA")
    assert table.view.to_act == table.seats["BEN"]
    assert table.do("undo", "ANNA").accepted
    assert table.view.to_act == table.seats["ANNA"]
    assert stake(table) == 15


def test_undo_takes_a_wimpout_back_that_was_misread(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.throw({1: "2", 3: "3", 4: "6"})
    assert table.view.to_act == table.seats["BEN"]
    assert table.do("undo").accepted  # the button speaks for BEN, whose turn it would be
    assert table.view.to_act == table.seats["BEN"]
    assert table.do("confirm", "ANNA").accepted
    assert table.view.to_act == table.seats["ANNA"]
    assert stake(table) == 15


def test_once_the_next_player_has_thrown_the_turns_before_stand(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    for _ in range(3):
        table.throw_all("5 2 10 3 4")
        table.do("stop")
    while table.do("undo", "ANNA").accepted:
        if table.now.message.board == "TAKE BACK?":
            assert table.do("undo", "BEN").accepted
    # Back to the beginning of the turn before, and no further.
    totals = [standing.total for standing in table.view.standings]
    assert sorted(totals) == [15, 15]


def test_undo_is_for_the_two_whom_it_concerns(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("5 2 10 3 4")
    other = next(name for name in ("BEN", "CARA") if table.seats[name] != table.view.to_act)
    assert not table.do("undo", other).accepted
    assert table.do("undo", "ANNA").accepted


def test_the_winning_stop_can_be_taken_back(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("ANNA", computers=0)
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop")
    assert table.now.stage == "over"
    assert table.do("undo", "ANNA").accepted
    assert table.now.stage == "playing"
    assert stake(table) == 105


def test_nothing_is_ever_taken_out_of_the_journal(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    before = table.events
    table.do("undo", "ANNA")
    assert table.events[: len(before)] == before
    assert len(table.events) == len(before) + 1


def test_there_is_nothing_to_undo_before_the_first_throw(evening):
    table = evening()
    table.begin("ANNA", "BEN")
    assert not table.do("undo", "ANNA").accepted
    assert "undo" not in table.now.lamps


def test_where_no_show_waits_people_keep_their_seats_and_their_result(evening):
    table = evening(shows=False, rules={"goal": 50, "entry": 0})
    table.sit("ANNA")
    table.wait(10_000)
    assert table.table.seat_of(table.secrets["ANNA"]) == table.seats["ANNA"]
    table.do("start", "ANNA", computers=0)
    table.table.reading(table.tray.reading())
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    assert table.do("stop").accepted
    table.wait(10_000)
    assert table.now.stage == "over"


# --- who waits for the next game ---


def test_who_waits_for_the_next_game_takes_nothing_back_and_skips_nobody(evening):
    table = evening(skip_after_s=90, max_seats=2)
    table.play("ANNA", computers=1)
    assert table.sit("CARA").value["waiting"]
    table.throw_all("5 2 10 3 4")
    assert "next game" in table.do("undo", "CARA").reason
    table.wait(91)
    assert "next game" in table.do("skip", "CARA").reason
    assert stake(table) == 15


def test_who_waits_for_the_next_game_names_no_face_and_enters_no_throw(evening):
    table = evening(max_seats=2)
    table.play("ANNA", computers=1)
    assert table.sit("CARA").value["waiting"]
    table.tray.throw_all("5 2 10 3 4")
    table.read(nameless={2: ("10", "6")})
    assert "next game" in table.do("answer", "CARA", cube=2, face="10").reason
    table.table.device(Device("camera", "test", "trouble", "unplugged"))
    table.wait(3)
    assert "next game" in table.do("enter", "CARA", cubes=["5", "2", "10", "3", "4*"]).reason
    assert table.do("answer", "ANNA", cube=2, face="10").accepted
    assert table.do("confirm", "CARA").accepted is False
    assert stake(table) == 15


def test_nobody_takes_another_persons_stop_back_alone(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.do("stop", "ANNA")
    assert table.do("undo", "BEN").accepted  # he asks
    assert table.view.to_act == table.seats["BEN"]
    assert not table.do("confirm", "BEN").accepted
    assert table.do("undo").accepted  # the button drops what was asked
    assert table.kinds()[-1] == "undo_dropped"
    assert table.view.to_act == table.seats["BEN"]


def test_who_plays_alone_takes_a_misread_wimpout_back(evening):
    table = evening()
    table.play("ANNA", computers=0)
    table.throw_all("2 3 4 6 2")
    assert table.do("undo", "ANNA").accepted
    assert table.kinds()[-1] == "undone"


def test_a_start_from_an_old_page_is_no_rematch(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("ANNA", computers=0)
    old = table.now.event
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop")
    assert "moved on" in table.do("start", "ANNA", event=old).reason
    assert table.now.stage == "over"
    assert table.do("start", "ANNA", event=table.now.event).accepted


# --- who comes back, and who has room ---


def test_who_left_comes_back_with_the_same_name_and_colour(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.sit("ANNA", colour=PALETTE[5])
    table.play("BEN", "CARA")
    first = table.seats["ANNA"]
    assert table.do("leave", "ANNA").accepted
    assert not table.sit("BEN").accepted
    back = table.sit("ANNA", colour=PALETTE[5])
    assert back.accepted
    assert (back.value["waiting"], back.value["seat"] != first) == (False, True)
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop")
    table.wait(1)
    while table.now.stage == "playing":
        table.throw_all("2 3 4 6 2")
        table.wait(1)
    assert table.do("rematch", "ANNA").accepted
    assert [player.name for player in table.now.players if player.kind == "person"] == ["BEN", "CARA", "ANNA"]


def won_at_once(table, who):
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    assert table.do("stop", who).accepted
    while table.now.stage == "playing":
        table.wait(2)
        table.throw_all("2 3 4 6 2")


def test_computer_players_make_room_for_people_in_a_rematch(evening):
    table = evening(max_seats=4, rules={"goal": 50, "entry": 0}, think_s=1)
    table.play("ANNA", "BEN", computers=2)
    assert table.sit("CARA").accepted
    won_at_once(table, "ANNA")
    assert table.do("rematch", "ANNA").accepted
    assert [player.kind for player in table.now.players] == ["person"] * 3 + ["computer"]


def test_a_rematch_with_more_computer_players_than_have_room_is_refused_where_somebody_wishes_it(evening):
    table = evening(max_seats=2, rules={"goal": 50, "entry": 0})
    table.play("ANNA", "BEN")
    won_at_once(table, "ANNA")
    assert "2 seats" in table.do("rematch", "ANNA", computers=1).reason
    assert table.do("rematch", "ANNA").accepted


def test_at_a_table_for_one_a_lone_person_begins_without_a_computer_player(evening):
    table = evening(max_seats=1)
    table.sit("ANNA")
    assert table.do("start", "ANNA").accepted
    assert [player.name for player in table.now.players] == ["ANNA"]
