"""What a host reads of an evening, and takes away: the log in words, and a copy of the journal."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from controller.commands.checking import unknown_rules
from controller.commands.telling import told
from controller.games.game import IllegalMoveError
from controller.games.phrase import paragraph, phrase
from controller.games.rulebook import Rulebook
from controller.journal import Event, JournalError, JournalReader, evening_of, journal_to_read
from controller.ports import Clock, LogLine, RecordError
from controller.table.folding import OF_A_GAME, apply
from controller.table.state import State

NO_GAME = 0
_UNFOLLOWED = (IllegalMoveError, ValueError, LookupError, TypeError, AttributeError, StopIteration)


class EveningLog:
    """This evening in words, as `tray replay` tells it. It goes on from where it was asked last.

    A game that this table can't follow, for a house rule of its own is gone say, is told as far as the journal alone
    tells it.
    """

    def __init__(self, journal: Path, rulebook: Rulebook, clock: Clock) -> None:
        self._journal = journal
        self._rulebook = rulebook
        self._clock = clock
        self._lock = threading.Lock()
        self._state = State()
        self._games = 0
        self._unfollowed = NO_GAME
        """The game that can't be followed from some event on."""
        self._evening = ""
        self._lines: list[LogLine] = []

    def lines(self) -> tuple[LogLine, ...]:
        """What has happened, in order.

        Raises:
            RecordError: the journal can't be read or followed.
        """
        with self._lock:
            tonight = evening_of(self._clock.now())
            if tonight != self._evening:
                self._evening = tonight
                self._lines = [line for line in self._lines if evening_of(line.at) == tonight]
            try:
                with journal_to_read(self._journal) as journal:
                    told = self._games_to_tell(journal)
                    for event in journal.events(self._state.event, without=OF_A_GAME, but_in={NO_GAME, *told}):
                        self._follow(event, event.game in told)
            except JournalError as error:
                raise RecordError(str(error)) from error
            return tuple(self._lines)

    def _games_to_tell(self, journal: JournalReader) -> set[int]:
        """The games of people that may go on or have begun in this evening. The rest isn't even read: the moves of
        other evenings, of which there are many, and those of the idle show, of which nobody wants to know."""
        told = {self._state.game_id} if self._state.kind not in (None, "show") else set()
        for event in journal.of_kind("game_started", self._state.event):
            if event.evening != self._evening:
                told = set()  # of those before this evening only the newest may go on
            if event.payload.get("kind") != "show":
                told.add(event.id)
        return told

    def _follow(self, event: Event, is_played: bool) -> None:
        self._games += event.kind == "game_started"
        try:
            after, says = self._followed(event, is_played)
        except _UNFOLLOWED as error:
            reason = phrase("Event {number} of the journal can't be followed: {why}", number=event.id, why=str(error))
            raise RecordError(reason) from error
        self._state = after
        if event.evening == self._evening:
            self._lines.append(LogLine(event.id, event.at, says))

    def _followed(self, event: Event, is_played: bool) -> tuple[State, str]:
        """The table after `event`, and what happened."""
        if event.game == self._unfollowed != NO_GAME:
            return self._told_alone(event)
        try:
            after = apply(self._state, event, self._rulebook, follow=is_played)
            return after, told(event, self._state, after, self._games) if event.evening == self._evening else ""
        except _UNFOLLOWED as error:
            if event.game == NO_GAME:
                raise
            after, says = self._told_alone(event)
            self._unfollowed = event.game
            return after, paragraph(says, self._why_unfollowed(event, error))

    def _told_alone(self, event: Event) -> tuple[State, str]:
        """The same without the game that can't be followed. Who leaves it can still be named."""
        before = replace(self._state, game=None, view=None, history=(), proposal=None)
        after = apply(before, event, self._rulebook, follow=False)
        if event.kind == "seat_left":
            gone = tuple(replace(one, present=False) for one in before.players if after.who(one.seat) is None)
            after = replace(after, players=after.players + gone)
        return after, told(event, before, after, self._games)

    def _why_unfollowed(self, event: Event, error: Exception) -> str:
        gone = unknown_rules(event, self._rulebook)
        if gone:
            return phrase(
                "From here on the points of this game can't be told: the table has no rule {rule} any more.",
                rule=gone[0],
            )
        return phrase("From here on the points of this game can't be told: {why}", why=str(error))


def journal_copy(journal: Path, with_seats: bool = True) -> BinaryIO:
    """A whole journal as it is at this moment, an open file without a name; a table may be writing meanwhile.

    What opens seats is in it only as the journal has it, hashed; without `with_seats` it isn't in it at all.

    Raises:
        RecordError: it can't be read, or there is no room for the copy.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=_copies_of(journal), suffix=".sqlite3", dir=journal.parent)
        os.close(handle)
        copy = Path(name)
        try:
            _copy(journal, copy, with_seats)
            return copy.open("rb")
        finally:
            copy.unlink()
    except (OSError, sqlite3.Error) as error:
        reason = phrase("The journal can't be copied: {why}. Look whether there is room on the disk.", why=str(error))
        raise RecordError(reason) from error


def forget_copies(journal: Path) -> None:
    """Remove what a power cut has left of copies: each takes as much room as the journal does."""
    with suppress(OSError):
        for copy in journal.parent.glob(f"{_copies_of(journal)}*.sqlite3*"):
            copy.unlink(missing_ok=True)


def _copies_of(journal: Path) -> str:
    return f".copy-of-{journal.stem}-"


def _copy(journal: Path, copy: Path, with_seats: bool) -> None:
    source = sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
    with closing(source), closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        if not with_seats:
            _forget_secrets(target)
        # One file by itself, without the log of a writer beside it.
        target.execute("PRAGMA journal_mode = DELETE")


def _forget_secrets(journal: sqlite3.Connection) -> None:
    triggers = journal.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    with journal:
        for name, _ in triggers:
            journal.execute(f'DROP TRIGGER "{name}"')
        journal.execute(
            "UPDATE events SET payload = json_set(payload, '$.secret', 'event ' || id)"
            " WHERE json_extract(payload, '$.secret') IS NOT NULL"
        )
        for _, sql in triggers:
            journal.execute(sql)
    # What was there before must not be left in pages that are free now.
    journal.execute("VACUUM")
