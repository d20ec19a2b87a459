"""People who bring up a machine: what they type, what they are told, and the list of wires that they hold in hand."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue

from gpiozero.pins.mock import MockFactory

from hardware.brightness import Brightness
from hardware.bring_up.module_steps import module_steps
from hardware.bring_up.panel_steps import panel_steps, tray_light_step
from hardware.bring_up.pins import Pins
from hardware.bring_up.progress import Progress
from hardware.bring_up.rig import Rig
from hardware.bring_up.ring_steps import ring_steps
from hardware.bring_up.stage import BoardStage
from hardware.bring_up.steps import Step
from hardware.bring_up.walk import Inbox, Pressed, Typed, Walk
from hardware.bring_up.wires import Wires
from hardware.build.plan import HERE
from hardware.canvas import Size
from hardware.line import Line
from hardware.panel_pins import PanelPins
from tests.hardware.support import wait_until

SIZE = Size()
TRAY = Path(sys.executable).with_name("tray")
PANEL = PanelPins(buzzer=13)
PINS = PANEL.wired()


def all_steps(size: Size = SIZE, pins: dict[str, int] = PINS) -> list[Step]:
    wires = Wires()
    light = [tray_light_step(wires)] if pins else []
    return [*module_steps(size, wires), *ring_steps(size, wires), *panel_steps(pins, wires), *light]


def listed_wires() -> dict[int, tuple[str, str, str]]:
    """From the list of wires that builders tick off: colour and both ends by number."""
    row = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (\w+) \|")
    found = (row.match(line) for line in (HERE / "wires.md").read_text(encoding="utf-8").splitlines())
    return {int(m[1]): (m[4], m[2].replace("*", ""), m[3].replace("*", "")) for m in found if m}


WIRES = listed_wires()


def wires_in(lines: list[str]) -> set[int]:
    """The numbers of the wires that were named, each as the list has it."""
    numbers = set()
    for line in lines:
        if named := re.match(r"\s*wire (\d+), (\w+): (.+)$", line):
            number = int(named[1])
            assert (named[2], named[3]) == (WIRES[number][0], " to ".join(WIRES[number][1:]))
            numbers.add(number)
    return numbers


def wires_at(*ends: str) -> set[int]:
    """The wires of the list that end at all of these."""
    return {number for number, (_, *both) in WIRES.items() if all(any(e in end for end in both) for e in ends)}


class MachineUnderTest:
    """A machine on a board at the end of `line` and mock pins, with somebody in front of it."""

    def __init__(self, folder: Path, steps: list[Step], line: Line) -> None:
        self.factory = MockFactory()
        self.inbox: Inbox = SimpleQueue()
        self.said: list[str] = []
        stage = BoardStage(line, SIZE, Brightness(), time.monotonic)
        pins = Pins(PANEL, self.factory, lambda button: self.inbox.put(Pressed(button)))
        self.rig = Rig(stage, pins)
        self.walk = Walk(steps, self.rig, Progress(folder / "bring-up.json"), self.inbox, self._say)
        self.all_right: bool | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.all_right = self.walk.run()

    def _say(self, line: str) -> None:
        self.said.extend(line.splitlines())

    def type(self, line: str) -> None:
        self.inbox.put(Typed(line))

    def press(self, button: str) -> None:
        pin = self.factory.pin(PINS[button])
        pin.drive_low()
        pin.drive_high()

    def wait_for(self, words: str, after: int = 0) -> int:
        """Until something was said; how much was said by then."""
        def told() -> int | None:
            return next((n + 1 for n, line in enumerate(self.said) if n >= after and words in line), None)

        return wait_until(words, told)

    def answer(self, words: str) -> list[str]:
        """Answer by the choice that has these words; what is said from then on until it says what to do."""
        at = len(self.said)
        choice = next(line for line in reversed(self.said) if words in line)
        self.type(choice.split()[0])
        return self._until_mended(at)

    def _until_mended(self, at: int) -> list[str]:
        return self.said[at : self.wait_for("Mend it", at)]

    def end(self) -> bool:
        if self._thread.is_alive():
            self.type("q")
            self._thread.join(10)
        if not self._closed:
            self._closed = True
            self.rig.close()
        assert self.all_right is not None
        return self.all_right


def at_keyboard(
    folder: Path, typed: str, *options: str, settings: str = "", simulated: bool = True
) -> tuple[int, str]:
    """`tray bring-up` at a terminal where this is typed, and p whenever that is offered; its exit status and what it
    said."""
    (folder / "tray.toml").write_text(settings, encoding="utf-8")
    keyboard, terminal = pty.openpty()
    try:
        command = [TRAY, "bring-up", "--config", "tray.toml", *(["--simulated"] if simulated else []), *options]
        with subprocess.Popen(command, cwd=folder, stdin=terminal, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            os.write(keyboard, typed.encode())
            shown = ""
            for line in process.stdout:
                shown += line
                if line.startswith("    p  "):
                    os.write(keyboard, b"p\n")
        return process.returncode, shown
    finally:
        os.close(keyboard)
        os.close(terminal)
