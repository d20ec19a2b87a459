"""The scoreboard that nobody has named, among real lines: the real firmware on one, other things on others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from controller.ports import Snapshot
from hardware import found_line
from hardware.canvas import Size
from hardware.found_line import LONGEST_PAUSE, SHORTEST_PAUSE, USB_IDS, FoundLine, usb_lines, used_by_another
from hardware.layout import final_picture
from hardware.line import AbsentError, GiveUpError, LinkError, LookingError, TryAgainError
from hardware.model_board import Faults, ModelBoard
from hardware.scoreboard import SerialScoreboard
from tests.firmware.board import Simulator, is_idle
from tests.hardware.on_a_line import OnALine
from tests.hardware.support import DeviceLog, OneSnapshotFeed, RealClock, game_view, snapshot, wait_until

RULES = Path(found_line.__file__).with_name("scoreboard.rules")


class Lines:
    """The lines that are plugged in, and a search among them by a clock of its own."""

    def __init__(self, *plugged: str) -> None:
        self.plugged = list(plugged)
        self.now = 0.0
        self.taken: set[str] = set()
        self.asked: list[str] = []
        self.search = FoundLine(self._tick, lambda: self.plugged, self._is_taken, hello_seconds=0.5)

    def _tick(self) -> float:
        self.now += 0.01
        return self.now

    def _is_taken(self, line: str) -> bool:
        self.asked.append(line)  # each line that is to be asked, and no other, is looked at first
        return line in self.taken

    def outcome(self) -> str | LinkError:
        """Where a board was found, or what is said once all lines were asked."""
        for _ in range(len(self.plugged) + 1):
            try:
                self.search.open().close()
                return self.search.kind
            except LookingError:
                continue
            except LinkError as error:
                return error
        raise AssertionError("the search went on and on")


@pytest.fixture
def on_a_line() -> Iterator[Callable[..., OnALine]]:
    with ExitStack() as plugged:

        def plug(board: ModelBoard | None = None, answer: bytes = b"") -> OnALine:
            return plugged.enter_context(OnALine(board, answer))

        yield plug


def test_a_board_is_found_among_things_that_are_none(on_a_line: Callable[..., OnALine]) -> None:
    mute, chatter, board = on_a_line(), on_a_line(answer=b"ok T:21.3\n\0\0"), on_a_line(ModelBoard())
    lines = Lines(mute.device, chatter.device, board.device)
    assert lines.outcome() == board.device
    assert (lines.search.kind, lines.search.simulated, lines.search.shown()) == (board.device, False, None)
    assert lines.asked == lines.plugged
    wait_until("both are asked", lambda: min(mute.heard, chatter.heard) > 0)
    lines.now += LONGEST_PAUSE
    assert lines.outcome() == board.device
    assert lines.asked == [*lines.plugged, board.device], "the one that had it is asked first, the others no more"


def test_with_nothing_plugged_in_no_board_is_missed() -> None:
    nothing = Lines().outcome()
    assert isinstance(nothing, AbsentError)
    assert str(nothing) == "No scoreboard is plugged in; the table plays without one."


def test_what_does_not_answer_is_asked_more_and_more_rarely_and_at_once_when_plugged_in_anew(
    on_a_line: Callable[..., OnALine],
) -> None:
    mute = on_a_line()
    lines = Lines(mute.device)
    silent = lines.outcome()
    assert isinstance(silent, AbsentError)
    assert f"unless it is {mute.device}: " in str(silent)
    assert f"make -C firmware flash PORT={mute.device}" in str(silent)
    pauses = []
    for _ in range(9):
        began, asked = lines.now, len(lines.asked)
        while len(lines.asked) == asked:
            lines.now += 1.0
            lines.outcome()
        pauses.append(lines.now - began)
    assert pauses == sorted(pauses)
    assert pauses[0] == pytest.approx(SHORTEST_PAUSE, abs=2)
    assert pauses[-1] == pytest.approx(LONGEST_PAUSE, abs=2)
    os.chmod(mute.device, 0o600)  # a new node has a new time
    asked = len(lines.asked)
    lines.outcome()
    assert len(lines.asked) > asked


def test_a_board_of_another_version_is_told_of_with_its_line_unless_a_right_one_is_there_too(
    on_a_line: Callable[..., OnALine],
) -> None:
    old = on_a_line(ModelBoard(faults=Faults(version=2)))
    lines = Lines(old.device)
    other = lines.outcome()
    assert isinstance(other, GiveUpError)
    assert "speaks version 2 of the protocol, this program version 1" in str(other)
    assert f"`make -C firmware flash PORT={old.device}`" in str(other)
    right = on_a_line(ModelBoard())
    lines.plugged.append(right.device)
    assert lines.outcome() == right.device


def test_a_line_that_another_program_uses_is_left_alone(on_a_line: Callable[..., OnALine]) -> None:
    board = on_a_line(ModelBoard())
    lines = Lines(board.device)
    lines.taken.add(board.device)
    taken = lines.outcome()
    assert isinstance(taken, AbsentError)
    assert f"Another program has {board.device} open" in str(taken)
    assert board.heard == 0
    lines.taken.clear()
    lines.now += SHORTEST_PAUSE
    assert lines.outcome() == board.device


HOLD = "import sys, serial; port = serial.Serial(sys.argv[1]); print('has it', flush=True); sys.stdin.read()"


def test_who_uses_a_line_is_seen_whether_it_locks_it_or_not(on_a_line: Callable[..., OnALine]) -> None:
    board = on_a_line(ModelBoard())
    assert not used_by_another(board.device)
    command = [sys.executable, "-c", HOLD, board.device]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "has it\n"
        assert used_by_another(board.device)
        holder.communicate()
    assert not used_by_another(board.device)


def test_a_board_that_is_gone_is_missed_and_found_again_on_another_line(on_a_line: Callable[..., OnALine]) -> None:
    first, second = on_a_line(ModelBoard()), on_a_line(ModelBoard())
    lines = Lines(first.device)
    assert lines.outcome() == first.device
    lines.plugged.clear()
    gone = lines.outcome()
    assert isinstance(gone, TryAgainError)
    assert not isinstance(gone, AbsentError)
    assert str(gone) == f"The scoreboard was on {first.device} and is gone: plug it in again."
    lines.plugged.append(second.device)
    assert lines.outcome() == second.device


def test_the_udev_name_is_asked_first_and_its_line_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def port(device: str, vid: int | None, pid: int | None) -> ListPortInfo:
        info = ListPortInfo(device)
        info.vid, info.pid = vid, pid
        return info

    named = tmp_path / "cosmic-tray-scoreboard"
    monkeypatch.setattr(found_line, "UDEV_NAME", str(named))
    ports = [port("/dev/ttyUSB1", 0x1A86, 0x7523), port("/dev/ttyUSB0", 0x0403, 0x6001),
             port("/dev/ttyS0", None, None), port("/dev/ttyACM0", 0x1D50, 0x614E)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    assert usb_lines() == ["/dev/ttyUSB0", "/dev/ttyUSB1"]
    named.symlink_to("/dev/null")
    assert usb_lines() == [str(named), "/dev/ttyUSB0", "/dev/ttyUSB1"]
    ports.append(port("/dev/null", 0x0403, 0x6001))
    assert usb_lines() == [str(named), "/dev/ttyUSB0", "/dev/ttyUSB1"]


def test_the_udev_rules_name_the_same_chips() -> None:
    rules = [line for line in RULES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = [re.findall(r'ATTRS\{id(?:Vendor|Product)\}=="([0-9a-f]{4})"', rule) for rule in rules]
    assert {(int(vendor, 16), int(product, 16)) for vendor, product in found} == USB_IDS
    name = Path(found_line.UDEV_NAME).name
    assert all(rule.startswith('SUBSYSTEM=="tty", ') and f'SYMLINK+="{name}"' in rule for rule in rules)


def test_only_a_board_that_was_there_is_missed(on_a_line: Callable[..., OnALine]) -> None:
    plugged: list[str] = []
    feed, devices = OneSnapshotFeed(snapshot()), DeviceLog()
    line = FoundLine(RealClock().monotonic, lambda: list(plugged))
    board = SerialScoreboard(line, Size(), RealClock(), scenes=False)
    board.start(feed, devices.append)
    try:
        wait_until("word that there is none", lambda: devices.states() == ["off"])
        assert devices[0].detail == found_line.NONE_THERE
        first = on_a_line(ModelBoard())
        plugged.append(first.device)
        wait_until("the board", lambda: devices.states() == ["off", "fine"])
        plugged.clear()
        first.unplug()
        wait_until("word that it is gone", lambda: devices.states()[-1] == "trouble")
        plugged.append(on_a_line(ModelBoard()).device)
        wait_until("the other board", lambda: devices.states()[-1] == "fine")
        wait_until("the picture", lambda: board.acknowledged()[0] == feed.latest().number)
    finally:
        board.stop()


class Firmware:
    """The real firmware on a line, in simavr."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.device = simulator.pty()

    def comes_to_show(self, latest: Snapshot) -> None:
        want = final_picture(latest, Size())
        self.simulator.wait_for(lambda shown: (shown.pixels, shown.ring) == (want.rows(), want.lights()))

    def reset(self) -> None:
        """Reset it, and wait until its pins show that it has started anew."""
        before = len(self.simulator.pictures)
        self.simulator.tell("reset")
        self.simulator.wait_for(is_idle, after=before)


