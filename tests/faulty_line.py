"""A line that spoils bytes, to be put between the scoreboard and any board: model, simulation or real."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hardware.canvas import Picture
from hardware.line import Line, SerialPort


@dataclass(slots=True)
class LineFaults:
    """The chances of each byte, either way, to be lost, to have one bit turned over, or to come twice. May be changed
    while the line is in use."""

    drop: float = 0.0
    flip: float = 0.0
    double: float = 0.0


class FaultyLine:
    """A line to the same board as `line`, with faults. Equal seeds spoil equal traffic equally."""

    def __init__(self, line: Line, faults: LineFaults, seed: int = 0) -> None:
        self.faults = faults
        self._line = line
        self._random = Random(seed)

    @property
    def kind(self) -> str:
        """Its name in the settings."""
        return self._line.kind

    @property
    def simulated(self) -> bool:
        """Whether no real board is at the other end."""
        return self._line.simulated

    def open(self) -> SerialPort:
        """A port to talk through. Raises LinkError."""
        return FaultyPort(self._line.open(), self.spoil)

    def shown(self) -> Picture | None:
        """What the board shows."""
        return self._line.shown()

    def close(self) -> None:
        """Let go of the board."""
        self._line.close()

    def spoil(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        arrived = bytearray()
        for value in data:
            if self._random.random() < self.faults.drop:
                continue
            if self._random.random() < self.faults.flip:
                value ^= 1 << self._random.randrange(8)
            arrived.append(value)
            if self._random.random() < self.faults.double:
                arrived.append(value)
        return bytes(arrived)


class FaultyPort:
    """A serial port whose bytes go through `spoil` either way; doubled bytes come on top of those asked for."""

    def __init__(self, port: SerialPort, spoil: Callable[[bytes], bytes]) -> None:
        self._port = port
        self._spoil = spoil

    @property
    def in_waiting(self) -> int:
        """Bytes that can be read without waiting, before they are spoilt."""
        return self._port.in_waiting

    def read(self, size: int = 1, /) -> bytes:
        """Some `size` bytes."""
        return self._spoil(self._port.read(size))

    def write(self, data: bytes, /) -> int:
        """Send bytes; the sender never learns what became of them."""
        self._port.write(self._spoil(data))
        return len(data)

    def close(self) -> None:
        """Give the line back."""
        self._port.close()
