"""Stopped at any moment and started again, the table goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.games.game import IllegalMoveError
from controller.games.wimpout import RULEBOOK
from controller.journal import Journal, JournalError, read_journal
from controller.ports import Snapshot, as_json
from controller.table import Table
from controller.table.book import Book
from controller.table.folding import apply, restore, restore_from
from controller.table.state import State


def whole(snapshot: Snapshot) -> Snapshot:
    """A snapshot without what a restart may change: its number and the message GO ON."""
    return replace(snapshot, number=0, message=None)  # type: ignore[arg-type]


def test_at_every_event_of_an_evening_a_restart_shows_the_same(evening):
    table = evening(rules={"goal": 100, "entry": 0}, think_s=1)

    def check():
        before = whole(table.now)
        playing = table.now.stage == "playing"
        table.power_cut()
        assert whole(table.now) == before
        assert (table.now.message.board == "GO ON") == playing

    table.sit("ANNA")
    check()
    table.sit("BEN")
    check()
    table.do("start", "ANNA", computers=1)
    check()
    table.table.reading(table.tray.reading())
    check()
    while table.view.phase == "roll_off":
        table.throw({0: "10" if table.view.to_act == table.seats["ANNA"] else "2"})
        check()
    table.throw_all("5 2 4 3 sun")
    check()
    table.do("next_option")
    check()
    table.throw({1: "2", 2: "10", 3: "3"})
    check()
    table.do("undo", "ANNA")
    table.do("undo", "BEN")
    check()
    table.throw_all("5 2 4 3 10")  # too many: the next throw decides
    check()
    table.tray.throw({4: "sun"})
    table.tray.set_aside(4)
    assert table.throw({1: "2", 2: "10", 3: "3"})
    check()
    assert table.do("roll_on").accepted
    check()
    assert table.throw({1: "5", 3: "2"})
    check()
    assert table.do("stop").accepted
    check()
    table.sit("CARA")
    check()
    while table.now.stage == "playing":
        table.throw_all("10 10 10 2 4")
        check()
        table.throw({3: "2", 4: "5"})
        check()
        table.do("stop")
        table.wait(2)
        check()
    assert table.now.stage == "over"
    check()
    assert table.do("rematch", "CARA").accepted
    check()
    table.table.reading(table.tray.reading())
    check()
    table.do("leave", "BEN")
    check()
    kinds = set(table.kinds())
    assert {"seat_taken", "game_started", "base", "move", "undone", "not_counted"} <= kinds


def test_the_cubes_that_were_counted_are_what_the_reader_begins_with(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    lying = table.table.lying
    table.power_cut()
    assert table.table.lying == lying
    assert [cube.face for cube in lying] == ["5", "2", "10", "3", "4"]


def test_cubes_thrown_while_the_power_was_out_are_read_afterwards(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.throw({1: "5", 3: "2", 4: "6"})
    table.power_cut()
    assert table.read()
    assert table.view.stake == 20


def test_go_on_is_said_until_something_happens(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.power_cut()
    assert table.now.message.board == "GO ON"
    table.table.reading(table.tray.reading())
    assert table.now.message.board == "GO ON"
    table.do("stop", "ANNA")
    assert table.now.message.board == "THROW 5"


def test_phones_keep_their_seats(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.power_cut()
    assert table.table.seat_of(table.secrets["ANNA"]) == table.seats["ANNA"]
    table.throw_all("5 2 4 3 sun")
    assert table.do("next_option", "ANNA").accepted


def test_a_question_and_a_waiting_answer_are_still_there(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    table.read(nameless={2: ("10", "6")})
    table.do("answer", "ANNA", cube=2, face="10")
    table.power_cut()
    assert table.now.asks == (2,)
    assert table.now.tray.cubes[2].alternatives == (("10", 0.6), ("6", 0.3))
    assert table.now.answer == (2, "10", table.seats["ANNA"])
    table.table.reading(table.tray.reading(nameless={2: ("10", "6")}))
    assert table.do("confirm", "BEN").accepted
    assert table.view.stake == 15


def test_undo_reaches_behind_the_power_cut(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.power_cut()
    assert table.do("undo", "ANNA").accepted
    assert table.do("undo", "BEN").accepted
    assert table.view.stake == 0


def test_a_computer_player_goes_on_by_itself(evening):
    table = evening(with_hands=True, shows=True, show_games=1, think_s=0.5)
    table.table.reading(table.tray.reading())
    for _ in range(40):
        if table.overs:
            break
        table.wait(7)
        table.power_cut()
        table.table.reading(table.tray.reading())
        assert table.now.stage == "show"
    assert table.overs


def test_state_is_a_pure_function_of_the_journal(evening):
    table = evening(with_hands=True, shows=True, show_games=1, think_s=0)
    table.table.reading(table.tray.reading())
    table.wait_for(lambda: table.overs)
    events = table.events
    assert restore(events, RULEBOOK) == restore(events, RULEBOOK)
    assert restore(events, RULEBOOK).game.view == table.view


def test_moves_of_games_that_are_over_are_not_even_read(evening):
    """A journal of many evenings would not fit into the memory of a small machine."""
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    for _ in range(3):
        table.throw_all("5 2 10 3 4")
        table.do("stop")
        table.host("end")
        table.host("start")
    table.throw_all("5 2 10 3 4")
    state = restore(table.events, RULEBOOK)
    with closing(sqlite3.connect(table.path)) as other:
        other.execute("DROP TRIGGER events_are_never_changed")
        first = "kind = 'move' AND game = (SELECT min(game) FROM events WHERE game > 0)"
        assert other.execute(f"UPDATE events SET payload = 'spoilt' WHERE {first}").rowcount
        other.commit()
    assert restore_from(table.journal, RULEBOOK) == state


def test_what_was_never_journaled_was_never_shown(evening):
    table = evening(with_hands=True, shows=True, show_games=1, think_s=0)
    table.table.reading(table.tray.reading())
    table.wait_for(lambda: table.overs)
    state = State()
    views = {0: None}
    for event in table.events:
        state = apply(state, event, RULEBOOK)
        views[event.id] = state.game.view if state.game else None
    for snapshot in table.published:
        assert snapshot.view == views[snapshot.event]


def test_a_journal_that_these_rules_cannot_follow_is_refused_in_words(evening):
    table = evening()
    table.journal.append("move", {"move": {"kind": "stop"}, "by": "command", "seat": None}, table.clock.now())
    table.journal.close()
    journal = Journal(table.path)
    with pytest.raises(JournalError, match=r"event 1 .* can't be followed"):
        Table(table.settings, RULEBOOK, journal, table.feed, table.clock)
    journal.close()


def begun_by_rules_that_are_gone(table, kind):
    start = {"kind": "start", "seats": ["a", "b"], "rules": {"ladder": True}, "starter": None}
    players = [{"seat": seat, "name": seat, "kind": "computer", "colour": "red"} for seat in ("a", "b")]
    begun = {"kind": kind, "players": players, "start": start}
    table.journal.append("game_started", begun, table.clock.now(), game=None)
    move = {"move": {"kind": "stop"}, "by": "computer", "seat": "a"}
    table.journal.append("move", move, table.clock.now(), game=table.journal.last)


def test_a_rule_of_the_tables_own_that_is_gone_does_no_harm_to_other_games(evening):
    table = evening()
    begun_by_rules_that_are_gone(table, "people")
    table.journal.append("game_abandoned", {"reason": "everybody left"}, table.clock.now())
    table.power_cut()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    before = table.view
    table.power_cut()
    assert table.view == before


def test_an_idle_show_by_a_rule_that_is_gone_is_over(evening):
    table = evening()
    begun_by_rules_that_are_gone(table, "show")
    table.power_cut()
    assert (table.now.stage, table.now.players) == ("seating", ())
    table.play("ANNA", "BEN")


def test_where_nobody_sits_down_another_show_follows_one_by_a_rule_that_is_gone(evening):
    table = evening()
    begun_by_rules_that_are_gone(table, "show")
    table.settings = replace(table.settings, shows=True)
    table.power_cut()
    table.wait(1)
    assert table.now.stage == "show"
    assert len(table.now.players) == 2


def test_a_game_by_a_rule_that_is_gone_waits_for_it_to_be_put_back(evening):
    table = evening()
    begun_by_rules_that_are_gone(table, "people")
    with pytest.raises(JournalError, match="no rule 'ladder'"):
        table.power_cut()


def test_rules_for_the_next_game_that_are_gone_are_those_of_the_settings(evening):
    table = evening(rules={"goal": 300})
    table.journal.append("rules_set", {"rules": {"ladder": True, "goal": 400}}, table.clock.now())
    table.power_cut()
    table.play("ANNA", "BEN")
    assert table.view.goal == 300


def test_rules_in_the_settings_that_cannot_be_played_are_refused_in_words(evening):
    with pytest.raises(Exception, match="rules in the settings"):
        evening(rules={"goal": 7})


def test_what_cannot_be_followed_is_not_written_either(evening):
    """Or a table would refuse it, and not start again."""
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    [*_, thrown] = table.events
    book = Book(table.journal, RULEBOOK, table.clock)
    before = book.state
    three = {**thrown.payload["move"], "thrown": [{"face": "5", "odd": False}] * 3}
    with pytest.raises(IllegalMoveError):
        book.write("corrected", {"event": thrown.id, "tray": None, "move": three})
    assert table.events[-1] == thrown
    assert book.state is before


# --- a journal that can't be written ---


def fill_disk(table):
    (pages,) = table.journal._connection.execute("PRAGMA page_count").fetchone()
    table.journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    def write_on(size):
        while True:
            table.journal.append("note", {"much": "x" * size}, table.clock.now())

    for size in (1000, 100, 1):
        with pytest.raises(JournalError):
            write_on(size)


def make_room(table):
    table.journal._connection.execute("PRAGMA max_page_count = 1000000")


def test_what_cannot_be_written_is_not_shown_and_the_table_says_so(evening):
    table = evening()
    table.play("ANNA", "BEN")
    fill_disk(table)
    before = table.view
    assert not table.throw_all("5 2 10 3 4")
    assert table.view == before
    assert table.now.message.board == "JOURNAL TROUBLE"
    assert "trouble" in table.now.lamps
    (journal,) = (device for device in table.now.devices if device.part == "journal")
    assert journal.state == "trouble"
    assert "full" in journal.detail
    reply = table.do("leave", "BEN")
    assert not reply.accepted
    assert "full" in reply.reason


def test_who_has_a_seat_keeps_it_though_the_disk_is_full_before_the_game_can_be_joined(evening, monkeypatch):
    table = evening()
    table.play("ANNA", "BEN")
    append = Journal.append

    def full_for_moves(journal, kind, *more):
        if kind == "move":
            raise JournalError("the disk is full")
        return append(journal, kind, *more)

    with monkeypatch.context() as full:
        full.setattr(Journal, "append", full_for_moves)
        reply = table.sit("CARA")
    assert reply.accepted
    assert reply.value["waiting"]
    assert table.table.seat_of(reply.value["secret"]) == reply.value["seat"]


def test_when_there_is_room_again_the_throw_is_counted_after_all(evening):
    table = evening(journal_retry_s=5)
    table.play("ANNA", "BEN")
    fill_disk(table)
    table.throw_all("5 2 10 3 4")
    table.wait(11)
    assert table.now.message.board == "JOURNAL TROUBLE"
    make_room(table)
    table.wait(6)
    assert table.view.stake == 15
    (journal,) = (device for device in table.now.devices if device.part == "journal")
    assert journal.state == "fine"


# --- kill -9 ---

PLAYER = Path(__file__).with_name("killed_table.py")


def test_a_table_that_is_killed_in_mid_turn_has_lost_nothing_that_it_showed(tmp_path):
    path = tmp_path / "journal.sqlite"
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    process = subprocess.Popen(
        [sys.executable, str(PLAYER), str(path)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    shown = []
    while True:
        shown.append(json.loads(process.stdout.readline()))
        view = shown[-1]["view"]
        if len(shown) > 30 and view and view["stake"] > 0:
            break
    process.send_signal(signal.SIGKILL)
    shown += [json.loads(line) for line in process.stdout.read().splitlines() if line.endswith("}")]
    process.wait()
    process.stdout.close()
    events = read_journal(path)
    for snapshot in shown:
        state = restore(events[: snapshot["event"]], RULEBOOK)
        assert state.event == snapshot["event"]
        assert as_json(state.game.view if state.game else None) == snapshot["view"]
    assert len(events) - shown[-1]["event"] <= 1




def test_a_game_that_has_just_begun_knows_how_the_cubes_of_the_last_one_lie(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("ANNA", computers=0)
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop")
    table.power_cut()
    assert table.do("rematch", "ANNA").accepted
    before = table.now
    assert [cube.face for cube in before.tray.cubes] == ["10", "10", "10", "2", "5"]
    table.power_cut()
    assert whole(table.now) == whole(before)
    assert table.table.lying == before.tray.cubes
