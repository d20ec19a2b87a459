"""Messages as bytes, against the vectors that the firmware's tests read too."""

import json
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.canvas import Size
from hardware.model_board import ModelBoard, dim
from hardware.protocol import (
    FIRMWARE,
    Counters,
    DamagedError,
    Hello,
    Message,
    MessageType,
    Splitter,
    pack_frame,
    pack_settings,
    unpack_settings,
)

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "firmware" / "vectors.json").read_text())


def block(wire: str) -> bytes:
    (only,) = Splitter().feed(bytes.fromhex(wire))
    return only


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=lambda vector: vector["name"])
def test_a_message_has_the_bytes_of_its_vector_both_ways(vector: dict[str, Any]) -> None:
    message = Message(vector["type"], vector["seq"], bytes.fromhex(vector["payload"]), vector["version"])
    assert message.to_wire().hex() == vector["wire"]
    assert Message.from_block(block(vector["wire"])) == message


def fields(name: str) -> tuple[dict[str, Any], bytes]:
    vector = next(vector for vector in VECTORS["messages"] if vector["name"] == name)
    return vector["fields"], bytes.fromhex(vector["payload"])


def test_the_payloads_fields_are_where_the_vectors_have_them() -> None:
    settings, payload = fields("settings")
    assert pack_settings(**settings) == payload
    assert unpack_settings(payload) == (settings["limit_ma"], settings["modules"], settings["lights"])
    frame, payload = fields("frame, noise")
    assert pack_frame(frame["intensity"], bytes.fromhex(frame["pixels"]), bytes.fromhex(frame["ring"])) == payload
    counters, payload = fields("counters")
    assert Counters.unpack(payload) == Counters(**counters)
    assert Counters(**counters).pack() == payload
    hello, payload = fields("board hello")
    said = Hello.unpack(payload)
    assert list(said.firmware) == hello["firmware"]
    for name in ("reset_cause", "modules", "lights", "limit_ma", "uptime_ms"):
        assert getattr(said, name) == hello[name], name
    assert said.pack() == payload
    assert said.reset_in_words == "reset"


@pytest.mark.parametrize("vector", VECTORS["damaged"], ids=lambda vector: vector["name"])
def test_damaged_messages_are_refused_and_counted_as_the_vectors_say(vector: dict[str, Any]) -> None:
    board = ModelBoard()
    board.write(bytes.fromhex(vector["wire"]))
    assert getattr(board.counters, vector["counter"]) == 1
    assert board.counters.good == 0


@pytest.mark.parametrize("vector", VECTORS["limit"], ids=str)
def test_the_model_dims_as_the_vectors_say(vector: dict[str, Any]) -> None:
    size = Size(vector["modules"], vector["lights"])
    lit, total = vector["lit"], vector["sum"]
    pixels = ((1 << lit) - 1).to_bytes(8 * size.modules, "big")
    ring = bytes([255] * (total // 255) + [total % 255] * (total % 255 > 0)).ljust(3 * size.lights, b"\0")
    shown, intensity = dim(pixels, ring, vector["intensity"], size, vector["limit_ma"])
    assert intensity == vector["intensity_shown"]
    assert shown == bytes(value * vector["scale"] // 256 for value in ring)
    assert ((shown, intensity) != (ring, vector["intensity"])) == vector["dimmed"]


@given(st.binary(max_size=400), st.integers(0, 255), st.integers(0, 255))
def test_a_message_comes_back_from_the_wire_whatever_noise_stood_before_it(noise: bytes, kind: int, seq: int) -> None:
    message = Message(kind, seq, noise)
    *_, last = Splitter().feed(noise + message.to_wire())
    assert Message.from_block(last) == message


@given(st.binary(min_size=1, max_size=300).map(lambda data: data.replace(b"\0", b"\1")))
def test_noise_is_damaged_and_nothing_worse(noise: bytes) -> None:
    try:
        Message.from_block(noise)
    except DamagedError:
        return
    assert len(noise) >= 8  # a CRC that is right by chance


@given(st.integers(0, 2000), st.data())
def test_no_single_flipped_bit_passes(position: int, data: st.DataObject) -> None:
    wire = bytearray(Message(MessageType.FRAME, 7, data.draw(st.binary(max_size=245))).to_wire())
    position %= 8 * (len(wire) - 2)
    wire[1 + position // 8] ^= 1 << position % 8
    for piece in Splitter().feed(bytes(wire)):
        with pytest.raises(DamagedError):
            Message.from_block(piece)


def test_no_byte_that_comes_twice_makes_up_for_one_that_is_lost() -> None:
    """Of what this makes of a score, a CRC-16 took one message in a thousand for right."""
    score = next(vector for vector in VECTORS["messages"] if vector["name"] == "frame, a score")
    right = Message(score["type"], score["seq"], bytes.fromhex(score["payload"])).to_wire().strip(b"\0")
    for twice, lost in permutations(range(len(right)), 2):
        spoilt = bytearray(right)
        spoilt.insert(twice, right[twice])
        del spoilt[lost + (lost > twice)]
        if spoilt != right:
            with pytest.raises(DamagedError):
                Message.from_block(bytes(spoilt))


def test_a_stream_arrives_in_pieces_of_any_length() -> None:
    messages = [Message(MessageType.ACK, seq, bytes((2, 0))) for seq in range(1, 40)]
    wire = b"".join(message.to_wire() for message in messages)
    for step in (1, 2, 3, 7, 50):
        splitter = Splitter()
        pieces = [piece for at in range(0, len(wire), step) for piece in splitter.feed(wire[at : at + step])]
        assert [Message.from_block(piece) for piece in pieces] == messages


def test_the_firmware_that_boards_are_measured_by_is_the_one_in_this_tree() -> None:
    header = (Path(__file__).parents[2] / "firmware" / "src" / "version.h").read_text(encoding="utf-8")
    numbers = re.findall(r"#define FIRMWARE_(?:MAJOR|MINOR|PATCH) (\d+)", header)
    assert tuple(map(int, numbers)) == FIRMWARE
