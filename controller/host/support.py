"""The support bundle: what somebody needs to help from afar, and no secret."""

from __future__ import annotations

import json
import os
import platform
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, BinaryIO

from controller.games.phrase import phrase
from controller.host.records import journal_copy
from controller.ports import Clock, RecordError, Snapshot, as_json
from controller.settings import Settings

LOG = "tray.log"
PACKAGE = "cosmic-tray"

README = """What is in this bundle, for whoever helps with this table.

versions.json   this program, the packages it needs, Python, the system and the machine
settings.json   every setting as it is in force
doctor.json     how each part is, as `tray doctor` tells it, and the machine's memory, disk and temperature
state.json      what all screens showed at that moment
tray.log        what the table has logged, the newest last
journal.sqlite3 everything that has happened; `tray replay journal.sqlite3` tells it in words

The PIN, the sessions of hosts and what opens seats are in none of these. The names of players are.
"""


def support_bundle(settings: Settings, journal: Path, look: Callable[[], Snapshot], clock: Clock) -> BinaryIO:
    """A zip file, open and without a name.

    Raises:
        RecordError: it can't be made; its text says why.
    """
    try:
        bundle = tempfile.TemporaryFile(dir=journal.parent)  # noqa: SIM115 - it is handed on open
        with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in _texts(settings, look(), clock):
                archive.writestr(name, content)
            for log in _logs(settings.state.folder):
                archive.write(log, log.name)
            with journal_copy(journal, with_seats=False) as copy, archive.open("journal.sqlite3", "w") as entry:
                shutil.copyfileobj(copy, entry)
    except OSError as error:
        reason = phrase("The bundle can't be made: {why}. Look whether there is room on the disk.", why=str(error))
        raise RecordError(reason) from error
    bundle.seek(0)
    return bundle


def _texts(settings: Settings, snapshot: Snapshot, clock: Clock) -> Iterator[tuple[str, str]]:
    from controller.doctor import of_running

    yield "README.txt", README
    yield "versions.json", _json({"at": clock.now(), **_versions()})
    yield "settings.json", _json(settings.model_dump(mode="json"))
    parts = [asdict(finding) for finding in of_running(snapshot)]
    yield "doctor.json", _json({"parts": parts, "machine": _machine(settings.state.folder)})
    yield "state.json", _json(as_json(snapshot))


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, default=str) + "\n"


def _versions() -> dict[str, Any]:
    return {
        "program": _version(PACKAGE),
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": _first_line(Path("/proc/device-tree/model")) or platform.machine(),
        "packages": {name: _version(name) for name in _packages()},
    }


def _packages() -> list[str]:
    with suppress(PackageNotFoundError):
        needed = [one for one in requires(PACKAGE) or [] if "extra ==" not in one]
        return sorted({_name(one) for one in needed})
    return []


def _name(requirement: str) -> str:
    """The package that a requirement such as "flask<4,>=3.1" is about."""
    end = next((i for i, letter in enumerate(requirement) if not (letter.isalnum() or letter in "-_.")), None)
    return requirement[:end]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _machine(folder: Path) -> dict[str, Any]:
    disk = shutil.disk_usage(folder)
    return {
        "disk_free_mb": disk.free // 2**20,
        "disk_mb": disk.total // 2**20,
        "load": os.getloadavg(),
        "temperature_c": _temperature(),
        "memory": [line for line in _lines(Path("/proc/meminfo")) if line.startswith("Mem")],
        "uptime_s": (_first_line(Path("/proc/uptime")) or "").split(" ")[0],
    }


def _temperature() -> float | None:
    line = _first_line(Path("/sys/class/thermal/thermal_zone0/temp"))
    return int(line) / 1000 if line and line.lstrip("-").isdigit() else None


def _logs(folder: Path) -> list[Path]:
    """The older part first."""
    return [path for path in (folder / f"{LOG}.1", folder / LOG) if path.is_file()]


def _first_line(path: Path) -> str | None:
    return next(iter(_lines(path)), None)


def _lines(path: Path) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return [line.rstrip("\n\0") for line in file]
    except OSError:
        return []
