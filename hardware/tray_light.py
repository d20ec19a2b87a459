"""The white light above the tray: always as bright as it was when the camera was calibrated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from controller.ports import Device, TrayLight, phrase
from hardware.errors import HardwareError
from hardware.pwm import HardwarePwm

LOWEST_HZ = 20_000
"""Pulses a second from which even the shortest exposure sees many, and no ear hears the coil of a lamp."""


def open_tray_light(source: str, pin: int, level: float, frequency: int, high: bool) -> TrayLight:
    """The tray light by its name in the settings, "pwm" or "off"; `level` 0..1 on GPIO `pin`, at `frequency` hertz,
    lit while the pin is `high`, else while it is low.

    Raises:
        HardwareError: an unknown name, or pulses so slow that a camera would see them.
    """
    if source == "off":
        return NoTrayLight()
    if source != "pwm":
        raise HardwareError(f"There is no tray light {source!r}: name pwm or off.")
    if frequency < LOWEST_HZ:
        raise HardwareError(f"{frequency} Hz would be seen by the camera: {LOWEST_HZ} or more are steady light.")
    return PwmTrayLight(pin, level, partial(HardwarePwm, pin, frequency, high))


class PwmTrayLight:
    """A `controller.ports.TrayLight` on a pin with hardware PWM."""

    def __init__(self, pin: int, level: float, open_pwm: Callable[[], HardwarePwm]) -> None:
        self._pin = pin
        self._level = level
        self._open_pwm = open_pwm
        self._pwm: HardwarePwm | None = None
        self._on_device: Callable[[Device], None] = lambda device: None

    @property
    def level(self) -> float:
        """How bright it is, or would be: 0..1."""
        return self._level

    def start(self, on_device: Callable[[Device], None]) -> None:
        """Shine. Where it can't, the table goes on in the light that there is, and the device's state says why."""
        self._on_device = on_device
        try:
            self._pwm = self._open_pwm()
            self._pwm.shine(self._level)
        except HardwareError as error:
            self._report("trouble", str(error))
        else:
            self._report("fine", phrase("{level} on GPIO {pin}", level=f"{self._level:.0%}", pin=self._pin))

    def shine(self, level: float) -> None:
        """Be as bright as this, 0..1."""
        self._level = level
        if self._pwm is None:
            return
        try:
            self._pwm.shine(level)
        except HardwareError as error:
            self._report("trouble", str(error))

    def stop(self) -> None:
        """Dark. Safe to call twice."""
        pwm, self._pwm = self._pwm, None
        if pwm is None:
            return
        try:
            pwm.close()
        except HardwareError as error:
            self._report("trouble", str(error))
        else:
            self._report("off", "")

    def _report(self, state: Literal["fine", "trouble", "off"], detail: str) -> None:
        self._on_device(Device("tray light", "pwm", state, detail))


class NoTrayLight:
    """A tray that is lit by the room."""

    level = 0.0

    def start(self, on_device: Callable[[Device], None]) -> None:
        """Say that it is off."""
        on_device(Device("tray light", "off", "off"))

    def shine(self, level: float) -> None:
        """Nothing shines."""

    def stop(self) -> None:
        """Nothing to do."""
