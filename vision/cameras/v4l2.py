"""A V4L2 camera's controls through OpenCV, and the list of cameras that Linux has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2

from vision.settings import CameraLocks

EXPOSURE_STEP = 1e-4
"""Seconds: V4L2 counts exposures in tenths of a millisecond."""
MANUAL, BY_ITSELF = 1, 3
"""V4L2's kinds of exposure: set by hand, and chosen by a camera with a fixed aperture, as all webcams are."""
NOT_THERE = -1
SYSTEM = Path("/sys/class/video4linux")


class Properties(Protocol):
    """What is used of cv2.VideoCapture for its controls."""

    def get(self, propId: int, /) -> float: ...  # noqa: N803 (OpenCV's name)
    def set(self, propId: int, value: float, /) -> bool: ...  # noqa: N803 (OpenCV's name)


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera of this machine. `source`: as the settings name it; `name`: what its maker calls it."""

    source: str
    name: str


def hold(camera: Properties, locks: CameraLocks) -> CameraLocks:
    """Hold `locks`, and what is None in them at what it is now; what the camera says that it holds afterwards.

    The automatics go first: a camera refuses values for what it still chooses itself. One that answers an exposure or
    a white balance of 0 doesn't know its own.
    """
    exposure = _wanted(camera, cv2.CAP_PROP_EXPOSURE, locks.exposure and locks.exposure / EXPOSURE_STEP)
    gain = _wanted(camera, cv2.CAP_PROP_GAIN, locks.gain)
    white_balance = _wanted(camera, cv2.CAP_PROP_WB_TEMPERATURE, locks.white_balance)
    focus = _wanted(camera, cv2.CAP_PROP_FOCUS, locks.focus)
    camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
    camera.set(cv2.CAP_PROP_AUTO_WB, 0)
    camera.set(cv2.CAP_PROP_AUTOFOCUS, 0)
    held = _held(camera, cv2.CAP_PROP_EXPOSURE, round(exposure) if exposure else None)
    return CameraLocks(
        exposure=held * EXPOSURE_STEP if held else None,
        gain=_held(camera, cv2.CAP_PROP_GAIN, gain),
        white_balance=_held(camera, cv2.CAP_PROP_WB_TEMPERATURE, white_balance or None) or None,
        focus=_held(camera, cv2.CAP_PROP_FOCUS, focus),
    )


def let_go(camera: Properties) -> None:
    """Let the camera choose by itself."""
    camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_ITSELF)
    camera.set(cv2.CAP_PROP_AUTO_WB, 1)
    camera.set(cv2.CAP_PROP_AUTOFOCUS, 1)


def found_cameras(system: Path = SYSTEM) -> list[FoundCamera]:
    """The USB cameras of this machine: of each device that gives pictures, not the one that tells about them.

    A Pi's decoders and its camera's raw sensor are such devices too, but give no pictures that can be used.
    """
    devices = sorted(system.glob("video*"), key=lambda device: int(device.name.removeprefix("video")))
    return [
        FoundCamera(f"/dev/{device.name}", _line(device / "name"))
        for device in devices if _line(device / "index") == "0" and _is_usb(device)
    ]  # fmt: skip


def _is_usb(device: Path) -> bool:
    return (device / "device" / "subsystem").resolve().name == "usb"


def _wanted(camera: Properties, control: int, value: float | None) -> float | None:
    if value is not None:
        return value
    now = camera.get(control)
    return None if now == NOT_THERE else now


def _held(camera: Properties, control: int, value: float | None) -> float | None:
    if value is None or not camera.set(control, value):
        return None
    held = camera.get(control)
    return None if held == NOT_THERE else held


def _line(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
