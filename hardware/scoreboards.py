"""Scoreboards by name, as the settings and the command line name them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.ports import BoardPicture, Clock, Device, Feed, Scoreboard
from hardware.brightness import Brightness, check
from hardware.canvas import Size
from hardware.errors import HardwareError
from hardware.found_line import FoundLine
from hardware.line import Line
from hardware.model_board import ModelBoard, ModelLine
from hardware.scoreboard import SerialScoreboard
from hardware.serial_line import SerialLine
from hardware.simavr import SimavrLine


def open_scoreboard(
    source: str,
    firmware_build: Path,
    clock: Clock,
    modules: int = 8,
    lights: int = 60,
    scenes: bool = True,
    brightness: Brightness | None = None,
) -> Scoreboard:
    """The scoreboard named `source`: "auto" (whichever USB line has a board), a serial device ("/dev/ttyUSB0"),
    "simavr" (the real firmware, built in `firmware_build`, on a simulated microcontroller), "model" (a model of the
    board in Python), or "off".

    `modules` 1..16 of 8x8 pixels, `lights` 0..90 in the ring. `scenes`: False shows each snapshot's final picture
    at once.

    Raises:
        HardwareError: an unknown name, sizes that no board has, a ring that is too bright for the current limit, or a
            simulation that isn't built.
    """
    if not 1 <= modules <= 16 or not 0 <= lights <= 90:
        raise HardwareError(f"A scoreboard has 1 to 16 modules and up to 90 lights, not {modules} and {lights}.")
    if source == "off":
        return NoScoreboard()
    size = Size(modules, max(1, lights))  # the firmware counts one light at least; where none is, none is seen
    brightness = brightness or Brightness()
    check(brightness, size)
    return SerialScoreboard(open_line(source, firmware_build, size, clock), size, clock, scenes, brightness)


def open_line(source: str, firmware_build: Path, size: Size, clock: Clock) -> Line:
    """The way to the board named `source`, as `open_scoreboard` takes it.

    Raises:
        HardwareError: an unknown name, or a simulation that isn't built.
    """
    if source == "auto":
        return FoundLine(clock.monotonic)
    if source == "model":
        return ModelLine(ModelBoard(size))
    if source == "simavr":
        return SimavrLine(firmware_build, size)
    if source.startswith("/"):
        return SerialLine(source)
    raise HardwareError(
        f"There is no scoreboard {source!r}: name auto, a serial device such as /dev/ttyUSB0, simavr, model or off."
    )


class NoScoreboard:
    """A table without a scoreboard."""

    def start(self, feed: Feed, on_device: Callable[[Device], None]) -> None:
        """Say that it is off."""
        on_device(Device("scoreboard", "off", "off"))

    def picture(self) -> BoardPicture | None:
        """None."""
        return None

    def acknowledged(self) -> tuple[int, float]:
        """Nothing ever."""
        return (-1, 0.0)

    def link_report(self) -> str:
        """Nothing."""
        return ""

    def stop(self) -> None:
        """Nothing to do."""
