"""Cameras that are held still: OpenCV's and Picamera2's own calls, and how calibration uses them."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.calibration.conftest import Ready, simulated
from vision.calibration.camera import calibrate_camera
from vision.calibration.results import CameraResult
from vision.calibration.session import Session
from vision.cameras import CameraError, Frame
from vision.cameras.picamera import PiCamera, found_cameras
from vision.cameras.usb import UsbCamera
from vision.cameras.v4l2 import BY_ITSELF, MANUAL, FoundCamera, hold
from vision.cameras.v4l2 import found_cameras as found_usb_cameras
from vision.settings import CameraLocks, MatSettings

OWN_EXPOSURE = 156.0
"""Tenths of a millisecond that the camera chooses by itself."""
WELL_LIT = 0.5545
"""Power of a lamp under which that exposure shows white paper as calibration wants it."""


class Webcam:
    """cv2.VideoCapture over V4L2 in front of the simulated tray: it exposes as it is told, under a humming lamp.

    Controls as a UVC camera has them: what its automatics choose can't be set, and values are whole numbers.
    """

    frame_rate = 30.0
    readout = 1 / 40

    def __init__(self, mains: int | None = None, power: float = 1.0, has_focus: bool = True) -> None:
        self._tray = simulated()
        self._mains, self._power = mains, power
        self._grabbed: Frame | None = None
        self.opened = 0
        self.values: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: BY_ITSELF, cv2.CAP_PROP_EXPOSURE: OWN_EXPOSURE, cv2.CAP_PROP_GAIN: 10.0,
            cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
        }  # fmt: skip
        if has_focus:
            self.values |= {cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_FOCUS: 30.0}

    def open(self, device: str, backend: int) -> Webcam:
        self.opened += 1
        return self

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return True

    def get(self, prop: int) -> float:
        return self.values.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        automatic = {
            cv2.CAP_PROP_EXPOSURE: self.values[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_ITSELF,
            cv2.CAP_PROP_WB_TEMPERATURE: self.values[cv2.CAP_PROP_AUTO_WB] == 1,
            cv2.CAP_PROP_FOCUS: self.values.get(cv2.CAP_PROP_AUTOFOCUS) == 1,
        }
        if prop not in self.values or automatic.get(prop):
            return False
        self.values[prop] = float(round(value))
        return True

    def grab(self) -> bool:
        self._grabbed = self._tray.read()
        return self._grabbed is not None

    def retrieve(self) -> tuple[bool, np.ndarray]:
        assert self._grabbed is not None
        image = self._grabbed.image
        exposure = self.values[cv2.CAP_PROP_EXPOSURE] * 1e-4
        gathered = self._power * exposure / 0.01 * np.ones(image.shape[0])
        if self._mains:
            lines = np.arange(image.shape[0]) / image.shape[0]
            opened = self._grabbed.number / self.frame_rate + lines * self.readout
            turn = 2 * np.pi * 2 * self._mains
            hum = (np.sin(turn * (opened + exposure)) - np.sin(turn * opened)) / (turn * exposure)
            gathered *= 1 + 0.5 * hum
        gains = np.ascontiguousarray(np.broadcast_to(gathered[:, None, None] ** (1 / 2.2), image.shape), np.float32)
        return True, np.asarray(cv2.multiply(image, gains, dtype=cv2.CV_8U), np.uint8)

    def release(self) -> None:
        pass


class Timed(UsbCamera):
    """The frames' times as a camera's own clock has them, whatever the machine is busy with."""

    def read(self) -> Frame:
        frame = super().read()
        return Frame(frame.image, frame.number / Webcam.frame_rate, frame.number)


@pytest.fixture
def device(tmp_path: Path) -> str:
    (tmp_path / "video0").touch()
    return str(tmp_path / "video0")


def calibrated(webcam: Webcam, device: str) -> CameraResult:
    camera = Timed(device, (1280, 960), 30, webcam.open)
    try:
        return calibrate_camera(Session(camera, Ready(), ask=False), device, MatSettings(), None, 30)
    finally:
        camera.close()


def test_a_usb_camera_is_held_where_its_automatics_left_it(device: str) -> None:
    webcam = Webcam(power=WELL_LIT)
    result = calibrated(webcam, device)
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
    assert webcam.values[cv2.CAP_PROP_AUTO_WB] == 0
    assert webcam.values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert result.locks() == CameraLocks(pytest.approx(0.0156), 10.0, 4600.0, None, 30.0)


def test_a_camera_that_doesnt_know_what_it_chose_is_held_by_nothing() -> None:
    webcam = Webcam()
    webcam.values |= {cv2.CAP_PROP_EXPOSURE: 0.0, cv2.CAP_PROP_WB_TEMPERATURE: 0.0, cv2.CAP_PROP_GAIN: 0.0}
    assert hold(webcam, CameraLocks()) == CameraLocks(exposure=None, gain=0.0, white_balance=None, focus=30.0)


def test_a_camera_that_exposes_wrongly_is_exposed_for_white_paper(device: str) -> None:
    webcam = Webcam(power=0.2)
    result = calibrated(webcam, device)
    assert result.exposure is not None
    assert result.exposure > 0.028, "as long as 30 frames a second allow, for there is little light"
    too_bright = calibrated(Webcam(power=4.0), device)
    assert too_bright.exposure is not None
    assert too_bright.exposure < 0.004
    light = next(score for score in too_bright.scores if score.name == "light")
    assert light.points > 90


@pytest.mark.parametrize(("mains", "period"), [(50, 0.010), (60, 1 / 120)])
def test_under_a_humming_lamp_it_exposes_for_whole_periods(mains: int, period: float, device: str) -> None:
    webcam = Webcam(mains)
    webcam.frame_rate = 29.5
    camera = UsbCamera(device, (1280, 960), 30, webcam.open)

    class OwnClock:
        hold = camera.hold

        def read(self) -> Frame:
            frame = camera.read()
            return Frame(frame.image, frame.number / 29.5, frame.number)

        def close(self) -> None:
            camera.close()

    try:
        result = calibrate_camera(Session(OwnClock(), Ready(), ask=False), device, MatSettings(), None, 30)
    finally:
        camera.close()
    assert result.exposure is not None
    periods = result.exposure / period
    assert periods == pytest.approx(round(periods), abs=0.02)
    assert next(score for score in result.scores if score.name == "flicker").points > 70


def test_a_camera_without_focus_or_gain_is_held_in_what_it_has(device: str) -> None:
    webcam = Webcam(power=WELL_LIT, has_focus=False)
    del webcam.values[cv2.CAP_PROP_GAIN]
    locks = calibrated(webcam, device).locks()
    assert (locks.gain, locks.focus) == (None, None)
    assert locks.exposure == pytest.approx(0.0156)


class Exposed(Ready):
    """A person who tells, whenever something is said, whether the camera exposes by itself just then."""

    def __init__(self, webcam: Webcam, *lines: str) -> None:
        super().__init__(*lines)
        self._webcam = webcam
        self.by_itself: list[tuple[str, bool]] = []

    def tell(self, words: str) -> None:
        super().tell(words)
        self.by_itself.append((words, self._webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_ITSELF))


def test_another_try_finds_its_exposure_anew(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand lies on the mat until it is said that the mat isn't in view."""
    webcam = Webcam(power=WELL_LIT)
    webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] = MANUAL  # as it was held when it was calibrated last
    person = Exposed(webcam, "", "")
    retrieve, hand = webcam.retrieve, np.zeros((960, 1280, 3), np.uint8)
    monkeypatch.setattr(webcam, "retrieve", lambda: (
        retrieve() if any("try again" in words for words in person.told) else (True, hand)
    ))
    camera = Timed(device, (1280, 960), 30, webcam.open)
    try:
        result = calibrate_camera(Session(camera, person), device, MatSettings(), None, 30)
    finally:
        camera.close()
    asked = [by_itself for words, by_itself in person.by_itself if "Enter" in words]
    tried = [by_itself for words, by_itself in person.by_itself if words == "The camera finds its exposure."]
    assert asked == tried == [True, True]
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
    assert result.exposure == pytest.approx(0.0156)


