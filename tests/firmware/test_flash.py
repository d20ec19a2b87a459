"""`make flash`: what is handed to avrdude, and the check over the link that follows. avrdude itself, and the
bootloader that it talks to, need a real board: a script that notes its arguments stands in for it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hardware.serial_line import open_serial

from .board import FIRMWARE, VERSION, Simulator

AVRDUDE = """#!/bin/sh
echo "$@" > "$NOTED"
flock --nonblock "$6" true || echo "the line is ours alone"
exit "$STATUS"
"""


def flash(folder: Path, *variables: str, status: int = 0) -> tuple[int, str, str]:
    """`make flash` with these variables: its exit status, what avrdude was told, what was printed."""
    noted, avrdude = folder / "noted", folder / "avrdude"
    noted.write_text("", encoding="utf-8")
    avrdude.write_text(AVRDUDE, encoding="utf-8")
    avrdude.chmod(0o755)
    environment = {
        **os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "NOTED": str(noted), "STATUS": str(status)
    }  # fmt: skip
    done = subprocess.run(
        ["make", "-C", str(FIRMWARE), "flash", *variables], env=environment, capture_output=True, text=True
    )
    return done.returncode, noted.read_text(encoding="utf-8").strip(), done.stdout + done.stderr


@pytest.mark.parametrize(("variables", "baud"), [((), "115200"), (("BOOTLOADER_BAUD=57600",), "57600")])
def test_the_firmware_is_written_and_its_version_read_back(
    built: str, tmp_path: Path, variables: tuple[str, ...], baud: str
) -> None:
    with Simulator("--dtr") as board:
        port = board.pty()
        status, told, printed = flash(tmp_path, f"PORT={port}", *variables)
    assert status == 0, printed
    assert told == f"-p m328p -c arduino -P {port} -b {baud} -D -U flash:w:build/firmware.hex:i"
    assert (FIRMWARE / "build" / "firmware.hex").read_text(encoding="ascii").startswith(":")
    assert f"{port}: scoreboard firmware {VERSION}" in printed
    assert "the line is ours alone" in printed, "a table would reset the board in the middle"


def test_a_line_that_a_table_holds_is_not_written_to(built: str, tmp_path: Path) -> None:
    with Simulator() as board:
        port = board.pty()
        table = open_serial(port)
        status, told, printed = flash(tmp_path, f"PORT={port}")
        table.close()
    assert (status, told) == (2, "")
    assert "is in use, by a table that is running for one: stop that first" in printed
    assert "Traceback" not in printed


def test_a_line_that_is_not_there_is_said_in_words(built: str, tmp_path: Path) -> None:
    status, told, printed = flash(tmp_path, "PORT=/dev/ttyNONE0")
    assert (status, told) == (2, "")
    assert "/dev/ttyNONE0 can't be opened: nothing is plugged in there" in printed


def test_where_avrdude_fails_the_board_is_not_called_flashed(built: str, tmp_path: Path) -> None:
    with Simulator() as board:
        status, _, printed = flash(tmp_path, f"PORT={board.pty()}", status=1)
    assert status != 0
    assert "scoreboard firmware" not in printed


def test_a_board_that_runs_another_version_is_told_of(built: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    subprocess.run(["cp", "-r", FIRMWARE, other], check=True)
    version = other / "src" / "version.h"
    version.write_text(version.read_text(encoding="utf-8").replace("MAJOR 1", "MAJOR 9"), encoding="utf-8")
    subprocess.run(["make", "--silent", "-C", str(other), "build/firmware.elf"], check=True, capture_output=True)
    with Simulator(elf=other / "build" / "firmware.elf") as board:
        status, _, printed = flash(tmp_path, f"PORT={board.pty()}")
    assert status != 0
    assert f"runs 9.{VERSION.partition('.')[2]}, not {VERSION}" in printed
