"""How the board looks after itself, and what it says about itself."""

from __future__ import annotations

import binascii
import math
import random
import re
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from .board import (
    ACK,
    BROWN_OUT,
    COUNTERS,
    EXTERNAL,
    FIRMWARE,
    FRAME,
    HELLO,
    IDLE,
    NAK,
    POWER_ON,
    SETTINGS,
    VERSION,
    WATCHDOG,
    Client,
    Frame,
    Shown,
    Simulator,
    compose,
    is_idle,
    text_rows,
    with_sign,
)
from .conftest import make
from .test_frames import accepted, noise
from .test_vectors import limit_by_the_rule

Board = tuple[Simulator, Client]
SECOND = 16_000_000


def settings(limit_ma: int, modules: int = 8, lights: int = 60) -> bytes:
    """The payload of SETTINGS."""
    return limit_ma.to_bytes(2, "little") + bytes([modules, lights])


def test_hello_tells_versions_sizes_and_limit(board: Board) -> None:
    _, client = board
    hello = client.hello()
    assert f"{hello['major']}.{hello['minor']}.{hello['patch']}" == VERSION
    assert (hello["modules"], hello["lights"], hello["limit_ma"]) == (8, 60, 4000)
    assert hello["max_payload"] == 1 + 8 * 16 + 3 * 90
    assert hello["settings_from"] == 0
    assert hello["showing"] == 0


def test_a_hello_of_a_later_protocol_is_answered_and_anything_else_of_it_refused(board: Board) -> None:
    _, client = board
    assert client.ask(HELLO, b"\1\2\3", version=9).type == 0x81
    refused = client.ask(COUNTERS, version=9)
    assert (refused.type, refused.payload) == (NAK, bytes([COUNTERS, 2]))


@pytest.mark.parametrize(("command", "cause"), [
    ("power", POWER_ON), ("reset", EXTERNAL), ("brownout", BROWN_OUT), ("hang", WATCHDOG), ("deafhang", WATCHDOG),
])
@pytest.mark.parametrize("bootloader", ["none", "new"])
def test_a_board_that_starts_says_so_unasked_and_why(
    power_up: Callable[..., Board], bootloader: str, command: str, cause: int
) -> None:
    simulator, client = power_up("--bootloader", bootloader)
    frame = noise(random.Random(1))
    client.show(frame)
    simulator.tell(command)
    hello = client.hello(seq=0)
    assert hello["reset_cause"] == cause
    assert hello["uptime_ms"] < 100
    assert hello["showing"] == 0
    assert accepted(client.show(frame)), "after a restart nothing is a duplicate"


def test_a_reset_in_the_middle_of_a_picture_leaves_no_light_out_of_step(board: Board) -> None:
    """While frames come without a pause, the ring is being written a good part of the time."""
    simulator, client = board
    chance = random.Random(13)
    frames = [compose(FRAME, 1 + number, noise(chance).payload()) for number in range(5)]
    for _ in range(25):
        before = len(simulator.pictures)
        client.serial.write(b"".join(chance.sample(frames, len(frames))))
        simulator.wait_for(lambda shown: not is_idle(shown), after=before)
        time.sleep(chance.uniform(0, 0.03))
        seen = len(simulator.pictures)
        client.may_be_cut_off = True
        simulator.tell("reset")
        idle = simulator.wait_for(is_idle, after=seen)
        assert idle.ring == tuple((40, 20, 0) if light % 5 == 0 else (0, 0, 0) for light in range(60))
        client.greet()


@pytest.mark.parametrize("bootloader", ["none", "old", "new"])
def test_a_hung_program_restarts_without_a_reset_and_leaves_no_watchdog_to_any_later_one(
    power_up: Callable[..., Board], bootloader: str
) -> None:
    """The old bootloader would never get past a watchdog reset; it is not asked."""
    simulator, client = power_up("--bootloader", bootloader)
    client.hello()
    for _ in range(3):
        simulator.tell("hang")
        assert client.hello(seq=0)["reset_cause"] == WATCHDOG
        simulator.tell("reset")
        assert client.hello(seq=0)["reset_cause"] == EXTERNAL


