"""Everything that the walk through a new machine needs, opened as the settings name it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from controller.app.rooms import FIRMWARE_BUILD, brightness, in_words, panel_pins
from controller.clock import SystemClock
from controller.errors import TrayError
from controller.settings import Settings

if TYPE_CHECKING:
    from hardware.bring_up.progress import Progress
    from hardware.bring_up.rig import Rig
    from hardware.bring_up.steps import Step
    from hardware.bring_up.walk import Inbox
    from hardware.canvas import Size

FILE, FILE_SIMULATED = "bring-up.json", "bring-up-simulated.json"


def bring_up_steps(settings: Settings) -> dict[str, tuple[str, str | None]]:
    """The steps of this machine by their names: what each is about, and what was seen ("right", "wrong", "left", or
    None).

    Raises:
        TrayError: there is nothing to bring up.
    """
    with in_words():
        progress = _progress(settings)
        return {step.key: (step.title, progress.seen(step.key)) for step in _steps(settings)}


def bring_up(settings: Settings, begin: str | None, anew: bool, say: Callable[[str], None]) -> bool:
    """Lead a person at the keyboard through the machine, from the step `begin` on, else from where it was left;
    `anew` forgets what was seen before. True once every step is as it should be.

    Raises:
        TrayError: there is no such step, or a part can't be opened for a reason that a person can mend.
    """
    from hardware.bring_up.walk import Pressed, Walk

    steps = _steps(settings)
    if begin is not None and begin not in {step.key for step in steps}:
        raise TrayError(f"There is no step {begin!r} for this machine: `tray bring-up --list` names them.")
    inbox: Inbox = SimpleQueue()
    with in_words():
        progress = _progress(settings, anew)
        rig = _rig(settings, lambda button: inbox.put(Pressed(button)))
        try:
            threading.Thread(target=_listen, args=(inbox,), name="keyboard", daemon=True).start()
            return Walk(steps, rig, progress, inbox, say).run(begin)
        finally:
            rig.close()


def _steps(settings: Settings) -> list[Step]:
    from hardware.bring_up.module_steps import module_steps
    from hardware.bring_up.panel_steps import panel_steps, tray_light_step
    from hardware.bring_up.ring_steps import ring_steps
    from hardware.bring_up.wires import Wires

    wires, board = Wires(), settings.scoreboard
    steps: list[Step] = []
    if board.source != "off":
        size = _board_size(settings)
        steps += module_steps(size, wires)
        steps += ring_steps(size, wires) if board.lights else ()
    if settings.panel.factory != "off":
        with in_words():
            steps += panel_steps(panel_pins(settings).wired(), wires)
    if settings.tray_light.source != "off":
        steps.append(tray_light_step(wires))
    if not steps:
        raise TrayError(
            "There is nothing to bring up: scoreboard.source, panel.factory and tray_light.source are off. "
            "`tray doctor` examines the camera and the journal."
        )
    return steps


def _board_size(settings: Settings) -> Size:
    """The board's size as the firmware counts it: with one light at least, though there be none."""
    from hardware.canvas import Size

    return Size(settings.scoreboard.modules, max(1, settings.scoreboard.lights))


def _progress(settings: Settings, anew: bool = False) -> Progress:
    from hardware.bring_up.progress import Progress

    file = settings.state.folder / (FILE_SIMULATED if _is_simulated(settings) else FILE)
    return Progress.anew(file) if anew else Progress(file)


def _is_simulated(settings: Settings) -> bool:
    """Whether a part of the machine is simulated: what is seen then says nothing of the wires of a real one."""
    return settings.scoreboard.source in ("simavr", "model") or settings.panel.factory == "mock"


def _rig(settings: Settings, on_press: Callable[[str], None]) -> Rig:
    from hardware.bring_up.pins import Pins
    from hardware.bring_up.rig import Rig
    from hardware.bring_up.stage import BoardStage
    from hardware.pin_factory import open_pin_factory
    from hardware.pwm import HardwarePwm
    from hardware.scoreboards import open_line

    board, panel, light, clock = settings.scoreboard, settings.panel, settings.tray_light, SystemClock()
    pins = None
    if panel.factory != "off":
        pins = Pins(panel_pins(settings), open_pin_factory(panel.factory), on_press)
    stage = None
    if board.source != "off":
        size = _board_size(settings)
        line = open_line(board.source, FIRMWARE_BUILD, size, clock)
        stage = BoardStage(line, size, brightness(settings), clock.monotonic)
    open_light = partial(HardwarePwm, light.pin, light.frequency, light.high) if light.source != "off" else None
    return Rig(stage, pins, panel.factory == "mock", open_light, colours=sys.stdout.isatty())


def _listen(inbox: Inbox) -> None:
    """In a thread of its own: hand over what is typed, line by line, until the keyboard is closed."""
    from hardware.bring_up.walk import Typed

    with suppress(OSError):  # a terminal that was hung up, as when ssh breaks off
        for line in sys.stdin:
            inbox.put(Typed(line))
    inbox.put(Typed(None))
