"""`tray replay`: a journal told event by event, and checked."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.commands.checking import as_bytes, trouble_with_game
from controller.games.wimpout import RULEBOOK
from controller.journal import Journal, read_journal
from controller.table.folding import restore
from tests.controller.table.conftest import Evening

AT = "2026-01-02T20:00:00+00:00"
START = {"kind": "start", "seats": ["seat-1", "seat-2"], "rules": {"entry": 0}, "starter": "seat-1"}
PLAYERS = [{"seat": f"seat-{number}", "name": name, "colour": "#fff", "kind": "person"}
           for number, name in ((1, "ANNA"), (2, "BEN"))]
FACES = ("5", "2", "3", "4", "sun")
THROW = {"kind": "throw", "kept": None, "thrown": [{"face": face, "odd": face == "sun"} for face in FACES]}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A table at which a game was played to its end, with an undo, and another was begun; it is still open."""
    table = Evening(tmp_path / "evening", rules={"goal": 100, "entry": 0}, think_s=1)
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    table.do("next_option")
    table.throw({1: "2", 2: "10", 3: "3"})
    table.do("undo", "ANNA")
    table.do("undo", "BEN")
    table.throw({1: "5", 2: "4", 3: "3"})
    table.do("stop", "ANNA")
    for _ in range(2):
        table.throw_all("10 10 10 2 4")
        table.throw({3: "2", 4: "5"})
        table.do("stop")
    assert table.do("rematch", "ANNA").accepted
    yield table
    table.journal.close()


def journal_of(path: Path, *events: tuple[str, dict[str, object]]) -> Path:
    """A journal whose first event begins a game, and these that follow."""
    journal = Journal(path)
    journal.append("game_started", {"kind": "people", "players": PLAYERS, "start": START}, AT, None)
    for kind, payload in events:
        journal.append(kind, payload, AT, 1)
    journal.close()
    return path


def test_a_show_by_chance_of_which_only_the_beginning_was_written_misses_nothing(tray, tmp_path):
    table = Evening(tmp_path / "show", shows=True)
    table.wait(60)
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    table.journal.close()
    result = tray("replay", str(table.path))
    assert (result.status, result.err) == (0, "")
    assert "2 games; each game played again from its moves alone is the same, byte for byte." in result.out


def test_a_game_is_told_event_by_event_and_is_the_same(tray, evening):
    result = tray("replay", str(evening.path))
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("The evening of ")
    told = [line.split("  ")[-1] for line in lines]
    assert "Game 1 begins: ANNA, BEN. Rules: goal 100, entry 0." in told
    assert any(line.startswith("Game 2 begins: ") for line in told)
    assert "ANNA throws 10: to see who starts." in told
    assert "ANNA throws 5 2 4 3 sun*: 15 points (SUN AS 10, of 3 ways), 15 at stake; may stop." in told
    assert "ANNA chooses SUN AS 5." in told
    assert any(line.endswith("is taken back.") for line in told)
    assert "ANNA stops: 15 points banked." in told
    assert "BEN throws 10 10 10 2 4*: a Flash, 100 points, 100 at stake; CLEAR THE FLASH." in told
    assert "BEN stops: 105 points banked. Last licks: BEN leads." in told
    assert "ANNA stops: 105 points banked. ANNA wins: ANNA 120, BEN 105." in told
    assert f"{len(evening.events)} events, 2 games; each game played again" in lines[-2]
    assert [line.split()[0] for line in lines[1:-2]] == [str(event.id) for event in evening.events]


def test_it_is_told_as_far_as_asked(tray, evening):
    lines = tray("replay", str(evening.path), "--until", "6").out.splitlines()
    assert [line.split()[0] for line in lines[1:-2]] == ["1", "2", "3", "4", "5", "6"]
    assert tray("replay", str(evening.path), "--until", "6").out.splitlines() == lines


