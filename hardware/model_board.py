"""A model of the scoreboard in Python: a serial-like object that answers as the firmware does, faults on request.

It stands in where there is no toolchain for the real firmware, and lets tests break the line on purpose.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from hardware.canvas import ROWS, Picture, Size
from hardware.current_limit import dim
from hardware.line import GoneError
from hardware.protocol import (
    FIRMWARE,
    LONGEST_PAYLOAD,
    VERSION,
    Counters,
    DamagedError,
    Hello,
    MalformedError,
    Message,
    MessageType,
    Refusal,
    Splitter,
    unpack_settings,
)

_READ_SECONDS = 0.01
_DUPLICATE, _DIMMED = 1, 2


@dataclass(slots=True)
class Faults:
    """What goes wrong with the board, to be changed while it runs.

    `silent`: the board says nothing any more. `mute`: it greets, but acknowledges nothing. `forgetful`: its settings
    last until it starts anew. `unplugged`: every use of the port fails. `late`: seconds that each answer takes more.
    `version`: of the protocol that the board speaks; `firmware`: what it says to be its firmware. The rest are
    chances, 0..1: `drops`, that a message drops the line, which has to be opened again; `flips`, that a byte, either
    way, has a bit turned over; `duplicates`, that a message, either way, arrives twice; `resets`, that one finds the
    board starting anew.
    """

    silent: bool = False
    mute: bool = False
    forgetful: bool = False
    unplugged: bool = False
    late: float = 0.0
    version: int = VERSION
    firmware: tuple[int, int, int] = FIRMWARE
    drops: float = 0.0
    flips: float = 0.0
    duplicates: float = 0.0
    resets: float = 0.0


class ModelBoard:
    """The board and its line in one: has the methods of a serial port that `hardware.link` uses.

    `shown` is the picture that its modules and ring show, `intensity` the modules' brightness.
    """

    def __init__(
        self, size: Size | None = None, faults: Faults | None = None, seed: int = 0,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.faults = faults or Faults()
        self._monotonic = monotonic
        self._stored = (4000, size or Size())
        self._random = Random(seed)
        self._lock = threading.Condition()
        self._outbox: list[tuple[float, bytes]] = []
        self._dropped = False
        self.reset()

    def reset(self, cause: int = 1) -> None:
        """Start anew, as after a power cut: dark, counters at zero, with a HELLO that nobody asked for."""
        with self._lock:
            self.limit_ma, self.size = self._stored
            self.shown = Picture.blank(self.size)
            self.intensity = 0
            self.counters = Counters()
            self._cause = cause
            self._splitter = Splitter()
            self._last_frame: tuple[int, bytes] | None = None
            self._outbox.clear()
            self._started = self._monotonic()
            self._say(MessageType.BOARD_HELLO, 0, self._hello().pack())

    # --- the port, as the host sees it

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting."""
        with self._lock:
            self._fail_if_unplugged()
            return sum(len(data) for due, data in self._outbox if due <= self._monotonic())

    def read(self, size: int = 1, /) -> bytes:
        """Up to `size` bytes; none after a hundredth of a second without."""
        with self._lock:
            self._fail_if_unplugged()
            if not self._is_due():
                self._lock.wait(_READ_SECONDS)
            data = b""
            while self._is_due() and len(data) < size:
                due, block = self._outbox.pop(0)
                take = size - len(data)
                data += block[:take]
                if block[take:]:
                    self._outbox.insert(0, (due, block[take:]))
            return data

    def write(self, data: bytes, /) -> int:
        """Bytes from the host; the board answers at once, or as late as its fault says."""
        with self._lock:
            self._fail_if_unplugged()
            for block in self._splitter.feed(self._spoilt(data)):
                for _ in range(1 + self._happens(self.faults.duplicates)):
                    self._take(block)
            self._dropped = self._happens(self.faults.drops)
            return len(data)

    def close(self) -> None:
        """The host gives the line back; the board stays as it is."""
        self._dropped = False

    # --- the board

    def _take(self, block: bytes) -> None:
        try:
            message = Message.from_block(block)
        except DamagedError as error:
            self._count("malformed" if isinstance(error, MalformedError) else "damaged")
            self._refuse(Message(0, 0), Refusal.DAMAGED)
            return
        if self._happens(self.faults.resets):
            self.reset()
            return
        self._count("good")
        if message.type == MessageType.HELLO:
            self._last_frame = None
            self._say(MessageType.BOARD_HELLO, message.seq, self._hello().pack())
        elif message.version != self.faults.version:
            self._refuse(message, Refusal.VERSION)
        else:
            self._obey(message)

    def _obey(self, message: Message) -> None:
        if message.type == MessageType.FRAME:
            self._show(message)
        elif message.type == MessageType.COUNTERS and not message.payload:
            self._say(MessageType.BOARD_COUNTERS, message.seq, self.counters.pack())
        elif message.type == MessageType.IDLE and not message.payload:
            self.shown, self._last_frame = Picture.blank(self.size), None
            self._acknowledge(message, 0)
        elif message.type == MessageType.SETTINGS:
            self._set(message)
        else:
            known = message.type in (MessageType.COUNTERS, MessageType.IDLE)
            self._refuse(message, Refusal.LENGTH if known else Refusal.TYPE)

    def _show(self, message: Message) -> None:
        pixels = ROWS * self.size.modules
        if len(message.payload) != 1 + pixels + 3 * self.size.lights:
            self._refuse(message, Refusal.LENGTH)
        elif message.payload[0] > 15:
            self._refuse(message, Refusal.VALUE)
        elif (message.seq, message.payload) == self._last_frame:
            self._count("duplicate")
            self._acknowledge(message, _DUPLICATE)
        else:
            asked, drawn, ring = message.payload[0], message.payload[1 : 1 + pixels], message.payload[1 + pixels :]
            shown_ring, self.intensity = dim(drawn, ring, asked, self.size, self.limit_ma)
            self.shown = Picture(drawn, shown_ring)
            self._last_frame = (message.seq, message.payload)
            self._acknowledge(message, _DIMMED if (shown_ring, self.intensity) != (ring, asked) else 0)

    def _set(self, message: Message) -> None:
        try:
            limit_ma, modules, lights = unpack_settings(message.payload)
        except DamagedError:
            self._refuse(message, Refusal.LENGTH)
            return
        if not (500 <= limit_ma <= 12000 and 1 <= modules <= 16 and 1 <= lights <= 90):
            self._refuse(message, Refusal.VALUE)
            return
        self.limit_ma = limit_ma
        if self.size != Size(modules, lights):
            self.size = Size(modules, lights)
            self.shown = Picture.blank(self.size)
        self._last_frame = None
        if self.faults.forgetful:
            self._refuse(message, Refusal.STORAGE)
            return
        self._stored = (self.limit_ma, self.size)
        self._acknowledge(message, 0)

    def _hello(self) -> Hello:
        uptime = int((self._monotonic() - self._started) * 1000)
        showing = int(self._last_frame is not None)
        sizes = (self.size.modules, self.size.lights, self.limit_ma, LONGEST_PAYLOAD)
        return Hello(self.faults.firmware, self._cause, *sizes, uptime_ms=uptime, settings_from=1, showing=showing)

    def _acknowledge(self, message: Message, flags: int) -> None:
        if self.faults.mute:
            return
        self._say(MessageType.ACK, message.seq, bytes((message.type, flags)))

    def _refuse(self, message: Message, reason: Refusal) -> None:
        if reason != Refusal.DAMAGED:
            self._count("refused")
        self._say(MessageType.NAK, message.seq, bytes((message.type, reason)))

    def _count(self, name: str) -> None:
        self.counters = replace(self.counters, **{name: getattr(self.counters, name) + 1})

    # --- the line

    def _say(self, kind: MessageType, seq: int, payload: bytes) -> None:
        if self.faults.silent:
            return
        wire = Message(kind, seq, payload, self.faults.version).to_wire()
        for _ in range(1 + self._happens(self.faults.duplicates)):
            self._outbox.append((self._monotonic() + self.faults.late, self._spoilt(wire)))
        self._lock.notify_all()

    def _is_due(self) -> bool:
        return bool(self._outbox) and self._outbox[0][0] <= self._monotonic()

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._random.random() < chance

    def _spoilt(self, data: bytes) -> bytes:
        if not self.faults.flips:
            return data
        return bytes(
            value ^ (1 << self._random.randrange(8)) if self._happens(self.faults.flips) else value for value in data
        )

    def _fail_if_unplugged(self) -> None:
        if self.faults.unplugged or self._dropped:
            raise OSError("the board is unplugged")


class ModelLine:
    """The way to a model board, as `hardware.scoreboard` takes it."""

    kind = "model"
    simulated = True

    def __init__(self, board: ModelBoard) -> None:
        self._board = board

    def open(self) -> ModelBoard:
        """The board is its own port.

        Raises:
            GoneError: it is unplugged.
        """
        if self._board.faults.unplugged:
            raise GoneError("The model board is unplugged.")
        return self._board

    def shown(self) -> Picture:
        """What the model shows."""
        return self._board.shown

    def close(self) -> None:
        """Nothing to do."""
