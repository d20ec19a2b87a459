"""The journal: every event of the evening in one SQLite file, written before anyone sees it, never changed.

Undo and correction are events too. What a table shows is a pure function of this file, so that a power cut
costs nothing that was shown.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from controller.errors import TrayError
from controller.games.phrase import phrase

VERSION = 1
"""Of the file's tables and of the events in it. A newer file is refused, an older one is read."""

_APPLICATION_ID = 0x54524159  # "TRAY", so that a journal is told from any other SQLite file

_SCHEMA = """
CREATE TABLE events (
    id       INTEGER PRIMARY KEY,
    evening  TEXT NOT NULL,     -- the date on which the evening began; it lasts from noon to noon
    game     INTEGER NOT NULL,  -- the id of the event that began the game; 0 between games
    at       TEXT NOT NULL,     -- ISO 8601 with the zone
    version  INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    payload  TEXT NOT NULL      -- JSON
);
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


_COLUMNS = "id, evening, game, at, version, kind, payload"


class JournalError(TrayError):
    """The journal can't be read or written; its text says why and what to do."""


class JournalInUseError(JournalError):
    """Another process holds the journal."""


class JournalVersionError(JournalError):
    """The journal was written by a newer version of this program."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table. `game` is the id of the event that began its game, 0 for none."""

    id: int
    evening: str
    game: int
    at: str
    version: int
    kind: str
    payload: Mapping[str, Any]


