"""The host may do all, at once and for whoever acts; and it is all in the journal."""

from __future__ import annotations

from typing import get_args

import pytest

from controller.commands.checking import as_bytes, trouble_with_game
from controller.games.wimpout import RULEBOOK
from controller.ports import Command, Device, HostCommand
from controller.table.folding import apply, restore
from controller.table.state import State

OPENING = "5 2 10 3 4"


def game(table):
    return as_bytes(restore(table.events, RULEBOOK).game)


def check_journal(table):
    """The journal tells the table as it is, also to one that is switched on again."""
    state = State()
    for event in table.events:
        state = apply(state, event, RULEBOOK)
    assert as_bytes(state) == as_bytes(restore(table.events, RULEBOOK))
    assert state.view == table.view
    assert trouble_with_game(state, table.events, RULEBOOK) is None
    before = table.now
    table.power_cut()
    assert (table.now.view, table.now.paused) == (before.view, before.paused)


@pytest.fixture
def played(evening):
    """Anna, Ben and Cara; Anna has thrown."""
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all(OPENING)
    return table


def total(table, name):
    return next(one.total for one in table.view.standings if one.seat == table.seats[name])


# --- who may ---


@pytest.mark.parametrize("name", get_args(HostCommand))
def test_what_only_the_host_does_nobody_else_does(played, name):
    before = len(played.events)
    for who in ("ANNA", None):
        reply = played.do(name, who, seat=played.seats["BEN"], seats=[], rules={"goal": 300})
        assert (reply.accepted, reply.reason) == (False, "Only the host can do that.")
    assert len(played.events) == before


@pytest.mark.parametrize("name", ["propose", "vote", "leave"])
def test_the_host_has_no_seat(played, name):
    assert played.host(name, rules={"goal": 300}).reason == "That is for who has a seat to do; the host has none."


def test_a_hosts_command_for_a_state_that_is_past_is_refused_and_one_that_comes_twice_counts_once(played):
    looked_at = played.now.event
    played.throw({1: "5", 3: "2", 4: "6"})
    assert played.host("undo", event=looked_at).reason == "The table has moved on. Look again."
    first = played.host("undo", event=played.now.event, key="k")
    assert played.host("undo", event=played.now.event, key="k") == first
    assert played.kinds().count("undone") == 1


def test_the_same_key_of_host_and_button_are_two_commands(played):
    assert played.host("pause", key="k").accepted
    assert played.table.command(Command("stop", None, key="k")).reason.startswith("The table is paused")


# --- pause ---


def test_in_a_pause_everything_waits_and_says_so(played):
    assert played.host("pause").accepted
    now = played.now
    assert (now.paused, now.message.board) == (True, "PAUSED")
    assert now.commands == frozenset()
    assert not any(now.offers.values())
    assert now.lamps == frozenset()
    for name, who in (("stop", None), ("roll_on", "ANNA"), ("undo", "ANNA"), ("correct", "ANNA"), ("skip", "BEN")):
        assert "paused" in played.do(name, who).reason
    played.wait(100_000)
    assert played.now == now
    assert played.kinds()[-1] == "paused"
    check_journal(played)


def test_cubes_that_are_moved_in_a_pause_are_no_throw(played):
    played.host("pause")
    assert not played.throw({1: "5", 3: "10", 4: "6"})
    assert (played.view.stake, played.kinds()[-1]) == (15, "paused")
    assert played.host("resume").accepted
    assert (played.view.stake, played.now.paused) == (15, False)
    assert played.kinds()[-2:] == ["resumed", "base"]
    assert "stop" in played.now.commands
    played.tray.throw({1: "2", 3: "3", 4: "4"})  # the next real throw counts, and is a Wimpout
    assert played.read()
    assert played.view.to_act != played.seats["ANNA"]
    check_journal(played)


@pytest.mark.parametrize("readings", [0, 1, 2])
def test_where_nothing_was_moved_the_pause_leaves_no_trace_on_the_cubes(played, readings):
    before = played.now
    played.host("pause")
    for _ in range(readings):
        played.table.reading(played.tray.reading())
    played.host("resume")
    assert played.kinds()[-1] == "resumed"
    assert (played.view, played.now.commands, played.now.message) == (before.view, before.commands, before.message)