@pytest.mark.usefixtures("built")
def test_the_real_firmware_is_found_beside_other_boards_and_found_again(on_a_line: Callable[..., OnALine]) -> None:
    mute, old = on_a_line(), on_a_line(ModelBoard(faults=Faults(version=2)))
    plugged = [mute.device, old.device]
    feed, devices = OneSnapshotFeed(snapshot()), DeviceLog()
    line = FoundLine(RealClock().monotonic, lambda: plugged, hello_seconds=1.5)
    board = SerialScoreboard(line, Size(), RealClock(), scenes=False)
    with Simulator() as one, Simulator() as another:
        first, second = Firmware(one), Firmware(another)
        board.start(feed, devices.append)
        try:
            wait_until("word of the other version", lambda: devices.states() == ["trouble"])
            assert f"PORT={old.device}" in devices[-1].detail
            plugged.append(first.device)
            first.comes_to_show(feed.latest())
            wait_until("that it is fine", lambda: devices.states()[-1] == "fine")
            assert (devices[-1].kind, devices[-1].state) == (first.device, "fine")
            first.reset()
            first.comes_to_show(feed.put(snapshot(game_view(stake=35))))
            plugged.append(second.device)
            plugged.remove(first.device)
            first.simulator.tell("unplug")
            second.comes_to_show(feed.latest())
            wait_until("that it is fine", lambda: devices[-1].kind == second.device)
            assert (devices[-1].kind, devices[-1].state) == (second.device, "fine")
        finally:
            board.stop()
