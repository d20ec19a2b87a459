"""What the host sends is what modules and ring show: whole, or not at all."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from .board import ACK, FRAME, Client, Frame, Message, Shown, Simulator, compose, text_rows, with_sign
from .test_vectors import VECTORS

Board = tuple[Simulator, Client]
CYCLES = 16_000_000


def noise(chance: random.Random, modules: int = 8, lights: int = 60, brightest: int = 100) -> Frame:
    """A picture of chance that stays below the current limit."""
    ring = tuple((chance.randrange(brightest), chance.randrange(brightest), chance.randrange(brightest))
                 for _ in range(lights))
    return Frame(text_rows(8 * modules, lambda row, column: chance.random() < 0.3), ring)


def accepted(message: Message) -> bool:
    """Whether that is a plain ACK of a FRAME."""
    return (message.type, message.payload) == (ACK, bytes([FRAME, 0]))


def test_a_frame_is_shown_exactly_as_sent(board: Board) -> None:
    simulator, client = board
    frame = noise(random.Random(1))
    assert accepted(client.show(frame))
    simulator.wait_for(frame.is_shown_by)


def _is_at(at: int, row: int, column: int) -> bool:
    return column == at and row == at % 8


def test_every_pixel_and_every_light_is_in_its_place(board: Board) -> None:
    simulator, client = board
    for at in range(64):
        frame = Frame(
            text_rows(64, partial(_is_at, at)),
            tuple((200, 100, 50) if light == at else (0, 0, 0) for light in range(60)),
        )
        assert accepted(client.show(frame))
        simulator.wait_for(frame.is_shown_by)


@pytest.mark.parametrize("vector", [v for v in VECTORS["messages"] if v["type"] == FRAME], ids=lambda v: v["name"])
def test_the_vectors_frames_are_shown(board: Board, vector: dict[str, Any]) -> None:
    simulator, client = board
    fields = vector["fields"]
    bits = f"{int(fields['pixels'], 16):0512b}".replace("0", ".").replace("1", "#")
    colours = bytes.fromhex(fields["ring"])
    frame = Frame(
        tuple(bits[row * 64:row * 64 + 64] for row in range(8)),
        tuple((colours[i], colours[i + 1], colours[i + 2]) for i in range(0, 180, 3)),
        fields["intensity"],
    )
    client.serial.write(bytes.fromhex(vector["wire"]))
    answer = client.answer(vector["seq"])
    if accepted(answer):
        simulator.wait_for(frame.is_shown_by)
    else:
        assert answer.payload == bytes([FRAME, 2]), "dimmed"
        assert frame.ring[0] == (255, 255, 255)
        simulator.wait_for(lambda shown: shown.pixels == frame.pixels)


def test_the_largest_board_shows_its_frames(power_up: Callable[..., Board]) -> None:
    simulator, client = power_up("--modules", "16", "--lights", "90")
    assert client.ask(0x04, (4000).to_bytes(2, "little") + bytes([16, 90])).type == ACK
    frame = noise(random.Random(2), 16, 90, brightest=60)
    assert accepted(client.show(frame))
    simulator.wait_for(frame.is_shown_by)


def test_no_picture_is_shown_in_between(board: Board) -> None:
    simulator, client = board
    chance = random.Random(3)
    frames = [noise(chance) for _ in range(50)]
    assert accepted(client.show(frames[0]))
    first = simulator.pictures.index(simulator.wait_for(frames[0].is_shown_by))
    for frame in frames[1:]:
        assert accepted(client.show(frame))
    simulator.wait_for(frames[-1].is_shown_by)
    shown = simulator.pictures[first:]
    assert len(shown) == len(frames)
    assert all(frame.is_shown_by(picture) for frame, picture in zip(frames, shown, strict=True))


def test_the_acknowledgement_comes_after_the_last_edge_of_the_picture(board: Board) -> None:
    simulator, client = board
    for seed in range(5):
        frame = noise(random.Random(seed))
        before = client.hello()["uptime_ms"]
        assert accepted(client.show(frame))
        after = client.hello()["uptime_ms"]
        latched = simulator.wait_for(frame.is_shown_by).cycle / CYCLES * 1000
        assert before <= latched <= after + 1


def test_more_than_ninety_frames_a_second_pass_without_a_byte_lost(board: Board) -> None:
    simulator, client = board
    chance = random.Random(4)
    frames = [noise(chance) for _ in range(120)]
    seqs = [client.send(FRAME, frame.payload()) for frame in frames]
    assert all(accepted(client.answer(seq)) for seq in seqs)
    first, last = simulator.wait_for(frames[0].is_shown_by), simulator.wait_for(frames[-1].is_shown_by)
    counters = client.counters()
    assert sum(counters.values()) == counters["good"], "nothing was lost, damaged or sent twice"
    assert 119 / ((last.cycle - first.cycle) / CYCLES) > 90


def test_a_retransmission_is_acknowledged_and_counted_but_not_shown_again(board: Board) -> None:
    simulator, client = board
    first, second = noise(random.Random(5)), noise(random.Random(6))
    seq = client.send(FRAME, first.payload())
    assert accepted(client.answer(seq))
    again = client.ask(FRAME, first.payload(), seq=seq)
    assert (again.type, again.payload) == (ACK, bytes([FRAME, 1]))
    assert client.counters()["duplicate"] == 1
    assert accepted(client.ask(FRAME, second.payload(), seq=seq)), "another picture under that number is a new one"
    simulator.wait_for(second.is_shown_by)
    assert client.counters()["duplicate"] == 1


def test_the_same_picture_under_another_number_is_not_a_duplicate(board: Board) -> None:
    _, client = board
    frame = noise(random.Random(7))
    assert accepted(client.show(frame))
    assert accepted(client.show(frame))
    assert client.counters()["duplicate"] == 0


def _spoil(wire: bytes, chance: random.Random, one_in: int) -> bytes:
    """One byte in `one_in` flipped, dropped or doubled."""
    spoilt = bytearray()
    for byte in wire:
        fate = chance.randrange(3 * one_in)
        if fate == 0:
            spoilt.append(byte ^ 1 << chance.randrange(8))
        elif fate == 1:
            spoilt += bytes([byte, byte])
        elif fate > 2:
            spoilt.append(byte)
    return bytes(spoilt)


def test_over_a_bad_line_every_frame_arrives_and_no_other_picture_is_ever_shown(
    power_up: Callable[..., Board],
) -> None:
    simulator, client = power_up("--speed", "8")
    chance = random.Random(8)
    frames = [noise(chance, brightest=60) for _ in range(150)]
    for frame in frames:
        seq = client.next_seq()
        for _ in range(50):
            client.serial.write(_spoil(compose(FRAME, seq, frame.payload()), chance, one_in=250))
            if _acknowledged(client, seq):
                break
        else:
            pytest.fail("a frame never arrived")
    simulator.wait_for(frames[-1].is_shown_by)
    counters = client.counters()
    assert counters["damaged"] + counters["malformed"] > 50, "the line wasn't bad enough to show anything"
    sent = {(pixels, frame.ring) for frame in frames for pixels in (frame.pixels, with_sign(frame.pixels))}
    built_in = [picture for picture in simulator.pictures if (picture.pixels, picture.ring) not in sent]
    assert len(built_in) <= 2, "dark at power-on and the idle picture"


def _acknowledged(client: Client, seq: int) -> bool:
    """True for an ACK of that FRAME, False after a NAK or after silence."""
    for message in client.messages(silence=0.1):
        if message.type == ACK and message.seq == seq:
            return True
        if message.type != ACK:
            return False
    return False


def test_any_bytes_at_all_leave_the_board_in_step_within_one_good_frame(power_up: Callable[..., Board]) -> None:
    simulator, client = power_up("--speed", "8")
    chance = random.Random(9)
    for length in (1, 2, 250, 1000, 5000, 20000):
        frame = noise(chance)
        client.serial.write(chance.randbytes(length))
        assert accepted(client.show(frame))
        simulator.wait_for(frame.is_shown_by)
    assert client.counters()["overrun"] == 0


def _milliamperes(shown: Shown, lights: int = 60) -> float:
    """What a picture draws."""
    lit = sum(row.count("#") for row in shown.pixels)
    pixels = lit * 5 * (2 * shown.intensity[0] + 1) / 32
    ring = sum(value for light in shown.ring for value in light) * 20 / 255
    return pixels + ring + 8 * len(shown.intensity) + lights


def test_what_would_draw_too_much_is_dimmed_evenly_and_nothing_is_cut(board: Board) -> None:
    simulator, client = board
    ring = tuple((255, 120, 60 if light % 2 else 200) for light in range(60))
    frame = Frame(text_rows(64, lambda row, column: True), ring, intensity=15)
    assert client.show(frame).payload == bytes([FRAME, 2])
    shown = simulator.wait_for(lambda picture: picture.pixels == frame.pixels)
    assert 3000 < _milliamperes(shown) <= 4000
    parts = {value / sent for light, wanted in zip(shown.ring, ring, strict=True)
             for value, sent in zip(light, wanted, strict=True)}
    assert max(parts) - min(parts) < 0.02
    assert 0 < len(set(shown.intensity)) == 1
    assert abs((2 * shown.intensity[0] + 1) / 31 - max(parts)) < 2 / 31


def test_a_ring_all_white_is_below_the_default_limit_and_shown_as_sent(board: Board) -> None:
    simulator, client = board
    white = Frame(text_rows(64, lambda row, column: False), ((255, 255, 255),) * 60)
    assert accepted(client.show(white))
    simulator.wait_for(white.is_shown_by)
