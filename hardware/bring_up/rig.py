"""The machine under the hands of the walk: board, lamps, buttons, tray light, buzzer, as far as they are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hardware.bring_up.pins import Pins
from hardware.bring_up.stage import BoardStage
from hardware.bring_up.steps import Draw, Step
from hardware.canvas import Picture
from hardware.terminal import as_text

SHOWN_SECONDS = 8.0
"""A board that is reset first, with its old bootloader, and then asked, takes four."""


class DimmableLight(Protocol):
    """The tray light as far as it matters here."""

    def hold(self, level: float) -> None:
        """Shine at `level`, 0..1."""
        ...

    def close(self) -> None:
        """Dark, the pin given back."""
        ...


class Sounder(Protocol):
    """The buzzer as far as it matters here."""

    def sound(self) -> None:
        """Sound once."""
        ...

    def close(self) -> None:
        """Silent, the pin given back."""
        ...


class Rig:
    """A `hardware.bring_up.steps.Machine`. `panel_simulated`: whether lamps and buttons are mock pins; `colours`:
    whether what a simulated board shows may be written with a terminal's colours."""

    def __init__(
        self, stage: BoardStage | None, pins: Pins | None, panel_simulated: bool = False, colours: bool = False,
        light: DimmableLight | None = None, sounder: Sounder | None = None,
    ) -> None:
        self.stage = stage
        self.pins = pins
        self.panel_simulated = panel_simulated
        self._colours = colours
        self._light = light
        self._sounder = sounder
        self._on_board = False
        self._introduced = False

    def begin(self, step: Step, say: Callable[[str], None]) -> None:
        """Let the machine do what the step wants, and nothing else; say what a simulated board shows, or why a board
        shows nothing."""
        self._rest()
        step.begin(self)
        if self.pins is not None and self.panel_simulated and (lit := self.pins.lit()):
            say(f"  The panel is SIMULATED (mock pins), and lights: {', '.join(lit)}")
        if self.stage is None or not self._on_board:
            return
        if not self.stage.is_up_to_date(SHOWN_SECONDS):
            say(f"  The scoreboard can't show this: {self.stage.trouble}")
            return
        if not self._introduced:
            self._introduced = True
            say(f"  {self.stage.introduction()}")
        if self.stage.simulated and (picture := self.stage.shown()) is not None:
            say(f"  The scoreboard is SIMULATED ({self.stage.kind}), and shows:")
            say(as_text(picture, self.stage.size, self._colours))

    def show(self, draw: Draw) -> None:
        if self.stage is not None:
            self._on_board = True
            self.stage.show(draw)

    def light(self, lamp: str) -> None:
        if self.pins is not None:
            self.pins.light(lamp)

    def tray_light(self, level: float) -> None:
        if self._light is not None:
            self._light.hold(level)

    def sound(self) -> None:
        if self._sounder is not None:
            self._sounder.sound()

    def is_held(self, button: str) -> bool:
        """Whether that button is down."""
        return self.pins is not None and self.pins.is_held(button)

    def press_simulated(self, button: str) -> None:
        """Press a button of mock pins."""
        if self.pins is not None:
            self.pins.press_simulated(button)

    def close(self) -> None:
        """Everything dark and given back."""
        for part in (self.stage, self.pins, self._light, self._sounder):
            if part is not None:
                part.close()

    def _rest(self) -> None:
        self._on_board = False
        if self.stage is not None:
            size = self.stage.size
            self.stage.show(lambda seconds: Picture.blank(size))
        self.light("")
        self.tray_light(0.0)