def test_what_was_the_matter_with_a_throw_before_the_pause_is_the_matter_after_it(played):
    played.tray.throw({1: "5", 3: "10", 4: "6"})
    played.read(problems={1: "cocked"})
    assert played.now.message.board == "COCKED"
    played.host("pause")
    played.host("resume")
    assert played.now.message.board == "COCKED"
    assert played.throw({1: "5"})
    assert played.view.stake == 30


def test_a_throw_that_is_on_its_way_when_the_pause_comes_is_thrown_again(played):
    played.tray.throw({1: "5", 3: "10", 4: "6"})
    played.table.reading(played.tray.moving())
    assert played.host("pause").accepted
    played.table.reading(played.tray.reading())
    played.host("resume")
    assert played.view.stake == 15
    assert played.throw({1: "5", 3: "3", 4: "6"})
    assert played.view.stake == 20


def test_a_face_that_was_asked_before_the_pause_is_asked_after_it(played):
    played.tray.throw({1: "5", 3: "2", 4: "6"})
    played.read(nameless={1: ("5", "6")})
    asks = played.now.asks
    assert asks == (1,)
    played.host("pause")
    assert "paused" in played.do("answer", "ANNA", cube=1, face="5").reason
    played.power_cut()
    assert played.now.paused
    played.table.reading(played.tray.reading(nameless={1: ("5", "6")}))
    played.host("resume")
    assert played.now.asks == asks
    assert played.do("answer", "ANNA", cube=1, face="5").accepted


def test_a_pause_survives_a_power_cut_and_so_do_cubes_that_were_moved_in_it(played):
    before = played.view
    played.host("pause")
    played.power_cut()
    assert (played.now.paused, played.now.message.board) == (True, "PAUSED")
    played.tray.throw({0: "4", 1: "4", 2: "4"})
    played.table.reading(played.tray.reading())
    played.power_cut()
    played.table.reading(played.tray.reading())
    assert played.kinds()[-1] == "paused"
    played.host("resume")
    assert (played.view, played.kinds()[-2:]) == (before, ["resumed", "base"])


def test_after_a_pause_nobody_is_late(played):
    played.wait(80)
    played.host("pause")
    played.wait(5000)
    played.host("resume")
    assert "skip" not in played.now.commands
    played.wait(60)
    assert played.now.stage == "playing"
    assert "not" in played.do("skip", "BEN").reason


def test_computer_players_and_the_hands_of_a_simulated_tray_wait_too(evening):
    table = evening(with_hands=True, shows=True)
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    table.wait(20)
    asked = len(table.hands.asked)
    assert asked > 1
    table.host("pause")
    told = len(table.events)
    table.wait(1000)
    assert len(table.hands.asked) == asked
    assert len(table.events) == told
    table.host("resume")
    table.wait_for(lambda: len(table.hands.asked) > asked, 60)


def test_hands_that_throw_as_the_pause_comes_throw_again_after_it(evening):
    table = evening(with_hands=True, shows=True)
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    while not table.hands.in_the_air:
        table.clock.travel(0.1)
        table.table.tick()
    table.host("pause")
    throws = table.table.throws
    table.read_hands()
    assert table.table.throws == throws
    table.host("resume")
    asked = len(table.hands.asked)
    table.wait_for(lambda: len(table.hands.asked) > asked, 60)
    table.wait_for(lambda: table.table.throws > throws, 60)


def test_people_may_sit_down_in_a_pause_but_nobody_begins(evening):
    table = evening()
    table.host("pause")
    assert table.sit("ANNA").accepted
    assert "paused" in table.do("start", "ANNA").reason
    assert "paused" in table.host("start").reason
    table.host("resume")
    assert table.do("start", "ANNA").accepted


def test_a_pause_begins_once_and_ends_once(played):
    assert "isn't paused" in played.host("resume").reason
    played.host("pause")
    assert "paused already" in played.host("pause").reason


