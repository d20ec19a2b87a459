"""The panel's lamps and buttons, each for itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from gpiozero import LED, Button, GPIOZeroError  # type: ignore[import-untyped]
from gpiozero.pins import Factory  # type: ignore[import-untyped]

from hardware.errors import HardwareError
from hardware.panel import BOUNCE_SECONDS

LAMP = "_lamp"


class Pins:
    """Lamps and buttons by the names of their pins (`stop_lamp`, `stop`), BCM numbers.

    `on_press` is called with a button's name, from gpiozero's thread.

    Raises:
        HardwareError: a pin can't be used.
    """

    def __init__(
        self, pins: Mapping[str, int], factory: Factory, buttons_to_ground: bool, lamps_high: bool,
        on_press: Callable[[str], None],
    ) -> None:
        self._lamps: dict[str, LED] = {}
        self._buttons: dict[str, Button] = {}
        self._factory = factory
        self._buttons_to_ground = buttons_to_ground
        pin = 0
        try:
            for name, pin in pins.items():
                if name.endswith(LAMP):
                    self._lamps[name.removesuffix(LAMP)] = LED(pin, active_high=lamps_high, pin_factory=factory)
                else:
                    button = Button(pin, pull_up=buttons_to_ground, bounce_time=BOUNCE_SECONDS, pin_factory=factory)
                    button.when_pressed = partial(on_press, name)
                    self._buttons[name] = button
        except GPIOZeroError as error:
            self.close()
            raise HardwareError(f"GPIO {pin} can't be used ({error}): choose another pin.") from error
        except Exception as error:  # lgpio has errors of its own, of no common class
            self.close()
            raise HardwareError(
                f"GPIO {pin} can't be used ({error}): see that no other program has it, a running table for one."
            ) from error

    def light(self, lamp: str) -> None:
        """Light this lamp, no other; none where there is no such lamp."""
        for name, led in self._lamps.items():
            led.value = name == lamp

    def lit(self) -> list[str]:
        """The lamps that are lit."""
        return [name for name, led in self._lamps.items() if led.value]

    def is_held(self, button: str) -> bool:
        """Whether the button is down now."""
        return bool(self._buttons[button].is_pressed)

    def press_simulated(self, button: str) -> None:
        """Press a button whose pin is gpiozero's mock."""
        pin = self._buttons[button].pin
        pressed, released = (pin.drive_low, pin.drive_high)
        if not self._buttons_to_ground:
            pressed, released = released, pressed
        pressed()
        released()

    def close(self) -> None:
        """All lamps dark, and the pins given back."""
        for led in self._lamps.values():
            led.off()
        for device in (*self._lamps.values(), *self._buttons.values()):
            device.close()
        self._factory.close()
