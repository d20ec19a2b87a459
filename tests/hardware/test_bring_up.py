"""The walk through a new machine, as a person does it: at the keyboard, with a machine that has faults."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from hardware.bring_up.module_steps import module_steps
from hardware.bring_up.panel_steps import BUTTONS, LAMPS, panel_steps
from hardware.bring_up.rig import Rig
from hardware.bring_up.ring_steps import ring_steps
from hardware.bring_up.steps import Draw, Sighting, Step
from hardware.bring_up.wires import Wires
from hardware.canvas import Picture, Size
from hardware.errors import HardwareError
from hardware.model_board import ModelBoard, ModelLine
from tests.hardware.support import wait_until
from tests.hardware.walking import (
    PINS,
    SIZE,
    TRAY,
    WIRES,
    MachineUnderTest,
    all_steps,
    at_keyboard,
    wires_at,
    wires_in,
)

Eyes = Callable[[Picture], Picture]


def step(key: str) -> Step:
    return next(step for step in all_steps() if step.key == key)


# Nothing is left out


class Watcher:
    """A machine that only keeps what it was asked for."""

    def __init__(self, step: Step) -> None:
        self.draw: Draw | None = None
        self.lamp: str | None = None
        self.sounded = False
        step.begin(self)

    def show(self, draw: Draw) -> None:
        self.draw = draw

    def light(self, lamp: str) -> None:
        self.lamp = lamp

    def tray_light(self, level: float) -> None: ...

    def sound(self) -> None:
        self.sounded = True

    def pictures(self) -> Iterator[Picture]:
        """What is shown in twenty seconds, as often as a board is drawn."""
        assert self.draw is not None
        for frame in range(400):
            yield self.draw(frame / 20)


def lit_dots(picture: Picture) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(picture.rows()) for x, dot in enumerate(row) if dot == "#"}


@pytest.mark.parametrize("size", [SIZE, Size(16, 90), Size(1, 1)])
def test_every_module_and_every_dot_of_it_is_seen_alone(size: Size) -> None:
    steps = {step.key: step for step in module_steps(size, Wires())}
    for module in range(1, size.modules + 1):
        columns = range(8 * module - 8, 8 * module)
        placed = lit_dots(next(Watcher(steps[f"module-{module}"]).pictures()))
        assert placed
        assert all(x in columns for x, _ in placed)
        shown = [lit_dots(picture) for picture in Watcher(steps[f"dots-{module}"]).pictures()]
        alone = {dot for dots in shown if len(dots) == 1 for dot in dots}
        assert alone == {(x, y) for x in columns for y in range(8)}
        assert max(len(dots) for dots in shown) == 64


@pytest.mark.parametrize("size", [SIZE, Size(16, 90), Size(1, 1)])
def test_every_light_is_seen_alone_in_all_its_colours_and_with_all_others(size: Size) -> None:
    seen = [picture.lights() for step in ring_steps(size, Wires()) for picture in Watcher(step).pictures()]
    lit = [[light for light, colour in enumerate(lights) if any(colour)] for lights in seen]
    assert {lights[0] for lights in lit if len(lights) == 1} == set(range(size.lights))
    together = {lights[0] for lights in seen if len(set(lights)) == 1}
    assert {(90, 0, 0), (0, 90, 0), (0, 0, 90), (60, 60, 60)} <= together


def test_every_lamp_and_every_button_has_its_step() -> None:
    steps = list(panel_steps(PINS, Wires()))
    watched = [Watcher(step) for step in steps]
    assert [watcher.lamp for watcher in watched[: len(LAMPS)]] == list(LAMPS)
    assert [step.button for step in steps if step.button] == list(BUTTONS)
    assert [watcher.sounded for watcher in watched].count(True) == 1


def test_a_machine_without_ring_or_panel_has_no_steps_for_them(tmp_path: Path) -> None:
    settings = "[scoreboard]\nmodules = 1\nlights = 0\n"
    status, shown = at_keyboard(tmp_path, "1\n1\n1\n", "--scoreboard", "model", settings=settings, simulated=False)
    assert "[3 of 3] The dots of module 1" in shown
    assert shown.count("The scoreboard is SIMULATED (model), and shows:") == 3
    assert "can't show this" not in shown
    assert status == 0


# What is said of wires is what the plans say


def advice(sighting: Sighting) -> list[str]:
    which = sighting.which
    numbers = range(which.first, which.last + 1) if which else [0]
    return list(chain.from_iterable(map(sighting.where_to_look, numbers)))


def test_all_wires_that_are_ever_named_are_in_the_list_and_every_wire_is_named_somewhere() -> None:
    named = set()
    for one in all_steps():
        for sighting in one.wrong:
            assert advice(sighting), f"{one.key}: {sighting.seen}"
            named |= wires_in(advice(sighting))
        if one.button:
            named |= wires_in([line for other in BUTTONS for line in one.mistaken(other)] + one.held())
    power_and_other_parts = wires_at("G1") | wires_at("G2") | wires_at("A3") | wires_at("F2")
    power_and_other_parts |= wires_at("X5", "X4") | wires_at("X5", "A1") | wires_at("X1", "X2")
    assert set(WIRES) - named <= power_and_other_parts


def test_a_pin_that_the_settings_moved_is_told() -> None:
    (button,) = [one for one in panel_steps({**PINS, "stop": 12}, Wires()) if one.key == "button-stop"]
    assert "(panel.stop_button in tray.toml is GPIO 12, pin 32: there, not where the plans say)" in button.held()


# People at a machine


class ModelMachine(MachineUnderTest):
    """A machine with a model board that is seen through `eyes`."""

    def __init__(self, folder: Path, steps: list[Step], eyes: Eyes = lambda seen: seen) -> None:
        self.board = ModelBoard(SIZE)
        self._eyes = eyes
        super().__init__(folder, steps, ModelLine(self.board))

    def seen(self) -> Picture:
        """What the person sees of the board."""
        return self._eyes(self.board.shown)


@pytest.fixture
def at_machine(tmp_path: Path) -> Iterator[Callable[..., ModelMachine]]:
    with ExitStack() as stack:

        def make(*keys: str, eyes: Eyes = lambda seen: seen) -> ModelMachine:
            made = ModelMachine(tmp_path, [one for one in all_steps() if one.key in keys], eyes)
            stack.callback(made.end)
            return made

        yield make


def boards_swapped(picture: Picture) -> Picture:
    """As two boards of four modules look that have changed places."""
    rows = np.frombuffer(picture.pixels, np.uint8).reshape(8, 8)
    return Picture(np.roll(rows, 4, axis=1).tobytes(), picture.ring)


def test_two_boards_that_have_changed_places_are_found(at_machine: Callable[..., ModelMachine]) -> None:
    machine = at_machine("module-8", eyes=boards_swapped)
    machine.wait_for("more than the number")
    (module,) = {x // 8 + 1 for x, _ in lit_dots(machine.seen())}
    assert module == 4
    at = len(machine.said)
    choice = next(line for line in machine.said if "but on another module" in line)
    machine.type(choice.split()[0])
    machine.wait_for("Which one", at)
    machine.type(str(module))
    told = machine.said[at : machine.wait_for("Mend it", at)]
    assert any("M1 and M2 have changed places" in line for line in told)
    assert wires_in(told) >= wires_at("M1 CS ·", "R1 ") | wires_at("M1 DIN") | wires_at("M1 CLK ·")
    assert not machine.end()


def test_of_a_ring_that_ends_early_the_right_corner_is_named(at_machine: Callable[..., ModelMachine]) -> None:
    def dark_from_17(picture: Picture) -> Picture:
        return Picture(picture.pixels, picture.ring[: 3 * 16] + bytes(3 * 44))

    machine = at_machine("ring-colours", eyes=dark_from_17)
    machine.wait_for("the same wrong colour")
    first_dark = 1 + next(n for n, colour in enumerate(machine.seen().lights()) if not any(colour))
    at = len(machine.said)
    machine.type(next(line for line in machine.said if "then none" in line).split()[0])
    machine.wait_for("Which light", at)
    machine.type(str(first_dark))
    told = machine.said[at : machine.wait_for("Mend it", at)]
    assert wires_in(told) == wires_at("L1 ", "L2 ")


def test_a_dead_button_is_traced_to_its_two_wires(at_machine: Callable[..., ModelMachine]) -> None:
    machine = at_machine("button-stop")
    machine.wait_for("nothing happens here")
    assert wires_in(machine.answer("nothing happens here")) == wires_at("S1 switch") | wires_at("S1 ground")
    machine.type("")  # the wire is mended, and the step shown again
    machine.wait_for("If nothing happens here", machine.wait_for("Mend it"))
    machine.press("stop")
    machine.wait_for("STOP was felt.")
    machine.wait_for("All 1 steps are as they should be.")


def test_two_swapped_buttons_are_named_with_both_wires(at_machine: Callable[..., ModelMachine]) -> None:
    machine = at_machine("button-stop")
    machine.wait_for("nothing happens here")
    machine.press("roll_on")
    told = machine.said[: machine.wait_for("Mend it")]
    assert wires_in(told) == wires_at("S1 switch") | wires_at("S2 switch")


def test_a_button_that_is_down_before_it_is_pressed_is_noticed(at_machine: Callable[..., ModelMachine]) -> None:
    machine = at_machine("lamp-stop", "button-stop")
    machine.wait_for("that lamp and others")
    machine.factory.pin(PINS["stop"]).drive_low()
    machine.type("1")
    told = machine.said[: machine.wait_for("Mend it")]
    assert any("though nobody presses it" in line for line in told)


def test_the_wrong_lamp_is_traced_to_the_two_pins(at_machine: Callable[..., ModelMachine]) -> None:
    machine = at_machine("lamp-stop")
    at = machine.wait_for("that lamp and others")
    assert [name for name in LAMPS if machine.factory.pin(PINS[f"{name}_lamp"]).state] == ["stop"]
    machine.type(next(line for line in machine.said if "another lamp" in line).split()[0])
    machine.wait_for("Which?", at)
    machine.type("nonsense")
    machine.wait_for("A number from 1 to 7.", at)
    machine.type("2")
    told = machine.said[at : machine.wait_for("Mend it", at)]
    assert wires_in(told) == wires_at("GPIO 17 ") | wires_at("GPIO 27 ")


def test_the_buzzer_sounds_and_sounds_again_on_request(at_machine: Callable[..., ModelMachine]) -> None:
    machine = at_machine("buzzer")
    pin = machine.factory.pin(PINS["buzzer"])
    wait_until("a sound", lambda: pin.state)
    machine.wait_for("it doesn't stop")
    wait_until("silence", lambda: not pin.state)
    machine.type("r")
    wait_until("a sound again", lambda: pin.state)
    assert wires_in(machine.answer("nothing")) == {n for p in ("B1 ", "Q6 ", "R20 ", "D1 ") for n in wires_at(p)}


class Light:
    """A tray light that keeps how it shone."""

    def __init__(self) -> None:
        self.levels: list[float] = []

    def shine(self, level: float) -> None:
        self.levels.append(level)

    def close(self) -> None:
        self.levels.append(0.0)


def test_the_tray_light_shines_for_its_step_alone() -> None:
    light = Light()
    rig = Rig(None, None, open_light=lambda: light)
    rig.begin(step("tray-light"), print)
    rig.begin(step("lamp-stop"), print)
    assert light.levels == [1.0, 0.0]


def test_a_tray_light_that_cannot_be_used_says_why_and_holds_nothing_up() -> None:
    def refuse() -> Light:
        raise HardwareError("There is no hardware PWM here.")

    said: list[str] = []
    Rig(None, None, open_light=refuse).begin(step("tray-light"), said.append)
    assert said == ["  This can't be done: There is no hardware PWM here."]


def test_a_walk_goes_on_where_it_was_left_and_ends_when_all_is_right(tmp_path: Path) -> None:
    keys = ("module-8", "lamp-stop", "button-stop")
    steps = [one for one in all_steps() if one.key in keys]
    first = ModelMachine(tmp_path, steps)
    first.wait_for("[1 of 3]")
    first.type("s")
    first.wait_for("[2 of 3]")
    assert not first.end()
    assert "  module-8, left for later: Module 8 of 8, counted from the left" in first.said
    again = ModelMachine(tmp_path, steps)
    again.wait_for("[2 of 3]")
    assert not any("[1 of 3]" in line for line in again.said)
    again.type("b")
    again.wait_for("[1 of 3]")
    for line in ("1", "1"):
        again.type(line)
    again.wait_for("[3 of 3]")
    again.wait_for("nothing happens here")
    again.press("stop")
    again.wait_for("All 3 steps are as they should be.")
    assert again.end()


def test_a_board_that_is_unplugged_says_so_and_goes_on_when_it_is_back(
    at_machine: Callable[..., ModelMachine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.bring_up.rig.SHOWN_SECONDS", 1.0)
    machine = at_machine("module-8", "module-7")
    machine.wait_for("more than the number")
    machine.board.faults.unplugged = True
    machine.type("1")
    at = machine.wait_for("can't show this: The model board is unplugged")
    machine.board.faults.unplugged = False
    machine.type("r")
    machine.wait_for("more than the number", at + 5)
    wait_until("a 7", lambda: {x // 8 + 1 for x, _ in lit_dots(machine.seen())} == {7})


def test_a_whole_simulated_machine_by_keyboard_left_in_the_middle_and_resumed(tmp_path: Path) -> None:
    status, shown = at_keyboard(tmp_path, "1\n1\n1\nq\n", "--scoreboard", "model")
    assert status == 1
    assert "[4 of 34] Module 6" in shown
    assert "SIMULATED (model)" in shown
    status, shown = at_keyboard(tmp_path, "1\n" * 27, "--scoreboard", "model")
    assert "[4 of 34] Module 6" in shown
    assert "[3 of 34]" not in shown
    assert "SIMULATED (mock pins), and lights: roll_on" in shown
    assert "All 34 steps are as they should be." in shown
    assert status == 0


@pytest.mark.parametrize(
    ("settings", "options", "simulated"),
    [("", (), True), ("", ("--scoreboard", "model"), False),
     ('[scoreboard]\nsource = "off"\n[panel]\nfactory = "mock"\n', (), False)],
    ids=["all of it", "its board", "its panel"],
)
def test_what_was_seen_of_a_simulated_machine_is_not_known_of_the_real_one(
    tmp_path: Path, settings: str, options: tuple[str, ...], simulated: bool
) -> None:
    _, shown = at_keyboard(tmp_path, "1\nq\n", *options, settings=settings, simulated=simulated)
    assert "[2 of " in shown
    real = '[scoreboard]\nsource = "/dev/ttyNONE0"\n[panel]\nfactory = "lgpio"\n'
    (tmp_path / "tray.toml").write_text(real, encoding="utf-8")
    command = [TRAY, "bring-up", "--config", "tray.toml", "--list"]
    listed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert listed.stdout.count("not looked at") == len(listed.stdout.splitlines()) > 0


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=lambda number: number.name)
def test_a_lost_connection_ends_the_walk_in_order(tmp_path: Path, number: int) -> None:
    with subprocess.Popen(
        ["env", "--default-signal=HUP", TRAY, "bring-up", "--simulated", "--scoreboard", "model"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path,
    ) as walk:  # fmt: skip
        assert walk.stdout
        while b"[1 of " not in (line := walk.stdout.readline()):
            assert line
        walk.send_signal(number)
        assert walk.communicate(timeout=60)[1] == b""
        assert walk.returncode == 130


def test_a_mistake_is_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [TRAY, "bring-up", "--simulated", "--from", "module-99"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "module-99" in done.stderr
    (tmp_path / "tray.toml").write_text('[scoreboard]\nsource = "off"\n[panel]\nfactory = "off"\n', encoding="utf-8")
    done = subprocess.run(
        [TRAY, "bring-up", "--config", "tray.toml"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "nothing to bring up" in done.stderr
