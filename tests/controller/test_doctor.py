"""`tray doctor`: what it says of a whole machine, of one with nothing plugged in, and of single troubles."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from controller.clock import SystemClock
from controller.doctor import examine, examine_calibration, examine_journal
from controller.journal import Journal
from controller.settings import Settings
from hardware.model_board import Faults, ModelBoard
from hardware.protocol import FIRMWARE
from tests.hardware.on_a_line import OnALine
from tests.vision.calibration.kept import tray
from vision.calibration.results import CameraResult
from vision.calibration.store import CalibrationStore

TRAY = Path(sys.executable).with_name("tray")


def doctor(folder: Path, *options: str, config: str = "") -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit status and, by part, what was found."""
    (folder / "tray.toml").write_text(config, encoding="utf-8")
    done = subprocess.run(
        [TRAY, "doctor", "--json", "--config", "tray.toml", *options],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )
    assert not done.stderr
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, {finding["part"]: finding for finding in findings}


def test_a_simulated_table_is_fine_and_says_that_it_is_simulated(tmp_path: Path) -> None:
    status, found = doctor(tmp_path, "--simulated")
    assert status == 0
    assert set(found) == {"journal", "calibration", "camera", "scoreboard", "panel", "tray light"}
    assert {finding["health"] for finding in found.values()} == {"fine"}
    assert "5 cubes lie there" in found["camera"]["says"]
    version = ".".join(map(str, FIRMWARE))
    assert f"It answers: firmware {version}, 8 modules, 60 lights. (SIMULATED)" in found["scoreboard"]["says"]
    assert re.search(r"Link, from here: \d+ sent, .* at the board: \d+ good, 0 bad CRC", found["scoreboard"]["says"])
    assert all("SIMULATED" in found[part]["says"] for part in ("camera", "scoreboard", "panel"))
    assert not (tmp_path / "state").exists(), "an examination leaves nothing behind"


def test_what_is_not_there_is_broken_and_said_with_what_to_do(tmp_path: Path) -> None:
    status, found = doctor(tmp_path, config='''
        [camera]
        source = "/dev/video-none"
        [scoreboard]
        source = "/dev/ttyNONE0"
        [panel]
        factory = "off"
    ''')
    assert status == 1
    assert found["camera"]["health"] == found["scoreboard"]["health"] == "broken"
    assert "Plug it in" in found["camera"]["says"]
    assert "plug the scoreboard in" in found["scoreboard"]["says"]
    assert (found["panel"]["health"], found["panel"]["says"]) == ("fine", "It is switched off in the settings.")


def board_of(tmp_path: Path, board: ModelBoard) -> dict[str, Any]:
    """What is said of a board on a serial line."""
    with OnALine(board) as line:
        _, found = doctor(tmp_path, config=f'''
            [camera]
            source = "simulated"
            [scoreboard]
            source = "{line.device}"
        ''')
    return found["scoreboard"]


def test_a_board_that_greets_but_shows_nothing_is_broken_and_says_what_to_do(tmp_path: Path) -> None:
    found = board_of(tmp_path, ModelBoard(faults=Faults(mute=True)))
    assert found["health"] == "broken"
    assert "greets, but shows no picture" in found["says"]
    assert "Unplug it and plug it in again" in found["says"]


def test_a_board_with_an_older_firmware_is_worth_a_look_and_what_to_flash_is_said(tmp_path: Path) -> None:
    found = board_of(tmp_path, ModelBoard(faults=Faults(firmware=(0, 9, 0))))
    assert found["health"] == "worth a look"
    assert "It answers: firmware 0.9.0, 8 modules, 60 lights." in found["says"]
    assert f"write that one with `make -C firmware flash PORT={found['kind']}`" in found["says"]


def test_a_camera_and_nothing_else_is_a_whole_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.found_line.UDEV_NAME", str(tmp_path / "scoreboard"))
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    plain = Settings()
    settings = plain.model_copy(update={
        "camera": plain.camera.model_copy(update={"source": "simulated"}),
        "state": plain.state.model_copy(update={"folder": tmp_path / "state"}),
    })
    found = {finding.part: finding for finding in examine(settings)}
    assert "broken" not in {finding.health for finding in found.values()}
    assert found["scoreboard"].says == "No scoreboard is plugged in; the table plays without one."
    assert found["panel"].says == found["tray light"].says == "It is switched off in the settings."


