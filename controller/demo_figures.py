"""The figures of a demo game: what was read against what was thrown, and how long the scoreboard took."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import dist
from typing import Any

from controller.games.game import GameView
from controller.ports import Player, ReadCube, Reading, TrueCube

SAME_CUBE = 0.5
"""A cube that is read is the one that lies within half a cube's width of it."""


@dataclass(slots=True)
class GameFigures:
    """Counts one game while it is played.

    `latencies_ms`: for each throw that was counted the wall time in milliseconds from the delivery of the first
    frame at rest to the acknowledgement of the board. `leaning_missed`: clear readings of cubes of which one leaned.
    `given_up`: the games since the one before that the hands gave up, because the cubes couldn't be read.
    """

    throws: int = 0
    clear: int = 0
    refused: int = 0
    wrong: int = 0
    leaning_missed: int = 0
    latencies_ms: list[float] = field(default_factory=list)
    given_up: tuple[GameFigures, ...] = ()

    def reading(self, reading: Reading, counted: bool) -> None:
        """Take a reading of cubes at rest into account; `counted`: the table scored it.

        A throw that was scored while its cubes still moved, so that nothing was thrown yet, was read wrong.
        """
        if reading.tray.status not in ("clear", "unclear"):
            return
        if reading.tray.status == "unclear":
            self.refused += 1
        else:
            self.clear += 1
            self.wrong += is_wrong(reading) or (counted and reading.thrown is None)
            self.leaning_missed += any(cube.leans for cube in reading.thrown or ())
        self.throws += counted

    def as_json(self, players: Iterable[Player], over: GameView | None) -> dict[str, Any]:
        """The game's object as `tray demo --json` prints it; `over`: the game of these players as it ended."""
        names = {player.seat: player.name for player in players}
        standings = over.standings if over else ()
        winner = over.winner if over else None
        return {
            **self.counts(),
            "winner": names.get(winner) if winner else None,
            "scores": {names[standing.seat]: standing.total for standing in standings},
            "settle_to_scoreboard_ms": percentiles(self.latencies_ms),
            "given_up": [game.counts() for game in self.given_up],
        }

    def counts(self) -> dict[str, int]:
        """What was thrown and read, by the names of the game's object."""
        return {
            "throws": self.throws,
            "readings_clear": self.clear,
            "readings_refused": self.refused,
            "readings_wrong": self.wrong,
            "leaning_missed": self.leaning_missed,
        }


def is_wrong(reading: Reading) -> bool:
    """Whether a clear reading leaves a cube out or names another than lies there; where `odd` isn't told it may be
    either. A cube that leans is taken to show the side that looks up most."""
    if reading.thrown is None:
        return False
    if len(reading.tray.cubes) != len(reading.thrown):
        return True
    return not all(any(_agree(read, true) for read in reading.tray.cubes) for true in reading.thrown)


def _agree(read: ReadCube, true: TrueCube) -> bool:
    near = dist(read.center, true.center) < SAME_CUBE * dist(read.quad[0], read.quad[1])
    return near and read.face == true.cube.face and read.odd in (None, true.cube.odd)


def percentiles(milliseconds: list[float]) -> dict[str, float | None]:
    """The median and the 99th percentile, rounded to a tenth; None where nothing was measured."""
    if not milliseconds:
        return {"p50": None, "p99": None}
    ordered = sorted(milliseconds)
    rank_99 = min(len(ordered) - 1, int(0.99 * len(ordered)))
    return {"p50": round(statistics.median(ordered), 1), "p99": round(ordered[rank_99], 1)}
