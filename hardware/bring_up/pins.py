"""The panel's lamps and buttons, each for itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gpiozero import LED, Button, Buzzer, GPIOZeroError  # type: ignore[import-untyped]
from gpiozero.pins import Factory  # type: ignore[import-untyped]

from hardware.errors import HardwareError
from hardware.panel_pins import PanelPins

LAMP = "_lamp"
BUZZER = "buzzer"
BOUNCE_SECONDS = 0.03
BEEP_SECONDS, PAUSE_SECONDS, BEEPS = 0.2, 0.15, 2


class Pins:
    """What hangs on `pins`. `on_press` is called with a button's name, from gpiozero's thread.

    Raises:
        HardwareError: a pin can't be used.
    """

    def __init__(self, pins: PanelPins, factory: Factory, on_press: Callable[[str], None]) -> None:
        self._lamps: dict[str, LED] = {}
        self._buttons: dict[str, Button] = {}
        self._buzzer: Buzzer | None = None
        self._factory = factory
        self._pins = pins
        pin = 0
        try:
            for name, pin in pins.wired().items():
                self._open(name, pin, on_press)
        except GPIOZeroError as error:
            self.close()
            raise HardwareError(f"GPIO {pin} can't be used ({error}): choose another pin.") from error
        except Exception as error:  # lgpio has errors of its own, of no common class
            self.close()
            raise HardwareError(
                f"GPIO {pin} can't be used ({error}): see that no other program has it, a running table for one."
            ) from error

    def _open(self, name: str, pin: int, on_press: Callable[[str], None]) -> None:
        if name.endswith(LAMP):
            lamp = name.removesuffix(LAMP)
            self._lamps[lamp] = LED(pin, active_high=self._pins.lamp_high(lamp), pin_factory=self._factory)
        elif name == BUZZER:
            self._buzzer = Buzzer(pin, active_high=self._pins.buzzer_high, pin_factory=self._factory)
        else:
            button = Button(
                pin, pull_up=self._pins.buttons_to_ground, bounce_time=BOUNCE_SECONDS, pin_factory=self._factory
            )
            button.when_pressed = partial(on_press, name)
            self._buttons[name] = button

    def light(self, lamp: str) -> None:
        """Light this lamp, no other; none where there is no such lamp."""
        for name, led in self._lamps.items():
            led.value = name == lamp

    def lit(self) -> list[str]:
        """The lamps that are lit."""
        return [name for name, led in self._lamps.items() if led.value]

    def sound(self) -> None:
        """Let the buzzer sound; returns at once."""
        if self._buzzer is not None:
            self._buzzer.beep(BEEP_SECONDS, PAUSE_SECONDS, BEEPS)

    def is_held(self, button: str) -> bool:
        """Whether the button is down now."""
        return bool(self._buttons[button].is_pressed)

    def press_simulated(self, button: str) -> None:
        """Press a button whose pin is gpiozero's mock."""
        pin = self._buttons[button].pin
        pressed, released = (pin.drive_low, pin.drive_high)
        if not self._pins.buttons_to_ground:
            pressed, released = released, pressed
        pressed()
        released()

    def close(self) -> None:
        """All lamps dark, the buzzer silent, and the pins given back."""
        loud = [self._buzzer] if self._buzzer is not None else []
        for output in (*self._lamps.values(), *loud):
            output.off()
        for device in (*self._lamps.values(), *self._buttons.values(), *loud):
            device.close()
        self._factory.close()