@pytest.mark.parametrize("bootloader", ["none", "new"])
def test_a_program_that_hangs_with_interrupts_off_is_reset_and_does_not_loop(
    power_up: Callable[..., Board], bootloader: str
) -> None:
    """After the reset the watchdog runs on, at its shortest time, and WDRF would keep it on over any later reset: the
    firmware stops it before anything else. One greeting, and the board stays up."""
    simulator, client = power_up("--bootloader", bootloader)
    frame = noise(random.Random(14))
    for _ in range(3):
        simulator.tell("deafhang")
        assert client.hello(seq=0)["reset_cause"] == WATCHDOG
        assert accepted(client.show(frame))
        while (hello := client.hello())["uptime_ms"] < 700:
            assert hello["showing"] == 1
        simulator.tell("reset")
        assert client.hello(seq=0)["reset_cause"] == EXTERNAL


def test_such_a_hang_is_for_the_old_bootloader_to_the_next_switching_off_as_the_readme_says(
    power_up: Callable[..., Board],
) -> None:
    simulator, client = power_up("--bootloader", "old", "--speed", "4")
    client.hello()
    simulator.tell("deafhang")
    for _ in range(2):
        assert not list(client.messages(silence=1.0)), "four seconds of the board"
        simulator.tell("reset")
    simulator.tell("power")
    assert client.hello(seq=0)["reset_cause"] == POWER_ON
    readme = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    assert "the board then stays dark until it is switched off" in readme


def test_opening_the_line_resets_an_arduino_nano(power_up: Callable[..., Board]) -> None:
    _, client = power_up("--dtr")
    assert client.hello()["reset_cause"] == EXTERNAL


def test_a_line_that_is_hung_up_and_plugged_in_again_works_on(board: Board) -> None:
    simulator, client = board
    assert accepted(client.show(noise(random.Random(2))))
    simulator.tell("unplug")
    client.close()
    simulator.tell("plug")
    again = Client(simulator.pty())
    try:
        assert again.hello()["showing"] in (1, 2), "the board kept running"
        assert accepted(again.show(noise(random.Random(3))))
    finally:
        again.close()


@pytest.mark.parametrize(("kind", "payload", "reason"), [
    (0x42, b"", 3),
    (FRAME, bytes(244), 4),
    (FRAME, bytes(246), 4),
    (FRAME, b"", 4),
    (FRAME, b"\x10" + bytes(244), 5),
    (COUNTERS, b"\0", 4),
    (IDLE, b"\0", 4),
    (SETTINGS, b"\0\0\0", 4),
    (SETTINGS, settings(499), 5),
    (SETTINGS, settings(12001), 5),
    (SETTINGS, settings(4000, modules=0), 5),
    (SETTINGS, settings(4000, modules=17), 5),
    (SETTINGS, settings(4000, lights=91), 5),
])
def test_what_makes_no_sense_is_refused_with_the_reason_and_changes_nothing(
    board: Board, kind: int, payload: bytes, reason: int
) -> None:
    simulator, client = board
    frame = noise(random.Random(4))
    client.show(frame)
    shown = simulator.wait_for(frame.is_shown_by)
    refused = client.ask(kind, payload)
    assert (refused.type, refused.payload) == (NAK, bytes([kind, reason]))
    assert client.counters()["refused"] == 1
    assert client.hello()["limit_ma"] == 4000
    assert simulator.pictures[-1] is shown


def test_an_echo_of_its_own_words_is_not_answered(board: Board) -> None:
    _, client = board
    before = client.counters()
    client.send(ACK, bytes([FRAME, 0]))
    assert client.counters() == before | {"good": before["good"] + 2, "refused": 1}


