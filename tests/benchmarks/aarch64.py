"""Whether the reader says the same of the same pictures on aarch64, a Pi's processor, as on this machine."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2

from tests.benchmarks.emulated import LackingError, emulated_python
from tests.benchmarks.figures import Figures, NotHereError
from vision.measure_throws import FIRST_SEED, cube_set_of
from vision.simulation.camera import SimulatedTray

LOOKS, THROWS = 12, 5
TITLE = "## The same on aarch64"

_Readings = list[dict[str, Any]]


def report(root: Path) -> Figures:
    """`tray read` of throws of the simulated tray and, where they are there, of the photographs, on both.

    Raises:
        NotHereError: there is no such emulator, or none can be set up.
    """
    try:
        python = emulated_python(root)
    except LackingError as lacking:
        raise NotHereError(str(lacking)) from lacking
    with TemporaryDirectory() as folder:
        files = [*_throws(Path(folder)), *sorted((root.parent / "shared" / "photos").glob("*.jpg"))]
        here = _read(root, [sys.executable], files)
        there = _read(root, python, files)
    return compared(here, there)


def compared(here: _Readings, there: _Readings) -> Figures:
    """What two machines said of the same pictures, objects as the README describes them, side by side.

    In what order a picture's cubes are told follows from how plainly they are seen, and doesn't count.
    """
    pairs = [(one, _in_the_order_of(one, other)) for one, other in zip(here, there, strict=True)]
    same = [_said(one) == _said(other) for one, other in pairs]
    differing = [f"{Path(one['source']).name} is read otherwise." for (one, _), alike in zip(pairs, same, strict=True)
                 if not alike]  # fmt: skip
    sure = [
        abs(one["confidence"] - other["confidence"])
        for (reading, again), alike in zip(pairs, same, strict=True) if alike
        for one, other in zip(reading["cubes"], again["cubes"], strict=True)
    ]  # fmt: skip
    text = (
        f"{TITLE}\n\nThe same {len(pairs)} pictures, {LOOKS * THROWS} of them throws of the simulated tray in "
        f"{LOOKS} looks, read by `tray read` on this machine and by a Python for aarch64 that QEMU runs, with the "
        "packages of the lock file. How long that takes says nothing about a Pi.\n\n"
        f"Status, faces, places, odd cube and problems are the same in {sum(same)} of {len(pairs)}, "
        f"{sum(one['status'] == 'clear' for one in here)} of them clear. Of {len(sure)} cubes the confidence differs "
        f"by {max(sure, default=0.0):.4f} at most."
    )
    return Figures(text, tuple(differing))


def _throws(folder: Path) -> list[Path]:
    """Pictures of throws, every other look with drawings that training never saw."""
    files = []
    for look in range(LOOKS):
        tray = SimulatedTray(seed=FIRST_SEED + look, cube_set=cube_set_of(look), paced=False)
        for throw in range(THROWS):
            tray.throw(None)
            tray.come_to_rest()
            frame = tray.read()
            assert frame is not None
            files.append(folder / f"look-{look}-throw-{throw}.png")
            cv2.imwrite(str(files[-1]), frame.image)
        tray.close()
    return files


def _read(root: Path, python: Sequence[str], files: Sequence[Path]) -> _Readings:
    """What `tray read` says of the files, run by this Python."""
    command = [*python, "-m", "controller", "read", "--json", *map(str, files)]
    readings: _Readings = []
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            readings.append(json.loads(line))
            if len(readings) % 10 == 0:
                print(f"  {len(readings)} of {len(files)} pictures", file=sys.stderr, flush=True)
    if running.returncode or len(readings) != len(files):
        raise RuntimeError(f"{python[0]} read {len(readings)} of {len(files)} pictures")
    return readings


def _in_the_order_of(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The `other` reading with its cubes told in the order in which `one` tells those that lie there."""
    places = [cube["center"] for cube in one["cubes"]]

    def number(cube: dict[str, Any]) -> int:
        return min(range(len(places)), key=lambda place: math.dist(places[place], cube["center"]), default=0)

    return {**other, "cubes": sorted(other["cubes"], key=number)}


def _said(reading: dict[str, Any]) -> tuple[Any, ...]:
    """What a table acts on."""
    cubes = [(cube["face"], cube["odd"], cube["zone"]) for cube in reading["cubes"]]
    return reading["status"], cubes, sorted(problem["kind"] for problem in reading["problems"])
