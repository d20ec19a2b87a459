"""The simulation shows mistakes, and is easy to live with."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .board import ELF, FIRMWARE, SIMULATOR, VERSION, Client, Simulator
from .conftest import make
from .test_frames import noise

Board = tuple[Simulator, Client]


@pytest.mark.parametrize("pins", ["C0,C1", "D7,D6", "B5,B3"], ids=["unused", "swapped", "the modules'"])
def test_a_ring_on_wrong_wires_does_not_show_what_was_sent(power_up: Callable[..., Board], pins: str) -> None:
    simulator, client = power_up("--ring", pins)
    frame = noise(random.Random(2))
    client.show(frame)
    shown = simulator.wait_for(lambda picture: picture.pixels == frame.pixels)
    assert shown.ring != frame.ring


def test_a_board_that_is_wired_to_other_pins_works_with_a_firmware_built_for_them(
    built: str, tmp_path: Path
) -> None:
    """One build folder for both: the second build has to notice the other pins."""
    other, elf = f"BUILD={tmp_path}", tmp_path / "firmware.elf"
    make(other, str(elf))
    make(other, str(elf), "RING_CLOCK=A5", "RING_DATA=D10", "MATRIX_LOAD=D2")
    with Simulator("--ring", "C5,B2", "--load", "D2", elf=elf) as simulator:
        client = Client(simulator.pty())
        client.greet()
        frame = noise(random.Random(4))
        client.show(frame)
        simulator.wait_for(frame.is_shown_by)
        client.close()


def test_a_chain_longer_than_the_settings_say_shows_the_picture_at_its_near_end(
    power_up: Callable[..., Board],
) -> None:
    simulator, client = power_up("--modules", "10")
    frame = noise(random.Random(3))
    client.show(frame)
    simulator.wait_for(lambda picture: tuple(row[16:] for row in picture.pixels) == frame.pixels)


def test_it_ends_when_its_parent_does_and_on_sigterm(power_up: Callable[..., Board]) -> None:
    assert power_up()[0].stop() == 0
    assert power_up()[0].terminate() == 0


@pytest.mark.parametrize(("arguments", "complaint"), [
    (["--modules", "17", str(ELF)], "from 1 to 16"),
    (["--lights", "many", str(ELF)], "from 1 to 90"),
    (["--speed", "fast", str(ELF)], "--speed takes a number"),
    (["--ring", "Z9", str(ELF)], "takes two pins"),
    (["--load", "B8", str(ELF)], "takes a pin"),
    (["--bootloader", "fat", str(ELF)], "takes none, new or old"),
    (["nowhere.elf"], "make -C firmware"),
    ([], "see --help"),
])
def test_a_mistake_on_the_command_line_is_one_line_and_status_2(
    built: str, arguments: list[str], complaint: str
) -> None:
    done = subprocess.run([SIMULATOR, *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_help_names_every_command_and_option(built: str) -> None:
    text = subprocess.run([SIMULATOR, "--help"], capture_output=True, text=True, check=True).stdout
    for word in ("--modules", "--lights", "--speed", "--dtr", "reset", "power", "hang", "unplug", "plug", "glitch"):
        assert word in text


def test_the_check_after_flashing_reads_the_version_over_the_line(built: str) -> None:
    with Simulator() as simulator:
        script = [sys.executable, str(FIRMWARE / "check_version.py"), simulator.pty()]
        done = subprocess.run(script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"scoreboard firmware {VERSION}" in done.stdout
