"""The log of an evening in words, whenever it is asked for; copies are tested where they are downloaded."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.games.wimpout import RULEBOOK
from controller.host.records import EveningLog, forget_copies, journal_copy
from controller.journal import read_journal
from controller.ports import RecordError
from tests.controller.table.conftest import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Ann and Bob play; it is eight in the evening."""
    evening = Evening(tmp_path, rules={"entry": 0}, abandoned_s=10**7, over_s=10**7)
    evening.play("Ann", "Bob")
    yield evening
    evening.journal.close()


def log_of(evening: Evening) -> EveningLog:
    return EveningLog(evening.path, RULEBOOK, evening.clock)


def told(log: EveningLog) -> list[str]:
    return [line.says for line in log.lines()]


def turn(evening: Evening) -> None:
    evening.throw_all("5 2 10 3 4")
    evening.do("stop")


def test_every_event_is_a_line_in_order_and_asked_again_the_new_ones_come(evening: Evening) -> None:
    log = log_of(evening)
    before = told(log)
    assert before[:2] == ["Ann sits down.", "Bob sits down."]
    turn(evening)
    assert told(log) == told(log_of(evening))
    assert told(log)[: len(before)] == before
    assert [line.event for line in log.lines()] == [event.id for event in evening.events]


def test_a_game_that_goes_on_into_another_evening_is_told_from_there_on(evening: Evening) -> None:
    turn(evening)
    log = log_of(evening)
    assert len(told(log)) > 5
    evening.clock.travel(20 * 3600)
    assert told(log) == []
    assert told(log_of(evening)) == [], "nor where it was never asked before"
    asked_by_day = log_of(evening)
    told(asked_by_day)
    turn(evening)
    assert told(log) == told(asked_by_day) == told(log_of(evening))
    assert told(log)[-1].endswith("stops: 15 points banked.")
    assert len(told(log)) == 2


def test_games_of_other_evenings_are_counted_but_not_told(evening: Evening) -> None:
    evening.host("end")
    evening.clock.travel(24 * 3600)
    evening.host("start")
    assert [line.split(":")[0] for line in told(log_of(evening)) if "begins" in line] == ["Game 2 begins"]


def test_a_journal_that_cant_be_read_is_said_to_be_so(evening: Evening) -> None:
    with closing(sqlite3.connect(evening.path)) as other:
        at = "2026-01-02T20:00:00+00:00"
        other.execute("INSERT INTO events VALUES (99, '2026-01-02', 0, ?, 1, 'undone', '{}')", (at,))
        other.commit()
    with pytest.raises(RecordError, match="Event 99"):
        log_of(evening).lines()


def test_a_copy_is_of_one_moment_though_the_table_writes_on(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    before = evening.events
    with journal_copy(evening.path) as copied:
        turn(evening)
        (tmp_path / "copy" / "copy.sqlite3").write_bytes(copied.read())
    assert read_journal(tmp_path / "copy" / "copy.sqlite3") == before
    assert len(evening.events) > len(before)


def test_where_there_is_no_room_nothing_is_left_behind(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("controller.host.records._copy", full)
    with pytest.raises(RecordError, match="room on the disk"):
        journal_copy(evening.path)
    assert list(evening.path.parent.glob(".copy*")) == []


def test_what_a_power_cut_has_left_of_a_copy_is_gone_after_the_next_start(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as cut:
        cut.setattr("pathlib.Path.unlink", lambda *_, **__: None)
        journal_copy(evening.path).close()
    [left] = evening.path.parent.glob(".copy*")
    forget_copies(evening.path.with_name("another.sqlite"))
    assert left.exists()
    forget_copies(evening.path)
    assert not left.exists()
    assert evening.path.exists()


def spoil(evening: Evening, which: str) -> None:
    """Make events of the journal unreadable for who reads them."""
    with closing(sqlite3.connect(evening.path)) as other:
        other.execute("DROP TRIGGER events_are_never_changed")
        assert other.execute(f"UPDATE events SET payload = 'spoilt' WHERE {which}").rowcount
        other.commit()


def test_moves_of_other_evenings_are_not_even_read(evening: Evening) -> None:
    for hours in (0, 24):  # the newest game of another evening is followed, for it may go on
        turn(evening)
        evening.host("end")
        evening.clock.travel(hours * 3600)
        evening.host("start")
    turn(evening)
    before = told(log_of(evening))
    spoil(evening, "kind = 'move' AND game = (SELECT min(game) FROM events WHERE game > 0)")
    assert told(log_of(evening)) == before != []


def test_of_the_idle_show_it_is_told_that_it_began(tmp_path: Path) -> None:
    idle = Evening(tmp_path, with_hands=True, shows=True, think_s=0)
    idle.table.reading(idle.tray.reading())
    idle.wait_for(lambda: idle.kinds().count("move") > 5)
    idle.sit("Ann")
    log = log_of(idle)
    before = told(log)
    assert "Game 1 begins" in before[0]
    assert not [line for line in before if "throws" in line]
    spoil(idle, "kind = 'move'")
    assert told(log_of(idle)) == before
    idle.do("start", "Ann")
    idle.table.reading(idle.tray.reading())
    idle.throw({0: "10"})
    assert "Ann throws" in told(log)[-1]
    idle.journal.close()
