"""The real table behind the pages: its cubes are thrown in numbers, its commands come from phones."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.games.wimpout import RULEBOOK
from controller.host.door import TableHostDoor
from controller.ports import BoardPicture, Command, HostView, Reply, RuleChoice, RuleSheet, Seat
from controller.settings import Settings
from tests.controller.table.conftest import Evening
from web_ui.server import WebServer


class NoPreview:
    """A camera of which nobody looks at the picture."""

    def latest(self) -> None:
        return None


class ServedTable:
    """A table and its server. The test plays at `evening`, and phones play through the door."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self._turn = threading.RLock()
        self.evening = Evening(folder, **more)
        for act in ("command", "reading", "tick"):
            self._one_at_a_time(act)
        self.board: BoardPicture | None = None
        settings = Settings.model_validate({"state": {"folder": folder}})
        self.host = TableHostDoor(
            settings, self.evening.path, RULEBOOK, self.evening.feed, self.evening.clock, self.host_view
        )
        self.server = WebServer(
            self.evening.feed, self, NoPreview(), lambda: self.board, host="127.0.0.1", port=0, host_door=self.host
        )

    def _one_at_a_time(self, act: str) -> None:
        """A table has one thread. Here the test's plays beside those of the server: what one of them did could be
        told to the pages after what came later."""
        acts = getattr(self.evening.table, act)

        def in_turn(*given: Any) -> Any:
            with self._turn:
                return acts(*given)

        setattr(self.evening.table, act, in_turn)

    def submit(self, command: Command) -> Reply:
        return self.evening.table.command(command)

    def host_view(self) -> HostView:
        with self._turn:
            return self.evening.table.host_view()

    def seat_of(self, secret: str) -> Seat | None:
        return self.evening.table.seat_of(secret)

    @property
    def rules(self) -> tuple[RuleChoice, ...]:
        return self.evening.table.rules

    def rule_sheet(self, rules: Mapping[str, Any] | None) -> RuleSheet:
        return self.evening.table.rule_sheet(rules)


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[ServedTable]:
    """A table with its server running."""
    table = ServedTable(folder, **settings)
    table.server.start()
    yield table
    table.server.stop()
    table.evening.journal.close()
