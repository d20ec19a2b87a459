"""Cameras: each adapter gives frames, chosen by the name of its source."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from controller.ports import phrase
from vision.cameras.camera import Camera, CameraError, Frame, Image
from vision.settings import ReaderSettings

__all__ = [
    "SIMULATED",
    "Camera",
    "CameraError",
    "Frame",
    "Image",
    "check_recording",
    "check_source",
    "is_recording",
    "open_camera",
]

SIMULATED = "simulated"
"""The source that is drawn: see `vision.simulation`."""


def is_recording(source: str) -> bool:
    """Whether `source` is a video file or a folder of pictures, rather than a camera or a simulated one."""
    return source not in (SIMULATED, "picamera") and not source.startswith("/dev/")


def check_source(source: str) -> None:
    """Whether `source` can be a camera at all; a device that is merely unplugged now is one.

    Raises:
        CameraError: there is no such source.
    """
    if is_recording(source) and not (source and Path(source).exists()):
        raise CameraError(phrase(
            "There is no camera {source}: no file or folder has that name. A source is a device such as /dev/video0, "
            '"picamera", "simulated", a video file or a folder of pictures.',
            source=repr(source),
        ))


def check_recording(source: str) -> None:
    """Whether the video or the folder of pictures that `source` names can be played: its first picture is read, of a
    folder the first that can be.

    Raises:
        CameraError: it can't, and never will.
    """
    from vision.pictures import PICTURE_SUFFIXES

    check_source(source)
    path = Path(source)
    if path.is_file() and path.suffix.lower() in PICTURE_SUFFIXES:
        raise CameraError(
            f"{path} is a single picture, which is no recording. Name the folder that it is in, or read it with "
            f"`tray read {path}`."
        )
    if not path.is_file() and not path.is_dir():
        raise CameraError(f"{path} is neither a video file nor a folder of pictures. Name one of them.")
    recording = open_camera(source)
    try:
        _read_first(recording, or_another=path.is_dir())
    finally:
        recording.close()


def _read_first(recording: Camera, or_another: bool) -> None:
    """Read the first picture, `or_another` where it is damaged. Raises its CameraError where none can be read."""
    try:
        recording.read()
    except CameraError:
        while or_another:
            with suppress(CameraError):
                if recording.read() is not None:
                    return
                break
        raise


def open_camera(source: str, settings: ReaderSettings | None = None, *, skip: int = 0) -> Camera:
    """Open the camera that `source` names.

    `source`: a device ("/dev/video0"), "picamera", "simulated", a video file or a folder of pictures. `skip`: how
    many frames of a file or pictures of a folder were played already.

    Raises:
        CameraError: there is no such source, or it can't be opened.
    """
    check_source(source)
    settings = settings or ReaderSettings()
    if source == SIMULATED:
        from vision.cameras.simulated import open_simulated

        return open_simulated(settings)
    if source == "picamera":
        from vision.cameras.picamera import PiCamera

        return PiCamera(settings.resolution, settings.frame_rate, locks=settings.locks)
    if source.startswith("/dev/"):
        from vision.cameras.usb import UsbCamera

        return UsbCamera(source, settings.resolution, settings.frame_rate, locks=settings.locks)
    path = Path(source)
    if path.is_dir():
        from vision.cameras.folder import FolderCamera

        return FolderCamera(path, settings.still_seconds, paced=settings.paced, skip=skip)
    from vision.cameras.video import VideoCamera

    return VideoCamera(path, paced=settings.paced, skip=skip)
