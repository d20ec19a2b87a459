"""Writes a journal: one table at a time, and what is written outlasts a power cut."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from controller.games.phrase import phrase
from controller.journal.errors import JournalError, JournalInUseError, in_words
from controller.journal.events import APPLICATION_ID, SCHEMA, VERSION, Event, evening_of, row_of
from controller.journal.reading import JournalReader, check_kind


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
        event = self.next(kind, payload, at, game)
        try:
            with self._connection:
                self._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row_of(event))
        except sqlite3.Error as error:
            raise in_words(self.path, error) from error
        self._last = event.id
        self._on_written(event)
        return event

    def next(self, kind: str, payload: Mapping[str, Any], at: str, game: int | None = 0) -> Event:
        """The event that `append` would write."""
        event_id = self._last + 1
        return Event(event_id, evening_of(at), event_id if game is None else game, at, VERSION, kind, payload)

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
                check_kind(connection, path)
                JournalReader(connection, path).check_health()
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            if new:
                connection.executescript(
                    f"BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
                    "COMMIT;"
                )
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise in_words(path, error) from error
    return connection


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever written here; so it is too where the power went before a journal's tables came."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not application and not tables
