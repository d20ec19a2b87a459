"""Reads a journal, without touching it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from controller.games.phrase import phrase
from controller.journal.errors import JournalError, JournalVersionError, in_words
from controller.journal.events import APPLICATION_ID, VERSION, Event, event_of

_COLUMNS = "id, evening, game, at, version, kind, payload"


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
            raise in_words(self.path, ValueError(health))

    def _select(self, which: str, values: Sequence[object]) -> Iterator[Event]:
        try:
            for row in self._connection.execute(f"SELECT {_COLUMNS} FROM events {which}", values):
                yield event_of(row, self.path)
        except (sqlite3.Error, ValueError) as error:
            raise in_words(self.path, error) from error


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
            check_kind(connection, path)
            yield JournalReader(connection, path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise in_words(path, error) from error


def check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """Raises JournalError for a file that is no journal, JournalVersionError for one of a newer version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
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