def test_a_camera_that_takes_no_orders_just_then_is_tried_again(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam = Webcam(power=WELL_LIT)
    camera = Timed(device, (1280, 960), 30, webcam.open)
    person, hold = Ready("", "", "q"), camera.hold

    def unplugged(locks: CameraLocks | None) -> CameraLocks:
        raise CameraError("The camera doesn't take orders: it is unplugged or hangs.")

    def tell(words: str) -> None:
        person.told.append(words)
        if "doesn't take orders" in words:
            monkeypatch.setattr(camera, "hold", hold)

    monkeypatch.setattr(camera, "hold", unplugged)
    monkeypatch.setattr(person, "tell", tell)
    try:
        result = calibrate_camera(Session(camera, person), device, MatSettings(), None, 30)
        assert result.exposure == pytest.approx(0.0156)
        assert any("doesn't take orders" in words and "Press Enter to try again" in words for words in person.told)
        monkeypatch.setattr(camera, "hold", unplugged)
        with pytest.raises(CameraError, match="doesn't take orders"):
            calibrate_camera(Session(camera, person, ask=False), device, MatSettings(), None, 30)
    finally:
        camera.close()


def test_a_camera_that_takes_no_orders_while_it_is_held_chooses_by_itself_again(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam, person = Webcam(power=WELL_LIT), Ready()
    camera = Timed(device, (1280, 960), 30, webcam.open)
    asked: list[CameraLocks | None] = []
    hold = camera.hold

    def loses_hold(locks: CameraLocks | None) -> CameraLocks:
        asked.append(locks)
        if locks is not None:
            raise CameraError("The camera doesn't take orders: it is unplugged or hangs.")
        return hold(locks)

    monkeypatch.setattr(camera, "hold", loses_hold)
    try:
        with pytest.raises(CameraError, match="doesn't take orders"):
            calibrate_camera(Session(camera, person, ask=False), device, MatSettings(), None, 30)
        assert asked[-1] is None
    finally:
        camera.close()


def test_what_was_kept_is_held_when_the_camera_is_opened_and_opened_again(device: str) -> None:
    webcam = Webcam()
    camera = UsbCamera(device, (1280, 960), 30, webcam.open, locks=CameraLocks(0.02, 5.0, 3800.0, None, 40.0))
    try:
        camera.read()
        held = {prop: webcam.values[prop] for prop in (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN, cv2.CAP_PROP_FOCUS)}
        assert held == {cv2.CAP_PROP_EXPOSURE: 200.0, cv2.CAP_PROP_GAIN: 5.0, cv2.CAP_PROP_FOCUS: 40.0}
        Path(device).unlink()
        webcam.values |= {cv2.CAP_PROP_AUTO_EXPOSURE: BY_ITSELF, cv2.CAP_PROP_EXPOSURE: OWN_EXPOSURE}
        _until_trouble(camera)
        Path(device).touch()
        _until_frame(camera)
        assert webcam.opened > 1
        assert webcam.values[cv2.CAP_PROP_EXPOSURE] == 200.0
    finally:
        camera.close()


def test_a_camera_that_nobody_calibrated_keeps_its_own_ways(device: str) -> None:
    webcam = Webcam()
    before = dict(webcam.values)
    camera = UsbCamera(device, (1280, 960), 30, webcam.open)
    camera.read()
    camera.close()
    assert {prop: webcam.values[prop] for prop in before} == before


def test_a_camera_that_an_earlier_run_held_is_let_go_where_nothing_is_to_be_held(device: str) -> None:
    webcam = Webcam()
    for locks in (CameraLocks(0.02, 5.0, 3800.0, None, 40.0), None):
        camera = UsbCamera(device, (1280, 960), 30, webcam.open, locks=locks)
        camera.read()
        camera.close()
    automatics = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)
    assert [webcam.values[prop] for prop in automatics] == [BY_ITSELF, 1, 1]


def test_an_unplugged_camera_says_that_it_takes_no_orders(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.cameras.usb.ANSWER_S", 0.3)
    webcam = Webcam()
    webcam.isOpened = lambda: False  # type: ignore[method-assign]
    camera = UsbCamera(device, (1280, 960), 30, webcam.open)
    try:
        with pytest.raises(CameraError, match="doesn't take orders"):
            camera.hold(CameraLocks())
    finally:
        camera.close()


def a_device(system: Path, name: str, label: str, index: int, bus: str | None) -> None:
    """A V4L2 device as /sys shows it: its own folder, with a link to the hardware, whose link names its bus."""
    (system / name).mkdir(parents=True)
    (system / name / "name").write_text(f"{label}\n")
    (system / name / "index").write_text(f"{index}\n")
    if bus is None:
        return
    hardware = system.parent / "hardware" / name
    hardware.mkdir(parents=True)
    (hardware / "subsystem").symlink_to(Path("../../bus") / bus)
    (system / name / "device").symlink_to(Path("../../hardware") / name)


def test_only_what_gives_pictures_is_listed(tmp_path: Path) -> None:
    """On a Raspberry Pi with two webcams."""
    for bus in ("usb", "platform", "vchiq-bus"):
        (tmp_path / "bus" / bus).mkdir(parents=True)
    system = tmp_path / "video4linux"
    a_device(system, "video0", "unicam-image", 0, "platform")
    a_device(system, "video1", "HD Webcam", 0, "usb")
    a_device(system, "video2", "HD Webcam", 1, "usb")
    a_device(system, "video10", "bcm2835-codec-decode", 0, "vchiq-bus")
    a_device(system, "video14", "bcm2835-isp-capture0", 0, "platform")
    a_device(system, "video19", "rpivid", 0, "platform")
    a_device(system, "video20", "Of no hardware", 0, None)
    a_device(system, "video32", "Other", 0, "usb")
    assert found_usb_cameras(system) == [
        FoundCamera("/dev/video1", "HD Webcam"), FoundCamera("/dev/video32", "Other"),
    ]  # fmt: skip
    assert found_usb_cameras(tmp_path / "nowhere") == []


# --- Picamera2 ----------------------------------------------------------------------------------------------------

STAND_IN = '''
"""Picamera2 as the helper uses it: what it is told takes hold a few frames later, and its log says what it was."""
import itertools, json, os, time
import numpy as np

class Request:
    def __init__(self, camera, number, held):
        self._camera, self._number, self._held = camera, number, held
    def get_metadata(self):
        held = self._held
        return {"SensorTimestamp": 5_000_000_000 + self._number * 33_000_000, "ExposureTime": held["ExposureTime"],
                "AnalogueGain": held["AnalogueGain"], "ColourGains": held["ColourGains"]}
    def make_array(self, name):
        return np.full((*self._camera.size[::-1], 3), self._number % 256, np.uint8)
    def release(self):
        pass

class Picamera2:
    camera_controls = {"AeEnable": (False, True, None), "ExposureTime": (75, 11766829, None), "AwbEnable": (0, 1, 0),
                       "AnalogueGain": (1.0, 16.0, None), "ColourGains": (0.0, 32.0, None)}
    @staticmethod
    def global_camera_info():
        return [{"Model": "imx477", "Location": 2, "Rotation": 180, "Id": "/base/soc/i2c@1/imx477@1a", "Num": 0}]
    def create_video_configuration(self, main, controls, buffer_count):
        return main["size"]
    def configure(self, size):
        self.size, self._numbers = size, itertools.count()
        self.held = {"ExposureTime": 16000, "AnalogueGain": 2.5, "ColourGains": (1.75, 2.125)}
        self._given = [{}] * 6
    def start(self):
        pass
    def stop(self):
        pass
    def set_controls(self, controls):
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown} is not advertised by libcamera")
        with open(os.environ["TOLD"], "a") as told:
            told.write(json.dumps(controls) + "\\n")
        self._given[-1] = {name: controls[name] for name in self.held if name in controls}
        if "ExposureTime" in controls:
            self._given[-1]["ExposureTime"] = min(controls["ExposureTime"], 33000)
    def capture_request(self):
        time.sleep(0.01)
        self._given.append({})
        self.held = self.held | self._given.pop(0)
        return Request(self, next(self._numbers), self.held)
'''


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the stand-in for Picamera2 writes what it is told."""
    (tmp_path / "picamera2.py").write_text(STAND_IN)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("TOLD", str(tmp_path / "told"))
    return tmp_path / "told"


def orders(told: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in told.read_text().splitlines()] if told.exists() else []


def test_the_pi_camera_is_held_where_its_automatics_left_it(told: Path) -> None:
    camera = PiCamera((64, 48), 30, python=sys.executable)
    try:
        locks = camera.hold(CameraLocks())
        assert locks == CameraLocks(exposure=0.016, gain=2.5, colour_gains=(1.75, 2.125))
        assert camera.hold(CameraLocks(exposure=0.02)).exposure == 0.02
        longest = camera.hold(CameraLocks(exposure=2.0, focus=3.0))
        assert longest == CameraLocks(exposure=0.033, gain=2.5, colour_gains=(1.75, 2.125)), "not what was asked for"
    finally:
        camera.close()
    by_itself, first, second, *_ = orders(told)
    assert by_itself == {"AeEnable": True, "AwbEnable": True}
    assert first == {"AeEnable": False, "AwbEnable": False} | {
        "ExposureTime": 16000, "AnalogueGain": 2.5, "ColourGains": [1.75, 2.125]
    }, "AfMode is left out, for this camera has none"
    assert second["ExposureTime"] == 20000


def test_the_pi_camera_is_held_from_its_start_and_let_go(told: Path) -> None:
    camera = PiCamera((64, 48), 30, python=sys.executable, locks=CameraLocks(0.01, 1.5, None, (2.0, 1.5)))
    try:
        _until(lambda: orders(told))
        camera.hold(None)
        _until(lambda: len(orders(told)) == 2)
    finally:
        camera.close()
    assert orders(told) == [
        {"AeEnable": False, "AwbEnable": False}
        | {"ExposureTime": 10000, "AnalogueGain": 1.5, "ColourGains": [2.0, 1.5]},
        {"AeEnable": True, "AwbEnable": True},
    ]


def test_a_pi_camera_that_nobody_calibrated_focuses_by_itself(told: Path, tmp_path: Path) -> None:
    with (tmp_path / "picamera2.py").open("a") as stand_in:
        stand_in.write('Picamera2.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}\n')
    camera = PiCamera((64, 48), 30, python=sys.executable)
    try:
        _until(lambda: orders(told))
    finally:
        camera.close()
    assert orders(told) == [{"AeEnable": True, "AwbEnable": True, "AfMode": 2}]


def test_the_pis_cameras_are_listed(told: Path) -> None:
    assert found_cameras(sys.executable) == ["imx477"]
    assert found_cameras("/nowhere/python3") == []


def _until(condition: object) -> None:
    deadline = time.monotonic() + 60
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _until_frame(camera: UsbCamera) -> None:
    def came() -> bool:
        try:
            camera.read()
        except CameraError:
            return False
        return True

    _until(came)


def _until_trouble(camera: UsbCamera) -> None:
    def troubled() -> bool:
        try:
            camera.read()
        except CameraError:
            return True
        return False

    _until(troubled)