def test_the_journal_of_an_open_table_is_only_read(tray, evening):
    def files() -> dict[str, bytes]:
        folder = evening.path.parent
        return {name: (folder / name).read_bytes() for name in os.listdir(folder) if not name.endswith("-shm")}

    before = files()
    assert tray("replay", str(evening.path)).status == 0
    assert files() == before
    last = evening.events[-1].id
    assert evening.sit("CARA").accepted
    assert [line.split()[0] for line in tray("replay", str(evening.path)).out.splitlines()[-4:-2]] == [
        str(last + 1), str(last + 2),
    ]  # fmt: skip


def test_nothing_is_left_beside_the_journal_of_a_closed_table(tray, tmp_path):
    path = journal_of(tmp_path / "closed" / "journal.sqlite3")
    before = {one.name: one.stat().st_mtime_ns for one in path.parent.iterdir()}
    assert tray("replay", str(path)).status == 0
    assert {one.name: one.stat().st_mtime_ns for one in path.parent.iterdir()} == before


def test_changed_rules_fallen_cubes_and_players_who_come_and_go_are_told(tray, tmp_path):
    moves: list[dict[str, object]] = [
        {"kind": "change_rules", "rules": {"off_the_cloth": True, "bump": True}},
        THROW,
        {"kind": "stop"},
        THROW,
        {"kind": "stop"},
        {"kind": "cube_fell"},
        {"kind": "join", "seat": "seat-3", "after": None},
        {"kind": "skip"},
        {"kind": "give_up", "seat": "seat-2"},
    ]
    seats = ["seat-1", "seat-1", "seat-1", "seat-2", "seat-2", "seat-1", "seat-2", "seat-2", "seat-1"]
    path = journal_of(tmp_path / "journal", *[
        ("move", {"move": move, "seat": seat, "by": "command"}) for move, seat in zip(moves, seats, strict=True)
    ])  # fmt: skip
    result = tray("replay", str(path))
    assert (result.status, result.err) == (0, "")
    assert [line[18:] for line in result.out.splitlines()[2:-2]] == [
        "The rules are changed: off_the_cloth on, bump on.",
        "ANNA throws 5 2 3 4 sun*: 15 points (SUN AS 10, of 3 ways), 15 at stake; may stop.",
        "ANNA stops: 15 points banked.",
        "BEN throws 5 2 3 4 sun*: 15 points (SUN AS 10, of 3 ways), 15 at stake; may stop.",
        "BEN stops: 15 points banked. Bump: ANNA has 0.",
        "ANNA throws a cube off the tray: a Train Wreck, 0 points lost.",
        "seat-3 joins the game.",
        "BEN is skipped: no points.",
        "BEN gives up.",
    ]


def test_a_correction_is_told_with_by_whom_from_what_and_to_what(tray, evening):
    acts = next(name for name, seat in evening.seats.items() if seat == evening.view.to_act)
    other = "BEN" if acts == "ANNA" else "ANNA"
    evening.table.reading(evening.tray.reading())
    evening.throw({0: "2"})
    event = evening.now.event
    assert evening.do("correct", acts, cubes=["3"]).accepted
    assert evening.do("confirm", other).accepted
    asked, done = tray("replay", str(evening.path)).out.splitlines()[-4:-2]
    assert asked.endswith(f"{acts} says that event {event} shows 3.")
    assert done.endswith(f"{acts} corrects, and {other} agrees: event {event}, read as 2, shows 3.")


def test_an_event_of_an_unknown_kind_is_told_as_that(tray, tmp_path):
    path = journal_of(tmp_path / "journal", ("lamp_blown", {"lamp": "ready"}))
    told = "An event of the kind 'lamp_blown', which this program doesn't know."
    assert tray("replay", str(path)).out.splitlines()[2].endswith(told)


