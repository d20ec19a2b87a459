"""What the parts say of themselves is shown on the pages, and so can be said in another language."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest

from controller.ports import said
from hardware.errors import HardwareError
from hardware.panel import PanelPins, open_panel
from hardware.pwm import HardwarePwm
from hardware.serial_line import open_serial
from tests.hardware.support import DeviceLog, OneSnapshotFeed, snapshot
from tests.hardware.test_panel import Door
from web_ui.languages import read_languages

GERMAN = read_languages()["de"]


def test_a_panel_says_in_german_how_it_is() -> None:
    devices = DeviceLog()
    panel = open_panel("mock", PanelPins(undo=None))
    panel.start(OneSnapshotFeed(snapshot()), Door(), devices.append)
    panel.stop()
    assert (devices[0].detail, said(devices[0].detail, GERMAN)) == ("3 buttons, 7 lamps", "3 Knöpfe, 7 Lampen")


def test_a_missing_library_is_said_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    devices = DeviceLog()
    panel = open_panel("lgpio", PanelPins())
    panel.start(OneSnapshotFeed(snapshot()), Door(), devices.append)
    panel.stop()
    assert said(devices[0].detail, GERMAN).startswith("Die Bibliothek lgpio fehlt")


def test_a_light_without_its_line_in_the_pis_settings_is_said_in_german(tmp_path: Path) -> None:
    with pytest.raises(HardwareError) as missing:
        HardwarePwm(18, 25_000, folder=tmp_path)
    assert "die Zeile dtoverlay=pwm,pin=18,func=2" in said(str(missing.value), GERMAN)


def test_a_line_without_permission_is_said_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("serial.Serial", refuse)
    with pytest.raises(HardwareError) as refused:
        open_serial("/dev/ttyUSB0")
    assert said(str(refused.value), GERMAN).startswith("Keine Erlaubnis für /dev/ttyUSB0")
