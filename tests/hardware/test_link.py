"""The link's requests and answers, against the model board with its faults."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import pytest

from hardware.canvas import Canvas, Picture, Size
from hardware.line import GiveUpError, GoneError, LostError, RestartedError, TryAgainError
from hardware.link import ANSWER_SECONDS, Link
from hardware.model_board import Faults, ModelBoard, ModelLine
from hardware.protocol import FIRMWARE, Message, MessageType, Refusal
from hardware.serial_line import open_serial
from tests.faulty_line import FaultyLine, LineFaults


def linked(board: ModelBoard, monotonic: Callable[[], float] = time.monotonic) -> Link:
    link = Link(board, monotonic)
    link.hello(1.0)
    return link


def picture(number: int = 1) -> Picture:
    canvas = Canvas(Size())
    canvas.block(number % 60, 2, 3, 3)
    canvas.ring[number % 60] = (10, 20, 30)
    return canvas.freeze()


def test_the_greeting_tells_firmware_and_sizes() -> None:
    hello = Link(ModelBoard(Size(4, 24)), time.monotonic).hello(1.0)
    assert (hello.firmware, hello.modules, hello.lights, hello.reset_in_words) == (FIRMWARE, 4, 24, "power on")


def test_a_picture_that_was_acknowledged_is_shown() -> None:
    board = ModelBoard()
    assert linked(board).show(picture(), intensity=4) is False
    assert board.shown == picture()
    assert board.intensity == 4


def test_the_board_says_when_it_had_to_dim() -> None:
    board = ModelBoard()
    link = linked(board)
    link.settings(500, 8, 60)
    bright = Picture(b"\xff" * 64, b"\xff" * 180)
    assert link.show(bright, intensity=15) is True
    assert board.shown.ring != bright.ring


def test_the_host_counts_its_messages_from_1_to_255_and_round_again() -> None:
    board = ModelBoard()
    link = linked(board)
    for number in range(600):
        link.show(picture(number), 4)
    assert board.shown == picture(599)
    assert board.counters.duplicate == 0
    assert link.board_counters().good == 602


def test_a_picture_sent_again_after_a_lost_answer_is_a_duplicate_and_a_newer_one_is_not() -> None:
    board = ModelBoard()
    link = linked(board)
    board.faults.silent = True
    with pytest.raises(LostError):
        link.show(picture(1), 4)
    board.faults.silent = False
    link.show(picture(1), 4)
    assert board.counters.duplicate == 1
    board.faults.silent = True
    with pytest.raises(LostError):
        link.show(picture(2), 4)
    board.faults.silent = False
    link.show(picture(3), 4)
    assert board.counters.duplicate == 1
    assert board.shown == picture(3)
    assert (link.counters.lost, link.counters.repeated) == (2, 1)


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_ones() -> None:
    milliseconds = count()

    def clock() -> float:
        """A millisecond later whenever somebody looks at it."""
        return next(milliseconds) / 1000

    board = ModelBoard(monotonic=clock)
    link = linked(board, clock)
    board.faults.late = 3.5 * ANSWER_SECONDS
    with pytest.raises(LostError):
        link.show(picture(1), 4)
    with pytest.raises(LostError):
        link.show(picture(2), 4)
    link.show(picture(3), 4)  # by now the link has learned to wait
    assert board.shown == picture(3)
    link.show(picture(4), 4)
    assert link.counters.lost == 2


def test_a_damaged_message_is_known_at_once_and_not_only_after_the_time_for_an_answer() -> None:
    line = FaultyLine(ModelLine(ModelBoard()), LineFaults(), seed=2)
    link = Link(line.open(), time.monotonic)
    link.hello(1.0)
    line.faults.flip = 0.02
    with pytest.raises(LostError, match="damaged"):
        link.show(picture(), 4)


def test_a_board_that_restarts_is_noticed_without_asking_and_while_asking() -> None:
    board = ModelBoard()
    link = linked(board)
    link.poll()
    board.reset(cause=8)
    with pytest.raises(RestartedError, match="watchdog"):
        link.poll()
    board.reset(cause=4)
    with pytest.raises(RestartedError, match="brown-out"):
        link.show(picture(), 4)


def test_a_board_of_which_nothing_arrives_whole_may_have_another_firmware() -> None:
    """One before 1.2.0 speaks with a CRC-16: to it, and from it, all is damaged."""
    line = FaultyLine(ModelLine(ModelBoard()), LineFaults(flip=1.0))
    with pytest.raises(TryAgainError, match=r"firmware on it.*make -C firmware flash"):
        Link(line.open(), time.monotonic).hello(0.5)


def test_a_board_of_another_version_is_given_up_with_what_to_do() -> None:
    with pytest.raises(GiveUpError, match=r"version 2.*version 1.*make -C firmware flash"):
        Link(ModelBoard(faults=Faults(version=2)), time.monotonic).hello(1.0)


def test_a_silent_board_is_not_waited_for_longer_than_asked() -> None:
    began = time.monotonic()
    with pytest.raises(TryAgainError, match="doesn't answer"):
        Link(ModelBoard(faults=Faults(silent=True)), time.monotonic).hello(0.3)
    assert time.monotonic() - began < 2.0


def test_a_board_that_has_answered_before_is_not_said_to_want_its_firmware() -> None:
    board = ModelBoard()
    link = linked(board)
    link.poll()
    board.faults.silent = True
    for asked in (link, Link(board, time.monotonic, known=True)):
        with pytest.raises(TryAgainError, match="answered before and is silent now") as silent:
            asked.hello(0.3)
        assert "firmware" not in str(silent.value)


def test_a_line_that_is_gone_is_said_to_be() -> None:
    board = ModelBoard()
    link = linked(board)
    board.faults.unplugged = True
    for use in (lambda: link.show(picture(), 4), link.poll, link.board_counters, lambda: link.hello(0.1)):
        with pytest.raises(GoneError, match="plugged in"):
            use()


def test_a_line_that_drops_comes_back_when_it_is_opened_again() -> None:
    board = ModelBoard()
    link = linked(board)
    board.faults.drops = 1.0
    with pytest.raises(GoneError):
        link.show(picture(), 4)
    with pytest.raises(GoneError):
        link.poll()
    board.faults.drops = 0.0
    link.close()
    linked(board).show(picture(), 4)


def test_what_arrives_twice_is_counted_once() -> None:
    board = ModelBoard()
    link = linked(board)
    board.faults.duplicates = 1.0
    for number in range(5):
        link.show(picture(number), 4)
    assert board.shown == picture(4)
    assert board.counters.duplicate == 5
    board.faults.duplicates = 0.0
    link.show(picture(5), 4)
    assert link.counters.unasked > 0
    assert link.counters.lost == 0


def test_a_board_that_flips_bits_shows_nothing_that_was_not_sent() -> None:
    board = ModelBoard(seed=3)
    link = linked(board)
    board.faults.flips = 0.002
    sent = {board.shown}
    for number in range(200):
        sent.add(picture(number))
        with suppress(LostError):
            link.show(picture(number), 4)
        assert board.shown in sent
    assert link.counters.lost > 10
    assert board.counters.damaged > 10


def test_a_pulled_plug_is_said_without_the_words_of_the_serial_library() -> None:
    board, line = os.openpty()
    port = open_serial(os.ttyname(line))
    os.close(line)
    os.close(board)
    with pytest.raises(GoneError) as gone:
        Link(port, time.monotonic).hello(1.0)
    port.close()
    assert str(gone.value) == "The line to the board is gone. Is the scoreboard plugged in?"


def test_what_the_model_refuses_it_refuses_as_the_protocol_has_it() -> None:
    board = ModelBoard()
    board.read(1000)
    asked = [
        (Message(MessageType.FRAME, 1, b"\0" * 10), Refusal.LENGTH),
        (Message(MessageType.FRAME, 2, b"\x10" + bytes(244)), Refusal.VALUE),
        (Message(MessageType.COUNTERS, 3, b"\0"), Refusal.LENGTH),
        (Message(MessageType.SETTINGS, 4, b"\0\0\x08\x3c"), Refusal.VALUE),
        (Message(0x77, 5), Refusal.TYPE),
        (Message(MessageType.IDLE, 6, version=9), Refusal.VERSION),
    ]
    for message, reason in asked:
        board.write(message.to_wire())
        answer = Message.from_block(board.read(1000).strip(b"\0"))
        assert (answer.type, answer.seq) == (MessageType.NAK, message.seq)
        assert tuple(answer.payload) == (message.type, reason)
    assert board.counters.refused == len(asked)
    assert board.shown == Picture.blank(Size())
