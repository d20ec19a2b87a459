"""An event of the journal, and its row in the file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from controller.journal.errors import JournalVersionError

VERSION = 1
"""Of the file's tables and of the events in it. A newer file is refused, an older one is read."""

APPLICATION_ID = 0x54524159  # "TRAY", so that a journal is told from any other SQLite file

SCHEMA = """
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


def evening_of(at: str) -> str:
    """The date on which the evening of `at` began: a game at one in the morning belongs to the day before."""
    return (datetime.fromisoformat(at) - timedelta(hours=12)).date().isoformat()


def row_of(event: Event) -> tuple[object, ...]:
    """The event as the columns of its row."""
    payload = json.dumps(event.payload, separators=(",", ":"))
    return (event.id, event.evening, event.game, event.at, event.version, event.kind, payload)


def event_of(row: tuple[Any, ...], path: Path) -> Event:
    """The event in a row of the journal at `path`.

    Raises:
        JournalVersionError: it is of a newer version.
        ValueError: it is damaged.
    """
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
