"""What people can look back on: the throws with their pictures, and the statistics."""

from __future__ import annotations

from pathlib import Path

from controller.chronicle.chronicle import JournalChronicle
from controller.clock import SystemClock
from controller.games.rulebook import Rulebook
from controller.games.wimpout.odds.luck import WimpoutFortune
from controller.journal import Event
from controller.pictures import Album, PictureKeeper
from controller.ports import Reading
from controller.settings import Settings

MEGABYTE = 1_000_000


class LookingBack:
    """Pictures and chronicle of the table with this journal, both kept beside it."""

    def __init__(self, settings: Settings, journal: Path, rulebook: Rulebook, clock: SystemClock) -> None:
        album = Album(journal.with_name(f"{journal.stem}-pictures"), settings.state.pictures_mb * MEGABYTE)
        self._keeper = PictureKeeper(album)
        self.chronicle = JournalChronicle(
            journal, journal.with_name(f"{journal.stem}-games.sqlite3"), album, rulebook, WimpoutFortune(), clock.now,
            settings.house_rules.files,
        )  # fmt: skip

    def start(self) -> None:
        """Begin to keep pictures, and to follow the journal."""
        self._keeper.start()
        self.chronicle.start()

    def stop(self) -> None:
        """Keep the last pictures, and end. Safe to call twice."""
        self._keeper.stop()
        self.chronicle.stop()

    def reading(self, reading: Reading) -> None:
        """The reader has read this; the table is told next."""
        self._keeper.reading(reading)

    def written(self, event: Event) -> None:
        """The journal has this event for good."""
        self._keeper.written(event)
        self.chronicle.written(event)
