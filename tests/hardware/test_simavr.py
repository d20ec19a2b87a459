"""The scoreboard with the real firmware, on a simulated microcontroller: what its pins show is what was drawn."""

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

import pytest

from controller.games.game import Moment
from hardware.canvas import Picture, Size
from hardware.layout import final_picture
from hardware.scoreboard import SerialScoreboard
from hardware.scoreboards import open_scoreboard
from hardware.simavr import SimavrLine
from tests.faulty_line import FaultyLine, LineFaults
from tests.hardware.support import (
    DeviceLog,
    OneSnapshotFeed,
    RealClock,
    game_view,
    read_score,
    snapshot,
    wait_until,
)


class Table:
    """A scoreboard on simavr with its feed, and the simulation behind it."""

    def __init__(
        self, build: Path, size: Size | None = None, scenes: bool = False, spoilt: LineFaults | None = None
    ) -> None:
        self.size = size or Size()
        self.line = SimavrLine(build, self.size)
        line = FaultyLine(self.line, spoilt, seed=7) if spoilt else self.line
        self.board = SerialScoreboard(line, self.size, RealClock(), scenes)
        self.feed, self.devices = OneSnapshotFeed(snapshot()), DeviceLog()
        self.board.start(self.feed, self.devices.append)

    def pins_show_latest(self) -> None:
        want = final_picture(self.feed.latest(), self.size)
        wait_until("the picture at the pins", lambda: self.line.shown() == want)

    def has_acknowledged(self, number: int) -> bool:
        return self.board.acknowledged()[0] == number

    def tell(self, command: str) -> None:
        """Say something to the simulation ("unplug", "plug")."""
        process = wait_until("the simulation", lambda: self.line.process)
        stdin: IO[str] | None = process.stdin
        assert stdin is not None
        stdin.write(command + "\n")
        stdin.flush()


@pytest.fixture
def table(built: Path) -> Iterator[Table]:
    running = Table(built)
    yield running
    running.board.stop()


def test_the_pins_show_every_picture_that_was_drawn(table: Table) -> None:
    for number in range(60):
        seat = f"s{number % 4 + 1}"
        shown = table.feed.put(snapshot(game_view(seat, (5 * number, 10, 0, 310), 15 * number, number % 6)))
        table.pins_show_latest()
        told = wait_until("the picture", table.board.picture)
        total = {"s1": 5 * number, "s2": 10, "s3": 0, "s4": 310}[seat]
        assert read_score(told.pixels) == (total, 15 * number)
        wait_until("the acknowledgement", partial(table.has_acknowledged, shown.number))
    (device,) = table.devices
    assert (device.kind, device.state, device.simulated) == ("simavr", "fine", True)


def test_scenes_reach_the_pins_at_a_rate_the_eye_takes_for_motion(built: Path) -> None:
    table = Table(built, scenes=True)
    try:
        wait_until("the first picture", table.line.shown)
        flash = table.feed.put(snapshot(game_view(stake=60), Moment("wimpout", "s1")))
        wait_until("its first picture", lambda: table.board.acknowledged()[0] == flash.number)
        seen = set()
        deadline = time.monotonic() + 1.4

        def over() -> bool:
            seen.add(table.line.shown())
            return time.monotonic() >= deadline

        wait_until("the scene's end", over)
        assert len(seen) >= 15
        wait_until("the score", lambda: (told := table.board.picture()) and read_score(told.pixels) == (125, 60))
    finally:
        table.board.stop()


def test_a_board_that_is_unplugged_is_told_of_and_plugged_in_again_goes_on(table: Table) -> None:
    table.pins_show_latest()
    wait_until("word that it is fine", table.devices.states)
    table.tell("unplug")
    wait_until("word of the trouble", lambda: table.devices.states()[-1] == "trouble")
    assert "plug" in table.devices[-1].detail
    assert table.board.picture() is None
    table.feed.put(snapshot(game_view(stake=95)))
    table.tell("plug")
    table.pins_show_latest()
    wait_until("word that it is fine", lambda: table.devices.states()[-1] == "fine")


def test_a_simulation_that_is_killed_is_started_again(table: Table) -> None:
    table.pins_show_latest()
    wait_until("word that it is fine", table.devices.states)
    process = table.line.process
    assert process is not None
    process.kill()
    process.wait()
    table.feed.put(snapshot(game_view(stake=35)))
    table.pins_show_latest()
    assert table.line.process is not process
    wait_until("word that it is fine", lambda: table.devices.states() == ["fine", "trouble", "fine"])


def test_every_picture_arrives_and_none_is_wrong_though_one_byte_in_a_thousand_is_spoilt(built: Path) -> None:
    each = 1 / 3000
    table = Table(built, spoilt=LineFaults(each, each, each))
    try:
        table.pins_show_latest()
        drawn: list[Picture | None] = [final_picture(table.feed.latest(), table.size)]

        def arrived_and_none_wrong() -> bool:
            shown = table.line.shown()
            assert shown in drawn
            return shown == drawn[-1]

        for number in range(200):
            newest = table.feed.put(snapshot(game_view(totals=(5 * number, 45, 0, 310))))
            drawn.append(final_picture(newest, table.size))
            wait_until("the picture", arrived_and_none_wrong)
        assert table.board.counters().lost > 10
    finally:
        table.board.stop()


def test_another_size_of_board_shows_its_pictures_too(built: Path) -> None:
    table = Table(built, Size(12, 90))
    try:
        table.pins_show_latest()
        table.feed.put(snapshot(game_view(stake=35)))
        table.pins_show_latest()
    finally:
        table.board.stop()


OPEN_AND_WAIT = """
import sys, time
from pathlib import Path
from hardware.canvas import Picture, Size
from hardware.simavr import SimavrLine
line = SimavrLine(Path(sys.argv[1]), Size())
port = line.open()
print(line.process.pid, flush=True)
time.sleep(60)
"""


def test_the_simulation_ends_when_its_program_is_killed(built: Path) -> None:
    command = [sys.executable, "-c", OPEN_AND_WAIT, str(built)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        simulation = Path("/proc") / program.stdout.readline().strip()
        try:
            assert simulation.exists()
        finally:
            program.kill()
    wait_until("the simulation's end", lambda: not simulation.exists() or _is_dead(simulation))


def _is_dead(process: Path) -> bool:
    """Whether a process has ended and only waits to be reaped."""
    try:
        return "State:\tZ" in (process / "status").read_text()
    except OSError:
        return True


def test_the_simulation_ends_with_the_scoreboard(built: Path) -> None:
    board = open_scoreboard("simavr", built, RealClock(), scenes=False)
    assert isinstance(board, SerialScoreboard)
    feed = OneSnapshotFeed(snapshot())
    board.start(feed, DeviceLog().append)
    wait_until("the picture", lambda: board.acknowledged()[0] == feed.latest().number)
    line = board._line
    assert isinstance(line, SimavrLine)
    process = line.process
    assert process is not None
    board.stop()
    assert process.poll() is not None
