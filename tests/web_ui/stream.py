"""An open line of Server-Sent Events, as a program reads it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator

from web_ui.server import WebServer

Event = tuple[str, str | None, str]


class Stream:
    """One open line, event by event."""

    def __init__(self, server: WebServer, path: str = "/events") -> None:
        self._connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=10)
        self._connection.request("GET", path)
        self.answer = self._connection.getresponse()

    def events(self) -> Iterator[Event]:
        """Name, id and data of each event, as they come."""
        name, number, data = "message", None, []
        while line := self.answer.readline():
            text = line.decode().rstrip("\n")
            if not text and data:
                yield name, number, "\n".join(data)
                name, number, data = "message", None, []
            elif text.startswith("event: "):
                name = text[7:]
            elif text.startswith("id: "):
                number = text[4:]
            elif text.startswith("data: "):
                data.append(text[6:])

    def next(self, name: str) -> tuple[str | None, dict[str, object]]:
        """Id and value of the next event of this name."""
        number, data = next((number, data) for event, number, data in self.events() if event == name)
        return number, json.loads(data)

    def close(self) -> None:
        self.answer.close()
        self._connection.close()
