"""A game whose scoreboard is reset, unplugged and otherwise upset again and again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

from controller.games.game import Cube, Game, Start, Stop, Throw
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from hardware.canvas import Size
from hardware.layout import final_picture
from hardware.scoreboard import INTENSITY, SerialScoreboard
from tests.e2e.scoreboard.pins import Look, Looks, PinsLine, as_shown
from tests.firmware.board import is_idle
from tests.hardware.support import PLAYERS, DeviceLog, OneSnapshotFeed, RealClock, read_score, snapshot

SIZE = Size()
CYCLES_A_SECOND = 16_000_000
WITHIN_S = 0.5
"""From the firmware's hello to the right score at the pins."""
PATIENCE_S = 30.0
MOVES_BETWEEN = 4
UPSETS = ("reset", "unplug", "power", "unplug", "brownout", "optiboot", "unplug", "hang")
"""What happens to the board, in turn: commands of the simulation, and the line unplugged and plugged in again."""
UNPLUGGED_S = (0.0, 0.05, 0.3)


@dataclass(slots=True)
class Restarts:
    """How long it took from each hello to the right score, in seconds of the board's own clock: simavr keeps to the
    world's, but for a machine that can't keep up."""

    seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        ordered = sorted(self.seconds)
        return (
            f"{len(ordered)} times upset; from hello to the right score {1000 * ordered[len(ordered) // 2]:.0f} ms "
            f"(median), {1000 * ordered[-1]:.0f} ms (longest)"
        )


class Evening:
    """Games by the real rules, one after the other, between players who stop as soon as they may."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._game = self._deal()
        self.feed = OneSnapshotFeed(snapshot(self._game.view))

    def play(self) -> None:
        """One move more."""
        view = self._game.view
        if view.phase == "over":
            self._game = self._deal()
        elif view.may_stop and self._chance.random() < 0.7:
            self._game = self._game.play(Stop())
        else:
            self._game = self._game.play(self._throw(view.to_throw, view.odd_to_throw))
        self.feed.put(snapshot(self._game.view, board=self._game.view.message.board))

    def want(self) -> Look:
        """What the board should show."""
        return as_shown(final_picture(self.feed.latest(), SIZE), INTENSITY, SIZE)

    def score(self) -> tuple[int, int]:
        """Total and points at stake of the player shown."""
        view = self._game.view
        seat = view.to_act or view.winner
        return next(standing.total for standing in view.standings if standing.seat == seat), view.stake

    def _deal(self) -> Game:
        return RULEBOOK.start(Start(tuple(player.seat for player in PLAYERS), {}, starter=PLAYERS[0].seat))

    def _throw(self, count: int, odd: bool | None) -> Throw:
        cubes = [Cube(self._chance.choice(COMMON_FACES)) for _ in range(count - bool(odd))]
        return Throw((*cubes, Cube(self._chance.choice(ODD_FACES), odd=True)) if odd else tuple(cubes))


def run(times: int, seed: int, tell: Callable[[str], None] = lambda line: None) -> Restarts:
    """Play, and upset the board so many times.

    Raises:
        AssertionError: after a hello the right score was not at the pins in time.
    """
    evening, looks, done = Evening(seed), Looks(), Restarts()
    chance = random.Random(seed)
    with PinsLine(looks.add) as pins:
        board = SerialScoreboard(pins, SIZE, RealClock(), scenes=False)
        board.start(evening.feed, DeviceLog().append)
        try:
            for number, upset in enumerate(islice(cycle(UPSETS), times), start=1):
                for _ in range(MOVES_BETWEEN):
                    evening.play()
                    assert looks.wait_until(_ends_with(evening.want()), PATIENCE_S), "the score never came"
                done.seconds.append(_upset(upset, pins, looks, evening, chance))
                if number % 50 == 0:
                    tell(f"{number} of {times}: {done}")
        finally:
            board.stop()
    return done


def _ends_with(want: Look) -> Callable[[Sequence[tuple[Look, float]]], bool]:
    return lambda seen: bool(seen) and seen[-1][0] == want


def _upset(upset: str, pins: PinsLine, looks: Looks, evening: Evening, chance: random.Random) -> float:
    """Upset the board, play on meanwhile, and wait for the right score; seconds of the board from its hello."""
    looks.forget()
    if upset == "unplug":
        pins.unplug()
        time.sleep(chance.choice(UNPLUGGED_S))
        evening.play()
        pins.plug()
    else:
        pins.simulator.tell(upset)
        if chance.random() < 0.5:
            evening.play()
    want = evening.want()

    def is_right_again(seen: Sequence[tuple[Look, float]]) -> bool:
        return any(is_idle(look) for look, _ in seen) and seen[-1][0] == want

    assert looks.wait_until(is_right_again, PATIENCE_S), f"after {upset} the score never came back"
    shown = [look for look, _ in looks.all()]
    hello = next(look for look in shown if is_idle(look))  # said right after the built-in picture is shown
    seconds = (shown[-1].cycle - hello.cycle) / CYCLES_A_SECOND
    assert seconds <= WITHIN_S, f"after {upset}: {seconds:.2f} s from the hello to the right score"
    assert read_score(want.pixels) == evening.score()
    return seconds
