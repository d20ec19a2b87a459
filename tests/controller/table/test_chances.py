"""The chance of a Wimpout is worked out beside the table, and shown once it is known."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from controller.clock import SystemClock
from controller.feed import Mailbox
from controller.games.game import Cube, Start, Throw
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.odds.chance import ThrowToCome, throw_to_come, wimpout_chance
from controller.journal import Journal
from controller.ports import Command
from controller.table import Table, TableSettings, TableThread
from controller.table.chances import Chances

WAIT_S = 60.0
FIRST = RULEBOOK.start(Start(("one", "two"), {"entry": 0}, starter="one"))
FOUR_LEFT = FIRST.play(Throw((Cube("5"), Cube("2"), Cube("3"), Cube("4"), Cube("6", True))))


class Told:
    """Whoever is told that a chance is known."""

    def __init__(self) -> None:
        self._told: queue.SimpleQueue[None] = queue.SimpleQueue()

    def __call__(self) -> None:
        self._told.put(None)

    def wait(self) -> None:
        self._told.get(timeout=WAIT_S)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def running() -> Iterator[list[Chances[ThrowToCome]]]:
    all_of_them: list[Chances[ThrowToCome]] = []
    yield all_of_them
    for chances in all_of_them:
        chances.stop()


def test_a_chance_is_known_after_it_was_asked_for(told: Told, running: list[Chances[ThrowToCome]]) -> None:
    chances = Chances(throw_to_come, wimpout_chance, told)
    running.append(chances)
    chances.start()
    assert chances.of(FIRST) is None
    told.wait()
    assert chances.of(FIRST) == float(Fraction(25, 432))


def test_nobody_waits_for_a_chance(told: Told, running: list[Chances[ThrowToCome]]) -> None:
    go_on = threading.Event()

    def slow(coming: ThrowToCome) -> Fraction:
        assert go_on.wait(WAIT_S)
        return wimpout_chance(coming)

    chances = Chances(throw_to_come, slow, told)
    running.append(chances)
    chances.start()
    assert chances.of(FIRST) is None
    assert chances.of(FOUR_LEFT) is None
    go_on.set()
    told.wait()
    told.wait()
    assert chances.of(FOUR_LEFT) is not None


def test_a_rule_that_fails_leaves_its_chance_unknown_and_the_others_known(
    told: Told, running: list[Chances[ThrowToCome]]
) -> None:
    def broken_for_five(coming: ThrowToCome) -> Fraction:
        if coming.throw.number == 5:
            raise ValueError("this rule is broken")
        return wimpout_chance(coming)

    chances = Chances(throw_to_come, broken_for_five, told)
    running.append(chances)
    chances.start()
    assert chances.of(FIRST) is None
    assert chances.of(FOUR_LEFT) is None
    told.wait()
    assert chances.of(FIRST) is None
    assert chances.of(FOUR_LEFT) is not None


def test_a_table_shows_the_chance_once_it_is_known(tmp_path: Path, running: list[Chances[ThrowToCome]]) -> None:
    journal, feed, clock = Journal(tmp_path / "journal.sqlite"), Mailbox(), SystemClock()
    chances = Chances(throw_to_come, wimpout_chance, lambda: door.known())
    running.append(chances)
    settings = TableSettings(shows=False)
    door = TableThread(Table(settings, RULEBOOK, journal, feed, clock, wimpout_chance=chances.of), clock, print)
    door.start()
    try:
        seat = door.submit(Command("sit", value={"name": "ANNA"})).value["seat"]
        assert door.submit(Command("start", seat, {"computers": 0}, event=feed.latest().event)).accepted
        began = feed.latest()
        assert began.view is not None
        assert began.wimpout_chance is None
        chances.start()
        known = feed.wait(began.number, WAIT_S)
        assert known is not None
        assert known.wimpout_chance == float(Fraction(25, 432))
    finally:
        door.stop()
        journal.close()
