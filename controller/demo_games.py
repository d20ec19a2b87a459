"""Plays games of two computer players over the whole path, and hands out the figures of each."""

from __future__ import annotations

import errno
import os
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.app import OpenTable
from controller.demo_figures import GameFigures
from controller.errors import TrayError
from controller.ports import Device, Reading, Snapshot
from controller.settings import Settings

ACKNOWLEDGE_S = 5.0
"""A throw whose picture isn't acknowledged after this long has no latency; the board is in trouble."""
SCOREBOARD_S = 5.0
"""A scoreboard that isn't there after this long isn't waited for."""
GAME_S = 1800.0
"""A game that takes longer hangs."""


def play_games(games: int, seed: int | None, scoreboard: str, folder: Path) -> Iterator[dict[str, Any]]:
    """Play `games` games and yield the figures of each as it ends. `folder` holds the journal meanwhile.

    Raises:
        TrayError: the scoreboard can't be opened or doesn't answer, or a game doesn't end.
    """
    _check_scoreboard(scoreboard)
    settings = Settings.model_validate({
        "camera": {"source": "simulated"}, "scoreboard": {"source": scoreboard}, "panel": {"factory": "mock"},
        "simulation": {} if seed is None else {"seed": seed}, "state": {"folder": folder},
    })
    watch = _Watch()
    table = OpenTable(
        settings,
        pace={"show_games": games, "think_s": 0.0, "again_s": 0.0, "show_pause_s": 0.0},
        paced=False, scenes=False, web=False,
        on_reading=watch.on_reading, on_game_over=watch.on_game_over, on_game_given_up=watch.on_game_given_up,
        on_failure=watch.on_failure,
    )
    try:
        watch.start(table)
        table.start()
        _wait_for_scoreboard(table)
        for _ in range(games):
            yield watch.next_game()
    finally:
        watch.stop()
        table.stop()


def _check_scoreboard(source: str) -> None:
    if source == "off":
        raise TrayError("A demo measures the scoreboard, so it can't be off. Name model, simavr or a serial device.")
    if not source:
        raise TrayError("No scoreboard is named. Name model, simavr or a serial device.")
    if source.startswith("/") and not Path(source).exists():
        raise TrayError(f"There is no scoreboard at {source}. Plug it in, or name model or simavr.")
    if source.startswith("/") and not _is_serial_line(source):
        raise TrayError(f"{source} is no serial line, so no scoreboard is there. Name its line, model or simavr.")


def _is_serial_line(path: str) -> bool:
    try:
        line = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError as error:
        return error.errno != errno.EISDIR  # in use, or not allowed: whoever opens it for good says so
    try:
        return os.isatty(line)
    finally:
        os.close(line)


def _wait_for_scoreboard(table: OpenTable) -> None:
    """A board that doesn't answer would hold up each throw of the game, and give no figures."""
    deadline = time.monotonic() + SCOREBOARD_S
    snapshot = table.feed.latest()
    while (board := _scoreboard(snapshot)) is None or board.state != "fine":
        if (left := deadline - time.monotonic()) <= 0:
            why = board.detail if board is not None and board.detail else "It may be the wrong device."
            raise TrayError(f"The scoreboard didn't answer within {SCOREBOARD_S:.0f} s. {why}")
        snapshot = table.feed.wait(snapshot.number, left) or snapshot


def _scoreboard(snapshot: Snapshot) -> Device | None:
    return next((device for device in snapshot.devices if device.part == "scoreboard"), None)


@dataclass(frozen=True, slots=True)
class _Counted:
    """A throw was counted: the number of the snapshot that shows it, and when its cubes came to rest."""

    figures: GameFigures
    snapshot: int
    rest_at: float


@dataclass(frozen=True, slots=True)
class _Over:
    """A game has ended with this snapshot."""

    figures: GameFigures
    snapshot: Snapshot


class _Watch:
    """Looks on: takes note from the table's thread, and waits for the scoreboard in a thread of its own."""

    def __init__(self) -> None:
        self._notes: queue.SimpleQueue[_Counted | _Over | None] = queue.SimpleQueue()
        self._games: queue.SimpleQueue[dict[str, Any] | BaseException] = queue.SimpleQueue()
        self._figures = GameFigures()
        self._ended = threading.Event()

    def start(self, table: OpenTable) -> None:
        self._table = table
        threading.Thread(target=self._follow, name="demo-watch", daemon=True).start()

    def stop(self) -> None:
        self._ended.set()
        self._notes.put(None)

    def on_reading(self, reading: Reading, counted: bool) -> None:
        """The table has looked at a reading; what it makes of it is in the next snapshot."""
        self._figures.reading(reading, counted)
        if counted and reading.rest_at is not None:
            self._notes.put(_Counted(self._figures, self._table.feed.latest().number + 1, reading.rest_at))

    def on_game_over(self, snapshot: Snapshot) -> None:
        self._notes.put(_Over(self._figures, snapshot))
        self._figures = GameFigures()

    def on_game_given_up(self) -> None:
        """The game that ends next tells of those before it that didn't."""
        self._figures = GameFigures(given_up=(*self._figures.given_up, self._figures))

    def on_failure(self, error: BaseException) -> None:
        self._games.put(error)

    def next_game(self) -> dict[str, Any]:
        """Wait for the next game's figures."""
        try:
            game = self._games.get(timeout=GAME_S)
        except queue.Empty:
            raise TrayError(f"The game didn't end within {GAME_S:.0f} s: it hangs.") from None
        if isinstance(game, BaseException):
            raise game
        return game

    def _follow(self) -> None:
        while (note := self._notes.get()) is not None:
            if isinstance(note, _Over):
                self._games.put(note.figures.as_json(note.snapshot.players, note.snapshot.view))
            else:
                self._measure(note)

    def _measure(self, throw: _Counted) -> None:
        deadline = time.monotonic() + ACKNOWLEDGE_S
        while time.monotonic() < deadline and not self._ended.wait(0.001):
            shown, at = self._table.scoreboard.acknowledged()
            if shown >= throw.snapshot:
                throw.figures.latencies_ms.append((at - throw.rest_at) * 1000)
                return
