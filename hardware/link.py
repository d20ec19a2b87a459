"""One conversation with a board: handshake, requests with answers, retransmission, counters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from controller.ports import phrase
from hardware.canvas import Picture
from hardware.line import (
    GiveUpError,
    GoneError,
    LostError,
    RefusedError,
    RestartedError,
    SerialPort,
    TryAgainError,
)
from hardware.protocol import (
    VERSION,
    Counters,
    DamagedError,
    Hello,
    Message,
    MessageType,
    Refusal,
    Splitter,
    pack_frame,
    pack_settings,
)

ANSWER_SECONDS, PATIENT_SECONDS = 0.05, 0.4
"""An answer takes the board 5 ms at most; a USB adapter adds up to 16 ms each way. A line that turns out to be slower
is waited for longer, up to the second figure."""

STORING_SECONDS = 0.2
"""What writing settings to the EEPROM may take."""

ACK_DIMMED = 2


@dataclass(slots=True)
class HostCounters:
    """What this side has seen of the link. `lost`: requests without an answer in time; `repeated`: sent again with
    the same sequence number; `damaged`: what came back and was no message; `unasked`: answers to nothing open."""

    requests: int = 0
    lost: int = 0
    repeated: int = 0
    damaged: int = 0
    unasked: int = 0


def flash_command(line: str) -> str:
    """What a person types to write the firmware to the board on `line`."""
    return f"make -C firmware flash PORT={line}" if line.startswith("/") else "make -C firmware flash"


class Link:
    """Talks to the board on `port`. Not for several threads at a time. `name`: the line's, for people. `known`:
    whether a board has answered on it before."""

    def __init__(
        self, port: SerialPort, monotonic: Callable[[], float], name: str = "", known: bool = False
    ) -> None:
        self.counters = HostCounters()
        self._flash = flash_command(name)
        self._known = known
        self._port = port
        self._monotonic = monotonic
        self._splitter = Splitter()
        self._inbox: list[Message] = []
        self._seq = 0
        self._unanswered: tuple[int, bytes] | None = None
        self._patience = ANSWER_SECONDS

    def hello(self, seconds: float) -> Hello:
        """Ask until the board answers; a board that was just reset takes its time over its bootloader.

        Raises:
            TryAgainError: no answer within `seconds`.
            GoneError: the line is gone.
            GiveUpError: the board speaks another version of the protocol.
        """
        deadline = self._monotonic() + seconds
        while self._monotonic() < deadline:
            self._send(MessageType.HELLO, b"")
            until = min(deadline, self._monotonic() + 4 * ANSWER_SECONDS)
            while (message := self._receive(until)) is not None:
                if message.type == MessageType.BOARD_HELLO:
                    self._unanswered = None
                    hello = self._read_hello(message)
                    self._known = True
                    return hello
        if self._known:
            raise TryAgainError(phrase(
                "The board has answered before and is silent now: look at its cable and its supply, then unplug it "
                "and plug it in again."
            ))
        raise TryAgainError(phrase(
            "The board doesn't answer. Is the scoreboard's firmware on it (`{command}`)?", command=self._flash
        ))

    def show(self, picture: Picture, intensity: int) -> bool:
        """Show one picture; True if the board had to dim it to stay below its current limit.

        One attempt, so that a newer picture can take the place of a lost one; called again with the same picture
        it sends the same message again, which the board recognises.

        Raises:
            LostError, RestartedError, GoneError, GiveUpError
        """
        answer = self._request(MessageType.FRAME, pack_frame(intensity, picture.pixels, picture.ring))
        return bool(answer.payload[1] & ACK_DIMMED)

    def settings(self, limit_ma: int, modules: int, lights: int) -> bool:
        """Tell the board its sizes and limits, which it uses from now on. True if it keeps them over a restart; False
        where its EEPROM doesn't hold them.

        Raises:
            LostError, RestartedError, GoneError, GiveUpError
        """
        try:
            self._request(MessageType.SETTINGS, pack_settings(limit_ma, modules, lights), STORING_SECONDS)
        except RefusedError as refusal:
            if refusal.reason != Refusal.STORAGE:
                raise
            return False
        return True

    def board_counters(self) -> Counters:
        """What the board has counted.

        Raises:
            LostError, RestartedError, GoneError, GiveUpError
        """
        return Counters.unpack(self._request(MessageType.COUNTERS, b"").payload)

    def idle(self) -> None:
        """Let the board show its own idle picture.

        Raises:
            LostError, RestartedError, GoneError, GiveUpError
        """
        self._request(MessageType.IDLE, b"")

    def poll(self) -> None:
        """Look whether the board has said something unasked. Doesn't wait.

        Raises:
            RestartedError: it has started anew.
            GoneError: the line is gone.
        """
        self._fill(wait=False)
        while self._inbox:
            self._take_unasked(self._inbox.pop(0))

    def close(self) -> None:
        """Give the port back."""
        self._port.close()

    def _request(self, kind: MessageType, payload: bytes, extra_seconds: float = 0.0) -> Message:
        """Send one message and wait for its answer."""
        self._send(kind, payload)
        sent = self._monotonic()
        deadline = sent + self._patience + extra_seconds
        while (message := self._receive(deadline)) is not None:
            if message.type == MessageType.NAK:
                self._take_refusal(message)
            elif message.seq == self._seq and message.type in _ANSWERS[kind] and _well_formed(message, kind):
                self._unanswered = None
                self._patience = max(ANSWER_SECONDS, min(PATIENT_SECONDS, 2 * (self._monotonic() - sent)))
                return message
            else:
                self._take_unasked(message)
        self.counters.lost += 1
        self._patience = min(PATIENT_SECONDS, 2 * self._patience)
        raise LostError(phrase("The board did not answer in time."))

    def _send(self, kind: MessageType, payload: bytes) -> None:
        """Send a message: with a new number, or with the old one if it is the one that got no answer."""
        if self._unanswered == (kind, payload):
            self.counters.repeated += 1
        else:
            self._seq = self._seq % 255 + 1
            self._unanswered = (kind, payload)
        self.counters.requests += 1
        try:
            self._port.write(Message(kind, self._seq, payload).to_wire())
        except OSError as error:
            raise _line_is_gone() from error

    def _receive(self, deadline: float) -> Message | None:
        """The next message, None when there is none until `deadline`."""
        while not self._inbox:
            if self._monotonic() >= deadline:
                return None
            self._fill(wait=True)
        return self._inbox.pop(0)

    def _fill(self, wait: bool) -> None:
        """Read what has come; with `wait`, for the port's timeout if nothing has."""
        try:
            waiting = self._port.in_waiting
            data = self._port.read(waiting or 1) if waiting or wait else b""
        except (OSError, TypeError) as error:  # TypeError: pyserial, reading a port that closed meanwhile
            raise _line_is_gone() from error
        for block in self._splitter.feed(data):
            try:
                self._inbox.append(Message.from_block(block))
            except DamagedError:
                self.counters.damaged += 1

    def _take_refusal(self, message: Message) -> None:
        reason = message.payload[1] if len(message.payload) == 2 else 0
        if reason == Refusal.VERSION:
            raise self._other_version(message.version)
        if reason == Refusal.DAMAGED or message.seq == self._seq:
            self.counters.lost += 1
            why = _REFUSALS.get(reason, f"reason {reason}")
            raise RefusedError(phrase("The board refused a message: {why}.", why=why), reason)

    def _take_unasked(self, message: Message) -> None:
        self.counters.unasked += 1
        if message.type == MessageType.BOARD_HELLO and message.seq == 0:
            hello = self._read_hello(message)
            raise RestartedError(phrase("The board has started anew ({why}).", why=hello.reset_in_words))

    def _read_hello(self, message: Message) -> Hello:
        if message.version != VERSION:
            raise self._other_version(message.version)
        try:
            return Hello.unpack(message.payload)
        except DamagedError as error:
            raise TryAgainError(phrase("The board's greeting makes no sense: {error}.", error=str(error))) from error

    def _other_version(self, version: int) -> GiveUpError:
        return GiveUpError(
            phrase(
                "The board speaks version {version} of the protocol, this program version {ours}: write the firmware "
                "that came with this program with `{command}`.",
                version=version, ours=VERSION, command=self._flash,
            )
        )


_REFUSALS: dict[int, str] = {
    Refusal.DAMAGED: phrase("it arrived damaged"),
    Refusal.TYPE: phrase("unknown type"),
    Refusal.LENGTH: phrase("its length is wrong"),
    Refusal.VALUE: phrase("a value is out of range"),
    Refusal.BUSY: phrase("the board is busy"),
}

_ANSWERS = {
    MessageType.FRAME: {MessageType.ACK},
    MessageType.SETTINGS: {MessageType.ACK},
    MessageType.IDLE: {MessageType.ACK},
    MessageType.COUNTERS: {MessageType.BOARD_COUNTERS},
}


def _well_formed(message: Message, kind: MessageType) -> bool:
    """Whether an answer has the length of its type, and an ACK names what it answers."""
    if message.type == MessageType.ACK:
        return len(message.payload) == 2 and message.payload[0] == kind
    return len(message.payload) == 24


def _line_is_gone() -> GoneError:
    return GoneError(phrase("The line to the board is gone. Is the scoreboard plugged in?"))
