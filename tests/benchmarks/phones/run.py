"""One run: a crowd of phones at a table, then at a bare fan-out of the same bytes, beside the same running reader."""

from __future__ import annotations

import http.client
import json
import math
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.benchmarks.phones.cores import few_cores

ROOT = Path(__file__).resolve().parents[3]
LONGEST_PAUSE_S = 0.5
"""The bare fan-out sends the same events one after another, but waits no longer than this between two."""
ENOUGH_S = 0.3
"""An event of the very end may still be on its way when the phones stop to listen: it isn't counted."""
CROWDED_S = 8.0
NOTICED_S = 4.0
"""A line whose phone has gone is noticed with the next beat, and its place is free again."""
POLLED_S = 4.0
"""So long after an event everybody who polls has asked again, on a busy machine too."""
SPARE_S = 3.0
"""The phones listen to the bare fan-out for so much longer than it waits."""
READER_S = 60.0
SEATS = 12
"""All that a game has (`table.seats`). Who presses beyond them does so on a second phone of a seat."""


@dataclass(frozen=True)
class Fanned:
    """What a fan-out did: events, those that a phone missed, latencies in seconds, processor seconds an event."""

    events: int
    missed: int
    latencies: tuple[float, ...]
    processor_s: float

    @property
    def p99(self) -> float:
        """Of a hundred arrivals ninety-nine come sooner after the event, in seconds; infinite where none came."""
        return self.latencies[int(len(self.latencies) * 0.99)] if self.latencies else math.inf

    @property
    def p50(self) -> float:
        """Half of the arrivals come sooner, in seconds; infinite where none came."""
        return self.latencies[len(self.latencies) // 2] if self.latencies else math.inf


@dataclass(frozen=True)
class Crowded:
    """As many phones again, for which there is no line: how often they polled, by the status of the answer; and of
    those how many ended without the latest state."""

    refused: int
    polls: dict[str, int]
    behind: int


@dataclass(frozen=True)
class Run:
    """The table's figures beside the bare fan-out's. `pressing`: how many of the phones press, `cores`: how many all
    of it shared. `presses`: by the status of the answer. `memory_mb`: the most that the table's process had with that
    many phones, and with twice as many; the reader's is another. `idle_processor_s`: what it takes without phones, in
    the time of an event."""

    phones: int
    pressing: int
    cores: int
    presses: dict[str, int]
    table: Fanned
    idle_processor_s: float
    bare: Fanned
    crowded: Crowded
    memory_mb: tuple[float, float]
    bytes_an_event: int

    @property
    def slower(self) -> float:
        """The table's p99 in those of the bare fan-out."""
        return self.table.p99 / self.bare.p99

    @property
    def failed_presses(self) -> int:
        """Presses that were neither taken nor refused with the reason."""
        return sum(count for status, count in self.presses.items() if status not in ("200", "409"))

    @property
    def failed_polls(self) -> int:
        """Questions of phones without a line that got no state."""
        return sum(count for status, count in self.crowded.polls.items() if status not in ("200", "304"))

    @property
    def dearer(self) -> float:
        """The table's processor time an event, the presses and all else that it does included, in bare ones."""
        return self.table.processor_s / self.bare.processor_s


class Part:
    """A process of a run; what it prints is read line by line."""

    def __init__(self, module: str, *arguments: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"tests.benchmarks.phones.{module}", *map(str, arguments)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )

    def line(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"a part of the benchmark ended: {self._process.args}")
        return line.strip()

    def tell(self, text: str, last: bool = False) -> None:
        """Write to its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        (self._process.stdin.close if last else self._process.stdin.flush)()

    def __enter__(self) -> Part:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        assert self._process.stdin is not None
        if failed is not None:
            self._process.kill()
        self._process.stdin.close()
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()


def run(phones: int, pressing: int, seconds: float) -> Run:
    """Let the phones live for some seconds at a table, then at the bare fan-out; between them twice as many.

    Table, reader, bare fan-out and the phones themselves share two cores.
    """
    with few_cores() as cores:
        return _on(cores, phones, pressing, seconds)


def _on(cores: int, phones: int, pressing: int, seconds: float) -> Run:
    with tempfile.TemporaryDirectory() as folder, Part("table", folder, phones) as table:
        address = table.line()
        seats = _seat_people(address)
        _wait_until_somebody_may_throw(address)
        pressers = [seats[i % len(seats)] for i in range(pressing)]
        heard, told = _live(table, address, phones, seconds, pressers)
        time.sleep(NOTICED_S)
        more_heard, more_told = _live(table, address, 2 * phones, CROWDED_S, pressers[:SEATS])
        with Part("bare", phones) as bare:
            waited = _hand_over(bare, told["published"])
            with Part("crowd", bare.line(), phones, waited + SPARE_S) as crowd:
                crowd.line()
                _report(table)
                bare_told = json.loads(bare.line())
                idle = _report(table)["processor_s"] / (waited + 1)
                bare_heard = json.loads(crowd.line())
    events = told["published"]
    return Run(
        phones, pressing, cores, heard["presses"], fanned(told, heard), idle * seconds / len(events),
        fanned(bare_told, bare_heard), crowded(more_told, more_heard), (told["memory_mb"], more_told["memory_mb"]),
        sum(len(event["text"].encode()) for event in events) // len(events),
    )


def _live(
    table: Part, address: str, phones: int, seconds: float, pressers: list[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    with Part("crowd", address, phones, seconds, *pressers) as crowd:
        crowd.line()
        _report(table)
        heard = json.loads(crowd.line())
        return heard, _report(table)


def crowded(told: dict[str, Any], heard: dict[str, Any]) -> Crowded:
    """What became of those for whom there was no line, by what the table published and what the phones heard."""
    refused = sum(bool(one["refused"]) for one in heard["phones"])
    enough_ago = heard["ended"] - POLLED_S
    latest = max((event["number"] for event in told["published"] if event["at"] <= enough_ago), default=0)
    return Crowded(refused, heard["polls"], sum(number < latest for number in heard["polled"]))


def _hand_over(bare: Part, events: list[dict[str, Any]]) -> float:
    """Give the bare fan-out what the table sent; how long it will wait in all."""
    gaps = [0.0, *(min(then["at"] - now["at"], LONGEST_PAUSE_S) for now, then in pairwise(events))]
    for event, after in zip(events, gaps, strict=True):
        text = f"id: {event['number']}\nevent: state\ndata: {event['text']}\n\n"
        bare.tell(json.dumps({"number": event["number"], "after": after, "text": text}) + "\n")
    bare.tell("", last=True)
    return sum(gaps)


def _report(table: Part) -> dict[str, Any]:
    table.tell("\n")
    return dict(json.loads(table.line()))


def fanned(told: dict[str, Any], heard: dict[str, Any]) -> Fanned:
    """What the fan-out did, by what was published and what the phones heard until they stopped to listen."""
    last = heard["ended"] - ENOUGH_S
    sent = {event["number"]: event["at"] for event in told["published"] if event["at"] < last}
    arrivals = [dict(map(tuple, phone["events"])) for phone in heard["phones"] if not phone["refused"]]
    latencies = sorted(got[number] - at for got in arrivals for number, at in sent.items() if number in got)
    missed = sum(number not in got for got in arrivals for number in sent)
    return Fanned(len(sent), missed, tuple(latencies), told["processor_s"] / max(len(told["published"]), 1))


def _seat_people(address: str) -> list[str]:
    """Seat and secret of people who have sat down and begun a game."""
    seats = []
    for i in range(SEATS):
        reply, cookie = _command(address, {"name": "sit", "value": {"name": f"Player {i + 1}"}})
        seats.append(f"{reply['value']['seat']}:{cookie}")
    secret = seats[0].partition(":")[2]
    _command(address, {"name": "start", "value": {}, "event": reply["event"]}, secret)
    return seats


def _wait_until_somebody_may_throw(address: str) -> None:
    deadline = time.monotonic() + READER_S
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
        connection.request("GET", "/api/v1/state")
        if "throw" in json.load(connection.getresponse())["commands"]:
            return
        connection.close()
        time.sleep(0.1)
    raise RuntimeError("the reader didn't begin to read")


def _command(address: str, command: dict[str, Any], secret: str = "") -> tuple[dict[str, Any], str]:
    host = address.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=20)
    headers = {"Content-Type": "application/json", "Origin": address, "Cookie": f"seat={secret}"}
    connection.request("POST", "/api/v1/commands", json.dumps(command), headers)
    answer = connection.getresponse()
    reply = json.load(answer)
    if not reply.get("accepted"):
        raise RuntimeError(f"the table refused {command['name']}: {reply}")
    cookie = (answer.getheader("Set-Cookie") or "").removeprefix("seat=").partition(";")[0]
    connection.close()
    return reply, cookie