class JournalReader:
    """An open journal to read from. However long it is, only what is asked for is ever held in memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection

    def events(
        self, after: int = 0, before: int | None = None, *,
        without: Collection[str] = (), but_in: Collection[int] = (), most: int = -1,
    ) -> Iterator[Event]:
        """The events whose id is above `after` and below `before`, in order; at most `most`, all where that is -1.

        Those of the kinds `without` aren't even read, except in the games `but_in`.
        """
        conditions = ["id > ?"] + ["id < ?"] * (before is not None)
        values: list[object] = [after] + [before] * (before is not None)
        if without:
            conditions.append(f"(kind NOT IN ({_marks(without)}) OR game IN ({_marks(but_in)}))")
            values += [*without, *but_in]
        yield from self._select(f"WHERE {' AND '.join(conditions)} ORDER BY id LIMIT ?", [*values, most])

    def backwards(self, before: int) -> Iterator[Event]:
        """The events whose id is below `before`, the newest first."""
        yield from self._select("WHERE id < ? ORDER BY id DESC", [before])

    def of_kind(self, kind: str, after: int = 0) -> Iterator[Event]:
        """The events of one kind whose id is above `after`, in order."""
        yield from self._select("WHERE kind = ? AND id > ? ORDER BY id", [kind, after])

    def newest(self, kind: str) -> int:
        """The id of the newest event of this kind, 0 where there is none."""
        row = self._connection.execute(
            "SELECT id FROM events WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,)
        ).fetchone()
        return int(row[0]) if row else 0

    def check_health(self) -> None:
        """Look through the whole file for damage.

        Raises:
            JournalError: there is some.
        """
        (health,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise _in_words(self.path, ValueError(health))

    def _select(self, which: str, values: Sequence[object]) -> Iterator[Event]:
        try:
            for row in self._connection.execute(f"SELECT {_COLUMNS} FROM events {which}", values):
                yield _event(row, self.path)
        except (sqlite3.Error, ValueError) as error:
            raise _in_words(self.path, error) from error


class Journal(JournalReader):
    """The journal of one table, open for writing. One process at a time may hold it.

    `on_written` is told each event once it is there for good, by who appends it, and must not wait.

    Raises:
        JournalVersionError: the file is of a newer version.
        JournalError: the file is damaged, is no journal, can't be written, or another table has it open.
    """

    def __init__(self, path: Path, on_written: Callable[[Event], None] = lambda event: None) -> None:
        self._on_written = on_written
        self._lock = _take(path)
        try:
            super().__init__(_open(path), path)
        except BaseException:
            os.close(self._lock)
            raise
        self._file = _identity(path)
        self._last = self._read_last()

    @property
    def last(self) -> int:
        """The id of the last event, 0 in an empty journal."""
        return self._last

    def append(self, kind: str, payload: Mapping[str, Any], at: str, game: int | None = 0) -> Event:
        """Write an event; when this returns it outlasts a power cut.

        `at`: ISO 8601 with the zone. `game`: the id of the event that began the game; None where this event
        is the one that begins it.

        Raises:
            JournalError: nothing was written (disk full, read-only, damaged, deleted or replaced meanwhile).
        """
        self._still_there()
        event_id = self._last + 1
        event = Event(event_id, evening_of(at), event_id if game is None else game, at, VERSION, kind, payload)
        row = (event.id, event.evening, event.game, at, VERSION, kind, json.dumps(payload, separators=(",", ":")))
        try:
            with self._connection:
                self._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise _in_words(self.path, error) from error
        self._last = event_id
        self._on_written(event)
        return event

    def close(self) -> None:
        """Give the file back. Safe to call twice."""
        if self._lock >= 0:
            self._connection.close()
            os.close(self._lock)
            self._lock = -1

    def _still_there(self) -> None:
        """What is written into a file that was deleted would be gone with this process."""
        try:
            there = _identity(self.path)
        except OSError as error:
            raise JournalError(phrase(
                "{path}: the journal is gone ({error}). Put it back, or start the table again to begin a new one.",
                path=str(self.path), error=error.strerror or "",
            )) from error
        if there != self._file:
            raise JournalError(phrase(
                "{path}: the journal was replaced by another file. Put it back, or start the table again to go on "
                "with the other one.",
                path=str(self.path),
            ))

    def _read_last(self) -> int:
        (last,) = self._connection.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()
        return int(last)


def read_journal(path: Path, after: int = 0) -> list[Event]:
    """The events of the journal at `path`, without touching it; a table may be writing to it meanwhile.

    Raises:
        JournalError: there is no journal at `path`, or it can't be read.
    """
    with journal_to_read(path) as journal:
        journal.check_health()
        return list(journal.events(after))


@contextmanager
def journal_to_read(path: Path) -> Iterator[JournalReader]:
    """The journal at `path`, without touching it; a table may be writing to it meanwhile.

    Raises:
        JournalError: there is no journal at `path`, or it can't be read.
    """
    if not path.is_file():
        raise JournalError(
            phrase("{path}: there is no journal here. Name the file of a table that has played.", path=str(path))
        )
    # Where no table has the file open, SQLite would leave files beside it that it needs for one who writes.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as connection:
            _check_kind(connection, path)
            yield JournalReader(connection, path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _in_words(path, error) from error


def evening_of(at: str) -> str:
    """The date on which the evening of `at` began: a game at one in the morning belongs to the day before."""
    return (datetime.fromisoformat(at) - timedelta(hours=12)).date().isoformat()


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _take(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(
            f"{path}: the journal can't be written: {error.strerror}. Name a folder in state.folder that this "
            "user may write in."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalInUseError(
            f"{path}: another table has this journal open. Stop it, or use another folder."
        ) from error
    return lock


def _open(path: Path) -> sqlite3.Connection:
    try:
        # One thread writes at a time (the table's); it need not be the one that opened the file.
        connection = sqlite3.connect(path, check_same_thread=False)
        try:
            new = _is_empty(connection)
            if not new:
                _check_kind(connection, path)
                JournalReader(connection, path).check_health()
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            if new:
                connection.executescript(
                    f"BEGIN; {_SCHEMA} PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {VERSION};"
                    "COMMIT;"
                )
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _in_words(path, error) from error
    return connection


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever written here; so it is too where the power went before a journal's tables came."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not application and not tables


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != _APPLICATION_ID:
        raise JournalError(phrase(
            "{path}: is not a journal of this table. Name another file, or move this one away.", path=str(path)
        ))
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise JournalVersionError(
            f"{path}: was written by a newer version of this program (journal version {version}, "
            f"this program reads up to {VERSION}). Update the program, or name another folder."
        )


def _marks(values: Collection[object]) -> str:
    return ",".join("?" * len(values))


def _event(row: tuple[Any, ...], path: Path) -> Event:
    event_id, evening, game, at, version, kind, payload = row
    if tuple(map(type, row)) != (int, str, int, str, int, str, str):
        raise ValueError(f"event {event_id} is none")
    if version > VERSION:
        raise JournalVersionError(
            f"{path}: event {event_id} was written by a newer version of this program (version {version}, "
            f"this program reads up to {VERSION}). Update the program, or name another folder."
        )
    return Event(event_id, evening, game, at, version, kind, _payload(event_id, payload))


def _payload(event_id: int, text: str) -> dict[str, Any]:
    try:
        payload = json.loads(text)
    except ValueError as error:
        raise ValueError(f"event {event_id}: {error}") from error
    except RecursionError as error:
        raise ValueError(f"event {event_id} is nested too deep") from error
    if not isinstance(payload, dict):
        raise ValueError(f"event {event_id} holds no object")
    return payload


def _in_words(path: Path, error: Exception) -> JournalError:
    text = " ".join(str(error).split())
    if "full" in text:
        return JournalError(phrase(
            "{path}: the disk is full; nothing is counted until there is room. Free some space.", path=str(path)
        ))
    if "readonly" in text or "unable to open" in text:
        return JournalError(phrase(
            "{path}: can't be written ({error}). Give this user the right to write it.", path=str(path), error=text
        ))
    if "locked" in text:
        return JournalError(phrase("{path}: another program holds this journal. Close it.", path=str(path)))
    return JournalError(phrase(
        "{path}: is damaged ({error}). Move it away to begin a new one; keep it for repair.",
        path=str(path), error=text,
    ))
