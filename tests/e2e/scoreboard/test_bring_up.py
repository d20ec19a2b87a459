"""Bringing up a machine with the real firmware, wired right and wired wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.canvas import Canvas
from hardware.protocol import FIRMWARE
from hardware.scenes.scene import write
from tests.e2e.scoreboard.pins import Look, Looks, PinsLine
from tests.firmware.board import WAIT
from tests.hardware.walking import SIZE, MachineUnderTest, all_steps, at_keyboard, wires_at, wires_in

pytestmark = pytest.mark.usefixtures("firmware")

RED, DARK = (90, 0, 0), (0, 0, 0)


def says_red(look: Look) -> bool:
    """Whether the modules show the word RED."""
    canvas = Canvas(SIZE)
    write(canvas, "RED")
    return look.pixels == canvas.freeze().rows()


def test_the_terminal_shows_what_the_pins_of_the_real_firmware_show(tmp_path: Path) -> None:
    status, shown = at_keyboard(tmp_path, "1\n1\nq\n", "--scoreboard", "simavr")
    assert status == 1
    assert f"simavr: firmware {'.'.join(map(str, FIRMWARE))}, last started by power on." in shown
    module_7 = shown.partition("[3 of 34]")[2]
    assert "▀▀▀█" in module_7.partition("What do you see?")[0].split("\n")[3]


def test_clock_and_data_of_the_ring_swapped_lead_to_their_wires(tmp_path: Path) -> None:
    looks = Looks()
    with PinsLine(looks.add, 1, "--ring=D7,D6") as pins:
        machine = MachineUnderTest(tmp_path, [one for one in all_steps() if one.key == "ring-colours"], pins)
        machine.wait_for("the same wrong colour")
        assert looks.wait_until(lambda seen: any(says_red(look) for look, _ in seen), WAIT)
        ring = set(next(look for look, _ in looks.all() if says_red(look)).ring)
        assert ring != {RED}, "the mistake shows"
        told = machine.answer("nothing" if ring == {DARK} else "other colours")
        assert wires_in(told) >= wires_at("R4 ") | wires_at("R5 ")
        machine.end()
