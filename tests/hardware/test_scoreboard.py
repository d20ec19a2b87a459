"""The scoreboard's thread, with the model board and every fault of its line."""

import errno
import os
import pty
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from controller.games.game import Moment
from controller.ports import Clock, Scoreboard
from hardware.brightness import Brightness
from hardware.canvas import Picture, Size
from hardware.errors import HardwareError
from hardware.layout import final_picture
from hardware.model_board import Faults, ModelBoard, ModelLine
from hardware.protocol import FIRMWARE, Message, MessageType
from hardware.scoreboard import LONGEST_PAUSE, SHORTEST_PAUSE, SIGN_OF_LIFE_SECONDS, SerialScoreboard
from hardware.scoreboards import open_scoreboard
from tests.faulty_line import FaultyLine, LineFaults
from tests.hardware.support import DeviceLog, OneSnapshotFeed, RealClock, game_view, read_score, snapshot, wait_until

Begin = Callable[..., tuple[SerialScoreboard, OneSnapshotFeed, DeviceLog]]
NOWHERE = Path("/nowhere")


@pytest.fixture
def begin() -> Iterator[Begin]:
    started: list[SerialScoreboard] = []

    def start(
        board: ModelBoard, scenes: bool = False, spoilt: LineFaults | None = None, clock: Clock | None = None
    ) -> tuple[SerialScoreboard, OneSnapshotFeed, DeviceLog]:
        line = FaultyLine(ModelLine(board), spoilt, seed=7) if spoilt else ModelLine(board)
        scoreboard = SerialScoreboard(line, Size(), clock or RealClock(), scenes)
        feed, devices = OneSnapshotFeed(snapshot()), DeviceLog()
        started.append(scoreboard)
        scoreboard.start(feed, devices.append)
        return scoreboard, feed, devices

    yield start
    for scoreboard in started:
        scoreboard.stop()


class HandClock(RealClock):
    """A clock that goes only where a test moves it."""

    seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


def shows_latest(board: ModelBoard, scoreboard: SerialScoreboard, feed: OneSnapshotFeed) -> Callable[[], bool]:
    def question() -> bool:
        latest = feed.latest()
        return scoreboard.acknowledged()[0] == latest.number and board.shown == final_picture(latest, Size())

    return question


def shows_score(board: ModelBoard, score: tuple[int, int]) -> bool:
    return read_score(board.shown.rows()) == score


