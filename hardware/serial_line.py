"""The serial line to a real board: opens it, and says in words why it can't."""

from __future__ import annotations

import errno
import termios

import serial

from controller.ports import phrase
from hardware.canvas import Picture
from hardware.line import GiveUpError, LinkError, SerialPort, TryAgainError
from hardware.protocol import BAUD_RATE

READ_SECONDS = 0.01
WRITE_SECONDS = 1.0


def open_serial(device: str) -> SerialPort:
    """The line at `device`, for this process alone.

    Raises:
        TryAgainError: it isn't there, or another program has it.
        GiveUpError: no permission, or it is no serial line.
    """
    try:
        return serial.Serial(device, BAUD_RATE, timeout=READ_SECONDS, write_timeout=WRITE_SECONDS, exclusive=True)
    except (OSError, termios.error) as error:
        raise _in_words(device, error) from error


class SerialLine:
    """A board on a serial device such as "/dev/ttyUSB0"."""

    simulated = False

    def __init__(self, device: str) -> None:
        self.kind = device

    def open(self) -> SerialPort:
        """Open the line; a Nano resets when that happens.

        Raises:
            TryAgainError, GiveUpError: as `open_serial`.
        """
        return open_serial(self.kind)

    def shown(self) -> Picture | None:
        """None: a real board can't be looked at from here."""
        return None

    def close(self) -> None:
        """Nothing to do: the port was closed by its link."""


def _in_words(device: str, error: OSError | termios.error) -> LinkError:
    # pyserial wraps what termios said without its number
    source = error.__context__ if isinstance(error.__context__, termios.error) else error
    code = getattr(error, "errno", None) or (source.args[0] if source.args else None)
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return TryAgainError(phrase(
            "There is no {device}: plug the scoreboard in, or name its line in the settings.", device=device
        ))
    if code in (errno.EACCES, errno.EPERM):
        return GiveUpError(phrase(
            "No permission to use {device}: add yourself to the group dialout (sudo usermod -aG dialout $USER) and "
            "log in again.",
            device=device,
        ))
    if code in (errno.EAGAIN, errno.EBUSY):
        return TryAgainError(phrase("Another program has {device} open: close it.", device=device))
    if code in (errno.ENOTTY, errno.EISDIR, errno.EINVAL):
        return GiveUpError(
            phrase("{device} is no serial line: name the scoreboard's line in the settings.", device=device)
        )
    return TryAgainError(phrase("{device} can't be opened: {error}.", device=device, error=str(error)))
