"""The host's door of a running table: who gets in, what they see, and what they take away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from controller.games.rulebook import Rulebook
from controller.host.access import AccessError, HostAccess
from controller.host.records import EveningLog, forget_copies, journal_copy
from controller.host.support import support_bundle
from controller.ports import Clock, Entry, Feed, HostView, LogLine
from controller.settings import Settings


class TableHostDoor:
    """A `HostDoor`. `view`: asks the table what the host sees."""

    def __init__(
        self,
        settings: Settings,
        journal: Path,
        rulebook: Rulebook,
        feed: Feed,
        clock: Clock,
        view: Callable[[], HostView],
    ) -> None:
        self.access = HostAccess(settings.state.folder, clock)
        self._settings = settings
        self._journal = journal
        self._feed = feed
        self._clock = clock
        self._view = view
        self._log = EveningLog(journal, rulebook, clock)
        forget_copies(journal)

    def enter(self, pin: str) -> Entry:
        """Try a PIN."""
        try:
            return self.access.enter(pin)
        except AccessError as error:
            return Entry(None, str(error))

    def knows(self, session: str) -> bool:
        """Whether this secret is that of a host who was let in."""
        try:
            return self.access.knows(session)
        except AccessError:
            return False

    def leave(self, session: str) -> None:
        """Forget this secret."""
        self.access.leave(session)

    def view(self) -> HostView:
        """What the host sees now."""
        return self._view()

    def evening(self) -> tuple[LogLine, ...]:
        """What has happened this evening, in order."""
        return self._log.lines()

    def journal(self) -> BinaryIO:
        """A whole copy of the journal as it is now."""
        return journal_copy(self._journal)

    def support(self) -> BinaryIO:
        """What somebody needs to help from afar."""
        return support_bundle(self._settings, self._journal, self._feed.latest, self._clock)
