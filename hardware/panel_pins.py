"""Where the panel is wired."""

from __future__ import annotations

from dataclasses import dataclass, fields

from hardware.errors import HardwareError

BUTTONS = ("stop", "roll_on", "sun", "undo")
"""Each has a lamp in it; the other lamps stand by themselves."""


@dataclass(frozen=True, slots=True)
class PanelPins:
    """Where everything is wired, by BCM number (0..27); None for what isn't there.

    `buttons_to_ground`: a pressed button pulls its pin down, against the Pi's own pull-up; else up.
    `button_lamps_high`, `state_lamps_high`: the lamps in the buttons, and the other three, are lit while their pins
    are high; `buzzer_high`: the buzzer sounds while its pin is.
    """

    stop: int | None = 5
    roll_on: int | None = 6
    sun: int | None = 16
    undo: int | None = 26
    stop_lamp: int | None = 17
    roll_on_lamp: int | None = 27
    sun_lamp: int | None = 22
    undo_lamp: int | None = 23
    ready_lamp: int | None = 24
    reading_lamp: int | None = 25
    trouble_lamp: int | None = 20
    buzzer: int | None = None
    buttons_to_ground: bool = True
    button_lamps_high: bool = True
    state_lamps_high: bool = True
    buzzer_high: bool = True

    def lamp_high(self, lamp: str) -> bool:
        """Whether that lamp ("stop", "ready") is lit while its pin is high."""
        return self.button_lamps_high if lamp in BUTTONS else self.state_lamps_high

    def wired(self) -> dict[str, int]:
        """The pins that are there, by what is on them.

        Raises:
            HardwareError: a number that is no GPIO pin, or one that is named twice.
        """
        used: dict[int, str] = {}
        for field in fields(self):
            pin = getattr(self, field.name)
            if pin is None or isinstance(pin, bool):
                continue
            if not 0 <= pin <= 27:
                raise HardwareError(f"panel: {field.name} = {pin} is no GPIO pin; BCM numbers go from 0 to 27.")
            if pin in used:
                raise HardwareError(f"panel: {field.name} and {used[pin]} are both on GPIO {pin}; give each its own.")
            used[pin] = field.name
        return {name: pin for pin, name in used.items()}
