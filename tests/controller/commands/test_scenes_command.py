"""`tray scenes`: the scoreboard's scenes in a terminal and on a board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.app import play_scenes
from controller.errors import TrayError
from controller.settings import Settings
from hardware.model_board import ModelBoard
from hardware.scenes import SCENES
from tests.hardware.on_a_line import OnALine


@pytest.fixture
def line() -> Iterator[OnALine]:
    with OnALine(ModelBoard()) as board:
        yield board


def test_a_scene_is_drawn_where_there_is_no_terminal_to_move_in(tray):
    done = tray("scenes", "wimpout")
    assert done.status == 0
    assert {"waiting for a throw", "wimpout"} <= set(done.out.splitlines())
    assert "█" in done.out


def test_a_scene_that_does_not_exist_is_answered_with_those_that_do(tray):
    complaint = tray("scenes", "explosion").complaint
    assert "There is no scene 'explosion'" in complaint
    assert all(name in complaint for name in SCENES)


def test_the_scenes_of_a_board_are_named_as_they_are_played(tray, line):
    done = tray("scenes", "flash", "--scoreboard", line.device)
    assert (done.status, done.out.splitlines()) == (0, ["waiting for a throw", "flash"])


def test_a_board_that_is_unplugged_meanwhile_ends_the_show_with_the_reason(line: OnALine) -> None:
    show = play_scenes(Settings(), line.device, ["flash", "wimpout"])
    assert next(show) == "waiting for a throw"
    line.unplug()
    with pytest.raises(TrayError, match=rf"There is no {line.device}|The line to the board is gone"):
        list(show)


def test_a_board_that_is_not_there_is_said_with_what_to_do(tray):
    complaint = tray("scenes", "flash", "--scoreboard", "/dev/ttyNONE0").complaint
    assert "There is no /dev/ttyNONE0: plug the scoreboard in" in complaint
