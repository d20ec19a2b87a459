"""What the tests of this room share: snapshots, a feed to put them into, and the digits read off the pixels."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

import numpy as np

from controller.games.game import Cube, GameView, Message, Moment, Standing
from controller.ports import Device, Player, Snapshot
from hardware import font
from tests import waiting

WAIT = 10.0
"""Seconds after which a test gives up waiting. Nothing takes anywhere near as long."""

PLAYERS = (
    Player("s1", "Anna", "#ff4040", "person"),
    Player("s2", "Þórbjörg", "#40a0ff", "person"),
    Player("s3", "Sol", "#40ff60", "computer"),
    Player("s4", "Иван", "#ffd020", "person"),
)

_numbers = count(1)
Answer = TypeVar("Answer")


def wait_until(what: str, question: Callable[[], Answer | None], seconds: float = WAIT) -> Answer:
    """The first answer that is true, of a part that shows some things for hundredths of a second only."""
    return waiting.wait_until(what, question, seconds, pause=0.002)


def game_view(
    to_act: str | None = "s1",
    totals: tuple[int, ...] = (125, 45, 0, 310),
    stake: int = 0,
    to_throw: int = 5,
    **others: Any,
) -> GameView:
    standings = tuple(
        Standing(player.seat, total, entered=total > 0, leads=total == max(totals))
        for player, total in zip(PLAYERS, totals, strict=True)
    )
    view = GameView(
        phase="turn", standings=standings, to_act=to_act, goal=500, stake=stake,
        last_throw=(Cube("5"),) if stake else (), kept=(), to_throw=to_throw, odd_to_throw=None, options=(),
        selected=0, may_stop=stake > 0, may_roll=True, must_roll=(), message=Message("THROW 5", "Throw five cubes."),
        moments=(),
    )
    return view._replace(**others)


def snapshot(view: GameView | None = None, *moments: Moment, board: str = "THROW 5", **others: Any) -> Snapshot:
    """A snapshot with a number higher than the one before; its event is its number."""
    number = next(_numbers)
    view = view or (None if others.get("stage") == "seating" else game_view())
    made = Snapshot(
        number=number, event=number, stage="playing", players=PLAYERS, view=view, tray=None,
        picture_size=None, scored=(), message=Message(board, "A sentence."), moments=moments, moments_event=number,
        lamps=frozenset({"ready"}), commands=frozenset(), asks=(), answer=None, devices=(), simulated=(),
        hand_entry=False, address="http://192.168.1.20:8000/", table_name="The Crab Nebula",
    )
    return replace(made, **others)


class RealClock:
    """A `controller.ports.Clock` that is simply right."""

    def monotonic(self) -> float:
        return time.monotonic()

    def now(self) -> str:
        return "2000-01-01T00:00:00+00:00"


class OneSnapshotFeed:
    """A `controller.ports.Feed` that a test puts snapshots into."""

    def __init__(self, first: Snapshot) -> None:
        self._latest = first
        self._news = threading.Condition()

    def put(self, newer: Snapshot) -> Snapshot:
        with self._news:
            self._latest = newer
            self._news.notify_all()
        return newer

    def latest(self) -> Snapshot:
        return self._latest

    def wait(self, after: int, timeout: float) -> Snapshot | None:
        with self._news:
            self._news.wait_for(lambda: self._latest.number > after, timeout)
            return self._latest if self._latest.number > after else None


class DeviceLog(list[Device]):
    """Takes device states as the table does."""

    def states(self) -> list[str]:
        return [device.state for device in self]


def read_score(rows: tuple[str, ...]) -> tuple[int, int] | None:
    """Total and points at stake as they stand at the board's right end; None while something else is shown there.

    Read by the font's own drawings: within a number one dark column stands between characters, before it two or more.
    """
    shapes = {_trim(font.draw(character)).tobytes(): character for character in "0123456789+"}
    bits: Any = np.array([[mark == "#" for mark in row] for row in rows])
    numbers: list[str] = [""]
    lit = list(bits.any(axis=0))
    right = len(lit)
    while right > 0 and len(numbers) < 4:
        if not lit[right - 1]:
            if right < len(lit) and not lit[right]:
                numbers.append("")
            right -= 1
            continue
        left = right
        while left > 0 and lit[left - 1]:
            left -= 1
        numbers[-1] = shapes.get(bits[:, left:right].tobytes(), "?") + numbers[-1]
        right = left
    last, before = [*filter(None, numbers), "", ""][:2]
    total, stake = (before, last[1:]) if last.startswith("+") else (last, "0")
    return (int(total), int(stake)) if total.isdecimal() and stake.isdecimal() else None


def _trim(drawing: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    lit = np.flatnonzero(drawing.any(axis=0))
    return drawing[:, lit[0] : lit[-1] + 1]
