"""The scenes in a terminal: what is drawn is what the board would show."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from controller.clock import TestClock
from hardware.canvas import Picture, Size
from hardware.errors import HardwareError
from hardware.layout import final_picture
from hardware.rehearsal import steps
from hardware.scenes import SCENES
from hardware.terminal import HALVES, as_text, play

TRAY = Path(sys.executable).with_name("tray")
PIXELS = {half: pixels for pixels, half in HALVES.items()}


def rows_of(text: str, size: Size) -> tuple[str, ...]:
    """The board's rows, read off the characters."""
    rows: list[str] = []
    for line in text.split("\n")[1:-1]:
        inner = line.ljust(size.columns + 4)[2:-2]
        for half in (0, 1):
            rows.append("".join(".#"[PIXELS[character][half]] for character in inner))
    return tuple(rows)


@pytest.mark.parametrize("size", [Size(), Size(4, 24), Size(16, 90), Size(1, 0)])
def test_a_picture_in_the_terminal_is_the_boards(size: Size) -> None:
    for step in steps(["flash", "supernova"], size):
        picture = final_picture(step.snapshot, size)
        text = as_text(picture, size, colours=False)
        assert rows_of(text, size) == picture.rows()
        assert text.count("●") == sum(any(light) for light in picture.lights())
        assert text.count("●") + text.count("·") == size.lights


def test_the_ring_has_its_colours() -> None:
    size = Size(8, 60)
    ring = bytearray(180)
    ring[:3] = (255, 0, 0)
    lines = as_text(Picture(bytes(64), bytes(ring)), size).splitlines()
    top = re.sub(r"\x1b\[38;2;255;0;0m●", "X", lines[0])
    assert re.sub(r"\x1b\[[\d;]*m", "", top).index("X") == 0, "the ring begins at the far left"


def test_every_scene_is_played_to_its_end() -> None:
    clock, out = TestClock(), io.StringIO()
    play(steps([], Size()), Size(), out, clock.monotonic, clock.travel)
    for name in SCENES:
        assert f"\n{name}\n" in out.getvalue()


def test_a_scene_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(HardwareError, match=r"no scene 'glitter'.*freight_train"):
        list(steps(["glitter"], Size()))


def test_the_command_draws_over_itself_in_a_terminal_and_gives_the_cursor_back() -> None:
    parent, child = pty.openpty()
    running = subprocess.Popen([TRAY, "scenes", "reroll"], stdout=child, stderr=child)
    os.close(child)
    shown = b""
    try:
        while piece := os.read(parent, 65536):
            shown += piece
    except OSError:
        pass  # the other end of a pty that is closed
    finally:
        os.close(parent)
    assert running.wait(timeout=30) == 0
    text = shown.decode()
    assert text.startswith("\x1b[?25l")
    assert text.endswith("\x1b[?25h")
    assert text.count("\x1b[H") > 20
    assert "reroll" in text


def test_the_command_plays_on_the_real_firmware_and_names_what_it_plays(tmp_path: Path) -> None:
    done = subprocess.run(
        [TRAY, "scenes", "--scoreboard", "simavr", "flash"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["waiting for a throw", "flash"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--scoreboard", "/dev/nowhere", "flash"), "There is no /dev/nowhere"), (("glitter",), "no scene 'glitter'")],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = subprocess.run([TRAY, "scenes", *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