def test_settings_are_used_at_once_and_survive_the_power(board: Board) -> None:
    simulator, client = board
    frame = Frame(text_rows(64, lambda row, column: False), ((100, 100, 100),) * 60)
    assert accepted(client.show(frame))
    simulator.wait_for(frame.is_shown_by)
    stored = client.ask(SETTINGS, settings(1000))
    assert (stored.type, stored.payload) == (ACK, bytes([SETTINGS, 0]))
    load = {"modules": 8, "lights": 60, "limit_ma": 1000, "intensity": 4, "lit": 0, "sum": 60 * 3 * 100}
    scale, _, _ = limit_by_the_rule(load)
    simulator.wait_for(lambda shown: shown.ring == ((100 * scale // 256,) * 3,) * 60)
    simulator.tell("power")
    hello = client.hello(seq=0)
    assert (hello["limit_ma"], hello["settings_from"]) == (1000, 1)


CELLS = 16
"""Where the EEPROM's cells with the settings begin."""


@pytest.mark.parametrize("kept", [
    b"\xe0\xff",
    settings(12000) + binascii.crc_hqx(settings(12000), 0xFFFF).to_bytes(2, "big") + b"\xff\xff",
], ids=["a cell changed", "an older firmware's CRC-16"])
def test_settings_whose_checksum_is_wrong_give_way_to_the_defaults(board: Board, kept: bytes) -> None:
    simulator, client = board
    assert client.ask(SETTINGS, settings(12000)).type == ACK
    for cell, value in enumerate(kept, CELLS):
        simulator.tell(f"eeprom {cell} {value}")
    simulator.tell("power")
    hello = client.hello(seq=0)
    assert (hello["limit_ma"], hello["settings_from"]) == (4000, 2)


def test_other_sizes_show_the_idle_picture_until_a_frame_of_that_size(board: Board) -> None:
    simulator, client = board
    client.show(noise(random.Random(5)))
    assert client.ask(SETTINGS, settings(4000, modules=4, lights=30)).type == ACK
    assert client.hello()["showing"] == 0
    small = noise(random.Random(6), modules=4, lights=30)
    assert accepted(client.show(small))
    shown = simulator.wait_for(lambda picture: picture.ring[:30] == small.ring)
    assert tuple(row[32:] for row in shown.pixels) == small.pixels, "four modules are the four at the near end"
    assert set(shown.ring[30:]) == {(0, 0, 0)}, "lights that are no longer counted are dark"


def test_settings_that_come_while_others_are_stored_are_refused_as_busy(board: Board) -> None:
    _, client = board
    first, second = client.next_seq(), client.next_seq()
    client.serial.write(compose(SETTINGS, first, settings(2000)) + compose(SETTINGS, second, settings(3000)))
    assert client.answer(second).payload == bytes([SETTINGS, 6])
    assert client.answer(first).payload == bytes([SETTINGS, 0])
    assert client.hello()["limit_ma"] == 2000


def test_modules_upset_by_a_glitch_heal_by_themselves(board: Board) -> None:
    simulator, client = board
    frame = noise(random.Random(7))
    client.show(frame)
    simulator.wait_for(frame.is_shown_by)
    for _ in range(3):
        seen = len(simulator.pictures)
        simulator.tell("glitch")
        upset = simulator.wait_for(lambda shown: "#" not in "".join(shown.pixels), after=seen)
        healed = simulator.wait_for(frame.is_shown_by, after=seen)
        assert healed.cycle - upset.cycle < 0.2 * SECOND


def _with_sign(frame: Frame) -> Callable[[Shown], bool]:
    """Whether a picture is the frame with its top right pixel inverted."""
    return Frame(with_sign(frame.pixels), frame.ring, frame.intensity).is_shown_by


def test_without_a_host_for_three_seconds_a_corner_blinks_until_the_host_is_back(
    power_up: Callable[..., Board],
) -> None:
    simulator, client = power_up("--speed", "10")
    frame = noise(random.Random(8))
    assert accepted(client.show(frame))
    sent = simulator.wait_for(frame.is_shown_by)
    for blink in range(3):
        signed = simulator.wait_for(_with_sign(frame), after=len(simulator.pictures) if blink else 0)
        assert signed.cycle - sent.cycle >= (3 + blink) * SECOND - SECOND // 100
        plain = simulator.wait_for(frame.is_shown_by, after=simulator.pictures.index(signed))
        assert abs(plain.cycle - signed.cycle - SECOND // 2) < SECOND // 50
    assert [client.hello()["showing"] for _ in range(2)] == [2, 1], "of before it heard, and since"
    assert frame.is_shown_by(simulator.pictures[-1])


def test_the_sign_of_a_lost_line_keeps_the_current_limit_and_changes_nothing_but_its_pixel(
    power_up: Callable[..., Board],
) -> None:
    """A picture that draws just what it may, its top right pixel dark: lit by the sign, it is one too many."""
    simulator, client = power_up("--speed", "10")
    frame = Frame(text_rows(64, lambda row, column: (row, column) != (0, 63)), ((0, 0, 0),) * 60, 15)
    limit_ma = 8 * 8 + 60 + math.ceil(511 * 5 * 31 / 32)
    assert client.ask(SETTINGS, settings(limit_ma)).type == ACK
    assert accepted(client.show(frame))
    sent = simulator.wait_for(frame.is_shown_by)
    signed = simulator.wait_for(_with_sign(replace(frame, intensity=14)), simulator.pictures.index(sent))
    simulator.wait_for(_with_sign(replace(frame, intensity=14)), simulator.pictures.index(signed) + 2)
    plain = simulator.pictures[simulator.pictures.index(signed) + 1]
    assert replace(frame, intensity=14).is_shown_by(plain)
    client.hello()
    simulator.wait_for(frame.is_shown_by, simulator.pictures.index(plain))


def test_a_host_that_only_asks_for_counters_keeps_its_frame_without_the_sign(power_up: Callable[..., Board]) -> None:
    simulator, client = power_up("--speed", "10")
    frame = noise(random.Random(9))
    assert accepted(client.show(frame))
    shown = simulator.wait_for(frame.is_shown_by)
    while client.hello()["uptime_ms"] < 5000:
        client.counters()
    assert simulator.pictures[-1] is shown


def test_without_a_host_for_a_minute_the_idle_picture_is_shown(power_up: Callable[..., Board]) -> None:
    simulator, client = power_up("--speed", "20")
    frame = noise(random.Random(10))
    assert accepted(client.show(frame))
    sent = simulator.wait_for(frame.is_shown_by)
    idle = simulator.wait_for(is_idle, after=simulator.pictures.index(sent))
    assert abs(idle.cycle - sent.cycle - 60 * SECOND) < SECOND // 10
    assert client.hello()["showing"] == 0
    assert accepted(client.show(frame)), "and the frame before is not a duplicate"


def test_the_host_can_ask_for_the_idle_picture(board: Board) -> None:
    simulator, client = board
    frame = noise(random.Random(11))
    client.show(frame)
    sent = simulator.wait_for(frame.is_shown_by)
    assert client.ask(IDLE).payload == bytes([IDLE, 0])
    simulator.wait_for(is_idle, after=simulator.pictures.index(sent))
    assert client.hello()["showing"] == 0


def test_the_stack_never_comes_near_its_computed_worst_case(board: Board, built: str) -> None:
    simulator, client = board
    computed = re.search(r"stack\s+(\d+) of", make("-s", "size"))
    assert computed is not None
    chance = random.Random(12)
    for _ in range(20):
        client.show(noise(chance))
        client.serial.write(chance.randbytes(100))
        client.counters()
    client.ask(SETTINGS, settings(1000))
    client.show(Frame(text_rows(64, lambda row, column: True), ((255, 255, 255),) * 60, 15))
    assert 40 < simulator.stack() <= int(computed[1])
