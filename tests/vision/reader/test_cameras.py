"""Cameras by name; video files and folders as they are, USB and Picamera2 with a stand-in for the driver alone."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.cameras import CameraError, Frame, check_recording, check_source, open_camera
from vision.cameras import picamera as picameras
from vision.cameras.controls import CameraLocks
from vision.cameras.folder import FolderCamera
from vision.cameras.newest import NewestFrame
from vision.cameras.picamera import HELPER, PiCamera
from vision.cameras.picamera_helper import HEADER
from vision.cameras.usb import UsbCamera
from vision.settings import ReaderSettings, SimulationSettings

SIZE = (64, 48)
UNPACED = ReaderSettings(paced=False)


def picture(level: int) -> np.ndarray:
    return np.full((SIZE[1], SIZE[0], 3), level, np.uint8)


def write_video(path: Path, frames: int, fps: float = 25.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, SIZE)
    for number in range(frames):
        writer.write(picture(10 * number))
    writer.release()
    return path


def all_frames(source: Path, settings: ReaderSettings = UNPACED, skip: int = 0) -> list[Frame]:
    camera = open_camera(str(source), settings, skip=skip)
    frames = []
    while (frame := camera.read()) is not None:
        frames.append(frame)
    camera.close()
    return frames


# --- by name ------------------------------------------------------------------------------------------------------


def test_a_source_that_does_not_exist_is_named_with_what_would_be_right() -> None:
    with pytest.raises(CameraError, match=r"no camera 'nowhere'.*picamera.*simulated.*video file.*folder"):
        check_source("nowhere")


def test_a_device_that_is_unplugged_can_be_plugged_in_later() -> None:
    check_source("/dev/video97")
    with pytest.raises(CameraError, match="unplugged"):
        open_camera("/dev/video97")


def test_the_simulated_tray_comes_by_its_name_with_its_settings() -> None:
    settings = ReaderSettings(simulation=SimulationSettings(seed=1, paced=False), resolution=(640, 480))
    camera = open_camera("simulated", settings)
    frame = camera.read()
    assert frame is not None
    assert (frame.image.shape, frame.timestamp, frame.number) == ((480, 640, 3), 0.0, 0)
    camera.close()


def test_a_simulated_set_that_does_not_exist_is_an_error_in_words() -> None:
    with pytest.raises(CameraError, match="zebra"):
        open_camera("simulated", ReaderSettings(simulation=SimulationSettings(cube_set="zebra")))


# --- files --------------------------------------------------------------------------------------------------------


def test_a_video_is_played_once_with_the_times_of_its_frames(tmp_path: Path) -> None:
    frames = all_frames(write_video(tmp_path / "roll.mp4", 10))
    assert [frame.number for frame in frames] == list(range(10))
    assert [frame.timestamp for frame in frames] == pytest.approx([number / 25 for number in range(10)])
    assert frames[9].image.mean() == pytest.approx(90, abs=6)


def test_a_video_goes_on_where_it_was(tmp_path: Path) -> None:
    frames = all_frames(write_video(tmp_path / "roll.mp4", 10), skip=7)
    assert [frame.number for frame in frames] == [7, 8, 9]
    assert frames[0].timestamp == pytest.approx(7 / 25)


def test_a_paced_video_takes_its_time(tmp_path: Path) -> None:
    began = time.monotonic()
    all_frames(write_video(tmp_path / "roll.mp4", 8), ReaderSettings(paced=True))
    assert time.monotonic() - began >= 7 / 25


def test_a_damaged_video_is_an_error_in_words(tmp_path: Path) -> None:
    damaged = tmp_path / "roll.mp4"
    damaged.write_bytes(b"no video at all")
    with pytest.raises(CameraError, match=r"roll\.mp4 can't be played"):
        open_camera(str(damaged))


def test_a_folder_shows_each_picture_once_as_a_still(tmp_path: Path) -> None:
    for level in (30, 20, 10):
        cv2.imwrite(str(tmp_path / f"{level}.png"), picture(level))
    (tmp_path / "notes.txt").write_text("no picture")
    frames = all_frames(tmp_path)
    assert [int(frame.image.mean()) for frame in frames] == [10, 20, 30]
    assert all(frame.still for frame in frames)
    assert [frame.number for frame in frames] == [0, 1, 2]


def test_a_paced_folder_keeps_each_picture_in_view_under_one_number(tmp_path: Path) -> None:
    for level in (10, 20):
        cv2.imwrite(str(tmp_path / f"{level}.png"), picture(level))
    frames = all_frames(tmp_path, ReaderSettings(paced=True, still_seconds=0.3))
    numbers = [frame.number for frame in frames]
    assert sorted(set(numbers)) == [0, 1]
    assert len(numbers) > 2


def test_a_damaged_picture_is_told_and_the_next_one_comes(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"broken")
    cv2.imwrite(str(tmp_path / "2.png"), picture(20))
    camera = open_camera(str(tmp_path), UNPACED)
    with pytest.raises(CameraError, match=r"1\.jpg holds no picture"):
        camera.read()
    frame = camera.read()
    assert frame is not None
    assert int(frame.image.mean()) == 20


def test_a_folder_can_be_played_if_any_of_its_pictures_can(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"no picture at all")
    (tmp_path / "notes.txt").write_text("no picture either")
    with pytest.raises(CameraError, match=r"1\.png"):
        check_recording(str(tmp_path))
    cv2.imwrite(str(tmp_path / "2.png"), np.zeros((48, 64, 3), np.uint8))
    check_recording(str(tmp_path))


def test_a_folder_with_a_damaged_picture_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"broken")
    for level in (20, 30):
        cv2.imwrite(str(tmp_path / f"{level}.png"), picture(level))
    camera = open_camera(str(tmp_path), UNPACED)
    with pytest.raises(CameraError):
        camera.read()
    shown = camera.read()
    assert shown is not None
    assert (int(shown.image.mean()), shown.number) == (20, 1)
    after = all_frames(tmp_path, skip=shown.number + 1)
    assert [(int(frame.image.mean()), frame.number) for frame in after] == [(30, 2)]


def test_a_pipe_in_a_folder_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "0.jpg")
    cv2.imwrite(str(tmp_path / "1.png"), picture(90))
    camera = FolderCamera(tmp_path, 1.0)
    with pytest.raises(CameraError, match=r"0\.jpg can't be opened: it is a pipe or a device, not a file"):
        camera.read()
    shown = camera.read()
    assert shown is not None
    assert shown.number == 1


def test_a_folder_that_can_not_be_read_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"gone can't be read \(No such file or directory\)"):
        FolderCamera(tmp_path / "gone", 3.0)


def test_a_folder_without_pictures_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no pictures"):
        open_camera(str(tmp_path))


# --- USB ----------------------------------------------------------------------------------------------------------


class Driver:
    """What cv2.VideoCapture does over V4L2: it goes on giving the last picture when the camera hangs."""

    def __init__(self) -> None:
        self.plugged = True
        self.hangs = False
        self.dark = False
        self.silent = False
        self.breaks: Exception | None = None
        self.opened = 0
        self.released = 0
        self.asked: dict[int, float] = {}
        self.given = 0

    def open(self, device: str, backend: int) -> Driver:
        assert backend == cv2.CAP_V4L2
        self.opened += 1
        self.hangs, self.silent, self.breaks = False, False, None
        return self

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return self.plugged

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop] = value
        return True

    def grab(self) -> bool:
        time.sleep(0.01)
        return self.plugged and not self.silent

    def retrieve(self) -> tuple[bool, np.ndarray]:
        if self.breaks is not None:
            raise self.breaks
        if not self.hangs:
            self.given += 1
        return True, picture(0 if self.dark else 64 + self.given % 128)

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def usb(driver: Driver, tmp_path: Path) -> Iterator[UsbCamera]:
    device = tmp_path / "video0"
    device.touch()
    camera = UsbCamera(str(device), (1280, 960), 30, driver.open)
    yield camera
    camera.close()


def read_until(camera: UsbCamera | PiCamera, wanted: Callable[[Frame | CameraError], bool]) -> Frame | CameraError:
    """Read until something wanted comes, for at most half a minute."""
    deadline = time.monotonic() + 30.0
    while time.monotonic() < deadline:
        got: Frame | CameraError
        try:
            got = camera.read()
        except CameraError as error:
            got = error
        if wanted(got):
            return got
    raise AssertionError("it never came")


def is_frame(got: Frame | CameraError) -> bool:
    return isinstance(got, Frame)


def is_trouble(got: Frame | CameraError) -> bool:
    return isinstance(got, CameraError)


def test_a_usb_camera_is_asked_for_motion_jpeg_at_its_resolution(usb: UsbCamera, driver: Driver) -> None:
    read_until(usb, is_frame)
    assert driver.asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert driver.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert driver.asked[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_a_slow_reader_gets_the_newest_frame(usb: UsbCamera, driver: Driver) -> None:
    first = usb.read()
    deadline = time.monotonic() + 30.0
    while driver.given < first.number + 20 and time.monotonic() < deadline:
        time.sleep(0.01)
    second = usb.read()
    assert second.number > first.number + 15
    assert second.timestamp - first.timestamp >= 0.15


def test_an_unplugged_usb_camera_says_so_and_comes_back(usb: UsbCamera, driver: Driver, tmp_path: Path) -> None:
    before = read_until(usb, is_frame)
    (tmp_path / "video0").unlink()
    driver.plugged = False
    trouble = read_until(usb, is_trouble)
    assert "unplugged" in str(trouble)
    (tmp_path / "video0").touch()
    driver.plugged = True
    after = read_until(usb, is_frame)
    assert isinstance(before, Frame)
    assert isinstance(after, Frame)
    assert after.timestamp > before.timestamp
    assert after.number > before.number


def test_a_usb_camera_that_stays_unplugged_is_said_to_be_so_all_the_time(
    usb: UsbCamera, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.newest.PATIENCE", 0.1)
    read_until(usb, is_frame)
    (tmp_path / "video0").unlink()
    driver.plugged = False
    read_until(usb, is_trouble)
    said = set()
    while driver.opened < 3:  # the second and the third attempt are further apart than a reader is patient
        with pytest.raises(CameraError) as trouble:
            usb.read()
        said.add(str(trouble.value).replace(str(tmp_path), ""))
    assert said == {"The camera at /video0 is unplugged. Plug it in; it is used again by itself."}


def test_a_usb_camera_that_is_plugged_in_is_not_kept_waiting_for_the_next_attempt(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.usb.FIRST_RETRY", 60.0)
    monkeypatch.setattr("vision.cameras.usb.LONGEST_RETRY", 60.0)
    device = tmp_path / "video0"
    device.touch()
    camera = UsbCamera(str(device), (1280, 960), 30, driver.open)
    try:
        read_until(camera, is_frame)
        device.unlink()
        driver.plugged = False
        read_until(camera, lambda got: "unplugged" in str(got))
        driver.plugged = True
        device.touch()
        read_until(camera, is_frame)
    finally:
        camera.close()


def test_a_usb_camera_that_is_plugged_in_while_it_is_said_to_be_gone_is_not_kept_waiting_either(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.cameras.usb.FIRST_RETRY", 60.0)
    tell, told, device = NewestFrame.fail, [], tmp_path / "video0"

    def tell_and_plug_in(newest: NewestFrame, words: str) -> None:
        tell(newest, words)
        told.append(words)
        device.touch()

    monkeypatch.setattr(NewestFrame, "fail", tell_and_plug_in)
    device.touch()
    camera = UsbCamera(str(device), (1280, 960), 30, driver.open)
    try:
        read_until(camera, is_frame)
        device.unlink()
        read_until(camera, lambda got: driver.opened == 2 and is_frame(got))
    finally:
        camera.close()
    assert ["unplugged" in words for words in told] == [True]


def test_a_usb_camera_that_repeats_its_picture_is_started_again(usb: UsbCamera, driver: Driver) -> None:
    read_until(usb, is_frame)
    driver.hangs = True
    trouble = read_until(usb, is_trouble)
    assert "repeats its last picture" in str(trouble)
    read_until(usb, is_frame)
    assert driver.opened == 2


def test_a_usb_camera_that_gives_no_more_pictures_is_not_said_to_be_used_by_another_program(
    usb: UsbCamera, driver: Driver
) -> None:
    read_until(usb, is_frame)
    driver.silent = True
    read_until(usb, lambda got: "video0 was opened, but gives no picture. It is being started again" in str(got))
    read_until(usb, is_frame)
    assert driver.opened == 2


def test_a_usb_camera_that_another_program_uses_is_said_to_be_so(usb: UsbCamera, driver: Driver) -> None:
    read_until(usb, is_frame)
    driver.plugged = False  # by what the driver says alone: its device is still there
    read_until(usb, lambda got: "can't be opened: another program uses it" in str(got))


def test_a_usb_camera_that_gives_nothing_but_black_in_the_dark_does_not_hang(
    usb: UsbCamera, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenths = itertools.count()
    monkeypatch.setattr("vision.cameras.usb.time", SimpleNamespace(monotonic=lambda: 1e6 + next(tenths) / 10))
    driver.dark = True
    read_until(usb, lambda got: isinstance(got, Frame) and got.number >= 50)
    assert driver.opened == 1


@pytest.mark.parametrize("error", [cv2.error("(-215:Assertion failed) !buf.empty()"), OSError("Input/output error")])
def test_a_usb_camera_whose_driver_fails_says_so_and_is_started_again(
    usb: UsbCamera, driver: Driver, error: Exception
) -> None:
    read_until(usb, is_frame)
    driver.breaks = error
    trouble = read_until(usb, is_trouble)
    assert f"video0 failed ({error}). It is being started again" in str(trouble)
    read_until(usb, is_frame)
    assert (driver.opened, driver.released) == (2, 1)


# --- Picamera2 ----------------------------------------------------------------------------------------------------

STAND_IN = '''
"""The interface of Picamera2 as the helper uses it."""
import itertools, os, time
import numpy as np
import v4l2  # as Picamera2 does: not the module of that name that lies beside our helper
assert v4l2.V4L2_BUF_TYPE_VIDEO_CAPTURE == 1

class Request:
    def __init__(self, number, size):
        self._number, self._size = number, size
    def get_metadata(self):
        return {"SensorTimestamp": 5_000_000_000 + self._number * 33_000_000}
    def make_array(self, name):
        assert name == "main"
        return np.full((self._size[1], self._size[0], 3), self._number % 256, np.uint8)
    def release(self):
        pass

class Picamera2:
    camera_controls = {}
    def set_controls(self, controls):
        assert not controls
    def create_video_configuration(self, main, controls, buffer_count):
        assert main["format"] == "RGB888" and controls["FrameRate"] == 30
        return main["size"]
    def configure(self, size):
        self._size, self._numbers = size, itertools.count()
    def start(self):
        pass
    def stop(self):
        pass
    def capture_request(self):
        time.sleep(0.01)
        number = next(self._numbers)
        if number == FRAMES and os.environ.get("HANGS"):
            with open(os.environ["HANGS"], "a") as hanging:
                hanging.write(f"{os.getpid()}\\n")
            time.sleep(1000)
        if number == FRAMES:
            raise RuntimeError("the ribbon cable came off")
        if os.environ.get("REPEATS"):
            number = min(number, int(os.environ["REPEATS"]))
        return Request(number, self._size)
'''


def install(folder: Path, frames: int) -> None:
    """Put the stand-in, that fails after so many frames, and what it needs where Python finds it."""
    (folder / "picamera2.py").write_text(STAND_IN.replace("FRAMES", str(frames)))
    (folder / "v4l2.py").write_text("V4L2_BUF_TYPE_VIDEO_CAPTURE = 1\n")


@pytest.fixture
def picamera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], PiCamera]]:
    """Opens the Pi's camera with a stand-in for Picamera2 that fails after so many frames; or that hangs, where a
    file for the numbers of such processes is named in $HANGS; or whose last picture is that of the number in
    $REPEATS."""
    cameras = []

    def opened(frames: int) -> PiCamera:
        install(tmp_path, frames)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        python = tmp_path / "python"
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        cameras.append(PiCamera(SIZE, 30, python=str(python)))
        return cameras[-1]

    yield opened
    for camera in cameras:
        camera.close()


def test_the_helper_hands_frames_over_with_the_sensors_time(picamera: Callable[[int], PiCamera]) -> None:
    camera = picamera(-1)
    first = read_until(camera, is_frame)
    second = read_until(camera, is_frame)
    assert isinstance(first, Frame)
    assert isinstance(second, Frame)
    assert first.image.shape == (SIZE[1], SIZE[0], 3)
    levels = int(second.image[0, 0, 0]) - int(first.image[0, 0, 0])
    assert second.timestamp - first.timestamp == pytest.approx(0.033 * levels)


def test_a_helper_that_fails_is_told_with_its_reason_and_started_again(picamera: Callable[[int], PiCamera]) -> None:
    camera = picamera(3)
    read_until(camera, lambda got: is_trouble(got) and "the ribbon cable came off" in str(got))
    read_until(camera, is_frame)


def test_a_pi_camera_that_hangs_is_told_and_started_again(
    picamera: Callable[[int], PiCamera], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANGS", str(tmp_path / "hanging"))
    monkeypatch.setattr(picameras, "NEXT_PICTURE", 0.5)
    camera = picamera(3)
    before = read_until(camera, is_frame)
    read_until(camera, lambda got: is_trouble(got) and "it hangs. It is being started again" in str(got))
    after = read_until(camera, is_frame)
    assert isinstance(before, Frame)
    assert isinstance(after, Frame)
    assert after.number > before.number
    first = (tmp_path / "hanging").read_text().splitlines()[0]
    assert not Path("/proc", first).exists(), "or it would keep the camera to itself"


def test_a_pi_camera_that_repeats_its_picture_is_started_again_and_nobody_pulls_its_cable_under_power(
    picamera: Callable[[int], PiCamera], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPEATS", "90")
    camera = picamera(-1)
    # A slow machine hears before that the helper has no picture yet.
    trouble = read_until(camera, lambda news: is_trouble(news) and "repeats its last picture" in str(news))
    assert "it hangs. It is being started again" in str(trouble)
    assert "shut the Pi down, take its power away" in str(trouble)
    assert "plug" not in str(trouble)
    read_until(camera, is_frame)


def test_a_helper_ends_with_the_reader_even_where_the_camera_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, 1)
    command = [sys.executable, str(HELPER), *map(str, SIZE), "30"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "HANGS": str(tmp_path / "hanging")}
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as helper:
        assert helper.stdin is not None
        assert helper.stdout is not None
        try:
            assert len(helper.stdout.read(HEADER.size)) == HEADER.size
            helper.stdin.close()  # as where the reader is killed; the pipe for pictures may be anybody's
            assert helper.wait(20) == 0
        finally:
            helper.kill()


def test_what_picamera2_itself_lacks_is_told(picamera: Callable[[int], PiCamera], tmp_path: Path) -> None:
    """Not that it isn't installed, for it is."""
    camera = picamera(3)
    (tmp_path / "picamera2.py").write_text("import libcamera_of_another_release\n")
    read_until(camera, lambda got: is_trouble(got) and "No module named 'libcamera_of_another_release'" in str(got))


def test_a_helper_that_cannot_be_started_is_told_and_tried_again(
    picamera: Callable[[int], PiCamera], tmp_path: Path
) -> None:
    camera = picamera(3)
    (tmp_path / "python").rename(tmp_path / "elsewhere")
    read_until(camera, lambda got: is_trouble(got) and "can't be started ([Errno 2]" in str(got))
    (tmp_path / "elsewhere").rename(tmp_path / "python")
    read_until(camera, is_frame)


def test_a_pipe_that_cannot_be_made_larger_does(
    picamera: Callable[[int], PiCamera], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picameras, "PIPE_BYTES", -1)
    read_until(picamera(-1), is_frame)


def test_without_picamera2_the_package_to_install_is_named() -> None:
    camera = PiCamera(SIZE, 30, python=sys.executable)
    try:
        read_until(camera, lambda got: "sudo apt install python3-picamera2" in str(got))
        with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
            camera.hold(CameraLocks())
    finally:
        camera.close()
