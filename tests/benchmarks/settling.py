"""How soon rest is told after the last cube has stopped, and whether ever before, at several sizes of picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from vision.simulation.exposure import exposure
from vision.simulation.motion import Motion
from vision.simulation.view import View

SIZES = ((640, 480), (1280, 960), (1920, 1080))
THROWS = 40
"""At each size, each in a look of its own."""
FIRST_SEED = 90_000
BEFORE = 12
"""Frames before the first throw, in which the watch learns the camera's noise."""
CUBE_MM = 16.5
LATEST = 0.25
"""Seconds after which rest must be told."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A throw: seconds from the last cube's stop to the word of rest, None where none came; and whether there was one
    while a cube moved."""

    delay: float | None
    early: bool


def report(_: Path) -> Figures:
    """Measured on films of the simulated tray at 30 frames a second."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        throws = {
            size: list(pool.map(partial(_one_throw, size=size), range(FIRST_SEED, FIRST_SEED + THROWS)))
            for size in SIZES
        }
    text = "\n".join([
        "## Settling", "",
        f"Throws of the simulated tray at 30 frames a second, {THROWS} looks at each size: seconds from the frame in "
        "which the last cube has stopped to the one at which rest is told. A cube moves from the frame in which the "
        "first one is back in the picture; before that the hand has taken all of them up.", "",
        "| size | p50 s | p99 s | longest s | later than 0.25 s, or never | told while a cube moved |",
        "| --- | --- | --- | --- | --- | --- |",
        *(_row(size, of_size) for size, of_size in throws.items()),
    ])  # fmt: skip
    return Figures(text, tuple(beyond(throws)))


def settled(rests: Sequence[float], flying: float, stopped: float) -> Settled:
    """A throw by when rest was told, when the first cube was back in the picture, and when the last one stopped."""
    told = [at - stopped for at in rests if at >= stopped]
    return Settled(told[0] if told else None, any(flying <= at < stopped for at in rests))


def beyond(throws: Mapping[tuple[int, int], Sequence[Settled]]) -> Iterator[str]:
    """A sentence for each size of picture at which rest was told too late, or while a cube moved."""
    for size, of_size in throws.items():
        late, early = _late(of_size), _early(of_size)
        if late or early:
            yield f"settling at {size[0]} x {size[1]}: {late} throws told late, {early} early."


def _late(throws: Sequence[Settled]) -> int:
    return sum(throw.delay is None or throw.delay > LATEST for throw in throws)


def _early(throws: Sequence[Settled]) -> int:
    return sum(throw.early for throw in throws)


def _row(size: tuple[int, int], throws: Sequence[Settled]) -> str:
    delays = [throw.delay for throw in throws if throw.delay is not None] or [np.nan]
    figures = [float(np.percentile(delays, 50)), float(np.percentile(delays, 99)), max(delays)]
    return (
        f"| {size[0]} x {size[1]} | {' | '.join(f'{each:.3f}' for each in figures)} | {_late(throws)} | "
        f"{_early(throws)} |"
    )


def _one_throw(seed: int, size: tuple[int, int]) -> Settled:
    cv2.setNumThreads(1)
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0, cube_size=CUBE_MM, resolution=size)
    settle = SettleWatch()
    motion: Motion | None = None
    begun = flying = stopped = np.inf
    rests: list[float] = []
    now, frames = 0.0, 0
    try:
        while now < stopped + 2 * LATEST:
            if frames == BEFORE:
                tray.throw(None)
                motion = tray._motion  # what no camera could tell
            frame = tray.read()
            assert frame is not None
            frames, now = frames + 1, frame.timestamp
            if settle.see(frame).came_to_rest:
                rests.append(now)
            if motion is not None:
                begun = min(begun, now)
                if now < flying and is_back(motion, now - begun, tray.look.view):
                    flying = now
                if tray.truth() is not None:
                    stopped = min(stopped, now)
    finally:
        tray.close()
    assert flying < stopped
    return settled(rests, flying, stopped)


def is_back(motion: Motion, since: float, view: View) -> bool:
    """Whether one of the cubes, all of which the hand takes up, is in the picture again so many seconds after it was
    asked to."""
    if since <= motion.hand.times[-1]:
        return False
    shown = [view.project(pose.corners(CUBE_MM)) for poses in exposure(motion, since).cubes for pose in poses]
    return any(((corners >= 0) & (corners < view.size)).all(axis=1).any() for corners in shown)
