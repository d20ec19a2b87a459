"""The table's thread: one queue, one writer, nobody waits for anybody."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from controller.clock import SystemClock
from controller.feed import Mailbox
from controller.games.wimpout import RULEBOOK
from controller.journal import Journal
from controller.ports import Command, Device
from controller.table import Table, TableSettings, TableThread
from controller.table import thread as thread_module

COMMON = ("2", "3", "4", "5", "6", "10")
ODD = ("2", "sun", "4", "5", "6", "10")


class Running:
    """A table that runs on the machine's own time."""

    def __init__(self, journal: Journal, **settings: Any) -> None:
        clock = SystemClock()
        self.feed = Mailbox()
        self.failures: list[BaseException] = []
        self.table = Table(
            TableSettings(**{"shows": False, **settings}), RULEBOOK, journal, self.feed, clock,
            dice=(COMMON,) * 4 + (ODD,),
        )  # fmt: skip
        self.door = TableThread(self.table, clock, self.failures.append)


def until(condition: Callable[[], Any], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.005)


@pytest.fixture
def running(tmp_path):
    made = []

    def make(**settings):
        journal = Journal(tmp_path / f"{len(made)}.sqlite")
        one = Running(journal, **settings)
        made.append((one, journal))
        one.door.start()
        return one

    yield make
    for one, journal in made:
        one.door.stop()
        journal.close()


def test_a_command_is_answered(running):
    table = running()
    reply = table.door.submit(Command("sit", value={"name": "ANNA"}))
    assert reply.accepted
    assert table.door.seat_of(reply.value["secret"]) == reply.value["seat"]
    assert table.feed.latest().players[0].name == "ANNA"


def test_what_was_answered_was_published_before(running):
    table = running()
    for number in range(5):
        reply = table.door.submit(Command("sit", value={"name": f"P{number}"}))
        assert table.feed.latest().event == reply.event


def test_timers_run_by_themselves(running):
    table = running(shows=True, think_s=0.0, show_pause_s=0.0, show_games=1)
    until(lambda: table.table.games_over == 1)
    assert table.feed.latest().stage == "show"


def test_many_phones_at_once_are_answered_one_by_one(running):
    table = running()
    with ThreadPoolExecutor(12) as phones:
        commands = [Command("sit", value={"name": f"P{number}"}) for number in range(24)]
        replies = list(phones.map(table.door.submit, commands))
    assert sum(reply.accepted for reply in replies) == 12
    assert len({reply.value["seat"] for reply in replies if reply.accepted}) == 12


def test_a_command_that_nobody_waits_for_any_more_does_not_count(running, monkeypatch):
    monkeypatch.setattr(thread_module, "ANSWER_S", 0.05)
    table = running()
    held = threading.Event()
    table.door._queue.put(held.wait)
    reply = table.door.submit(Command("sit", value={"name": "ANNA"}))
    assert not reply.accepted
    assert "busy" in reply.reason
    assert not table.door.answers(timeout=0.05)
    held.set()
    assert table.door.answers(20)
    assert table.feed.latest().players == ()


def test_news_of_devices_arrive(running):
    table = running()
    table.door.device(Device("scoreboard", "model", "trouble", "no answer", simulated=True))
    assert table.door.answers(20)
    assert "trouble" in table.feed.latest().lamps
    assert table.feed.latest().simulated == ("scoreboard: model",)


def test_a_table_that_has_stopped_says_so(running):
    table = running()
    table.door.stop()
    table.door.stop()
    assert not table.door.answers(0.05)
    reply = table.door.submit(Command("sit", value={"name": "ANNA"}))
    assert not reply.accepted
    assert "stopped" in reply.reason


def test_a_table_that_fails_is_reported_and_takes_no_command_any_more(running):
    table = running()

    def fail() -> None:
        raise RuntimeError("out of cubes")

    table.door._queue.put(fail)
    until(lambda: table.failures)
    assert str(table.failures[0]) == "out of cubes"
    until(lambda: not table.door.answers(0.05))
    assert not table.door.submit(Command("sit", value={"name": "ANNA"})).accepted
