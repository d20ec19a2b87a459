"""A whole table: every part opened, started, and closed again in order."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from controller.app.heartbeat import Heartbeat
from controller.app.looking_back import LookingBack
from controller.app.rooms import (
    address_of,
    free_port,
    in_words,
    is_recording,
    journal_file,
    open_panel,
    open_reader,
    open_scoreboard,
    open_tray_light,
    open_web,
    table_settings,
)
from controller.app.steady_light import changed_light
from controller.clock import SystemClock
from controller.feed import Mailbox
from controller.games.game import Game
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from controller.games.wimpout.odds.chance import throw_to_come, wimpout_chance
from controller.host.console import ConsoleDoor
from controller.host.door import TableHostDoor
from controller.house_rules import rulebook_with
from controller.journal import Event, Journal
from controller.ports import Device, Reading, Snapshot
from controller.settings import Settings
from controller.table import Table, TableThread
from controller.table.chances import Chances
from controller.table.hints import Hints

log = logging.getLogger("tray")


class OpenTable:
    """A table with everything that belongs to it, from the camera to the phones.

    `pace` holds changes to the table's settings (a demo doesn't think), `paced` whether a simulated or recorded
    camera keeps to real time, `scenes` whether the scoreboard plays them, `web` whether pages are served.

    Raises:
        TrayError: a part can't be opened for a reason that a person can mend.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        pace: dict[str, Any] | None = None,
        paced: bool = True,
        scenes: bool = True,
        web: bool = True,
        on_reading: Callable[[Reading, bool], None] = lambda reading, counted: None,
        on_game_over: Callable[[Snapshot], None] = lambda snapshot: None,
        on_game_given_up: Callable[[], None] = lambda: None,
        on_failure: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self.clock = SystemClock()
        self.feed = _LoggedFeed()
        self._recording = is_recording(settings)
        rulebook, screens = rulebook_with(settings.house_rules.files), settings.screens
        told = web and screens.wimpout_chance != "off"
        self._chances = Chances(throw_to_come, wimpout_chance, lambda: self.door.known()) if told else None
        self._hints = Hints(rulebook, lambda: self.door.known()) if web and screens.hint != "off" else None
        self._host, self._port = settings.web.host, settings.web.port or free_port()
        journal = journal_file(settings)
        self._past: LookingBack | None = None
        self.journal = Journal(journal, self._written)
        if web:
            self._past = LookingBack(settings, journal, rulebook, self.clock)
        try:
            with in_words():
                self.reader = open_reader(settings, self.clock, paced)
                self.scoreboard = open_scoreboard(settings, self.clock, scenes)
                self.panel = open_panel(settings)
                self.tray_light = open_tray_light(settings)
            self._changed_light = changed_light(settings)
            self.address = address_of(settings, self._port) if web else ""
            table = Table(
                table_settings(settings, self.address, self._recording, pace or {}),
                rulebook, self.journal, self.feed, self.clock,
                hands=self.reader.hands, counted=self.reader.counted, dice=(COMMON_FACES,) * 4 + (ODD_FACES,),
                on_reading=on_reading, on_game_over=on_game_over, on_game_given_up=on_game_given_up,
                wimpout_chance=self._wimpout_chance, hint=self._hint,
            )
        except BaseException:
            self.journal.close()
            raise
        self._lying, self._picture_size = table.lying, table.picture_size
        self.door = TableThread(table, self.clock, on_failure)
        self._heartbeat = Heartbeat(self.door.answers)
        self.web = None
        self.host = self._console = None
        if self._past is not None:
            self.host = TableHostDoor(settings, journal, rulebook, self.feed, self.clock, self.door.host_view)
            self._console = ConsoleDoor(settings.state.folder, journal.stem, self.door, self.feed)
            self.web = open_web(
                settings, self._port, self.feed, self.door, self.reader, self.scoreboard, self.host,
                self._past.chronicle,
            )

    def _written(self, event: Event) -> None:
        if self._past is not None:
            self._past.written(event)

    def _wimpout_chance(self, game: Game) -> float | None:
        return self._chances.of(game) if self._chances is not None else None

    def _hint(self, game: Game) -> str | None:
        return self._hints.of(game) if self._hints is not None else None

    def start(self) -> None:
        """Open the doors: pages first, so that a taken port is said before anything moves."""
        if self.web is not None:
            with in_words(f"web.host = {self._host!r}"):
                self.web.start()
        self.scoreboard.start(self.feed, self._device)
        self.panel.start(self.feed, self.door, self._device)
        self.tray_light.start(self._device)
        if self._changed_light:
            log.warning("calibration: %s", self._changed_light)
        if self._past is not None:
            self._past.start()
        self.door.start()
        if self._console is not None:
            self._console.start()
        if self._chances is not None:
            self._chances.start()
        if self._hints is not None:
            self._hints.start()
        if self._recording:
            self.door.start_replay()
        # A recording shows a throw of its own: what was counted before it says nothing about its cubes.
        self.reader.start(self._reader_events(), None if self._recording else self._lying, self._picture_size)
        self._heartbeat.start()

    def stop(self) -> None:
        """Close everything, the journal last, even where a part fails to. Safe to call twice."""
        with ExitStack() as closing:  # what is entered first is closed last
            closing.callback(self.journal.close)
            for part in (
                self._past, self.scoreboard, self.panel, self.tray_light, self.door, self._hints, self._chances,
                self.reader, self._console, self.web, self._heartbeat,
            ):  # fmt: skip
                if part is not None:
                    closing.callback(part.stop)

    def _reader_events(self) -> _ReaderEvents:
        return _ReaderEvents(self.door, self._device, self._past.reading if self._past is not None else None)

    def _device(self, device: Device) -> None:
        _log(device)
        self.door.device(device)


def _log(device: Device) -> None:
    label = " (SIMULATED)" if device.simulated else ""
    level = logging.WARNING if device.state == "trouble" else logging.INFO
    log.log(level, "%s %s%s: %s %s", device.part, device.kind, label, device.state, device.detail)
    if device.advice:
        log.warning("%s %s: %s", device.part, device.kind, device.advice)


class _LoggedFeed(Mailbox):
    """The feed, the journal's trouble logged: the one part whose state the table itself finds out."""

    def __init__(self) -> None:
        super().__init__()
        self._journal = ("fine", "")

    def publish(self, snapshot: Snapshot) -> None:
        """Pass the snapshot on, and log how the journal is whenever that has changed."""
        for device in snapshot.devices:
            if device.part == "journal" and (device.state, device.detail) != self._journal:
                self._journal = (device.state, device.detail)
                _log(device)
        super().publish(snapshot)


class _ReaderEvents:
    """The reader's news on its way to the table: devices logged, each reading's picture at hand before it counts."""

    def __init__(
        self,
        door: TableThread,
        on_device: Callable[[Device], None],
        on_reading: Callable[[Reading], None] | None,
    ) -> None:
        self._door = door
        self._on_reading = on_reading
        self.finished = door.finished
        self.device = on_device

    def reading(self, reading: Reading) -> None:
        """The tray was read, or stopped being readable."""
        if self._on_reading is not None:
            self._on_reading(reading)
        self._door.reading(reading)
