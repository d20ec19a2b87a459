"""Tells systemd, which may have started the table, that it is open and that it still answers.

A table whose thread stands still, in a house rule that loops or a disk that never answers, is started anew then; a
camera or a scoreboard that is unplugged is told on every screen, and nothing that a new start would mend.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from threading import Event, Thread

from sdnotify import SystemdNotifier

USUAL_S = 10.0
"""Seconds between two signs where nobody watches."""


def seconds_between(environment: Mapping[str, str]) -> float:
    """So often a sign is wanted: twice as often as systemd's watchdog asks for (sd_watchdog_enabled(3))."""
    patience = environment.get("WATCHDOG_USEC", "")
    return int(patience) / 2e6 if patience.isdigit() and int(patience) > 0 else USUAL_S


class Heartbeat:
    """A sign of life whenever `answers` says that there is one. Without systemd nobody hears it."""

    def __init__(self, answers: Callable[[], bool], every_s: float | None = None) -> None:
        self._answers = answers
        self._every_s = seconds_between(os.environ) if every_s is None else every_s
        self._systemd = SystemdNotifier()
        self._stopping = Event()
        self._thread = Thread(target=self._beat, name="heartbeat", daemon=True)

    def start(self) -> None:
        """All is open."""
        self._systemd.notify("READY=1")
        self._thread.start()

    def stop(self) -> None:
        """The table is being closed. Safe to call twice."""
        if not self._stopping.is_set():
            self._systemd.notify("STOPPING=1")
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _beat(self) -> None:
        while not self._stopping.wait(self._every_s):
            if self._answers():
                self._systemd.notify("WATCHDOG=1")