def test_a_tray_light_that_cannot_shine_is_broken_and_says_what_to_do(tmp_path: Path) -> None:
    status, found = doctor(tmp_path, config='''
        [camera]
        source = "simulated"
        [scoreboard]
        source = "off"
        [tray_light]
        source = "pwm"
        pin = 19
    ''')
    assert status == 1
    assert found["tray light"]["health"] == "broken"
    assert "dtoverlay=pwm,pin=19,func=2" in found["tray light"]["says"]


def test_a_camera_is_calibrated_or_it_is_said_how(tmp_path: Path) -> None:
    settings = Settings.model_validate({
        "camera": {"source": "/dev/video0"}, "state": {"folder": tmp_path, "calibration": str(tmp_path / "kept")},
    })  # fmt: skip
    plain = examine_calibration(settings)
    assert plain.health == "worth a look"
    assert "tray calibrate tray" in plain.says
    store = CalibrationStore(tmp_path / "kept")
    store.keep(tray(0.21))
    half = examine_calibration(settings)
    assert half.health == "worth a look"
    assert "the mat to 0.21 mm" in half.says
    assert "tray calibrate camera" in half.says
    store.keep(CameraResult(camera="/dev/video0", size=(1280, 960), scores=()))
    assert examine_calibration(settings).health == "fine"
    store.keep(CameraResult(camera="/dev/video0", size=(1280, 960), scores=(), exposure=0.01, tray_light=0.4))
    other_light = examine_calibration(settings)
    assert other_light.health == "worth a look"
    assert "The tray light was changed since the camera was calibrated, from 40% to off" in other_light.says
    max((tmp_path / "kept").iterdir()).write_text("")
    broken = examine_calibration(settings)
    assert broken.health == "broken"
    assert "0003-camera" in broken.says
    assert "`tray calibrate restore`" in broken.says
    assert "`tray calibrate camera`" in broken.says


def test_what_was_kept_of_a_simulated_camera_may_be_damaged_too(tmp_path: Path) -> None:
    settings = Settings.model_validate({
        "camera": {"source": "simulated"}, "state": {"folder": tmp_path, "calibration": str(tmp_path / "kept")},
    })  # fmt: skip
    assert examine_calibration(settings).health == "fine"
    CalibrationStore(tmp_path / "kept").keep(tray(0.21).model_copy(update={"camera": "simulated"}))
    max((tmp_path / "kept").iterdir()).write_text("")
    broken = examine_calibration(settings)
    assert broken.health == "broken"
    assert "0001-tray" in broken.says
    table = {finding.part: finding for finding in examine(settings)}["table"]
    assert (table.health, table.says) == ("broken", "It can't start before that is put right."), "and not once more"


def test_a_dark_picture_is_worth_a_look(tmp_path: Path) -> None:
    (tmp_path / "dark").mkdir()
    cv2.imwrite(str(tmp_path / "dark" / "1.png"), np.zeros((480, 640, 3), np.uint8))
    status, found = doctor(
        tmp_path, config='[camera]\nsource = "dark"\n[scoreboard]\nsource = "off"\n[panel]\nfactory = "off"\n'
    )
    assert status == 0
    assert found["camera"]["health"] == "worth a look"
    assert "too dark" in found["camera"]["says"]


def test_a_source_that_cannot_be_is_said_in_a_line(tmp_path: Path) -> None:
    status, found = doctor(tmp_path, config='[camera]\nsource = "nowhere.mp4"\n')
    assert status == 1
    assert "There is no camera 'nowhere.mp4'" in found["table"]["says"]


def test_beside_a_table_that_runs_only_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    running = Journal(tmp_path / "state" / "simulated.sqlite3")
    try:
        status, found = doctor(tmp_path, "--simulated")
    finally:
        running.close()
    assert status == 0
    assert list(found) == ["journal"]
    assert found["journal"]["health"] == "worth a look"
    assert "A table is running" in found["journal"]["says"]


def test_a_journal_is_counted_and_a_damaged_one_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    journal = Journal(path)
    journal.append("game_started", {}, SystemClock().now(), game=None)
    journal.close()
    fine = examine_journal(path)
    assert fine.health == "fine"
    assert fine.says.startswith("1 event of 1 game.")
    path.write_bytes(b"no journal at all" * 100)
    broken = examine_journal(path)
    assert broken.health == "broken"
    assert "damaged" in broken.says


def test_a_folder_that_cannot_be_written_is_broken(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for folder in (tmp_path / "file", Path("/proc/nowhere")):
        finding = examine_journal(folder / "journal.sqlite3")
        assert finding.health == "broken"
        assert "Nothing can be written" in finding.says
