"""What is wrong with a camera or a recording stands on the table's screens, and so is said in their language."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.languages import in_german
from tests.vision.reader.matroska import write_matroska
from tests.vision.reader.test_cameras import UNPACED, is_trouble, read_until
from tests.vision.reader.test_files import vast_png
from vision.cameras import CameraError, open_camera
from vision.cameras.folder import FolderCamera
from vision.cameras.picamera import PiCamera


def a_picture(width: int, height: int) -> Callable[[Path], object]:
    return lambda file: cv2.imwrite(str(file), np.full((height, width, 3), 90, np.uint8))


def a_video(size: tuple[int, int]) -> Callable[[Path], object]:
    return lambda file: write_matroska(file, [np.full((size[1], size[0], 3), 90, np.uint8)], [0])


def an_empty_video(file: Path) -> None:
    cv2.VideoWriter(str(file), cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48)).release()


def said_of(source: Path) -> str:
    """The trouble that a recording has when it is opened or its first picture is read."""
    with pytest.raises(CameraError) as trouble:
        open_camera(str(source), UNPACED).read()
    return str(trouble.value)


@pytest.mark.parametrize(
    ("file", "write", "german"),
    [
        ("1.png", lambda file: file.symlink_to("gone.png"), "lässt sich nicht öffnen: No such file or directory."),
        ("1.png", lambda file: file.write_bytes(b"broken"), "enthält kein Bild, das OpenCV lesen kann"),
        ("1.png", lambda file: file.write_bytes(vast_png(40_000)), "hat mehr als 110 Millionen Pixel oder ist"),
        ("1.png", a_picture(10, 12), "hat 10 x 12 Pixel. Es ist zu klein, um Würfel darin zu finden: Jede Seite"),
        ("1.png", a_picture(33_000, 16), "hat 33000 x 16 Pixel. Es ist zu groß, um gelesen zu werden: Keine Seite"),
        ("1.png", a_picture(1700, 16), "hat 1700 x 16 Pixel. Es ist ein zu schmaler Streifen"),
        ("notes.txt", lambda file: file.write_text("no picture"), "enthält keine Bilder, darum gibt es nichts"),
    ],
)
def test_what_is_wrong_with_a_folder_of_pictures_is_said_in_german(
    tmp_path: Path, file: str, write: Callable[[Path], object], german: str
) -> None:
    write(tmp_path / file)
    assert german in in_german(said_of(tmp_path))


@pytest.mark.parametrize(
    ("write", "german"),
    [
        (lambda file: file.write_bytes(b"no video at all"), "lässt sich nicht abspielen: Es ist kein Video"),
        (an_empty_video, "enthält kein Bild: Das Video ist leer oder beschädigt."),
        (a_video((64, 8)), "ist ein Video von 64 x 8 Pixeln. Es ist zu klein, um Würfel darin zu finden"),
    ],
)
def test_what_is_wrong_with_a_video_is_said_in_german(
    tmp_path: Path, write: Callable[[Path], object], german: str
) -> None:
    write(tmp_path / "roll.avi")
    assert german in in_german(said_of(tmp_path / "roll.avi"))


def test_a_recording_that_is_gone_is_said_in_german(tmp_path: Path) -> None:
    assert "Es gibt keine Kamera '" in in_german(said_of(tmp_path / "gone.mkv"))
    with pytest.raises(CameraError) as trouble:
        FolderCamera(tmp_path / "gone", 3.0)
    assert "gone lässt sich nicht lesen (No such file or directory)" in in_german(str(trouble.value))


@pytest.mark.parametrize(
    ("python", "german"),
    [
        (f'exec {sys.executable} "$@"', "Picamera2 ist nicht installiert"),
        ("echo The cable came off. >&2; exit 1", "Pi ist stehen geblieben (The cable came off.); sie wird"),
        ("exit 7", "Pi ist stehen geblieben (sie endete mit 7); sie wird neu gestartet"),
    ],
)
def test_what_is_wrong_with_the_pis_camera_is_said_in_german(tmp_path: Path, python: str, german: str) -> None:
    (tmp_path / "python").write_text(f"#!/bin/sh\n{python}\n")
    (tmp_path / "python").chmod(0o755)
    camera = PiCamera((64, 48), 30, python=str(tmp_path / "python"))
    try:
        trouble = read_until(camera, lambda got: is_trouble(got) and "gives no picture" not in str(got))
    finally:
        camera.close()
    assert german in in_german(str(trouble))


def test_a_machine_that_is_no_pi_is_said_so_in_german() -> None:
    with pytest.raises(CameraError) as trouble:
        PiCamera((64, 48), 30, python="/nowhere/python3")
    assert "Es gibt kein /nowhere/python3, unter dem Picamera2 läuft." in in_german(str(trouble.value))
