"""Many phones on open lines, some of them pressing, from one thread.

`python -m tests.benchmarks.phones.crowd ADDRESS PHONES SECONDS [SEAT:SECRET...]`: a process of its own, so that what
listening costs isn't charged to who speaks. It prints a line when every phone has its first event, and at the end, as
JSON, when each phone had which event and what came of the presses. The phones with a seat press what is offered to
them, and out of their turn what is not. Those that are refused a line poll.
"""

from __future__ import annotations

import json
import re
import resource
import select
import socket
import sys
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.phones.poller import BETWEEN_QUESTIONS_S, Poller

EVENT = re.compile(rb"id: (\d+)\nevent: state\ndata: ")
ID_WITHIN = 64
"""The id stands at an event's beginning, behind the length that a chunked answer says."""
BETWEEN_PRESSES_S = 2.0
SOON_S = 0.05
PATIENCE_S = 60.0
PRESSES = ("throw", "roll_on", "stop", "select", "start", "rematch")
"""What a phone presses, the first of these that it is offered."""


@dataclass(slots=True)
class Phone:
    """One line, and the events that came on it: number, and the clock's monotonic seconds at its last byte."""

    line: socket.socket
    rest: bytes = b""
    latest: bytes = b""
    events: list[tuple[int, float]] = field(default_factory=list)
    closed: bool = False
    refused: str = ""

    def hear(self) -> None:
        """Take what has come."""
        data = self.line.recv(1 << 18)
        now = time.monotonic()
        self.closed = not data
        if data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 200"):
            self.refused = data[:40].decode(errors="replace")
        *whole, self.rest = (self.rest + data).split(b"\n\n")
        for event in whole:
            found = EVENT.search(event, 0, ID_WITHIN)
            if found:
                self.events.append((int(found[1]), now))
                self.latest = event[found.end() :]


@dataclass(slots=True)
class Finger:
    """What a phone presses with: a second connection, as a browser has it, and the seat's secret."""

    phone: Phone
    host: str
    seat: str
    secret: str
    connection: socket.socket
    due: float
    answers: Counter[str] = field(default_factory=Counter)
    looked_at: bytes = b""

    def look(self, now: float) -> None:
        """Who may do something does it soon; the others press every now and then, in vain."""
        if self.phone.latest is self.looked_at:
            return
        self.looked_at = self.phone.latest
        if any(name in PRESSES for name in json.loads(self.looked_at)["offers"].get(self.seat, [])):
            self.due = min(self.due, now + SOON_S)

    def press(self) -> None:
        """Send what is offered now; STOP where nothing is, which is refused."""
        state = json.loads(self.phone.latest)
        offered = state["offers"].get(self.seat, [])
        name = next((name for name in PRESSES if name in offered), "stop")
        value = {"option": 0} if name == "select" else {}
        body = json.dumps({"name": name, "value": value, "event": state["event"], "key": uuid.uuid4().hex})
        self.connection.sendall(
            f"POST /api/v1/commands HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
            f"Cookie: seat={self.secret}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            f"{body}".encode()
        )

    def hear(self) -> None:
        """Count the answer by its status, which is in its first piece."""
        data = self.connection.recv(65536)
        if data.startswith(b"HTTP/1.1 "):
            self.answers[data[9:12].decode()] += 1


class Crowd:
    """Phones that look at one server."""

    def __init__(self, host: str, phones: int, seats: list[str]) -> None:
        _allow_open_files(2 * phones + len(seats) + 50)
        self._poll = select.epoll()
        self._host = host
        self._address = (host.split(":")[0], int(host.split(":")[1]))
        self.phones: dict[int, Phone] = {}
        self.fingers: dict[int, Finger] = {}
        self.pollers: dict[int, Poller] = {}
        for _ in range(phones):
            line = self._connect()
            line.sendall(f"GET /events HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n".encode())
            self.phones[line.fileno()] = Phone(line)
        begin = time.monotonic() + BETWEEN_PRESSES_S
        for i, (phone, both) in enumerate(zip(self.phones.values(), seats, strict=False)):
            seat, secret = both.split(":")
            due = begin + BETWEEN_PRESSES_S * i / len(seats)
            finger = Finger(phone, host, seat, secret, self._connect(), due)
            self.fingers[finger.connection.fileno()] = finger

    def listen_until_all_have_begun(self) -> None:
        """Return when each phone has had an event, or a refusal."""
        deadline = time.monotonic() + PATIENCE_S
        while not all(phone.events or phone.refused for phone in self.phones.values()):
            if time.monotonic() > deadline:
                raise TimeoutError("not every phone got a first event")
            self._listen(0.5)

    def live(self, seconds: float) -> None:
        """Listen, press and poll."""
        self._let_the_refused_poll()
        deadline = time.monotonic() + seconds
        while (now := time.monotonic()) < deadline:
            due = deadline
            for finger in self.fingers.values():
                finger.look(now)
                if finger.due <= now:
                    finger.due = now + BETWEEN_PRESSES_S
                    if finger.phone.latest:
                        finger.press()
                due = min(due, finger.due)
            for poller in list(self.pollers.values()):
                if poller.due <= now:
                    poller.due += BETWEEN_QUESTIONS_S
                    poller.ask()
                due = min(due, poller.due)
            self._listen(max(0.0, due - now))

    def report(self) -> dict[str, Any]:
        """What every phone heard, and how many presses were answered with which status."""
        return {
            "ended": time.monotonic(),
            "phones": [{"events": one.events, "refused": one.refused} for one in self.phones.values()],
            "presses": sum((finger.answers for finger in self.fingers.values()), Counter()),
            "polls": sum((poller.answers for poller in self.pollers.values()), Counter()),
            "polled": [poller.number for poller in self.pollers.values()],
        }

    def _let_the_refused_poll(self) -> None:
        refused = [phone for phone in self.phones.values() if phone.refused]
        now = time.monotonic()
        for i, _ in enumerate(refused):
            due = now + BETWEEN_QUESTIONS_S * i / len(refused)
            poller = Poller(self._connect(), self._host, due)
            self.pollers[poller.connection.fileno()] = poller

    def _reconnect(self, poller: Poller) -> None:
        del self.pollers[poller.connection.fileno()]
        self._poll.unregister(poller.connection)
        poller.connection.close()
        poller.connection = self._connect()
        self.pollers[poller.connection.fileno()] = poller

    def _connect(self) -> socket.socket:
        line = socket.create_connection(self._address, timeout=PATIENCE_S)
        self._poll.register(line, select.EPOLLIN)
        return line

    def _listen(self, seconds: float) -> None:
        for number, _ in self._poll.poll(seconds):
            if finger := self.fingers.get(number):
                finger.hear()
                continue
            if poller := self.pollers.get(number):
                if not poller.hear():
                    self._reconnect(poller)
                continue
            phone = self.phones[number]
            phone.hear()
            if phone.closed:
                self._poll.unregister(number)


def main() -> None:
    """Live as the command line says."""
    address, phones, seconds, *seats = sys.argv[1:]
    crowd = Crowd(address.removeprefix("http://"), int(phones), seats)
    crowd.listen_until_all_have_begun()
    print("all have begun", flush=True)
    crowd.live(float(seconds))
    json.dump(crowd.report(), sys.stdout)


def _allow_open_files(needed: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))


if __name__ == "__main__":
    main()