# --- moves ---


def test_the_host_skips_at_once_whoever_acts(played):
    assert "skip" in played.now.host_offers
    assert "skip" not in played.now.commands
    assert played.host("skip", event=played.now.event).accepted
    assert played.view.to_act != played.seats["ANNA"]
    assert played.moves()[-1]["skipped_by"] == "host"
    assert "host" not in str(played.now.players)


def test_the_host_takes_back_event_by_event_as_far_as_the_beginning(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    steps = []
    for _ in range(6):
        steps.append(game(table))
        table.throw_all(OPENING)
        steps.append(game(table))
        assert table.do("stop").accepted
    past = table.table.host_view().past
    assert [move.what for move in past[:2]] == ["stop with 15 points", "throw 5 2 10 3 4"]
    assert table.view.to_act != past[0].whose == past[1].whose
    for before in reversed(steps):
        assert table.host("undo").accepted
        assert game(table) == before
    check_journal(table)
    while table.table.host_view().past:
        assert table.host("undo").accepted
    assert table.view.phase == "roll_off"
    assert "nobody has thrown" in table.host("undo").reason


def test_the_host_goes_back_to_before_any_move_in_one_step(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    before = game(table)
    for _ in range(4):
        table.throw_all(OPENING)
        table.do("stop")
    third = table.table.host_view().past[7]
    assert third.what == "throw 5 2 10 3 4"
    assert table.host("undo", move=third.event).accepted
    assert game(table) == before
    assert "taken back already" in table.host("undo", move=third.event).reason
    check_journal(table)


def test_the_host_answers_what_a_player_asks_to_take_back(played):
    played.do("stop", "ANNA")
    played.do("undo", played_by(played, played.view.to_act))
    assert played.now.undo_asked is not None
    assert played.host("undo", agree=False).accepted
    assert (played.now.undo_asked, played.kinds()[-1]) == (None, "undo_dropped")
    played.do("undo", played_by(played, played.view.to_act))
    assert played.host("confirm").accepted
    assert played.view.to_act == played.seats["ANNA"]
    assert "Nobody asks" in played.host("undo", agree=True).reason


@pytest.mark.parametrize("further", [False, True], ids=["the newest", "one further back"])
def test_the_host_takes_back_what_was_named_though_a_player_asks_for_a_correction(played, further):
    before, annas = game(played), next(event.id for event in reversed(played.events) if event.kind == "move")
    played.do("stop", "ANNA")
    after_the_stop = game(played)
    played.throw_all("10 5 2 3 4")
    who = played_by(played, played.view.to_act)
    assert played.do("correct", who, cubes=["10", "10", "2", "3", "4"]).accepted
    assert played.host("undo", **({"move": annas} if further else {})).accepted
    assert played.kinds()[-1] == "undone"
    assert played.now.undo_asked is None
    assert game(played) == (before_the_throw(played, annas) if further else after_the_stop)
    assert before != game(played)
    check_journal(played)


def before_the_throw(table, event):
    return as_bytes(restore([one for one in table.events if one.id < event], RULEBOOK).game)


def played_by(table, seat):
    return next(name for name, its in table.seats.items() if its == seat)


def test_the_host_corrects_without_anybodys_yes(played):
    assert played.host("correct", cubes=["5", "5", "10", "3", "4"]).accepted
    assert played.view.stake == 20
    assert played.now.tray.cubes[1].face == "5"
    corrected = played.events[-1]
    assert (corrected.kind, corrected.payload["seat"], corrected.payload["asked_by"]) == ("corrected", "host", None)
    check_journal(played)


def two_turns_later(table):
    """Anna's opening was misread; she has stopped, and Ben and Cara have had their turns."""
    misread = table.table.host_view().past[0]
    table.do("stop")
    for _ in range(2):
        table.throw_all(OPENING)
        table.do("stop")
    return misread


def test_a_throw_of_turns_ago_is_read_anew_and_what_followed_stands(played):
    misread = two_turns_later(played)
    acting = played.view.to_act
    played.throw_all(OPENING)
    assert [cube.face for cube in misread.cubes] == OPENING.split()
    assert played.host("correct", move=misread.event, cubes=["5", "5", "10", "3", "4"], keep=True).accepted
    assert total(played, "ANNA") == 20
    assert (total(played, "BEN"), total(played, "CARA"), played.view.to_act) == (15, 15, acting)
    assert played.view.stake == 15
    assert [cube.face for cube in played.now.tray.cubes] == OPENING.split()
    check_journal(played)
    assert played.throw({1: "5", 3: "2", 4: "6"})  # the turn that is on goes on
    assert played.view.stake == 20
    assert played.host("undo").accepted
    assert played.view.stake == 15


def test_what_followed_in_the_same_turn_stands_where_it_still_fits(played):
    misread = played.table.host_view().past[0]
    played.throw({1: "5", 3: "2", 4: "6"})
    assert played.view.stake == 20
    assert played.host("correct", move=misread.event, cubes=["10", "2", "10", "3", "4"], keep=True).accepted
    assert played.view.stake == 25
    assert [cube.face for cube in played.now.tray.cubes] == ["10", "5", "10", "2", "6"]
    check_journal(played)
    assert played.throw({3: "10", 4: "6"}), "what was set aside shows what it was corrected to"
    assert played.view.stake == 35


def test_what_doesnt_fit_any_more_is_told_and_taken_back_only_on_purpose(played):
    misread = two_turns_later(played)
    played.throw_all("2 3 4 6 6")
    wimpout = ["2", "3", "4", "4", "6"]
    reply = played.host("correct", move=misread.event, cubes=wimpout, keep=True)
    assert not reply.accepted
    assert "What followed doesn't fit that throw" in reply.reason
    assert total(played, "ANNA") == 15
    assert played.host("correct", move=misread.event, cubes=wimpout).accepted
    assert (total(played, "ANNA"), total(played, "BEN"), total(played, "CARA")) == (0, 0, 0)
    assert played.view.to_act != played.seats["ANNA"]
    check_journal(played)


def test_a_game_that_is_over_goes_on_after_an_undo_or_a_correction(evening):
    table = evening(rules={"entry": 0, "goal": 50})
    table.play("ANNA", "BEN")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop")
    table.throw_all("2 3 4 6 6")
    assert (table.now.stage, table.view.winner) == ("over", table.seats["ANNA"])
    assert table.host("undo").accepted
    assert (table.now.stage, table.view.to_act) == ("playing", table.seats["BEN"])
    table.throw_all("2 3 4 6 6")
    assert table.now.stage == "over"
    assert table.host("correct", cubes=["5", "3", "4", "6", "6"]).accepted
    assert (table.now.stage, table.view.to_act, table.view.stake) == ("playing", table.seats["BEN"], 5)
    check_journal(table)


def test_the_host_names_a_face_and_nobody_has_to_confirm(played):
    played.tray.throw({1: "5", 3: "2", 4: "6"})
    played.read(nameless={1: ("5", "6")})
    assert "answer" in played.now.host_offers
    assert played.host("answer", cube=1, face="5").accepted
    assert played.view.stake == 20
    check_journal(played)


def test_the_host_enters_throws_while_the_camera_is_out(played):
    played.table.device(Device("camera", "test", "trouble", "unplugged"))
    played.wait(10)
    assert "enter" in played.now.host_offers
    assert played.host("enter", cubes=["5", "3", "6*"]).accepted
    assert (played.view.stake, played.moves()[-1]["entered_by"]) == (20, "host")


def test_the_host_decides_for_who_has_lost_the_phone(played):
    assert {"stop", "roll_on"} <= played.now.host_offers
    assert played.host("stop", event=played.now.event).accepted
    assert total(played, "ANNA") == 15


def test_the_host_ends_the_game_and_people_keep_their_seats(played):
    played.do("stop")
    assert played.host("end").accepted
    assert played.now.stage == "seating"
    assert [player.name for player in played.now.players] == ["ANNA", "BEN", "CARA"]
    assert {one["name"]: one["total"] for one in played.events[-1].payload["scores"]}["ANNA"] == 15
    assert "No game" in played.host("end").reason
    assert "rules_set" not in played.kinds()


def test_after_a_game_that_the_host_ends_the_next_one_has_its_rules(played):
    played.host("set_rules", rules={"goal": 300})
    played.host("end")
    played.host("start")
    played.host("end")
    assert played.table.host_view().rules["goal"] == 300
    played.host("start")
    assert played.view.goal == 300


# --- people ---


def test_before_the_game_the_host_says_who_sits_next_to_whom(evening):
    table = evening()
    for name in ("ANNA", "BEN", "CARA"):
        table.sit(name)
    wanted = [table.seats[name] for name in ("CARA", "ANNA", "BEN")]
    assert table.host("order", seats=wanted).accepted
    assert [player.seat for player in table.now.players] == wanted
    table.power_cut()
    table.sit("DORA")
    assert table.host("start").accepted
    assert [one.seat for one in table.view.standings] == [*wanted, table.seats["DORA"]]


def test_an_order_that_is_set_in_a_game_counts_from_the_next_one_on(played):
    before = played.view.standings
    wanted = [played.seats[name] for name in ("CARA", "BEN", "ANNA")]
    assert played.host("order", seats=wanted).accepted
    assert played.view.standings == before
    assert played.table.host_view().order == tuple(wanted)
    played.host("end")
    played.host("start")
    assert [one.seat for one in played.view.standings] == wanted


@pytest.mark.parametrize("seats", [None, [], ["seat-1"], ["seat-1", "seat-1", "seat-2"], [1, 2, 3], "abc"])
def test_an_order_names_everybody_once(played, seats):
    assert "each once" in played.host("order", seats=seats).reason


def test_the_host_leaves_the_roll_off_out(evening):
    table = evening()
    for name in ("ANNA", "BEN"):
        table.sit(name)
    assert "somebody who sits here" in table.host("start", starter="seat-99").reason
    assert table.host("start", starter=table.seats["BEN"]).accepted
    assert (table.view.phase, table.view.to_act) == ("turn", table.seats["BEN"])


def test_a_player_cannot_leave_the_roll_off_out(evening):
    table = evening()
    for name in ("ANNA", "BEN"):
        table.sit(name)
    assert table.do("start", "ANNA", starter=table.seats["ANNA"]).accepted
    assert table.view.phase == "roll_off"


def test_the_host_removes_a_seat_and_the_game_goes_on(played):
    assert played.host("remove", seat=played.seats["BEN"]).accepted
    assert played.now.player(played.seats["BEN"]).present is False
    assert played.table.seat_of(played.secrets["BEN"]) is None
    assert played.now.stage == "playing"
    assert "Nobody sits there" in played.host("remove", seat=played.seats["BEN"]).reason
    check_journal(played)


def test_the_host_seats_somebody_without_a_phone(evening):
    table = evening()
    reply = table.host("sit", name="OPA")
    assert reply.accepted
    assert "secret" not in reply.value
    assert table.host("start").accepted


# --- rules ---


def test_goal_and_rules_of_the_next_game(played):
    goal = played.view.goal
    assert played.host("set_rules", rules={"goal": 300}).accepted
    assert played.host("set_rules", rules={"sampler": True}).accepted
    assert played.view.goal == goal
    view = played.table.host_view()
    assert (view.rules["goal"], view.rules["sampler"], view.rules["entry"], view.rules_set) == (300, 25, 0, True)
    played.power_cut()
    played.host("end")
    assert played.do("start", "ANNA").accepted
    assert dict(played.view.rules) == {"goal": 300, "sampler": 25, "entry": 0}
    assert not played.table.host_view().rules_set


def test_rules_of_the_next_game_can_be_left_as_they_were(played):
    played.host("set_rules", rules={"goal": 300})
    played.host("set_rules", rules=None)
    view = played.table.host_view()
    assert (view.rules["goal"], view.rules_set) == (500, False)


@pytest.mark.parametrize(
    ("rules", "why"),
    [({"goal": 7}, "multiple of 5"), ({"gaol": 300}, "no rule 'gaol'"), ([], "Say which rules"), ("x", "Say which")],
)
def test_rules_that_cant_be_are_refused_in_the_games_words(played, rules, why):
    assert why in played.host("set_rules", rules=rules).reason
    assert played.kinds()[-1] != "rules_set"


# --- lost phones ---


def reseated(table, name):
    """A link for somebody's seat, followed; the reply to who followed it."""
    token = table.host("reseat", seat=table.seats[name]).value["token"]
    return table.do("take_seat", token=token)


def test_a_link_gives_a_phone_the_seat_again_and_the_lost_one_has_it_no_more(played):
    before = played.secrets["ANNA"]
    reply = reseated(played, "ANNA")
    assert (reply.value["seat"], reply.value["name"]) == (played.seats["ANNA"], "ANNA")
    assert played.table.seat_of(before) is None
    assert played.table.seat_of(reply.value["secret"]) == played.seats["ANNA"]
    played.power_cut()
    assert played.table.seat_of(before) is None
    assert played.table.seat_of(reply.value["secret"]) == played.seats["ANNA"]
    check_journal(played)


def test_a_link_works_once(played):
    token = played.host("reseat", seat=played.seats["ANNA"]).value["token"]
    assert played.do("take_seat", token=token).accepted
    assert "used up" in played.do("take_seat", token=token).reason


def test_a_link_is_old_after_ten_minutes_and_a_newer_one_takes_its_place(played):
    played.host("pause")  # else nobody would still sit here after twenty minutes
    old = played.host("reseat", seat=played.seats["ANNA"]).value["token"]
    played.wait(599)
    newer = played.host("reseat", seat=played.seats["ANNA"]).value["token"]
    assert "too old" in played.do("take_seat", token=old).reason
    played.wait(600)
    assert "too old" in played.do("take_seat", token=newer).reason
    assert played.table.seat_of(played.secrets["ANNA"]) == played.seats["ANNA"]


def test_a_link_of_a_seat_that_was_given_up_opens_nothing(played):
    token = played.host("reseat", seat=played.seats["ANNA"]).value["token"]
    played.do("leave", "ANNA")
    assert not played.do("take_seat", token=token).accepted


def test_a_phone_that_has_a_seat_keeps_it(played):
    token = played.host("reseat", seat=played.seats["ANNA"]).value["token"]
    assert "a seat of its own" in played.do("take_seat", "BEN", token=token).reason
    assert played.do("take_seat", token=token).accepted


def test_only_a_persons_seat_can_be_handed_on(evening):
    table = evening()
    table.play("ANNA", computers=1)
    computer = next(player.seat for player in table.now.players if player.kind == "computer")
    for seat in (computer, "seat-99", None, 5):
        assert "No person" in table.host("reseat", seat=seat).reason


def test_neither_link_nor_secret_is_in_journal_or_snapshot(played):
    token = played.host("reseat", seat=played.seats["ANNA"]).value["token"]
    secret = played.do("take_seat", token=token).value["secret"]
    told = str(played.events) + str(played.published)
    assert token not in told
    assert secret not in told


# --- a simulated camera ---


def test_the_host_spoils_a_simulated_camera_and_mends_it(evening):
    table = evening(with_hands=True)
    assert "spoil" in table.now.host_offers
    assert table.host("spoil", fault="frozen").accepted
    assert table.hands.fault == "frozen"
    refused = table.host("spoil", fault="melted")
    assert (refused.accepted, table.hands.fault) == (False, "frozen")
    assert refused.reason == "The camera can't go wrong so; it can so: black, frozen."
    assert table.host("spoil", fault=None).accepted
    assert table.hands.fault is None


def test_a_real_camera_is_not_spoiled(played):
    assert "spoil" not in played.now.host_offers
    assert played.host("spoil", fault="frozen").reason == "Only the camera of a simulated tray goes wrong at a word."
