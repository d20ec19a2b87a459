"""People sit down while a game is on, and leave it: the game goes on, and the journal can be followed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.commands.checking import as_bytes, trouble_with_game
from controller.games.wimpout import RULEBOOK
from controller.journal import read_journal
from controller.table.folding import apply, restore
from controller.table.state import State

OF_VERSION_1 = Path(__file__).parent / "journals" / "version_1.sqlite3"
"""Of a table that knew neither late comers nor giving up: Cara leaves, Dora waits for the rematch, throws are taken
back, named by people and entered by hand."""


def total(table, name):
    return next(one.total for one in table.view.standings if one.seat == table.seats[name])


def out(table, name):
    return next(one.out for one in table.view.standings if one.seat == table.seats[name])


def acts(table):
    return next(name for name, seat in table.seats.items() if seat == table.view.to_act)


def check_journal(table):
    """Replaying gives the same, event by event, after a restart, and from the game's own moves alone."""
    state = State()
    for event in table.events:
        state = apply(state, event, RULEBOOK)
    assert as_bytes(state.game) == as_bytes(restore(table.events, RULEBOOK).game)
    assert state.view == table.view
    assert trouble_with_game(state, table.events, RULEBOOK) is None
    before = table.now
    table.power_cut()
    assert (table.now.players, table.now.view, table.now.moments) == (before.players, before.view, before.moments)


# --- sitting down ---


