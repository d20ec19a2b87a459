"""When the table does something by itself: each deadline with the reason for which it was set."""

from __future__ import annotations

from controller.ports import Clock
from controller.table.absence import Absence
from controller.table.book import Book
from controller.table.computers import ComputerPlayers
from controller.table.devices import Devices
from controller.table.settings import TableSettings
from controller.table.show import Shows
from controller.table.timers import Timers
from controller.table.watch import TrayWatch


class Deadlines:
    """Sets the timers of a table after all that happens."""

    def __init__(
        self,
        settings: TableSettings,
        timers: Timers,
        book: Book,
        watch: TrayWatch,
        clock: Clock,
        shows: Shows,
        absence: Absence,
        computers: ComputerPlayers,
        devices: Devices,
    ) -> None:
        self._settings = settings
        self._timers = timers
        self._book = book
        self._watch = watch
        self._clock = clock
        self._shows = shows
        self._absence = absence
        self._computers = computers
        self._devices = devices

    def only_journal(self, tries: int) -> None:
        """Nothing can be written, however often it was tried (`tries`): nothing else is due before it can be."""
        self._book.count_anew()
        self._timers.clear()
        self._timers.keep("journal", tries, self._clock.monotonic() + self._settings.journal_retry_s)

    def keep(self) -> None:
        """Set each for what it waits for now."""
        now, settings, state = self._clock.monotonic(), self._settings, self._book.state
        if state.paused:
            self._timers.clear()
            return
        self._timers.keep_at("show", self._shows.due_at())
        self._timers.keep_at("abandoned", self._absence.game_ends_at())
        to_decide = state.game_event if self._computers.may_act else None
        self._timers.keep("act", to_decide, now + self._decides_after())
        latest = self._watch.latest
        refused = latest.number if latest is not None and self._watch.refused and self._watch.hands.play else None
        self._timers.keep("again", refused, now + settings.again_s)
        self._timers.keep("blocked", self._computers.blocked, now + settings.hands_timeout_s)
        # Only to publish what there is to say from then on.
        out_since = self._devices.camera_out_since
        self._timers.keep_at("by_hand", None if out_since is None else out_since + settings.by_hand_after_s)
        self._timers.keep_at("skip", self._book.active_at + settings.skip_after_s)
        self._timers.keep_at("warning", self._absence.warns_at())

    def _decides_after(self) -> float:
        """After an undo people may want to take back more, before a computer player throws once more."""
        thinks_s = self._computers.thinks_s
        just_undone = self._book.state.undone == self._book.state.game_event > 0
        return max(thinks_s, self._settings.undo_pause_s) if just_undone and thinks_s else thinks_s
