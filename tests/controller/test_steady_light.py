"""The light in which a camera is calibrated is the one that the tray is read in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from controller.app import OpenTable, calibration, teaching
from controller.app.check import check
from controller.app.steady_light import changed_light, light_level, steady_light
from controller.errors import TrayError
from controller.settings import Settings, load_settings
from hardware.model_board import ModelBoard
from hardware.pwm import HardwarePwm
from tests.hardware.kernel_pwm import OF_PI_4, Kernel
from tests.hardware.on_a_line import OnALine
from vision.calibration.results import CameraResult
from vision.calibration.store import CalibrationStore


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


def at_home(plain: Settings, folder: Path, camera: str) -> Settings:
    """The same settings with this camera, the viewfinder on this machine alone, and all that is kept in `folder`."""
    return plain.model_copy(update={
        "camera": plain.camera.model_copy(update={"source": camera}),
        "state": plain.state.model_copy(update={"folder": folder / "state"}),
        "web": plain.web.model_copy(update={"host": "127.0.0.1", "port": 0}),
    })  # fmt: skip


def test_tray_light_and_ring_are_held_at_what_the_table_reads_in(tmp_path: Path, kernel: Kernel) -> None:
    board = ModelBoard()
    chip, told = kernel.plug(0, OF_PI_4, 2), list[str]()
    with OnALine(board) as line:
        with steady_light(settings(tmp_path, line.device, "pwm"), told.append):
            assert kernel.state(chip, 0)["duty_cycle"] == "20000"
            assert board.shown.lights() == ((33, 33, 33),) * 60
        assert not (chip / "pwm0").exists()
        assert set(board.shown.lights()) == {(0, 0, 0)}
        assert told == []


class Watching:
    """A person who gives up at the first question, and sees how bright the tray is when the picture is shown."""

    def __init__(self, lit: Callable[[], str]) -> None:
        self._lit = lit
        self.saw: list[str] = []

    def tell(self, words: str) -> None:
        if "live: " in words:
            self.saw.append(self._lit())

    def answer(self) -> str | None:
        return "q"

    def hears(self, word: str) -> bool:
        return word == "q"

    def forget(self) -> None:
        """It would say the same again."""


STEPS: list[Callable[[Settings, Watching], object]] = [
    lambda settings, person: calibration.calibrate_tray(settings, person, ask=True),
    lambda settings, person: calibration.calibrate_camera(settings, person, ask=True),
    lambda settings, person: calibration.calibrate_lens(settings, person, ask=True),
    lambda settings, person: check(settings, person, 1, ask=True),
    lambda settings, person: teaching.teach_at_tray(settings, person, "mine", ["2", "sun"]),
]


@pytest.mark.parametrize("step", STEPS, ids=["tray", "camera", "lens", "check", "teach"])
def test_each_step_of_calibration_sees_the_tray_in_the_light_that_it_is_read_in(
    tmp_path: Path, kernel: Kernel, step: Callable[[Settings, Watching], object]
) -> None:
    chip = kernel.plug(0, OF_PI_4, 2)
    person = Watching(lambda: kernel.state(chip, 0)["duty_cycle"])
    with suppress(TrayError):  # it was given up
        step(at_home(settings(tmp_path, "off", "pwm"), tmp_path, "simulated"), person)
    assert person.saw == ["20000"]
    assert not (chip / "pwm0").exists()


def test_a_recording_needs_no_light(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    recorded = at_home(settings(tmp_path, "off", "pwm"), tmp_path, str(tmp_path / "pictures"))
    with steady_light(recorded, print):
        assert light_level(recorded) is None


def held(folder: Path, tray_light: float | None, exposure: float | None = 0.01) -> None:
    """A camera that was calibrated in this light."""
    CalibrationStore(folder / "state" / "calibration").keep(
        CameraResult(camera="simulated", size=(1280, 960), scores=(), exposure=exposure, tray_light=tray_light)
    )


@pytest.mark.parametrize(
    ("source", "then", "words"),
    [("pwm", 0.5, ""), ("off", None, ""), ("pwm", 0.8, "from 80% to 50%"), ("pwm", None, "from off to 50%"),
     ("off", 0.8, "from 80% to off")],
)  # fmt: skip
def test_a_light_that_was_changed_since_is_told(tmp_path: Path, source: str, then: float | None, words: str) -> None:
    now = at_home(settings(tmp_path, "off", source), tmp_path, "simulated")
    assert changed_light(now) == ""
    held(tmp_path, then)
    said = changed_light(now)
    assert words in said
    assert ("`tray calibrate camera`" in said) == bool(said) == bool(words)
    held(tmp_path, then, exposure=None)
    assert changed_light(now) == "", "the camera exposes as it likes"


def test_a_table_says_at_its_start_that_its_light_was_changed(
    tmp_path: Path, kernel: Kernel, caplog: pytest.LogCaptureFixture
) -> None:
    kernel.plug(0, OF_PI_4, 2)
    held(tmp_path, 0.8)
    here = at_home(settings(tmp_path, "off", "pwm"), tmp_path, "simulated")
    table = OpenTable(here, pace={"shows": False}, web=False)
    table.start()
    table.stop()
    assert "calibration: The tray light was changed" in caplog.text


def test_a_table_lights_its_tray_from_its_start_to_its_end(tmp_path: Path, kernel: Kernel) -> None:
    chip = kernel.plug(0, OF_PI_4, 2)
    here = at_home(settings(tmp_path, "off", "pwm"), tmp_path, "simulated")
    table = OpenTable(here, pace={"shows": False}, web=False)
    assert not (chip / "pwm0").exists()
    table.start()
    try:
        assert kernel.state(chip, 0)["duty_cycle"] == "20000"
    finally:
        table.stop()
    assert not (chip / "pwm0").exists()


def test_without_either_the_room_lights_the_tray(tmp_path: Path) -> None:
    told: list[str] = []
    with steady_light(settings(tmp_path, "off"), told.append):
        pass
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
