"""The machine under the hands of the walk: board, lamps, buttons, tray light, buzzer, as far as they are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hardware.bring_up.pins import Pins
from hardware.bring_up.stage import BoardStage
from hardware.bring_up.steps import Draw, Step
from hardware.canvas import Picture
from hardware.errors import HardwareError
from hardware.terminal import as_text

SEEN_SECONDS = 1.0
SHOWN_SECONDS = 8.0
"""A board that is reset first, with its old bootloader, and then asked, takes four."""


class DimmableLight(Protocol):
    """The tray light as far as it matters here; `hardware.pwm.HardwarePwm` is one."""

    def shine(self, level: float) -> None:
        """Be as bright as this, 0..1."""
        ...

    def close(self) -> None:
        """Dark, the pin given back."""
        ...


class Rig:
    """A `hardware.bring_up.steps.Machine`. `panel_simulated`: whether lamps and buttons are mock pins; `open_light`
    makes the tray light; `colours`: whether what a simulated board shows may be written in a terminal's colours."""

    def __init__(
        self, stage: BoardStage | None, pins: Pins | None, panel_simulated: bool = False,
        open_light: Callable[[], DimmableLight] | None = None, colours: bool = False,
    ) -> None:
        self.stage = stage
        self.pins = pins
        self.panel_simulated = panel_simulated
        self._open_light = open_light
        self._tray_light: DimmableLight | None = None
        self._colours = colours
        self._introduced = False
        self._at_work: set[str] = set()

    def begin(self, step: Step, say: Callable[[str], None]) -> None:
        """Let the machine do what the step wants, and nothing else; say what simulated parts do, and what can't be
        done."""
        self._rest()
        try:
            step.begin(self)
        except HardwareError as error:
            say(f"  This can't be done: {error}")
        if "panel" in self._at_work and self.panel_simulated:
            lit = ", ".join(self.pins.lit()) if self.pins is not None else ""
            say("  The panel is SIMULATED (mock pins)" + (f", and lights: {lit}" if lit else ""))
        if "board" in self._at_work and self.stage is not None:
            self._say_what_is_shown(self.stage, say)

    def _say_what_is_shown(self, stage: BoardStage, say: Callable[[str], None]) -> None:
        if not stage.is_up_to_date(SHOWN_SECONDS):
            say(f"  The scoreboard can't show this: {stage.trouble}")
            return
        if not self._introduced:
            self._introduced = True
            say(f"  {stage.introduction()}")
        if stage.simulated and (picture := stage.shown(SEEN_SECONDS)) is not None:
            say(f"  The scoreboard is SIMULATED ({stage.kind}), and shows:")
            say(as_text(picture, stage.size, self._colours))

    def show(self, draw: Draw) -> None:
        if self.stage is not None:
            self._at_work.add("board")
            self.stage.show(draw)

    def light(self, lamp: str) -> None:
        if self.pins is not None:
            self._at_work.add("panel")
            self.pins.light(lamp)

    def tray_light(self, level: float) -> None:
        if self._open_light is not None and self._tray_light is None:
            self._tray_light = self._open_light()
        if self._tray_light is not None:
            self._tray_light.shine(level)

    def sound(self) -> None:
        if self.pins is not None:
            self._at_work.add("panel")
            self.pins.sound()

    def is_held(self, button: str) -> bool:
        """Whether that button is down."""
        return self.pins is not None and self.pins.is_held(button)

    def press_simulated(self, button: str) -> None:
        """Press a button of mock pins."""
        if self.pins is not None:
            self.pins.press_simulated(button)

    def close(self) -> None:
        """Everything dark and given back."""
        for part in (self.stage, self.pins, self._tray_light):
            if part is not None:
                part.close()

    def _rest(self) -> None:
        if self.stage is not None:
            size = self.stage.size
            self.stage.show(lambda seconds: Picture.blank(size))
        if self.pins is not None:
            self.pins.light("")
        light, self._tray_light = self._tray_light, None
        if light is not None:
            light.close()
        self._at_work = set()