def test_a_change_by_the_guiding_light_is_told_from_the_proposal_to_the_first_throw_under_it(tray, evening):
    evening.roll_off("ANNA")
    evening.throw_all("5 2 4 3 sun")
    evening.do("propose", "ANNA", rules={"sampler": True, "goal": 300})
    evening.do("vote", "BEN", agree=False)
    evening.do("propose", "BEN", rules={"sampler": True})
    evening.do("vote", "ANNA", agree=True)
    evening.throw({1: "2", 2: "10", 3: "3"})
    result = tray("replay", str(evening.path))
    assert (result.status, result.err) == (0, "")
    told = [line.split("  ")[-1] for line in result.out.splitlines()]
    start = told.index("The Guiding Light: ANNA proposes goal 300, sampler 25 (now goal 100, sampler off).")
    assert told[start + 1 : start + 6] == [
        "BEN says no.",
        "The rules stay as they are: BEN has said no.",
        "The Guiding Light: BEN proposes sampler 25 (now sampler off).",
        "ANNA says yes.",
        "The rules are changed: sampler 25.",
    ]
    assert told[start + 6].endswith(", the first throw under the changed rules.")


def test_a_game_by_house_rules_of_the_tables_own_needs_its_settings(tray, tmp_path, own_rules):
    change: dict[str, object] = {"kind": "change_rules", "rules": {"ladder": True}}
    path = journal_of(tmp_path / "journal", ("move", {"move": change, "seat": "seat-1", "by": "command"}))
    complaint = tray("replay", str(path)).err
    assert "event 2 (move) can't be followed: this program has no rule 'ladder'. " in complaint
    assert "name the table's settings with --config; --until tells what came before.\n" in complaint
    assert "damaged" not in complaint
    result = tray("replay", str(path), "--config", "tray.toml")
    assert (result.status, result.err) == (0, "")
    assert "The rules are changed: ladder on." in result.out


def test_a_house_rule_that_was_switched_off_is_named_with_the_reason(tray, tmp_path, own_rules):
    change: dict[str, object] = {"kind": "change_rules", "rules": {"broken": True}}
    path = journal_of(tmp_path / "journal", *[
        ("move", {"move": move, "seat": "seat-1", "by": "command"}) for move in (change, THROW, {"kind": "stop"})
    ])  # fmt: skip
    result = tray("replay", str(path), "--config", "tray.toml")
    assert (result.status, result.err) == (0, "")
    thrown, stopped = result.out.splitlines()[3:5]
    assert thrown.endswith(
        "at stake; may stop. The house rule 'broken' is switched off: it raised RuntimeError: nobody knows."
    )
    assert stopped.endswith("ANNA stops: 15 points banked.")


def test_a_move_out_of_turn_is_told_of_and_is_status_1(tray, tmp_path):
    path = journal_of(tmp_path / "journal", ("move", {"move": THROW, "seat": "seat-2", "by": "hand"}))
    result = tray("replay", str(path))
    assert result.status == 1
    assert result.err == "tray replay: event 2: seat-2 moved, but it was seat-1's turn.\n"
    assert "(entered by hand)" in result.out


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("move", {"move": {"kind": "select", "option": 9}, "seat": "seat-1", "by": "command"}),
        ("move", {"move": {"kind": "jump"}, "seat": "seat-1", "by": "command"}),
        ("move", {"seat": "seat-1"}),
        ("undone", {"event": 77, "seat": "seat-1"}),
        ("not_counted", {}),
    ],
)
def test_an_event_that_cannot_be_followed_is_named(tray, tmp_path, kind, payload):
    path = journal_of(tmp_path / "journal", (kind, payload))
    result = tray("replay", str(path))
    assert result.status == 2
    assert f"event 2 ({kind}) can't be followed" in result.err
    assert ".." not in result.err
    assert len(result.err.splitlines()) == 1
    assert tray("replay", str(path), "--until", "1").status == 0


def test_an_empty_journal_says_so(tray, tmp_path):
    Journal(tmp_path / "journal").close()
    assert tray("replay", "journal").out == "Nothing has happened at this table yet.\n"


