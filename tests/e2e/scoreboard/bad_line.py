"""Frame after frame over a line that spoils one byte in a thousand: what arrives, and what is shown of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from controller.ports import Snapshot
from hardware.canvas import Size
from hardware.layout import final_picture
from hardware.link import HostCounters
from hardware.scoreboard import INTENSITY, SerialScoreboard
from tests.e2e.scoreboard.pins import Look, PinsLine, as_shown, sign_turned
from tests.faulty_line import FaultyLine, LineFaults
from tests.hardware.support import DeviceLog, OneSnapshotFeed, RealClock, game_view, snapshot

SIZE = Size()
FRAMES_A_SECOND = 30
SPEED = 5
"""Seconds of the board in a second; frames come as much faster."""
SPOILT = 1 / 1000
"""Of all bytes, either way: a third flipped, a third dropped, a third doubled."""
AHEAD = 4
"""No more frames than so many wait to be shown: a slow machine hands over fewer a second instead of losing most."""
PATIENCE_S = 30.0
PROGRESS_EVERY = 5000


@dataclass(slots=True)
class Count:
    """Of the frames handed over: how many were `shown`, how many `replaced` by a newer one before they were.

    `signs`: pictures with the sign of a lost line, which the board shows by itself when the machine stops for a
    while. `lost`, `repeated`: messages as the host counts them. `slowest_s`: the longest time from handing a frame
    over until it, or a newer one, was at the pins.
    """

    shown: int = 0
    replaced: int = 0
    signs: int = 0
    lost: int = 0
    repeated: int = 0
    slowest_s: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.shown} shown, {self.replaced} replaced by a newer one, {self.lost} lost on the line, "
            f"{self.repeated} sent again, {1000 * self.slowest_s:.0f} ms at most until shown or replaced"
        )


class Judge:
    """Knows what was handed over and judges what is shown: each picture at most once, in order, and no other."""

    def __init__(self) -> None:
        self.count = Count()
        self.wrong: list[Look] = []
        self._waiting: dict[Look, tuple[int, float]] = {}
        self._latest = -1
        self._shown: Look | None = None
        self._news = threading.Condition()

    def hand_over(self, number: int, look: Look) -> None:
        """Frame `number` is about to be sent."""
        with self._news:
            assert look not in self._waiting, f"frame {number} looks like another"
            self._waiting[look] = (number, time.monotonic())

    def saw(self, look: Look) -> None:
        """The pins show this."""
        with self._news:
            if look in self._waiting:
                self._take(look)
            elif self._shown is None:
                return  # dark at power-on, then the built-in picture
            elif look in (self._shown, sign_turned(self._shown)):
                self.count.signs += 1
            else:
                self.wrong.append(look)
            self._news.notify_all()

    def _take(self, look: Look) -> None:
        number, _ = self._waiting[look]
        now = time.monotonic()
        for passed, (older, since) in list(self._waiting.items()):
            if older > number:
                break
            self.count.slowest_s = max(self.count.slowest_s, now - since)
            self.count.replaced += older < number
            del self._waiting[passed]
        self.count.shown += 1
        self._latest, self._shown = number, look

    def assert_all_right(self) -> None:
        """Fail with the first picture that should not have been."""
        assert not self.wrong, f"shown, but never handed over or already replaced:\n{self.wrong[0]}"

    def wait_for(self, number: int, seconds: float) -> bool:
        """Wait until this frame, or a newer one, is shown, or something wrong; False when time is up."""
        with self._news:
            return self._news.wait_for(lambda: self._latest >= number or bool(self.wrong), seconds)


def frame(number: int) -> Snapshot:
    """A score that no other number below 100,000 has."""
    number, seat = divmod(number, 4)
    number, cubes = divmod(number, 5)
    stake, total = divmod(number, 200)
    totals = tuple(5 * total if place == seat else 35 * place for place in range(4))
    return snapshot(game_view(f"s{seat + 1}", totals, 5 * stake, cubes + 1))


def run(frames: int, seed: int, tell: Callable[[str], None] = lambda line: None) -> Count:
    """Hand over so many frames, 30 a second of the board's time.

    Raises:
        AssertionError: a picture was shown that was never handed over, or one that was already replaced; or the
            newest one never came.
    """
    judge = Judge()
    with PinsLine(judge.saw, SPEED) as pins:
        line = FaultyLine(pins, LineFaults(SPOILT / 3, SPOILT / 3, SPOILT / 3), seed)
        first = frame(0)
        feed = OneSnapshotFeed(first)
        judge.hand_over(0, as_shown(final_picture(first, SIZE), INTENSITY, SIZE))
        board = SerialScoreboard(line, SIZE, RealClock(), scenes=False)
        board.start(feed, DeviceLog().append)
        try:
            assert judge.wait_for(0, PATIENCE_S), "the first frame never came"
            _hand_over(frames, feed, judge, board, tell)
            assert judge.wait_for(frames - 1, PATIENCE_S), "the newest frame never came"
            judge.assert_all_right()
        finally:
            board.stop()
    return judge.count


def _hand_over(
    frames: int, feed: OneSnapshotFeed, judge: Judge, board: SerialScoreboard, tell: Callable[[str], None]
) -> None:
    due = time.monotonic()
    links: list[HostCounters] = []
    for number in range(1, frames):
        assert judge.wait_for(number - AHEAD, PATIENCE_S), f"nothing was shown for {PATIENCE_S} s"
        newest = frame(number)
        judge.hand_over(number, as_shown(final_picture(newest, SIZE), INTENSITY, SIZE))
        feed.put(newest)
        judge.assert_all_right()
        if not links or links[-1] is not board.counters():  # the line was opened anew
            links.append(board.counters())
        judge.count.lost = sum(link.lost for link in links)
        judge.count.repeated = sum(link.repeated for link in links)
        if number % PROGRESS_EVERY == 0:
            tell(f"{number} of {frames} frames: {judge.count}")
        due = max(due + 1 / (FRAMES_A_SECOND * SPEED), time.monotonic() - 1.0)
        time.sleep(max(0.0, due - time.monotonic()))
