"""The real firmware in simavr, and a small client of the protocol, written from `firmware/PROTOCOL.md` alone."""

from __future__ import annotations

import json
import queue
import re
import struct
import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import serial
from cobs import cobs  # type: ignore[import-untyped]

FIRMWARE = Path(__file__).parents[2] / "firmware"
ELF = FIRMWARE / "build" / "firmware.elf"
SIMULATOR = FIRMWARE / "build" / "scoreboard-sim"

HELLO, FRAME, COUNTERS, SETTINGS, IDLE, ACK, NAK = 0x01, 0x02, 0x03, 0x04, 0x05, 0x82, 0x83
BOARD_HELLO, BOARD_COUNTERS = 0x81, 0x84
VERSION = ".".join(re.findall(r"#define FIRMWARE_\w+ (\d+)", (FIRMWARE / "src" / "version.h").read_text()))
"""Of the firmware in this tree."""

POWER_ON, EXTERNAL, BROWN_OUT, WATCHDOG = 1, 2, 4, 8

WAIT = 10.0
"""Seconds after which a test gives up waiting. Nothing takes anywhere near as long."""


@dataclass(frozen=True)
class Message:
    """A message of the board."""

    type: int
    seq: int
    payload: bytes


@dataclass(frozen=True)
class Shown:
    """A picture that modules and ring really showed."""

    cycle: int
    pixels: tuple[str, ...]
    intensity: tuple[int, ...]
    ring: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Frame:
    """A picture to send. `pixels` are rows of "." and "#"."""

    pixels: tuple[str, ...]
    ring: tuple[tuple[int, int, int], ...]
    intensity: int = 4

    def payload(self) -> bytes:
        """The payload of a FRAME."""
        bits = "".join(self.pixels).replace(".", "0").replace("#", "1")
        rows = int(bits, 2).to_bytes(len(bits) // 8)
        return bytes([self.intensity]) + rows + bytes(value for light in self.ring for value in light)

    def is_shown_by(self, shown: Shown) -> bool:
        """Whether that is what modules and ring show, to the last pixel and colour."""
        return (self.pixels, self.ring, {self.intensity}) == (shown.pixels, shown.ring, set(shown.intensity))


def text_rows(width: int, lit: Callable[[int, int], bool]) -> tuple[str, ...]:
    """Eight rows whose pixel at (row, column) is lit where `lit` says so."""
    return tuple("".join("#" if lit(row, column) else "." for column in range(width)) for row in range(8))


def compose(kind: int, seq: int, payload: bytes = b"", version: int = 1) -> bytes:
    """A message as it goes on the wire."""
    body = bytes([version, kind, seq]) + payload
    encoded: bytes = cobs.encode(body + struct.pack("<I", zlib.crc32(body)))
    return b"\0" + encoded + b"\0"


class Simulator:
    """A process of `scoreboard-sim`. What it shows is read by a thread, so that it never has to wait.

    `on_picture` is called by that thread with each picture instead of keeping it: some runs show too many to keep.
    """

    def __init__(
        self, *options: str, elf: Path = ELF, on_picture: Callable[[Shown], None] | None = None
    ) -> None:
        self._on_picture = on_picture
        self._process = subprocess.Popen(
            [SIMULATOR, *options, elf], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._told: queue.Queue[dict[str, Any]] = queue.Queue()
        self.pictures: list[Shown] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said = json.loads(line)
            if "pixels" not in said:
                self._told.put(said)
                continue
            picture = Shown(
                said["cycle"], tuple(said["pixels"]), tuple(said["intensity"]), tuple(map(tuple, said["ring"]))
            )
            if self._on_picture is not None:
                self._on_picture(picture)
                continue
            with self._news:
                self.pictures.append(picture)
                self._news.notify_all()

    def pty(self) -> str:
        """The name of the pty that was announced next."""
        return str(self._told.get(timeout=WAIT)["pty"])

    def stack(self) -> int:
        """The most bytes of stack that were used since power-on."""
        self.tell("stack")
        return int(self._told.get(timeout=WAIT)["stack"])

    def tell(self, command: str) -> None:
        """Something happens to the board: a line of the simulator's standard input."""
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def wait_for(self, wanted: Callable[[Shown], bool], after: int = 0) -> Shown:
        """The first picture from index `after` on that is wanted."""
        def found() -> Shown | None:
            return next((picture for picture in self.pictures[after:] if wanted(picture)), None)

        with self._news:
            assert self._news.wait_for(lambda: found() is not None, WAIT), "such a picture was never shown"
            picture = found()
        assert picture is not None
        return picture

    def terminate(self) -> int:
        """SIGTERM; the exit status."""
        self._process.terminate()
        return self._end()

    def stop(self) -> int:
        """Closes its standard input; the exit status."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._end()

    def _end(self) -> int:
        status = self._process.wait(WAIT)
        self._reader.join(WAIT)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self.stop()


class Client:
    """A host's end of the line.

    `resets`: opening the line resets the board, as DTR does. `may_be_cut_off`: a reset may cut off what
    it is saying; one damaged message is passed over then.
    """

    def __init__(self, port: str, resets: bool = False) -> None:
        self.may_be_cut_off = resets
        self.serial = serial.Serial(port, exclusive=True, timeout=0.01)
        self._received = bytearray()
        self._in_step = False
        self._seq = 0

    def next_seq(self) -> int:
        """1..255 and round again."""
        self._seq = self._seq % 255 + 1
        return self._seq

    def send(self, kind: int, payload: bytes = b"", version: int = 1, seq: int | None = None) -> int:
        """Sends a message; its sequence number."""
        seq = self.next_seq() if seq is None else seq
        self.serial.write(compose(kind, seq, payload, version))
        return seq

    def messages(self, silence: float = WAIT) -> Iterator[Message]:
        """What the board says, as it comes; ends after `silence` seconds without."""
        silent_at = time.monotonic() + silence
        while time.monotonic() < silent_at:
            self._received += self.serial.read(max(1, self.serial.in_waiting))
            while b"\0" in self._received:
                encoded, _, rest = bytes(self._received).partition(b"\0")
                self._received[:] = rest
                if encoded and self._in_step:  # the line may have been opened in mid-message
                    silent_at = time.monotonic() + silence
                    if self.may_be_cut_off and is_damaged(encoded):
                        self.may_be_cut_off = False
                        continue
                    yield parse(encoded)
                self._in_step = True

    def answer(self, seq: int) -> Message:
        """The board's answer to the message with that sequence number."""
        for message in self.messages():
            if message.seq == seq:
                return message
        raise AssertionError(f"no answer to {seq}")

    def ask(self, kind: int, payload: bytes = b"", version: int = 1, seq: int | None = None) -> Message:
        """Sends a message; its answer."""
        return self.answer(self.send(kind, payload, version, seq))

    def hello(self, seq: int | None = None) -> dict[str, Any]:
        """Asks for HELLO; its fields. `seq` 0 waits for the unasked one instead."""
        message = self.answer(0) if seq == 0 else self.ask(HELLO)
        assert message.type == BOARD_HELLO
        names = "major minor patch reset_cause modules lights limit_ma max_payload uptime_ms settings_from showing"
        return dict(zip(names.split(), struct.unpack("<6BHHIBB", message.payload), strict=True))

    def greet(self) -> None:
        """HELLO until there is an answer: what comes while the board still starts is lost."""
        deadline = time.monotonic() + WAIT
        while time.monotonic() < deadline:
            seq = self.send(HELLO)
            if any(message.seq == seq for message in self.messages(silence=0.1)):
                return
        raise AssertionError("the board never said hello")

    def counters(self) -> dict[str, int]:
        """The link counters."""
        message = self.ask(COUNTERS)
        assert message.type == BOARD_COUNTERS, message
        names = "good damaged malformed overrun duplicate refused"
        return dict(zip(names.split(), struct.unpack("<6I", message.payload), strict=True))

    def show(self, frame: Frame) -> Message:
        """Sends a FRAME; its answer."""
        return self.ask(FRAME, frame.payload())

    def close(self) -> None:
        """Gives the line back."""
        self.serial.close()


class Pixels(Protocol):
    """Whatever has rows of "." and "#"."""

    @property
    def pixels(self) -> tuple[str, ...]: ...


def is_idle(shown: Pixels) -> bool:
    """Whether that is the built-in picture of a board that waits for its host: a sun in the middle."""
    return [row[28:36] for row in shown.pixels] == [
        "#..##..#", ".#....#.", "..####..", "#.####.#", "#.####.#", "..####..", ".#....#.", "#..##..#",
    ]


def with_sign(pixels: tuple[str, ...]) -> tuple[str, ...]:
    """The pixels with their top right one the other way round: the sign of a lost line, which a board shows by itself
    when the machine that runs it stops its host for a while."""
    return (pixels[0][:-1] + (".#"[pixels[0][-1] == "."]), *pixels[1:])


def is_damaged(encoded: bytes) -> bool:
    """Whether this is no whole message."""
    try:
        plain = cobs.decode(encoded)
    except cobs.DecodeError:
        return True
    return not has_right_crc(plain)


def has_right_crc(plain: bytes) -> bool:
    """Whether the last four bytes are the CRC of those before."""
    return struct.pack("<I", zlib.crc32(plain[:-4])) == plain[-4:]


def parse(encoded: bytes) -> Message:
    """A message of the board, which may make no mistake."""
    plain = cobs.decode(encoded)
    assert has_right_crc(plain), "the board sent a wrong CRC"
    assert plain[0] == 1
    return Message(plain[1], plain[2], plain[3:-4])
