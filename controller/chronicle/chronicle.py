"""Follows the journal in a thread of its own and answers what people ask of it.

The journal is read through a connection that can't write, a few events at a time; the table never waits.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from controller.chronicle.figures import period
from controller.chronicle.follower import GameFollower, GameTold
from controller.chronicle.showing import seen
from controller.chronicle.store import GameStore, program_of
from controller.chronicle.tally import Tally, together
from controller.chronicle.throws import ToldThrow
from controller.games.fortune import Fortune
from controller.games.rulebook import Rulebook
from controller.journal import Event, JournalError, JournalReader, evening_of
from controller.pictures import Album
from controller.ports import PastThrow, PastThrows, Statistics, ThrowShown

AT_ONCE = 50
"""Events that are followed without a pause while an old journal is counted."""
PAUSE_S = 0.01
"""The pause between them: the processor is the table's first."""
FRESH_S = 1.0
"""How long an answer waits for events that were written just now."""

log = logging.getLogger("tray")


class JournalChronicle:
    """The `controller.ports.Chronicle` of the journal at `journal`, which has been opened by the table before.

    `store`: a file for what was told of games that are over. `now`: the time in ISO 8601, for this evening's date.
    `own_rules`: files of house rules of the table's own.
    """

    def __init__(
        self,
        journal: Path,
        store: Path,
        album: Album,
        rulebook: Rulebook,
        fortune: Fortune,
        now: Callable[[], str],
        own_rules: Iterable[Path] = (),
    ) -> None:
        self._path = journal
        self._store_path = store
        self._album = album
        self._fortune = fortune
        self._now = now
        self._own_rules = tuple(own_rules)
        self._follower = GameFollower(rulebook, fortune)
        self._changed = threading.Condition()
        """Held for everything below."""
        self._store: GameStore | None = None
        self._tallies: dict[str, Tally] = {}
        self._evenings: dict[int, str] = {}
        self._with_throws: set[str] = set()
        self._taken_up = False
        self._followed = 0
        self._newest = 0
        self._live: tuple[int, GameTold | None] = (-1, None)
        """What there was to tell of the game that is on after an event."""
        self._over: tuple[tuple[str, int], list[ToldThrow]] = (("", 0), [])
        """The throws of an evening's games that are over, asked for last, when so many games were."""
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chronicle", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._wake.set()
        self._thread.start()

    def stop(self) -> None:
        """End. Safe to call twice."""
        self._stopping.set()
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join()

    def written(self, event: Event) -> None:
        """The journal has one more event. Never waits."""
        self._newest = event.id
        self._wake.set()

    # --- what people ask ---

    def throws(self, evening: str | None = None) -> PastThrows:
        """The throws of an evening, the newest first."""
        with self._changed:
            self._wait_until_fresh()
            tonight, live = evening_of(self._now()), self._told_now()
            known = sorted(self._with_throws | ({live.evening} if live is not None and live.throws else set()))
            chosen = evening or (tonight if tonight in known or not known else known[-1])
            told = self._throws_of(chosen)
            return PastThrows(
                chosen, chosen == tonight, tuple(self._with_picture(one) for one in reversed(told)),
                earlier=max((one for one in known if one < chosen), default=None),
                later=min((one for one in known if one > chosen), default=None),
                complete=self._progress == 1.0,
                followed=self._followed,
            )  # fmt: skip

    def throw(self, event: int) -> ThrowShown | None:
        """The throw that this event holds, and what was seen of it."""
        found = self._find(event)
        if found is None:
            return None
        evening, told, earlier, later = found
        try:
            with closing(self._open()) as journal:
                [held] = JournalReader(journal, self._path).events(event - 1, most=1)
        except (sqlite3.Error, JournalError, ValueError):
            return None
        size = held.payload.get("picture_size")
        return ThrowShown(
            self._with_picture(told), evening, seen(told.throw, held.payload),
            (size[0], size[1]) if size else None, earlier, later,
        )  # fmt: skip

    def picture(self, event: int) -> bytes | None:
        """The JPEG that this throw was read from."""
        found = self._find(event)
        return self._album.get(*found[1].picture) if found is not None and found[1].picture is not None else None

    def statistics(self, evening: str | None = None) -> Statistics:
        """The figures of an evening and of all."""
        with self._changed:
            self._wait_until_fresh()
            tonight, live = evening_of(self._now()), self._told_now()
            tallies = dict(self._tallies)
            if live is not None:
                tallies[live.evening] = tallies.get(live.evening, Tally()).plus(live.tally)
            progress = self._progress
        known = sorted(tallies)
        chosen = evening or (tonight if tonight in tallies or not known else known[-1])
        of_evening = period(tallies.get(chosen, Tally()), self._fortune)
        of_all = period(together(tallies[one] for one in known), self._fortune)
        return Statistics(chosen, chosen == tonight, of_evening, of_all, tuple(reversed(known)), progress)

    def _find(self, event: int) -> tuple[str, ToldThrow, int | None, int | None] | None:
        """The throw that this event holds, its evening, and the events of its neighbours there."""
        with self._changed:
            self._wait_until_fresh()
            live = self._told_now()
            games = [*self._evenings.items(), *([(live.game, live.evening)] if live is not None else [])]
            evening = next((evening for game, evening in reversed(games) if game <= event), None)
            told = self._throws_of(evening) if evening is not None else []
        place = next((place for place, one in enumerate(told) if one.throw.event == event), None)
        if evening is None or place is None:
            return None
        earlier = told[place - 1].throw.event if place > 0 else None
        later = told[place + 1].throw.event if place + 1 < len(told) else None
        return evening, told[place], earlier, later

    def _throws_of(self, evening: str) -> list[ToldThrow]:
        asked = (evening, len(self._evenings))
        if self._over[0] != asked:
            self._over = (asked, self._store.throws(evening) if self._store is not None else [])
        live = self._told_now()
        return [*self._over[1], *(live.throws if live is not None and live.evening == evening else ())]

    def _with_picture(self, told: ToldThrow) -> PastThrow:
        there = told.picture is not None and self._album.has(*told.picture)
        return replace(told.throw, picture=True) if there else told.throw

    def _told_now(self) -> GameTold | None:
        """What there is to tell of the game that is on."""
        if self._live[0] != self._followed:
            self._live = (self._followed, self._follower.told())
        return self._live[1]

    @property
    def _progress(self) -> float:
        """How much of the journal has been followed, 0..1."""
        if not self._taken_up:
            return 0.0
        return min(self._followed / self._newest, 1.0) if self._newest else 1.0

    def _wait_until_fresh(self) -> None:
        """An old journal that is counted still isn't waited for."""
        if not self._taken_up or self._newest - self._followed <= AT_ONCE:
            self._changed.wait_for(lambda: self._progress == 1.0 or self._stopping.is_set(), FRESH_S)

    # --- the thread that follows ---

    def _run(self) -> None:
        try:
            with closing(self._open()) as journal:
                self._take_up(journal)
                while not self._stopping.is_set():
                    self._wake.wait()
                    self._wake.clear()
                    self._catch_up(journal)
        except (sqlite3.Error, JournalError) as error:
            log.warning("Throws and statistics can't be told any more: %s", error)
        finally:
            with self._changed:
                if self._store is not None:
                    self._store.close()
                    self._store = None

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True)

    def _take_up(self, journal: sqlite3.Connection) -> None:
        """Go on where this was when the table was switched off, if the journal is the same still."""
        store = GameStore(self._store_path, program_of(self._own_rules))
        event, at = store.counted
        try:
            games = list(store.games())
            there = JournalReader(journal, self._path).events(event - 1, most=1)
            same = not event or [one.at for one in there] == [at]
        except (sqlite3.Error, ValueError, LookupError, TypeError) as error:
            log.info("What was kept of games that are over can't be read, and is counted anew: %s", error)
            same = False
        if not same:
            store.forget()
            games, event = [], 0
        with self._changed:
            self._store = store
            for game, evening, tally, has_throws in games:
                self._add(game, evening, tally, has_throws)
            self._followed = max(event - 1, 0)  # the event that ended a game may have begun the next one
            (newest,) = journal.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()
            self._newest = max(self._newest, newest)
            self._taken_up = True
            self._changed.notify_all()

    def _add(self, game: int, evening: str, tally: Tally, has_throws: bool) -> None:
        self._evenings[game] = evening
        self._tallies[evening] = self._tallies.get(evening, Tally()).plus(tally)
        if has_throws:
            self._with_throws.add(evening)

    def _catch_up(self, journal: sqlite3.Connection) -> None:
        while not self._stopping.is_set():
            events = list(JournalReader(journal, self._path).events(self._followed, most=AT_ONCE))
            with self._changed:
                for event in events:
                    self._follow(event)
                self._changed.notify_all()
            if len(events) < AT_ONCE:
                return
            self._stopping.wait(PAUSE_S)

    def _follow(self, event: Event) -> None:
        told = self._follower.follow(event)
        self._followed = event.id
        if told is not None and self._store is not None:
            self._store.keep(told, event.id, event.at)
            self._add(told.game, told.evening, told.tally, bool(told.throws))
