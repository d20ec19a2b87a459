"""What the best player would do is shown once that player knows the rules, and no throw waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.clock import SystemClock
from controller.feed import Mailbox
from controller.games.game import Game, Start, Throw
from controller.games.rulebook import Rulebook
from controller.games.wimpout import RULEBOOK, WimpoutRulebook
from controller.games.wimpout.notation import cubes_from_text
from controller.games.wimpout.odds.best_player import WimpoutBestPlayer
from controller.journal import Journal
from controller.ports import Command, Device, Reading, Snapshot, TrayReading
from controller.table import Table, TableSettings, TableThread
from controller.table.hints import Hints

WAIT_S = 60.0
Opened = Callable[[Rulebook, Callable[[], None]], Hints]


class WaitingRulebook(WimpoutRulebook):
    """Gets to know rules only once it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.asked: list[dict[str, Any]] = []

    def best_player(self, rules: Mapping[str, Any]) -> WimpoutBestPlayer:
        assert self.go_on.wait(WAIT_S)
        self.asked.append(dict(rules))
        return super().best_player(rules)


class SilentRulebook(WimpoutRulebook):
    """A game that knows no best player."""

    best_player = staticmethod(lambda rules: None)  # type: ignore[assignment]


@pytest.fixture
def hints() -> Iterator[Opened]:
    running: list[Hints] = []

    def of(rulebook: Rulebook, on_known: Callable[[], None]) -> Hints:
        running.append(Hints(rulebook, on_known))
        running[-1].start()
        return running[-1]

    yield of
    for one in running:
        one.stop()


def game(**rules: Any) -> Game:
    start = Start(("one", "two"), {"entry": 0, **rules}, starter="one")
    return RULEBOOK.start(start).play(Throw(cubes_from_text("5 10 2 3 4*")))


def test_a_hint_is_known_once_the_best_player_knows_the_rules(hints: Opened) -> None:
    rulebook, known = WaitingRulebook(), threading.Semaphore(0)
    told = hints(rulebook, known.release)
    assert told.of(game()) is None
    assert told.of(game(keep="free")) is None
    assert told.of(game()) is None
    rulebook.go_on.set()
    assert known.acquire(timeout=WAIT_S)
    assert known.acquire(timeout=WAIT_S)
    assert told.of(game()) == "Best: throw 3 cubes (21\u00a0% Wimpout)."
    assert told.of(game(keep="free")) is not None
    assert rulebook.asked == [{"entry": 0}, {"entry": 0, "keep": "free"}]


def test_a_game_without_a_best_player_has_no_hints(hints: Opened) -> None:
    known = threading.Event()
    told = hints(SilentRulebook(), known.set)
    assert told.of(game()) is None
    assert known.wait(WAIT_S)
    assert told.of(game()) is None


def test_a_table_shows_the_hint_as_soon_as_it_is_known(tmp_path: Path, hints: Opened) -> None:
    journal, feed, clock, rulebook = Journal(tmp_path / "journal.sqlite"), Mailbox(), SystemClock(), WaitingRulebook()
    told = hints(rulebook, lambda: door.known())
    settings = TableSettings(by_hand_after_s=0, shows=False, rules={"entry": 0})
    out = (Device("camera", "none", "off"),)
    table = Table(settings, rulebook, journal, feed, clock, devices=out, hint=told.of)
    door = TableThread(table, clock, print)
    door.start()
    try:
        seat = door.submit(Command("sit", value={"name": "ANNA"})).value["seat"]
        assert door.submit(Command("start", seat, {"computers": 0}, event=feed.latest().event)).accepted
        throw = {"cubes": ["5", "10", "2", "3", "4*"]}
        assert door.submit(Command("enter", seat, throw, event=feed.latest().event)).accepted
        shown: Snapshot | None = feed.latest()
        assert shown is not None
        assert shown.hint is None
        rulebook.go_on.set()
        shown = feed.wait(shown.number, WAIT_S)
        assert shown is not None
        assert shown.hint == "Best: throw 3 cubes (21\u00a0% Wimpout)."
    finally:
        door.stop()
        journal.close()


def test_while_cubes_are_on_their_way_nothing_is_asked_and_nothing_shown(tmp_path: Path) -> None:
    journal, feed, asked = Journal(tmp_path / "journal.sqlite"), Mailbox(), list[Game]()

    def hint(game: Game) -> str:
        asked.append(game)
        return "Best: stop with 15."

    table = Table(TableSettings(by_hand_after_s=0, shows=False), RULEBOOK, journal, feed, SystemClock(), hint=hint)
    seat = table.command(Command("sit", value={"name": "ANNA"})).value["seat"]
    assert table.command(Command("start", seat, {"computers": 0})).accepted
    assert feed.latest().hint == "Best: stop with 15."
    asked.clear()
    table.reading(Reading(1, TrayReading("test", "moving"), (1280, 960)))
    assert feed.latest().hint is None
    assert asked == []
    journal.close()
