"""The light in which a camera is calibrated is the one that the tray is read in."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from controller.app import OpenTable
from controller.app.steady_light import steady_light
from controller.errors import TrayError
from controller.settings import Settings, load_settings
from hardware.model_board import ModelBoard
from hardware.pwm import HardwarePwm
from tests.hardware.kernel_pwm import OF_PI_4, Kernel
from tests.hardware.on_a_line import OnALine


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """A Pi's PWM, without an overlay yet."""
    pwm = Kernel(tmp_path / "sys")
    monkeypatch.setattr("hardware.tray_light.HardwarePwm", partial(HardwarePwm, folder=pwm.classes, write=pwm.write))
    return pwm


def settings(folder: Path, scoreboard: str, light: str = "off") -> Settings:
    file = folder / "tray.toml"
    file.write_text(
        f'[scoreboard]\nsource = "{scoreboard}"\nreading_light = 33\n[tray_light]\nsource = "{light}"\nlevel = 0.5\n',
        encoding="utf-8",
    )
    return load_settings(file)


def test_tray_light_and_ring_are_held_at_what_the_table_reads_in(tmp_path: Path, kernel: Kernel) -> None:
    board = ModelBoard()
    chip, line, told = kernel.plug(0, OF_PI_4, 2), OnALine(board), list[str]()
    try:
        with steady_light(settings(tmp_path, line.device, "pwm"), told.append) as level:
            assert level == 0.5
            assert kernel.state(chip, 0)["duty_cycle"] == "20000"
            assert board.shown.lights() == ((33, 33, 33),) * 60
        assert not (chip / "pwm0").exists()
        assert set(board.shown.lights()) == {(0, 0, 0)}
        assert told == []
    finally:
        line.unplug()


def test_a_table_lights_its_tray_from_its_start_to_its_end(tmp_path: Path, kernel: Kernel) -> None:
    chip = kernel.plug(0, OF_PI_4, 2)
    plain = settings(tmp_path, "off", "pwm")
    table = OpenTable(
        plain.model_copy(update={
            "camera": plain.camera.model_copy(update={"source": "simulated"}),
            "state": plain.state.model_copy(update={"folder": tmp_path / "state"}),
        }),
        pace={"shows": False}, web=False,
    )
    assert not (chip / "pwm0").exists()
    table.start()
    try:
        assert kernel.state(chip, 0)["duty_cycle"] == "20000"
    finally:
        table.stop()
    assert not (chip / "pwm0").exists()


def test_without_either_the_room_lights_the_tray(tmp_path: Path) -> None:
    told: list[str] = []
    with steady_light(settings(tmp_path, "off"), told.append) as level:
        assert level is None
    assert told == []


def test_a_ring_that_stays_dark_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.app.steady_light.ANSWER_S", 0.5)
    told: list[str] = []
    with steady_light(settings(tmp_path, "/dev/ttyNONE0"), told.append):
        (words,) = told
        assert words.startswith("The ring is dark: There is no /dev/ttyNONE0: plug the scoreboard in")


def test_nothing_is_calibrated_in_another_light(tmp_path: Path, kernel: Kernel) -> None:
    with (
        pytest.raises(TrayError, match="dtoverlay=pwm,pin=18,func=2"),
        steady_light(settings(tmp_path, "off", "pwm"), print),
    ):
        raise AssertionError("the light is dark")
