"""What was told of games that are over, kept in a file, so that a table that starts again needn't count them anew."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from controller.chronicle.follower import GameTold
from controller.chronicle.tally import Tally, tally_from_json, tally_to_json
from controller.chronicle.throws import ToldThrow, throw_from_json
from controller.ports import as_json

ROOMS = ("chronicle", "games", "table")
"""The packages of the controller from which it follows what is told of a game."""

log = logging.getLogger("tray")

_SCHEMA = """
CREATE TABLE games (game INTEGER PRIMARY KEY, evening TEXT NOT NULL, tally TEXT NOT NULL, throws TEXT NOT NULL);
CREATE INDEX games_of_an_evening ON games (evening);
CREATE TABLE counted (program TEXT NOT NULL, event INTEGER NOT NULL, at TEXT NOT NULL);
"""


class GameStore:
    """The games told so far, in the file `path`. `program`: what they were told by; what another one has told is
    forgotten. A file that is damaged or can't be written is no harm: everything is counted anew.

    One thread at a time may use it.
    """

    def __init__(self, path: Path, program: str) -> None:
        self._program = program
        try:
            self._connection = _open(path)
            if self._counted()[0] != program:
                self.forget()
        except sqlite3.Error as error:
            log.info("%s is begun anew: %s", path, error)
            self._connection = _anew(path)
            self.forget()

    @property
    def counted(self) -> tuple[int, str]:
        """The event that ended the last game that was told (number and time); (0, "") where none was."""
        _, event, at = self._counted()
        return event, at

    def games(self) -> Iterator[tuple[int, str, Tally, bool]]:
        """Each game: the event that began it, its evening, its figures, and whether it has throws to tell of."""
        for game, evening, tally, throws in self._connection.execute(
            "SELECT game, evening, tally, throws != '[]' FROM games ORDER BY game"
        ):
            yield game, evening, tally_from_json(json.loads(tally)), bool(throws)

    def throws(self, evening: str) -> list[ToldThrow]:
        """The throws of an evening, in order."""
        rows = self._connection.execute("SELECT throws FROM games WHERE evening = ? ORDER BY game", (evening,))
        return [throw_from_json(one) for (text,) in rows.fetchall() for one in json.loads(text)]

    def keep(self, told: GameTold, event: int, at: str) -> None:
        """Keep a game that the event with this number and time has ended."""
        tally, throws = (json.dumps(one) for one in (tally_to_json(told.tally), as_json(told.throws)))
        try:
            with self._connection:
                self._connection.execute(
                    "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)", (told.game, told.evening, tally, throws)
                )
                self._connection.execute("UPDATE counted SET event = ?, at = ?", (event, at))
        except sqlite3.Error as error:
            log.warning("What was played can't be kept, and will be counted anew after a restart: %s", error)

    def forget(self) -> None:
        """Forget everything."""
        with self._connection:
            self._connection.execute("DELETE FROM games")
            self._connection.execute("DELETE FROM counted")
            self._connection.execute("INSERT INTO counted VALUES (?, 0, '')", (self._program,))

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    def _counted(self) -> tuple[str, int, str]:
        row = self._connection.execute("SELECT program, event, at FROM counted").fetchone()
        return row or ("", 0, "")


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = OFF")  # lost in a power cut, it is counted anew
        connection.execute("PRAGMA journal_mode = WAL")
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.executescript(_SCHEMA)
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the file is damaged")
    except BaseException:
        connection.close()
        raise
    return connection


def _anew(path: Path) -> sqlite3.Connection:
    """An empty file at `path`; in memory where there can be none."""
    try:
        for part in ("", "-wal", "-shm"):
            Path(f"{path}{part}").unlink(missing_ok=True)
        return _open(path)
    except (sqlite3.Error, OSError) as error:
        log.warning("%s: what was played is counted anew at each start: %s", path, error)
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        connection.executescript(_SCHEMA)
        return connection


def program_of(own_rules: Iterable[Path] = ()) -> str:
    """A fingerprint of the program that tells of games, the table's own house rules among it."""
    controller = Path(__file__).resolve().parents[1]
    files = [file for room in ROOMS for file in (controller / room).rglob("*.py")]
    digest = hashlib.sha256()
    for file in sorted({*files, *own_rules}):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()
