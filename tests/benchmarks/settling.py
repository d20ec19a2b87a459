"""How soon rest is told after the last cube has stopped, and whether ever before, at several sizes of picture."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.figures import Figures
from vision.settle import SettleWatch
from vision.simulation.camera import SimulatedTray

SIZES = ((640, 480), (1280, 960), (1920, 1080))
THROWS = 40
"""At each size, each in a look of its own."""
FIRST_SEED = 90_000
BEFORE = 12
"""Frames before the first throw, in which the watch learns the camera's noise."""
SHORTEST_FLIGHT = 0.4
"""Seconds: rest that is told less than this before the last cube stops is told while it still moves; before that the
tray lies empty, for the hand has taken the cubes up."""
LATEST = 0.25
"""Seconds after which rest must be told."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """A throw: seconds from the last cube's stop to the word of rest, None where none came; and whether there was one
    while a cube moved."""

    delay: float | None
    early: bool


def report(_: Path) -> Figures:
    """Measured on films of the simulated tray at 30 frames a second."""
    text = [
        "## Settling", "",
        f"Throws of the simulated tray at 30 frames a second, {THROWS} looks at each size: seconds from the frame in "
        "which the last cube has stopped to the one at which rest is told.", "",
        "| size | p50 s | p99 s | longest s | later than 0.25 s, or never | told while a cube moved |",
        "| --- | --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    beyond = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for size in SIZES:
            throws = list(pool.map(partial(_one_throw, size=size), range(FIRST_SEED, FIRST_SEED + THROWS)))
            late = sum(throw.delay is None or throw.delay > LATEST for throw in throws)
            early = sum(throw.early for throw in throws)
            text.append(_row(size, throws, late, early))
            if late or early:
                beyond.append(f"settling at {size[0]} x {size[1]}: {late} throws told late, {early} early.")
    return Figures("\n".join(text), tuple(beyond))


def _row(size: tuple[int, int], throws: Sequence[_Settled], late: int, early: int) -> str:
    delays = [throw.delay for throw in throws if throw.delay is not None]
    figures = [float(np.percentile(delays, 50)), float(np.percentile(delays, 99)), max(delays)]
    return f"| {size[0]} x {size[1]} | {' | '.join(f'{each:.3f}' for each in figures)} | {late} | {early} |"


def _one_throw(seed: int, size: tuple[int, int]) -> _Settled:
    cv2.setNumThreads(1)
    tray, settle = SimulatedTray(seed=seed, paced=False, lean_chance=0.0, resolution=size), SettleWatch()
    stopped: float | None = None
    rests: list[float] = []
    now, frames = 0.0, 0
    try:
        while stopped is None or now < stopped + 2 * LATEST:
            if frames == BEFORE:
                tray.throw(None)
            frame = tray.read()
            assert frame is not None
            frames, now = frames + 1, frame.timestamp
            if settle.see(frame).came_to_rest:
                rests.append(now)
            if stopped is None and frames > BEFORE and tray.truth() is not None:
                stopped = now
    finally:
        tray.close()
    told = [at - stopped for at in rests if at >= stopped]
    return _Settled(told[0] if told else None, any(-SHORTEST_FLIGHT <= at - stopped < 0 for at in rests))
