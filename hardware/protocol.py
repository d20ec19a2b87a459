"""Messages between host and scoreboard as bytes: `firmware/PROTOCOL.md` in Python. No I/O here."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from cobs import cobs  # type: ignore[import-untyped]

from controller.ports import listed, phrase

VERSION = 1
FIRMWARE = (1, 2, 0)
"""The firmware that came with this program: that of `firmware/src/version.h`."""
BAUD_RATE = 250_000
DELIMITER = b"\0"
LONGEST_PAYLOAD = 1 + 8 * 16 + 3 * 90
"""A FRAME for the largest board, in bytes."""
_HEADER_BYTES, _CRC_BYTES = 3, 4
_LONGEST_MESSAGE = _HEADER_BYTES + LONGEST_PAYLOAD + _CRC_BYTES
_LONGEST_BLOCK = 2 * _LONGEST_MESSAGE
"""Bytes without a delimiter after which what came can only be noise."""


class MessageType(IntEnum):
    """Types of messages; the board's have the high bit set."""

    HELLO = 0x01
    FRAME = 0x02
    COUNTERS = 0x03
    SETTINGS = 0x04
    IDLE = 0x05
    BOARD_HELLO = 0x81
    ACK = 0x82
    NAK = 0x83
    BOARD_COUNTERS = 0x84


class Refusal(IntEnum):
    """Why the board refuses a message."""

    DAMAGED = 1
    VERSION = 2
    TYPE = 3
    LENGTH = 4
    VALUE = 5
    BUSY = 6
    STORAGE = 7


class DamagedError(ValueError):
    """Bytes between two delimiters that are no message: their CRC is wrong, or worse."""


class MalformedError(DamagedError):
    """They can't be a message: not COBS, too short or too long."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `type` is a plain number, for the other side may know more types than this one."""

    type: int
    seq: int
    payload: bytes = b""
    version: int = VERSION

    def to_wire(self) -> bytes:
        """The bytes on the wire, with both delimiters."""
        content = bytes((self.version, self.type, self.seq)) + self.payload
        checked = content + _crc(content)
        return b"".join((DELIMITER, cobs.encode(checked), DELIMITER))

    @classmethod
    def from_block(cls, block: bytes) -> Self:
        """The message in what stood between two delimiters.

        Raises:
            DamagedError, MalformedError: it is none.
        """
        try:
            checked = cobs.decode(block)
        except cobs.DecodeError as error:
            raise MalformedError(f"not COBS: {error}") from None
        if not _HEADER_BYTES + _CRC_BYTES <= len(checked) <= _LONGEST_MESSAGE:
            raise MalformedError(f"no message has {len(checked)} bytes")
        content, crc = checked[:-_CRC_BYTES], checked[-_CRC_BYTES:]
        if crc != _crc(content):
            raise DamagedError("wrong CRC")
        return cls(content[1], content[2], content[_HEADER_BYTES:], content[0])


def _crc(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(_CRC_BYTES, "little")


class Splitter:
    """Cuts the stream of bytes into what stands between delimiters."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The blocks that these bytes complete, empty ones left out."""
        *blocks, rest = (bytes(self._pending) + data).split(DELIMITER)
        self._pending[:] = rest[-_LONGEST_BLOCK:]
        return (block for block in blocks if block)


@dataclass(frozen=True, slots=True)
class Hello:
    """What a board says of itself. `limit_ma`: its current limit; `uptime_ms`: since it started."""

    firmware: tuple[int, int, int]
    reset_cause: int
    modules: int
    lights: int
    limit_ma: int
    max_payload: int
    uptime_ms: int
    settings_from: int
    showing: int

    _FORMAT = struct.Struct("<3B B B B H H I B B")

    def pack(self) -> bytes:
        """The payload."""
        return self._FORMAT.pack(*self.firmware, self.reset_cause, self.modules, self.lights, self.limit_ma,
                                 self.max_payload, self.uptime_ms, self.settings_from, self.showing)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        """From the payload of a HELLO of this protocol version.

        Raises:
            DamagedError: the length is not that of a HELLO.
        """
        try:
            major, minor, patch, *rest = cls._FORMAT.unpack(payload)
        except struct.error:
            raise DamagedError(f"a HELLO of {len(payload)} bytes") from None
        return cls((major, minor, patch), *rest)

    @property
    def reset_in_words(self) -> str:
        """Why the board last started."""
        causes = {1: phrase("power on"), 2: phrase("reset"), 4: phrase("brown-out"), 8: phrase("watchdog")}
        return listed(*(text for bit, text in causes.items() if self.reset_cause & bit)) or phrase("unknown")


@dataclass(frozen=True, slots=True)
class Counters:
    """What has come over the link since the board started, as the board counts it."""

    good: int = 0
    damaged: int = 0
    malformed: int = 0
    overrun: int = 0
    duplicate: int = 0
    refused: int = 0

    _FORMAT = struct.Struct("<6I")

    def pack(self) -> bytes:
        """The payload."""
        return self._FORMAT.pack(self.good, self.damaged, self.malformed, self.overrun, self.duplicate, self.refused)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        """From the payload.

        Raises:
            DamagedError: the length is not that of the counters.
        """
        try:
            return cls(*cls._FORMAT.unpack(payload))
        except struct.error:
            raise DamagedError(f"counters of {len(payload)} bytes") from None


_SETTINGS = struct.Struct("<H B B")


def pack_frame(intensity: int, pixels: bytes, ring: bytes) -> bytes:
    """Payload of a FRAME. `intensity` 0..15, `pixels` and `ring` as `hardware.canvas.Picture` holds them."""
    return bytes((intensity,)) + pixels + ring


def pack_settings(limit_ma: int, modules: int, lights: int) -> bytes:
    """Payload of SETTINGS: 500..12000 mA, 1..16 modules, 1..90 lights."""
    return _SETTINGS.pack(limit_ma, modules, lights)


def unpack_settings(payload: bytes) -> tuple[int, int, int]:
    """`limit_ma`, `modules`, `lights` of SETTINGS.

    Raises:
        DamagedError: the length is not that of SETTINGS.
    """
    try:
        limit_ma, modules, lights = _SETTINGS.unpack(payload)
    except struct.error:
        raise DamagedError(f"settings of {len(payload)} bytes") from None
    return limit_ma, modules, lights