def test_who_sits_down_during_a_game_joins_it_at_0(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    reply = table.sit("CARA")
    assert reply.accepted
    assert (reply.value["waiting"], "says" in reply.value) == (False, False)
    assert total(table, "CARA") == 0
    assert table.now.message.sentence.startswith("CARA joins the game at 0 points. ANNA: 15 points at stake.")
    assert [moment.name for moment in table.now.moments] == ["joined"]
    table.do("stop", "ANNA")
    for _ in range(2):
        table.throw_all("2 3 4 6 2")
    assert acts(table) == "ANNA"
    check_journal(table)


def test_who_sits_down_disturbs_no_choice_and_no_question(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    seen = table.now.event
    table.sit("CARA")
    assert table.do("next_option", "ANNA", event=seen).accepted
    table.tray.throw({1: "2", 2: "10", 3: "3"})
    table.read(nameless={2: ("10", "6")})
    assert table.do("answer", "ANNA", cube=2, face="10").accepted
    table.sit("DORA")
    assert table.now.answer == (2, "10", table.seats["ANNA"])
    assert table.do("confirm", "DORA").accepted
    assert table.view.stake == 20
    table.do("undo", "ANNA")
    table.sit("EVE")
    assert table.now.undo_asked is not None
    check_journal(table)


def test_who_sits_down_in_the_roll_off_rolls_too(evening):
    table = evening()
    table.begin("ANNA", "BEN")
    table.sit("CARA")
    table.roll_off("CARA")
    assert acts(table) == "CARA"
    check_journal(table)


def test_after_last_licks_have_begun_who_sits_down_is_told_to_play_in_the_next(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop", "ANNA")
    reply = table.sit("CARA")
    assert reply.value["waiting"] is True
    assert reply.value["says"] == (
        "Last licks have begun; nobody can join this game any more. You play in the next game."
    )
    table.throw_all("2 3 4 6 2")
    assert table.sit("DORA").value["says"] == "The game is over. You play in the next game."
    assert table.do("rematch", "CARA").accepted
    assert {standing.seat for standing in table.view.standings} == set(table.seats.values())


def test_where_computer_players_have_the_seats_who_sits_down_waits(evening):
    table = evening(max_seats=2)
    table.play("ANNA", computers=1)
    assert table.sit("BEN").value["says"] == "All seats of this game are taken. You play in the next game."


def test_before_a_game_nobody_waits(evening):
    table = evening()
    assert table.sit("ANNA").value["waiting"] is False


def test_who_has_joined_stays_where_a_throw_before_is_taken_back(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.do("stop", "ANNA")
    table.sit("CARA")
    assert acts(table) == "BEN"
    assert table.do("undo", "ANNA").accepted
    assert acts(table) == "ANNA"
    assert table.view.stake == 15
    assert total(table, "CARA") == 0
    table.do("stop", "ANNA")
    assert acts(table) == "CARA"
    check_journal(table)


# --- leaving ---


def test_who_leaves_in_anothers_turn_gives_the_game_up_with_the_points_kept(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("5 2 10 3 4")
    table.do("stop", "ANNA")
    first, other = acts(table), "BEN" if acts(table) == "CARA" else "CARA"
    table.throw_all("5 2 10 3 4")
    assert table.do("leave", "ANNA").accepted
    assert (out(table, "ANNA"), total(table, "ANNA")) == (True, 15)
    assert table.now.message.sentence.startswith(f"ANNA leaves the game. {first}: 15 points at stake.")
    table.do("stop", first)
    table.throw_all("2 3 4 6 2")
    assert (other, acts(table)) != (first, "ANNA")
    assert acts(table) == first
    check_journal(table)


def test_who_leaves_in_their_own_turn_gives_up_once_the_cubes_lie_still(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("5 2 10 3 4")
    table.table.reading(table.tray.moving())
    assert table.do("leave", "ANNA").accepted
    table.wait(5)
    assert acts(table) == "ANNA"
    table.table.reading(table.tray.reading())
    table.wait(1)
    assert out(table, "ANNA")
    assert acts(table) != "ANNA"
    assert table.view.stake == 0
    check_journal(table)


def test_nobody_wins_by_anothers_leaving(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.do("leave", "BEN")
    assert table.now.stage == "playing"
    assert not out(table, "BEN")
    table.throw_all("2 3 4 6 2")
    table.wait(1)
    assert acts(table) == "ANNA"
    assert table.moves()[-1]["move"] == {"kind": "skip"}
    check_journal(table)


def test_an_empty_seat_is_given_up_once_somebody_else_has_joined(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.do("leave", "BEN")
    table.sit("CARA")
    while not out(table, "BEN"):
        table.throw_all("2 3 4 6 2")
        table.wait(1)
    assert table.now.stage == "playing"
    check_journal(table)


def test_who_has_left_stays_away_where_a_throw_before_is_taken_back(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("5 2 10 3 4")
    table.do("leave", "CARA")
    table.do("undo", "ANNA")
    assert table.do("undo", "BEN").accepted
    assert table.view.stake == 0
    assert out(table, "CARA")
    check_journal(table)


# --- journals of older programs ---


def test_a_journal_from_before_anybody_could_join_or_give_up_is_followed():
    events = read_journal(OF_VERSION_1)
    state, ended = State(), {}
    for event in events:
        if event.kind == "game_started" and state.view is not None:
            ended = {state.who(one.seat).name: (one.total, one.out) for one in state.view.standings}
        state = apply(state, event, RULEBOOK)
    assert ended == {"ANNA": (105, False), "BEN": (15, False), "CARA": (0, False)}
    assert trouble_with_game(state, events, RULEBOOK) is None
    assert {state.who(one.seat).name: one.total for one in state.view.standings} == {"ANNA": 0, "BEN": 0, "DORA": 15}
    assert (state.actor.name, state.view.stake) == ("BEN", 10)
    assert state.undo_asked == (36, state.actor.seat)
    assert as_bytes(restore(events, RULEBOOK).game) == as_bytes(state.game)


@pytest.mark.parametrize("correction", ["undone", "joined"])
def test_a_table_goes_on_with_the_journal_of_an_older_program(evening, correction):
    table = evening(rules={"goal": 100, "entry": 0, "bump": True})
    table.journal.close()
    shutil.copy(OF_VERSION_1, table.path)
    table.open()
    anna, dora = "seat-1", next(one.seat for one in table.now.players if one.name == "DORA")
    table.seats.update(ANNA=anna, DORA=dora)
    assert table.now.message.board == "GO ON"
    if correction == "undone":
        assert table.do("undo", "DORA", agree=True).accepted
        assert table.view.stake == 0
    else:
        assert table.sit("EVE").value["waiting"] is False
    check_journal(table)
