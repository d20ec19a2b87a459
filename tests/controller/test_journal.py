"""The journal outlasts power cuts, newer programs, full disks and damage, and never changes what it holds."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from controller.journal import Journal, JournalError, JournalVersionError, evening_of, read_journal

AT = "2026-01-02T20:00:00.000+00:00"


def write(path: Path, *kinds: str) -> None:
    journal = Journal(path)
    for kind in kinds:
        journal.append(kind, {"word": kind}, AT)
    journal.close()


def write_on(journal: Journal) -> None:
    while True:
        journal.append("b", {"much": "x" * 4000}, AT)


def test_events_come_back_in_order_with_all_they_hold(tmp_path):
    path = tmp_path / "deep" / "journal.sqlite"
    journal = Journal(path)
    journal.append("seat_taken", {"name": "Zoë", "list": [1, None, True]}, AT)
    began = journal.append("game_started", {}, AT, game=None)
    journal.append("move", {"x": 1.5}, AT, game=began.id)
    assert [(event.id, event.kind, event.game) for event in journal.events()] == [
        (1, "seat_taken", 0), (2, "game_started", 2), (3, "move", 2),
    ]  # fmt: skip
    assert next(journal.events()).payload == {"name": "Zoë", "list": [1, None, True]}
    assert [event.id for event in journal.events(after=2)] == [3]
    assert journal.last == 3
    journal.close()
    journal.close()


def test_a_journal_goes_on_where_it_was(tmp_path):
    path = tmp_path / "journal.sqlite"
    write(path, "a", "b")
    write(path, "c")
    assert [(event.id, event.kind) for event in read_journal(path)] == [(1, "a"), (2, "b"), (3, "c")]


def test_an_evening_lasts_from_noon_to_noon():
    assert evening_of("2026-01-02T20:00:00+01:00") == "2026-01-02"
    assert evening_of("2026-01-03T01:30:00+01:00") == "2026-01-02"
    assert evening_of("2026-01-03T12:00:00+01:00") == "2026-01-03"


@pytest.mark.parametrize("statement", ["UPDATE events SET payload = '{}'", "DELETE FROM events WHERE id = 1"])
def test_nothing_is_ever_changed_or_deleted(tmp_path, statement):
    path = tmp_path / "journal.sqlite"
    write(path, "a", "b")
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()
    assert [event.kind for event in read_journal(path)] == ["a", "b"]


def test_each_event_is_on_the_disk_before_append_returns(tmp_path):
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    for number in range(1, 6):
        journal.append("event", {"number": number}, AT)
        assert [event.payload["number"] for event in read_journal(path)] == list(range(1, number + 1))
    journal.close()


def test_it_is_written_through_to_the_disk(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.close()


def test_two_tables_cannot_write_one_journal(tmp_path):
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    with pytest.raises(JournalError, match="another table"):
        Journal(path)
    journal.close()
    Journal(path).close()


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "journal.sqlite"
    write(path, "a")
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(JournalVersionError, match="newer version"):
        Journal(path)
    with pytest.raises(JournalVersionError, match="version 99"):
        read_journal(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_journal_is_refused(tmp_path):
    text = tmp_path / "text"
    text.write_text("Once upon a time there were five cubes. " * 100)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    for path in (text, other):
        with pytest.raises(JournalError):
            Journal(path)
        with pytest.raises(JournalError):
            read_journal(path)
    with pytest.raises(JournalError, match="no journal here"):
        read_journal(tmp_path / "nowhere")


def test_a_damaged_journal_is_refused_in_words(tmp_path):
    path = tmp_path / "journal.sqlite"
    write(path, *("event" * 20 for _ in range(200)))
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 512):
        data[at : at + 64] = os.urandom(64)
    path.write_bytes(data)
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)


def test_a_full_disk_is_said_and_what_was_written_stays(tmp_path):
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    journal.append("a", {}, AT)
    (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own disk-full error
    with pytest.raises(JournalError, match="full"):
        write_on(journal)
    last = journal.last
    journal._connection.execute("PRAGMA max_page_count = 100000")
    assert journal.append("c", {}, AT).id == last + 1
    journal.close()
    assert [event.id for event in read_journal(path)] == list(range(1, last + 2))


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="can't be written"):
        Journal(tmp_path / "file" / "journal.sqlite")


def test_a_process_that_is_killed_has_lost_nothing_that_it_had_written(tmp_path):
    path = tmp_path / "journal.sqlite"
    program = textwrap.dedent(
        f"""
        from pathlib import Path
        from controller.journal import Journal
        journal = Journal(Path({str(path)!r}))
        number = 0
        while True:
            number += 1
            journal.append("event", {{"number": number}}, {AT!r})
            print(number, flush=True)
        """
    )
    root = Path(__file__).parents[2]
    writer = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=root)
    assert writer.stdout is not None
    told = [int(writer.stdout.readline()) for _ in range(25)]
    writer.kill()
    told += [int(line) for line in writer.stdout.read().split()]
    writer.wait()
    writer.stdout.close()
    kept = [event.payload["number"] for event in read_journal(path)]
    assert kept[: len(told)] == told
    assert len(kept) - len(told) <= 1
    Journal(path).close()


def test_a_journal_whose_tables_were_never_written_begins_anew(tmp_path):
    path = tmp_path / "journal.sqlite"
    connection = sqlite3.connect(path)  # what a power cut leaves in the first milliseconds
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert path.stat().st_size > 0
    write(path, "a")
    assert [event.kind for event in read_journal(path)] == ["a"]


def test_a_journal_that_is_deleted_or_replaced_meanwhile_is_noticed(tmp_path):
    path = tmp_path / "journal.sqlite"
    other = tmp_path / "other.sqlite"
    write(other, "other")
    journal = Journal(path)
    journal.append("a", {}, AT)
    path.rename(tmp_path / "away.sqlite")
    with pytest.raises(JournalError, match="the journal is gone"):
        journal.append("b", {}, AT)
    other.rename(path)
    with pytest.raises(JournalError, match="replaced by another file"):
        journal.append("b", {}, AT)
    (tmp_path / "away.sqlite").rename(path)
    assert journal.append("b", {}, AT).id == 2
    journal.close()


def test_an_event_of_a_newer_version_is_refused(tmp_path):
    path = tmp_path / "journal.sqlite"
    write(path, "a")
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO events VALUES (2, '2026-01-02', 0, ?, 99, 'b', '{}')", (AT,))
    connection.commit()
    connection.close()
    with pytest.raises(JournalVersionError, match="event 2 was written by a newer version"):
        read_journal(path)
