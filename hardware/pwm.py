"""The kernel's hardware PWM by its files: /sys/class/pwm, as Linux's sysfs-class-pwm describes them.

gpiozero's PWM is made by a program, whose pauses a camera sees as bands. The one library for this, rpi-hardware-pwm,
is GPL, knows no polarity and has to be told the chip, whose number changes with Pi and kernel.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from controller.ports import phrase
from hardware.errors import HardwareError

SYS_PWM = Path("/sys/class/pwm")
UDEV_SECONDS = 2.0
"""How long udev may take to give a channel that was just exported to the group gpio."""

CHANNELS: Mapping[str, Mapping[int, int]] = MappingProxyType({
    "20c000.pwm": {12: 0, 13: 1, 18: 0, 19: 1},      # all Pis to the 4: bcm2835, at an address that ends so
    "1f00098000.pwm": {12: 0, 13: 1, 18: 2, 19: 3},  # the Pi 5: RP1's first; its second drives the fan
})  # fmt: skip
"""The channel of each GPIO pin that has one, by the end of the chip's device name."""
FUNCTION = {12: 4, 13: 4, 18: 2, 19: 2}
"""What the overlay calls the pin's PWM function, the same on all Pis."""


def write_attribute(path: Path, value: str) -> None:
    """Write one value into a file of the kernel's, in one piece."""
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, value.encode())
    finally:
        os.close(file)


class HardwarePwm:
    """The PWM on a GPIO pin, dark at first. `high`: the pin is high for the time that is on."""

    def __init__(
        self,
        pin: int,
        frequency: int,
        high: bool = True,
        folder: Path = SYS_PWM,
        write: Callable[[Path, str], None] = write_attribute,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """Begin `frequency` pulses a second on `pin` (BCM number).

        Raises:
            HardwareError: in one line, what is missing and what to do.
        """
        self._pin, self._high = pin, high
        self._write_attribute, self._wait = write, wait
        self._period_ns = round(1e9 / frequency)
        self._chip, self._channel = _chip_of(pin, folder)
        self._files = self._chip / f"pwm{self._channel}"
        self._export()
        self._set_up()

    def shine(self, level: float) -> None:
        """Be on for this part of the time, 0..1.

        Raises:
            HardwareError: the kernel refuses.
        """
        self._set("duty_cycle", str(round(self._period_ns * min(1.0, max(0.0, level)))))

    def close(self) -> None:
        """Dark, and the channel given back. A light that a low pin lights stays in the kernel's hands, dark: with its
        PWM ended it would shine."""
        self._set("duty_cycle", "0")
        if self._high:
            self._set("enable", "0")
            self._write(self._chip / "unexport", str(self._channel))

    def _export(self) -> None:
        if not self._files.exists():
            self._write(self._chip / "export", str(self._channel))

    def _set_up(self) -> None:
        """Begin with a period of darkness. What an earlier program has left running takes no other polarity, and no
        period that is shorter than its pulse."""
        if self._read("enable") == "1":
            self._set("enable", "0")
        if self._read("duty_cycle") != "0":
            self._set("duty_cycle", "0")
        self._set("period", str(self._period_ns))
        polarity = "normal" if self._high else "inversed"
        if self._read("polarity") != polarity:
            self._set("polarity", polarity)
        self._set("enable", "1")

    def _read(self, name: str) -> str:
        try:
            return (self._files / name).read_text(encoding="ascii").strip()
        except OSError as error:
            raise self._in_words(error) from error

    def _set(self, name: str, value: str) -> None:
        self._write(self._files / name, value)

    def _write(self, path: Path, value: str) -> None:
        waited = 0.0
        while True:
            try:
                self._write_attribute(path, value)
            except OSError as error:
                if not isinstance(error, PermissionError) or waited >= UDEV_SECONDS:
                    raise self._in_words(error) from error
                self._wait(UDEV_SECONDS / 40)
                waited += UDEV_SECONDS / 40
            else:
                return

    def _in_words(self, error: OSError) -> HardwareError:
        match error.errno:
            case errno.EACCES | errno.EPERM:
                return HardwareError(phrase(
                    "The PWM on GPIO {pin} can't be used: no permission. Add yourself to the group gpio "
                    "(sudo usermod -aG gpio $USER) and log in again.",
                    pin=self._pin,
                ))
            case errno.EBUSY:
                return HardwareError(phrase(
                    "The PWM on GPIO {pin} can't be used: something else has channel {channel} of {chip}. On a Pi "
                    "that sounds through its headphone jack add dtparam=audio=off to /boot/firmware/config.txt and "
                    "restart it.",
                    pin=self._pin, channel=self._channel, chip=self._chip.name,
                ))
            case errno.ENODEV:
                return HardwareError(phrase(
                    "The PWM on GPIO {pin} can't be used: {chip} has no channel {channel}. Choose another pin.",
                    pin=self._pin, channel=self._channel, chip=self._chip.name,
                ))
            case _:
                return HardwareError(phrase(
                    "The PWM on GPIO {pin} can't be used: {error}.",
                    pin=self._pin, error=error.strerror or str(error),
                ))


def _chip_of(pin: int, folder: Path) -> tuple[Path, int]:
    """The chip that drives a pin, and on which channel; by its device, for the kernel numbers chips as they come."""
    if pin not in FUNCTION:
        pins = ", ".join(map(str, FUNCTION))
        raise HardwareError(
            phrase("GPIO {pin} has no hardware PWM: choose one of the pins {pins}.", pin=pin, pins=pins)
        )
    for chip in sorted(folder.glob("pwmchip*")):
        device = (chip / "device").resolve().name
        for end, channels in CHANNELS.items():
            if device.endswith(end):
                return chip, channels[pin]
    raise HardwareError(phrase(
        "There is no hardware PWM on GPIO {pin}: on a Raspberry Pi add the line "
        "dtoverlay=pwm,pin={pin},func={function} to /boot/firmware/config.txt and restart it.",
        pin=pin, function=FUNCTION[pin],
    ))
