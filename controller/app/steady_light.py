"""The light in which a camera is calibrated: the one that the tray is read in."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from controller.app.rooms import in_words, is_recording, open_scoreboard, open_tray_light
from controller.clock import SystemClock
from controller.errors import TrayError
from controller.feed import Mailbox
from controller.ports import Device
from controller.settings import Settings

ANSWER_S = 6.0
"""Longer than a scoreboard takes that has to be found first and starts by an old bootloader."""
LOOK_S = 0.05


@contextmanager
def steady_light(settings: Settings, tell: Callable[[str], None]) -> Iterator[None]:
    """Hold tray light and ring as they are while the tray is read; a recording has its own light. `tell` hears of a
    ring that stays dark.

    Raises:
        TrayError: the tray light or the scoreboard can't be, or the tray light doesn't shine; in words.
    """
    if is_recording(settings):
        yield
        return
    from hardware.rehearsal import being_read

    with in_words(), ExitStack() as held:
        light, clock = open_tray_light(settings), SystemClock()
        board = open_scoreboard(settings, clock, scenes=False)
        held.callback(light.stop)
        light.start(_refuse_trouble)
        feed = Mailbox()
        feed.publish(being_read("CALIBRATION", "The camera is being calibrated."))
        states: queue.SimpleQueue[Device] = queue.SimpleQueue()
        held.callback(board.stop)
        board.start(feed, states.put)
        trouble = _trouble(states, lambda: board.acknowledged()[0] >= 0, clock.monotonic)
        if trouble is not None:
            tell(f"The ring is dark: {trouble}")
        yield


def light_level(settings: Settings) -> float | None:
    """How bright the tray light is held while the tray is read, 0..1; None where there is none."""
    light = settings.tray_light
    return light.level if light.source != "off" and light.level and not is_recording(settings) else None


def changed_light(settings: Settings) -> str:
    """What is to be done because the tray light isn't held as it was when the camera was calibrated; empty where it
    is, and where the camera exposes as it likes.

    Raises:
        TrayError: what calibration kept can't be read, or is damaged.
    """
    from vision.calibration.results import CameraResult
    from vision.calibration.store import CalibrationStore

    with in_words():
        picture = CalibrationStore(settings.state.calibration_folder).newest(CameraResult, settings.camera.source)
    level = light_level(settings)
    if picture is None or picture.exposure is None or picture.tray_light == level:
        return ""
    return (
        f"The tray light was changed since the camera was calibrated, from {_shown(picture.tray_light)} to "
        f"{_shown(level)}, so the picture is too dark or too bright: `tray calibrate camera` measures it anew."
    )


def _shown(level: float | None) -> str:
    return "off" if level is None else f"{level:.0%}"


def _refuse_trouble(light: Device) -> None:
    if light.state == "trouble":
        raise TrayError(light.detail)


def _trouble(
    states: queue.SimpleQueue[Device], shines: Callable[[], bool], monotonic: Callable[[], float]
) -> str | None:
    """Why the ring doesn't shine, None where it does, or where there is none to shine."""
    deadline, said = monotonic() + ANSWER_S, "It doesn't answer."
    while not shines() and monotonic() < deadline:
        try:
            device = states.get(timeout=LOOK_S)
        except queue.Empty:
            continue
        if device.state == "off":
            return None
        said = device.detail if device.state == "trouble" else said
    return None if shines() else said