def test_a_mistake_is_one_clear_line(tray, tmp_path):
    path = journal_of(tmp_path / "journal")
    (tmp_path / "notes.txt").write_text("not a journal, though it is long enough to be looked at" * 20)
    assert "there is no event 2 in this journal; its last is 1" in tray("replay", str(path), "--until", "2").complaint
    assert "there is no journal here" in tray("replay", "nowhere").complaint
    assert "notes.txt" in tray("replay", "notes.txt").complaint
    assert "Missing argument" in tray("replay").complaint


def test_a_game_that_its_moves_do_not_make_is_found_out(evening):
    events = read_journal(evening.path, after=0)[:10]
    state = restore(events, RULEBOOK)
    assert trouble_with_game(state, events, RULEBOOK) is None
    forgotten = replace(state, history=state.history[:-1])
    assert "another state" in str(trouble_with_game(forgotten, events, RULEBOOK))
    twice = replace(state, history=(*state.history, state.history[0]))
    assert "an illegal one" in str(trouble_with_game(twice, events, RULEBOOK))


def test_equal_values_have_equal_bytes_in_whatever_order_they_were_made():
    assert as_bytes({"a": frozenset(["x", "y", "z"]), "b": 1}) == as_bytes({"b": 1, "a": frozenset(["z", "y", "x"])})
    assert as_bytes((1, "2")) != as_bytes(("1", 2))


def edited(path: Path, statement: str, *values: object) -> Path:
    """The journal with something changed behind the table's back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for trigger in ("events_are_never_changed", "events_are_never_deleted"):
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(statement, values)
    return path


def test_an_event_that_was_taken_out_is_missed(tray, evening):
    evening.journal.close()
    gap = next(event.id for event in evening.events if event.kind == "base")
    result = tray("replay", str(edited(evening.path, "DELETE FROM events WHERE id = ?", gap)))
    assert result.status == 1
    assert f"something is missing between the events {gap - 1} and {gap + 1}." in result.err


def test_a_throw_that_was_changed_is_told_from_its_reading(tray, evening):
    evening.roll_off("ANNA")
    evening.throw_all("5 2 4 3 sun")
    evening.journal.close()
    opening = evening.events[-1]
    payload = json.dumps(opening.payload).replace('{"face": "2", "odd": false}', '{"face": "10", "odd": false}', 1)
    path = edited(evening.path, "UPDATE events SET payload = ? WHERE id = ?", payload, opening.id)
    result = tray("replay", str(path))
    assert result.status == 1
    assert f"event {opening.id}: a throw of other cubes than those that were read with it." in result.err


def test_an_event_of_another_game_is_found_out(tray, evening):
    evening.journal.close()
    result = tray("replay", str(edited(evening.path, "UPDATE events SET game = 1 WHERE id = ?", evening.now.event)))
    assert result.status == 1
    assert f"event {evening.now.event} is filed under another game" in result.err


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = X'FF' WHERE id = 5",
        "UPDATE events SET payload = CAST(X'FF' AS TEXT) WHERE id = 5",
        "UPDATE events SET payload = '{' WHERE id = 5",
        "UPDATE events SET payload = '[]' WHERE id = 5",
        "UPDATE events SET payload = replace(hex(zeroblob(50000)), '0', '[') WHERE id = 5",
        "UPDATE events SET version = 'x' WHERE id = 5",
        "UPDATE events SET kind = X'37' WHERE id = 5",
        "ALTER TABLE events RENAME COLUMN payload TO other",
        "DROP TABLE events",
    ],
)
def test_a_file_that_holds_no_events_is_damaged_in_one_line(tray, evening, statement):
    evening.journal.close()
    complaint = tray("replay", str(edited(evening.path, statement))).complaint
    assert "is damaged" in complaint
    assert "Move it away" in complaint


@pytest.mark.parametrize("size", [0, 1, 100, 4096, 10_000])
def test_a_file_that_was_cut_off_is_told_in_one_line(tray, evening, size):
    evening.journal.close()
    with closing(sqlite3.connect(evening.path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    os.truncate(evening.path, size)
    assert str(evening.path) in tray("replay", str(evening.path)).complaint
