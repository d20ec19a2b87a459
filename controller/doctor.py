"""Examines the machine: opens each part as a table does, and tells how it is and what to do.

A table of its own is opened for that, with a journal that is thrown away: no game is begun, nobody's game is touched.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from controller.app import OpenTable, calibration, is_recording, journal_file
from controller.app.steady_light import changed_light
from controller.errors import TrayError
from controller.journal import Journal, JournalError, JournalInUseError
from controller.ports import Device, Snapshot
from controller.scratch_folder import scratch_folder
from controller.settings import Settings

Health = Literal["fine", "worth a look", "broken"]

PARTS = ("camera", "scoreboard", "panel", "tray light")
PART_S = 12.0
"""A part that hasn't said how it is after this long hangs: cameras and boards take up to four seconds to start."""
LITTLE_ROOM = 200 * 1024**2
"""Bytes. An evening takes about ten megabytes, but pictures, logs and updates share the card."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How a part is. `kind`: the adapter in use, as the settings name it. `says`: what was seen, and what to do."""

    part: str
    kind: str
    health: Health
    says: str


def examine(settings: Settings) -> Iterator[Finding]:
    """Each part of the machine as soon as it is known how it is; the journal comes first.

    A table that is running holds all the others, so that nothing more can be told.
    """
    try:
        yield examine_journal(journal_file(settings))
    except JournalInUseError:
        words = "A table is running here and holds camera, scoreboard, panel and light. Stop it to examine them."
        yield Finding("journal", str(journal_file(settings)), "worth a look", words)
        return
    told = ""
    if not is_recording(settings):
        calibrated = examine_calibration(settings)
        told = calibrated.says
        yield calibrated
    with scratch_folder("tray-doctor-") as folder:
        try:
            table = OpenTable(_with_journal_in(settings, folder), pace={"shows": False}, web=False)
        except TrayError as error:
            says = "It can't start before that is put right." if str(error) == told else str(error)
            yield Finding("table", "settings", "broken", says)
            return
        log = logging.getLogger("tray")
        log.disabled, told_before = True, log.disabled  # what it would say is said here
        try:
            table.start()
            yield from _examine_parts(table.feed.latest, table.scoreboard.link_report, time.monotonic)
        finally:
            table.stop()
            log.disabled = told_before


def examine_calibration(settings: Settings) -> Finding:
    """Whether the camera was calibrated: a table whose mat was measured notices that it was knocked."""
    source = settings.camera.source
    try:
        known, light = calibration.in_force(settings), changed_light(settings)
    except TrayError as error:
        return Finding("calibration", source, "broken", str(error))
    if source == "simulated":
        return Finding("calibration", source, "fine", "The simulated camera needs none. (SIMULATED)")
    says = " ".join(f"{kind.capitalize()}, {words}." for kind, words in known.items())
    if "tray" not in known:
        words = "Where the mat lies was never measured, so a knocked camera isn't noticed: `tray calibrate tray`."
        return Finding("calibration", source, "worth a look", f"{says} {words}".strip())
    if "camera" not in known:
        words = "The camera exposes as it likes, which bands and flicker may follow: `tray calibrate camera`."
        return Finding("calibration", source, "worth a look", f"{says} {words}")
    if light:
        return Finding("calibration", source, "worth a look", f"{says} {light}")
    return Finding("calibration", source, "fine", says)


def _with_journal_in(settings: Settings, folder: Path) -> Settings:
    state = {"folder": folder, "calibration": str(settings.state.calibration_folder)}
    return settings.model_copy(update={"state": settings.state.model_copy(update=state)})


def _examine_parts(
    look: Callable[[], Snapshot], link_report: Callable[[], str], monotonic: Callable[[], float]
) -> Iterator[Finding]:
    deadline = monotonic() + PART_S
    left = list(PARTS)
    while left:
        snapshot = look()
        late = monotonic() > deadline
        for device in [device for device in snapshot.devices if device.part in left]:
            finding = _of_camera(device, snapshot, late) if device.part == "camera" else _of_device(device, late)
            counted = link_report() if device.part == "scoreboard" and device.state == "fine" else None
            if finding is not None and (counted != "" or late):
                left.remove(device.part)
                yield replace(finding, says=f"{finding.says} {counted}") if counted else finding
        if late:
            yield from (Finding(part, "?", "broken", "It doesn't say how it is: it hangs.") for part in left)
            return
        time.sleep(0.05)


def of_running(snapshot: Snapshot) -> list[Finding]:
    """How each part of a table is that is running, as far as it says so itself."""
    found = [
        _of_camera(device, snapshot, late=True) if device.part == "camera" else _of_device(device, late=True)
        for device in snapshot.devices
    ]
    return [finding for finding in found if finding is not None]


def _of_device(device: Device, late: bool) -> Finding | None:
    """None while it may still come to itself."""
    match device.state:
        case "fine":
            words = _simulated(f"It answers: {device.detail}." if device.detail else "It answers.", device)
            if device.advice:
                return Finding(device.part, device.kind, "worth a look", f"{words} {device.advice}")
            return Finding(device.part, device.kind, "fine", words)
        case "off":
            if device.detail:
                return Finding(device.part, device.kind, "worth a look", device.detail)
            return Finding(device.part, device.kind, "fine", "It is switched off in the settings.")
        case _:
            return Finding(device.part, device.kind, "broken", device.detail) if late else None


def _of_camera(device: Device, snapshot: Snapshot, late: bool) -> Finding | None:
    tray = snapshot.tray
    if device.state != "fine":
        return _of_device(device, late)
    if tray is None or tray.status == "moving":
        words = "It gives pictures in which something moves all the time: look at /big what that is."
        return Finding(device.part, device.kind, "worth a look", words) if late else None
    if tray.status == "blocked":
        return Finding(device.part, device.kind, "worth a look", tray.detail or "Something is in the way.")
    if tray.cubes and all(cube.zone is None for cube in tray.cubes):
        words = "It sees cubes, but no mat: show it the whole mat, or tray and rail can't be told apart."
        return Finding(device.part, device.kind, "worth a look", words)
    lie = {0: "No cubes lie", 1: "One cube lies"}.get(len(tray.cubes), f"{len(tray.cubes)} cubes lie")
    doubt = f" {tray.detail}" if tray.detail else ""
    return Finding(device.part, device.kind, "fine", _simulated(f"It gives pictures. {lie} there.{doubt}", device))


def _simulated(words: str, device: Device) -> str:
    return f"{words} (SIMULATED)" if device.simulated else words


def examine_journal(path: Path) -> Finding:
    """Whether the journal at `path` can be read and written, and has room to grow.

    Raises:
        JournalInUseError: a table is running.
    """
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free
    except OSError as error:
        words = f"Nothing can be written to {folder} ({error.strerror}). Name a folder in state.folder that can be."
        return Finding("journal", str(path), "broken", words)
    room = f"{free / 1024**3:.1f} GB are free."
    try:
        said = _read(path) if path.exists() else "There is none yet; the first table begins it."
    except JournalInUseError:
        raise
    except JournalError as error:
        return Finding("journal", str(path), "broken", str(error))
    if free < LITTLE_ROOM:
        return Finding("journal", str(path), "worth a look", f"{said} Only {room} Delete what is not needed.")
    return Finding("journal", str(path), "fine", f"{said} {room}")


def _read(path: Path) -> str:
    with closing(Journal(path)) as journal:
        games = [event.game for event in journal.events()]
    return f"{_number(len(games), 'event')} of {_number(len(set(games) - {0}), 'game')}."


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
