"""The line to a board that nobody has named: by its udev name, or among the USB lines the one that greets as a board.

Asking resets what listens there, and it may be somebody's printer. So a line that another program uses is left alone,
and one that doesn't answer is asked again after longer and longer pauses, or when it was plugged in anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from controller.ports import phrase
from hardware.canvas import Picture
from hardware.line import AbsentError, GiveUpError, LinkError, LookingError, SerialPort, TryAgainError
from hardware.link import Link
from hardware.serial_line import open_serial

UDEV_NAME = "/dev/cosmic-tray-scoreboard"
"""Made by hardware/scoreboard.rules."""
USB_IDS = {
    (0x0403, 0x6001), (0x0403, 0x6015),  # FTDI: the Arduino Nano
    (0x1A86, 0x7523), (0x1A86, 0x5523),  # CH340, CH341: most other Nanos
    (0x10C4, 0xEA60), (0x067B, 0x2303),  # CP2102, PL2303: some
    (0x2341, 0x0043), (0x2341, 0x0001), (0x2A03, 0x0043),  # the Uno, which is the same chip
}  # fmt: skip
"""Makers and products of what sits between USB and an ATmega328P."""

NONE_THERE = phrase("No scoreboard is plugged in; the table plays without one.")

HELLO_SECONDS = 4.0
"""The old bootloader of a Nano takes two seconds before the firmware starts."""
SHORTEST_PAUSE, LONGEST_PAUSE = 5.0, 600.0
FOUND_PAUSE = 1.0
"""Seconds after which the line that had a board is asked again."""


def usb_lines() -> list[str]:
    """The lines on which a board may be, the likeliest first."""
    found = sorted(port.device for port in list_ports.comports() if (port.vid, port.pid) in USB_IDS)
    if not os.path.exists(UDEV_NAME):
        return found
    return [UDEV_NAME, *(device for device in found if device != os.path.realpath(UDEV_NAME))]


def used_by_another(device: str) -> bool:
    """Whether another program has the device open, as far as this one may see."""
    path, own = os.path.realpath(device), str(os.getpid())
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or process.name == own:
            continue
        try:
            if any(os.readlink(file) == path for file in (process / "fd").iterdir()):
                return True
        except OSError:  # it has ended meanwhile, or is somebody else's
            continue
    return False


@dataclass(slots=True)
class _Asked:
    """A line that turned out to be no board: why, and from when on it is asked again. `plugged`: which plugging in of
    the device that was."""

    plugged: tuple[int, int]
    why: LinkError
    pause: float
    again_at: float


class FoundLine:
    """A board on whichever of `lines()` answers."""

    simulated = False

    def __init__(
        self,
        monotonic: Callable[[], float],
        lines: Callable[[], list[str]] = usb_lines,
        in_use: Callable[[str], bool] = used_by_another,
        hello_seconds: float = HELLO_SECONDS,
    ) -> None:
        self._monotonic = monotonic
        self._lines = lines
        self._in_use = in_use
        self._hello_seconds = hello_seconds
        self._asked: dict[str, _Asked] = {}
        self._found: str | None = None

    @property
    def kind(self) -> str:
        """The device on which a board was found last, "auto" before."""
        return self._found or "auto"

    def open(self) -> SerialPort:
        """Ask the next of the lines; open, and this process's alone, once a board has greeted there.

        Raises:
            LookingError: it isn't on that line, but others are still to be asked.
            GiveUpError: a board or a line needs a person first.
            AbsentError: no line has a board, and there was none before.
            TryAgainError: the board that was there is gone.
        """
        lines = self._lines()
        plugged = {line: _plugged(line) for line in lines}
        self._asked = {line: it for line, it in self._asked.items() if plugged.get(line) == it.plugged}
        for line in sorted(lines, key=lambda line: line != self._found):
            if line not in self._asked or self._monotonic() >= self._asked[line].again_at:
                return self._ask(line)
        raise self._verdict()

    def shown(self) -> Picture | None:
        """None: a real board can't be looked at from here."""
        return None

    def close(self) -> None:
        """Nothing to do: the port was closed by its link."""

    def _ask(self, line: str) -> SerialPort:
        plugged = _plugged(line)
        try:
            if self._in_use(line):
                raise TryAgainError(
                    phrase("Another program has {device} open: close it if this is the scoreboard.", device=line)
                )
            port = open_serial(line)
            try:
                Link(port, self._monotonic, line, known=line == self._found).hello(self._hello_seconds)
            except BaseException:
                port.close()
                raise
        except LinkError as error:
            pause = self._pause_after(line, error)
            self._asked[line] = _Asked(plugged, error, pause, self._monotonic() + pause)
            raise LookingError(str(error)) from error
        self._asked.pop(line, None)
        self._found = line
        return port

    def _pause_after(self, line: str, error: LinkError) -> float:
        if line == self._found:
            return FOUND_PAUSE
        if isinstance(error, GiveUpError) or line not in self._asked:
            return SHORTEST_PAUSE
        return min(2 * self._asked[line].pause, LONGEST_PAUSE)

    def _verdict(self) -> LinkError:
        """What there is to say once every line has been asked."""
        for it in self._asked.values():
            if isinstance(it.why, GiveUpError):
                return GiveUpError(str(it.why))
        if self._found is not None:
            return self._asked[self._found].why if self._found in self._asked else _unplugged(self._found)
        for line, it in self._asked.items():
            unless = phrase("No scoreboard is plugged in, unless it is {device}: {why}", device=line, why=str(it.why))
            return AbsentError(unless)
        return AbsentError(NONE_THERE)


def _unplugged(line: str) -> TryAgainError:
    return TryAgainError(phrase("The scoreboard was on {device} and is gone: plug it in again.", device=line))


def _plugged(line: str) -> tuple[int, int]:
    """Differs each time a device is plugged in, for it gets a new node."""
    try:
        node = os.stat(line)
    except OSError:
        return (0, 0)
    return (node.st_ino, node.st_ctime_ns)