def test_each_snapshot_is_shown_and_its_acknowledgement_told(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, devices = begin(board)
    for stake in range(0, 300, 5):
        handed_over = time.monotonic()
        shown = feed.put(snapshot(game_view(stake=stake)))
        wait_until("the picture", shows_latest(board, scoreboard, feed))
        number, when = scoreboard.acknowledged()
        assert number == shown.number
        assert handed_over <= when <= time.monotonic()
    (device,) = devices
    assert (device.part, device.kind, device.state, device.simulated) == ("scoreboard", "model", "fine", True)


def test_a_snapshot_that_changes_nothing_is_acknowledged_without_a_frame(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, _ = begin(board)
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    frames = board.counters.good
    same = feed.put(replace(feed.latest(), number=feed.latest().number + 1000))
    wait_until("the acknowledgement", lambda: scoreboard.acknowledged()[0] == same.number)
    assert board.counters.good <= frames + 2  # the sign of life may fall between


def test_the_picture_told_is_the_one_on_the_board_and_numbered_by_change(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, _ = begin(board)
    assert scoreboard.picture() is None or scoreboard.acknowledged()[0] > 0
    first = wait_until("a picture", scoreboard.picture)
    assert scoreboard.picture() == first
    feed.put(snapshot(game_view(totals=(130, 45, 0, 310))))
    wait_until("the next picture", lambda: (told := scoreboard.picture()) and read_score(told.pixels) == (130, 0))
    second = wait_until("a picture", scoreboard.picture)
    assert second.number > first.number
    assert second.pixels == board.shown.rows()


@pytest.mark.parametrize(
    "spoilt",
    [LineFaults(drop=0.002), LineFaults(flip=0.002), LineFaults(double=0.002), LineFaults(0.001, 0.001, 0.001)],
    ids=["drops bytes", "flips bits", "doubles bytes", "all three"],
)
def test_whatever_the_line_does_every_picture_arrives_and_none_is_wrong(begin: Begin, spoilt: LineFaults) -> None:
    board = ModelBoard()
    scoreboard, feed, _ = begin(board, spoilt=spoilt)
    drawn = {Picture.blank(Size()), final_picture(feed.latest(), Size())}
    arrived = shows_latest(board, scoreboard, feed)

    def arrived_and_none_wrong() -> bool:
        assert board.shown in drawn
        return arrived()

    for stake in range(0, 500, 5):
        drawn.add(final_picture(feed.put(snapshot(game_view(stake=stake))), Size()))
        wait_until("the picture", arrived_and_none_wrong)
    assert scoreboard.counters().lost > 10
    assert board.counters.damaged + board.counters.malformed > 10


@pytest.mark.parametrize(
    "faults",
    [
        Faults(late=0.03), Faults(late=0.08), Faults(late=0.2), Faults(resets=0.05), Faults(drops=0.05),
        Faults(flips=0.001), Faults(duplicates=0.3),
        Faults(late=0.01, drops=0.01, flips=0.0005, duplicates=0.1, resets=0.01),
    ],
    ids=["late", "later than waited for", "much later", "resets", "drops the line", "flips bits", "says all twice",
         "all of it"],
)
@pytest.mark.parametrize("scenes", [False, True], ids=["still", "moving"])
def test_whatever_the_board_does_the_right_score_comes(begin: Begin, faults: Faults, scenes: bool) -> None:
    board = ModelBoard(faults=faults, seed=7)
    scoreboard, feed, _ = begin(board, scenes)
    for stake in range(5, 200, 5):
        feed.put(snapshot(game_view(stake=stake)))
        if stake % 50 == 0:
            wait_until("an acknowledgement", lambda: scoreboard.acknowledged()[0] == feed.latest().number)
            wait_until("the score", partial(shows_score, board, (125, stake)))


@pytest.mark.parametrize("name", ["silent", "unplugged"])
def test_a_board_that_is_gone_is_told_of_and_is_back_as_soon_as_it_is_there(begin: Begin, name: str) -> None:
    board = ModelBoard()
    scoreboard, feed, devices = begin(board)
    wait_until("the first picture", shows_latest(board, scoreboard, feed))
    setattr(board.faults, name, True)
    wait_until("word of the trouble", lambda: devices.states()[-1] == "trouble")
    assert devices[-1].detail
    assert scoreboard.picture() is None
    feed.put(snapshot(game_view(stake=95)))
    setattr(board.faults, name, False)
    board.reset()
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    assert devices.states()[-1] == "fine"


def test_a_board_that_restarts_has_its_picture_back_without_waiting_for_a_sign_of_life(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, devices = begin(board, clock=HandClock())
    wait_until("the first picture", shows_latest(board, scoreboard, feed))
    for cause in (1, 2, 4, 8) * 5:
        board.reset(cause)
        wait_until("the picture", shows_latest(board, scoreboard, feed))
    assert devices.states() == ["fine"]


def test_a_board_whose_word_of_its_restart_is_lost_has_its_picture_back_with_the_next_sign_of_life(
    begin: Begin,
) -> None:
    board, clock = ModelBoard(), HandClock()
    scoreboard, feed, devices = begin(board, clock=clock)
    wait_until("the first picture", shows_latest(board, scoreboard, feed))
    board.faults.silent = True
    board.reset()
    board.faults.silent = False
    assert board.shown == Picture.blank(Size())
    clock.seconds += SIGN_OF_LIFE_SECONDS
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    assert devices.states() == ["fine"]


def test_a_board_of_another_version_is_said_in_words_and_taken_once_it_is_right(begin: Begin) -> None:
    board = ModelBoard(faults=Faults(version=2))
    scoreboard, feed, devices = begin(board)
    wait_until("word of the version", lambda: devices.states() == ["trouble"])
    assert "write the firmware that came with this program with `make -C firmware flash`" in devices[0].detail
    board.faults.version = 1
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    assert devices.states() == ["trouble", "fine"]


class Greeted(ModelBoard):
    """A board that notes when it is greeted."""

    def __init__(self) -> None:
        self.greeted: list[float] = []
        super().__init__()

    def _take(self, block: bytes) -> None:
        with suppress(ValueError):
            if Message.from_block(block).type == MessageType.HELLO:
                self.greeted.append(time.monotonic())
        super()._take(block)


def test_a_board_that_greets_but_shows_nothing_is_not_fine_and_is_asked_more_and_more_rarely(begin: Begin) -> None:
    board = Greeted()
    board.faults.mute = True
    scoreboard, feed, devices = begin(board)
    wait_until("some greetings", lambda: len(board.greeted) >= 5, seconds=60)
    assert devices.states() == ["trouble"]
    assert "greets, but shows no picture" in devices[0].detail
    assert "write its firmware anew with `make -C firmware flash`" in devices[0].detail
    assert scoreboard.picture() is None
    pauses = [later - before for before, later in pairwise(board.greeted)]
    for number, pause in enumerate(pauses):
        assert pause >= min(SHORTEST_PAUSE * 2**number, LONGEST_PAUSE)
    board.faults.mute = False
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    wait_until("that it is fine", lambda: devices.states() == ["trouble", "fine"])


def test_a_board_whose_settings_are_not_acknowledged_is_not_fine_either(begin: Begin) -> None:
    board = ModelBoard(Size(4, 24), Faults(mute=True))
    _, _, devices = begin(board)
    wait_until("word of the trouble", devices.states)
    assert (devices[0].state, "greets, but shows no picture" in devices[0].detail) == ("trouble", True)


def test_a_board_that_forgets_its_settings_works_and_is_told_of(begin: Begin) -> None:
    board = ModelBoard(Size(4, 24), Faults(forgetful=True))
    scoreboard, feed, devices = begin(board)
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    wait_until("that it is fine", devices.states)
    assert devices[0].state == "fine"
    assert "can't store its settings" in devices[0].advice
    board.reset()
    wait_until("the picture again", shows_latest(board, scoreboard, feed))


class Collapsing(ModelBoard):
    """A board whose supply breaks down with every picture."""

    collapses = True

    def _show(self, message: Message) -> None:
        if self.collapses:
            self.reset(cause=4)
        else:
            super()._show(message)


def test_a_board_that_never_lives_to_show_a_picture_is_said_to_and_what_to_look_at(begin: Begin) -> None:
    board = Collapsing()
    scoreboard, feed, devices = begin(board)
    wait_until("word of the trouble", devices.states)
    assert devices[0].state == "trouble"
    assert "again and again" in devices[0].detail
    assert "brown-out" in devices[0].detail
    assert "its supply" in devices[0].detail
    board.collapses = False
    wait_until("the picture", shows_latest(board, scoreboard, feed))


def test_a_board_with_an_older_firmware_is_used_and_what_to_flash_is_said(begin: Begin) -> None:
    board = ModelBoard(faults=Faults(firmware=(0, 9, 12)))
    scoreboard, feed, devices = begin(board)
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    wait_until("that it is fine", devices.states)
    ours = ".".join(map(str, FIRMWARE))
    assert devices[0].state == "fine"
    assert devices[0].advice == (
        f"The board's firmware is version 0.9.12, older than the {ours} that came with this program: write that one "
        "with `make -C firmware flash`. Until then the board is used as it is."
    )


@pytest.mark.parametrize("firmware", [FIRMWARE, (FIRMWARE[0], FIRMWARE[1] + 1, 0)], ids=["ours", "newer"])
def test_a_board_with_our_firmware_or_a_newer_one_needs_no_advice(
    begin: Begin, firmware: tuple[int, int, int]
) -> None:
    _, _, devices = begin(ModelBoard(faults=Faults(firmware=firmware)))
    wait_until("that it is fine", devices.states)
    assert (devices[0].state, devices[0].advice) == ("fine", "")
    assert devices[0].detail == f"firmware {'.'.join(map(str, firmware))}, 8 modules, 60 lights"


def test_a_board_that_falls_silent_has_no_picture_and_nobody_is_told_to_flash_it(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, devices = begin(board)
    wait_until("the first picture", shows_latest(board, scoreboard, feed))
    board.faults.silent = True
    wait_until("that no picture is known", lambda: scoreboard.picture() is None)
    assert devices.states() == ["fine"], "not only once it is given up"
    wait_until("word of the trouble", lambda: devices.states()[-1] == "trouble")
    assert "its cable and its supply" in devices[-1].detail
    assert "unplug it" in devices[-1].detail
    assert "firmware" not in devices[-1].detail


def test_what_both_ends_have_counted_is_told(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, _, devices = begin(board)
    assert open_scoreboard("off", NOWHERE, RealClock()).link_report() == ""
    wait_until("that it is fine", devices.states)
    assert re.fullmatch(
        r"Link, from here: \d+ sent, 0 lost, 0 repeated, 0 damaged answers; at the board: \d+ good, 0 bad CRC, "
        r"0 malformed, 0 overrun, 0 duplicate, 0 refused\.",
        scoreboard.link_report(),
    )


def test_a_board_is_told_the_current_limit_in_the_settings_and_the_digits_have_their_brightness() -> None:
    board = ModelBoard(Size(8, 1))
    no_ring = open_scoreboard("model", NOWHERE, RealClock(), lights=0, brightness=Brightness(9, 0, 1500))
    assert isinstance(no_ring, SerialScoreboard)
    no_ring._line = ModelLine(board)
    feed = OneSnapshotFeed(snapshot())
    no_ring.start(feed, DeviceLog().append)
    try:
        wait_until("the picture", lambda: no_ring.acknowledged()[0] == feed.latest().number)
        assert (board.limit_ma, board.intensity, board.size) == (1500, 9, Size(8, 1))
    finally:
        no_ring.stop()


def test_a_board_of_another_size_is_told_the_size_in_the_settings(begin: Begin) -> None:
    board = ModelBoard(Size(4, 24))
    scoreboard, feed, _ = begin(board)
    wait_until("the picture", shows_latest(board, scoreboard, feed))
    assert board.size == Size()


def test_a_board_hears_of_its_host_each_second_though_nothing_changes(begin: Begin) -> None:
    board, clock = ModelBoard(), HandClock()
    scoreboard, feed, devices = begin(board, clock=clock)
    wait_until("that all is said", devices.states)
    good = board.counters.good
    for _ in range(3):
        clock.seconds += 0.5
        same = feed.put(replace(feed.latest(), number=feed.latest().number + 1000))
        wait_until("that it was looked at", lambda same=same: scoreboard.acknowledged()[0] == same.number)
        assert board.counters.good == good, "not before it is time"
        clock.seconds += 0.5
        wait_until("a sign of life and a question", lambda good=good: board.counters.good == good + 2)
        good += 2


def test_scenes_play_and_end_in_the_score(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, _ = begin(board, scenes=True)
    wait_until("the first picture", lambda: scoreboard.acknowledged()[0] > 0)
    feed.put(snapshot(game_view(stake=60), Moment("flash", "s1", 60)))
    seen = set()

    def ended() -> bool:
        seen.add(board.shown.pixels)
        told = scoreboard.picture()
        return told is not None and told.pixels[0][-30:] == final_picture(feed.latest(), Size()).rows()[0][-30:]

    wait_until("the score", ended)
    assert len(seen) >= 3


def test_a_fault_in_a_drawing_is_told_and_does_not_end_the_thread(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, devices = begin(board)
    wait_until("the first picture", shows_latest(board, scoreboard, feed))
    feed.put(replace(snapshot(), players=()))
    feed.put(replace(snapshot(), view=game_view()._replace(to_throw="five")))  # type: ignore[arg-type]
    wait_until("word of the fault", lambda: devices.states()[-1] == "trouble")
    feed.put(snapshot())
    wait_until("the picture", shows_latest(board, scoreboard, feed))


def test_after_the_stop_the_board_is_idle_and_stopping_twice_is_safe(begin: Begin) -> None:
    board = ModelBoard()
    scoreboard, feed, devices = begin(board)
    wait_until("the first picture", shows_latest(board, scoreboard, feed))
    scoreboard.stop()
    scoreboard.stop()
    assert board.shown == Picture.blank(Size())
    assert devices.states() == ["fine", "off"]
    assert scoreboard.picture() is None


def test_a_scoreboard_that_is_off_says_so_and_nothing_else() -> None:
    devices = DeviceLog()
    off = open_scoreboard("off", NOWHERE, RealClock())
    off.start(OneSnapshotFeed(snapshot()), devices.append)
    assert devices.states() == ["off"]
    assert off.picture() is None
    assert off.acknowledged() == (-1, 0.0)
    off.stop()


@pytest.mark.parametrize(
    ("source", "sizes", "words"),
    [
        ("ttyUSB0", {}, "no scoreboard 'ttyUSB0'.*simavr, model or off"),
        ("simavr", {}, "isn't built.*make -C firmware all sim-build"),
        ("model", {"modules": 17}, "1 to 16 modules"),
        ("model", {"lights": 91}, "up to 90 lights"),
        ("model", {"brightness": Brightness(white=255, digits=15)}, "reading_light = 255 .* more than 4000 mA"),
    ],
)
def test_a_scoreboard_that_cannot_be_is_refused_in_one_line(source: str, sizes: dict[str, Any], words: str) -> None:
    with pytest.raises(HardwareError, match=words) as refusal:
        open_scoreboard(source, NOWHERE, RealClock(), **sizes)
    assert "\n" not in str(refusal.value)


def trouble_of(board: Scoreboard) -> str:
    devices = DeviceLog()
    board.start(OneSnapshotFeed(snapshot()), devices.append)
    try:
        wait_until("word of the trouble", lambda: "trouble" in devices.states())
    finally:
        board.stop()
    assert devices[0].simulated is False
    return devices[0].detail


@pytest.mark.parametrize(
    ("device", "words"),
    [
        ("/dev/no-such-line", "There is no /dev/no-such-line: plug"),
        ("/dev/null", "no serial line"),
        ("/tmp", "no serial line"),
    ],
)
def test_a_device_that_cannot_be_opened_says_why_and_what_to_do(device: str, words: str) -> None:
    assert words in trouble_of(open_scoreboard(device, NOWHERE, RealClock()))


def test_a_line_that_another_program_holds_is_not_shared() -> None:
    controller, line = pty.openpty()
    try:
        first = open_scoreboard(os.ttyname(line), NOWHERE, RealClock())
        first.start(OneSnapshotFeed(snapshot()), DeviceLog().append)
        assert wait_until("the first one's greeting", lambda: os.read(controller, 100))
        assert "Another program" in trouble_of(open_scoreboard(os.ttyname(line), NOWHERE, RealClock()))
        first.stop()
    finally:
        os.close(controller)
        os.close(line)


def test_no_permission_names_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("serial.Serial", refuse)  # root, as whom tests may run, is never refused
    assert "dialout" in trouble_of(open_scoreboard("/dev/ttyUSB0", NOWHERE, RealClock()))
