"""A table for the pages: it publishes the states that a test wants, and notes the commands that reach it."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page

from controller.games.wimpout import RULEBOOK
from controller.ports import BoardPicture, Command, Picture, Reply, RuleChoice, RuleSheet, Snapshot
from tests.waiting import wait_until
from tests.web_ui.scenes import seating

DOUBLE_TAP_MS = 600
"""Rather more than pages take for one press of a finger that comes down twice."""
ADAS_SECRET = "the-secret-of-ada"
BENS_SECRET = "the-secret-of-ben"


class FakeTable:
    """Feed, door, preview and board in one. What is published is seen at once by whoever waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.commands: list[Command] = []
        self.reply = Reply(True, "", 0)
        self.answering = threading.Event()
        self.answering.set()
        self.seats: Mapping[str, str] = {ADAS_SECRET: "s1", BENS_SECRET: "s2"}
        self.settings_rules: Mapping[str, Any] = {}
        self.picture: Picture | None = None
        self.board_picture: BoardPicture | None = None
        self._latest = seating()

    def publish(self, snapshot: Snapshot) -> Snapshot:
        """Show `snapshot` under the next number, as another event of the journal."""
        with self._changed:
            number = self._latest.number + 1
            self._latest = replace(snapshot, number=number, event=max(snapshot.event, self._latest.event + 1))
            self._changed.notify_all()
            return self._latest

    def latest(self) -> Snapshot:
        return self._latest

    def wait(self, after: int, timeout: float) -> Snapshot | None:
        with self._changed:
            self._changed.wait_for(lambda: self._latest.number > after, timeout)
            return self._latest if self._latest.number > after else None

    def since(self, after: int) -> tuple[Snapshot, ...]:
        return (self._latest,) if self._latest.number > after else ()

    def submit(self, command: Command) -> Reply:
        self.answering.wait(10)
        self.commands.append(command)
        return replace(self.reply, event=self.reply.event or self._latest.event)

    def seat_of(self, secret: str) -> str | None:
        return self.seats.get(secret)

    @property
    def rules(self) -> tuple[RuleChoice, ...]:
        return RULEBOOK.choices

    def rule_sheet(self, rules: Mapping[str, Any] | None) -> RuleSheet:
        return RULEBOOK.sheet(self.settings_rules if rules is None else rules)

    def board(self) -> BoardPicture | None:
        return self.board_picture


class FakePreview:
    def __init__(self, table: FakeTable) -> None:
        self._table = table

    def latest(self) -> Picture | None:
        return self._table.picture


class Cable:
    """A line of TCP to a server, that can be pulled out: nothing comes through, and nobody is told."""

    def __init__(self, address: str) -> None:
        host, port = address.removeprefix("http://").split(":")
        self._server = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connected = threading.Event()
        self._connected.set()
        self._all_events = [self._connected]
        self._ends: list[socket.socket] = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where the line begins."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def pull_out(self) -> None:
        """From now on nothing comes through."""
        self._connected.clear()

    def put_back(self) -> None:
        """What was held up goes on."""
        self._connected.set()

    def renew(self) -> None:
        """The connections there are stay dead for good, as after a night; new ones go through."""
        self._connected.clear()
        self._connected = threading.Event()
        self._connected.set()
        self._all_events.append(self._connected)

    def close(self) -> None:
        """End every connection."""
        for connected in self._all_events:
            connected.set()
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(self._server)
                except ConnectionRefusedError:  # switched off for now
                    near.close()
                    continue
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other, self._connected), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, connected: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                connected.wait()
                sink.sendall(data)
            connected.wait()
            sink.shutdown(socket.SHUT_WR)


def shows(page: Page, snapshot: Snapshot) -> None:
    """Wait until the page shows this state."""
    page.wait_for_selector(f"body[data-number='{snapshot.number}']")


def pressed(table: FakeTable, count: int = 1) -> Command:
    """The last command, once `count` have come."""
    wait_until(f"{count} commands", lambda: len(table.commands) >= count)
    return table.commands[-1]
