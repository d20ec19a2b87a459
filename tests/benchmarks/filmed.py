"""Whole throws, filmed, for what sees frame after frame: the watch for rest, and the reading at a watched tray."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Frame
from vision.close_up import CloseWatch
from vision.eyes import Eyes
from vision.mat_finder import MatFinder
from vision.repeats import RepeatWatch
from vision.settle import SettleWatch
from vision.simulation.camera import SimulatedTray
from vision.stalls import StallWatch
from vision.watch import WATCHED, TrayWatch

FPS = 30
JPEG_QUALITY = 90
AFTER_REST = 12
"""Frames that a film goes on when the cubes rest: enough for them to be read."""


def film(seed: int) -> list[Frame]:
    """A throw of the simulated tray of that look, from the first frame until the cubes have lain for a while."""
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0)
    frames: list[Frame] = []
    at_rest = 0
    try:
        tray.throw(None)
        while at_rest < AFTER_REST:
            frame = tray.read()
            assert frame is not None
            frames.append(frame)
            at_rest += tray.lying() is not None
    finally:
        tray.close()
    return frames


class FrameWatch:
    """All that each frame goes through, read or not: as the reader's process has it where the tray is known.

    The films are kept as a camera gives them, as JPEGs, for a frame is looked at right after it was decoded: in a
    processor's cache still. `stalls`: that of a recording.
    """

    def __init__(self, films: Sequence[list[Frame]], stalls: StallWatch | None = None) -> None:
        known = [(frames, _outlines(frames[-1])) for frames in films]
        self._jpegs = itertools.cycle([(_jpeg(frame), outlines) for frames, outlines in known for frame in frames])
        self._frame: Frame | None = None
        self._outlines: list[NDArray[np.float64]] = []
        self._numbers = itertools.count()
        self._stalls = stalls
        self._repeats, self._settle, self._near = RepeatWatch(), SettleWatch(), CloseWatch()

    def decode_next(self) -> None:
        """Decode one frame more; after the last one comes the first."""
        number, (jpeg, outlines) = next(self._numbers), next(self._jpegs)
        image = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
        if outlines is not self._outlines:
            self._outlines = outlines
            self._settle.look_within(outlines, (image.shape[1], image.shape[0]))
        self._frame = Frame(image, number / FPS, number)

    def see(self) -> None:
        """Look at the frame that was decoded."""
        frame = self._frame
        assert frame is not None
        for each in self._stalls.see(frame) if self._stalls else [frame]:
            self._repeats.repeated_for(each.image, each.timestamp)
            self._near.see(each, self._settle.see(each))


def _jpeg(frame: Frame) -> NDArray[np.uint8]:
    return np.asarray(cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1], np.uint8)


def _outlines(frame: Frame) -> list[NDArray[np.float64]]:
    """What is watched of a tray that is seen so."""
    mat = MatFinder().find(frame.image)
    assert mat is not None
    return [mat.outline(border) for border in WATCHED]


def live_readings(films: Sequence[list[Frame]], times: int) -> list[float]:
    """Milliseconds of each reading at a watched tray that has seen its mat before: the mat followed, the last picture
    read, the two before it asked for their votes."""
    spent = []
    eyes = Eyes()
    for frames in films:
        watch, numbers = TrayWatch("film", eyes=eyes), itertools.count()
        for showing in range(1 + times):
            for frame in frames:
                number = next(numbers)
                began = time.perf_counter()
                reading = watch.watch(replace(frame, number=number, timestamp=number / FPS))
                if reading is not None and reading.status != "moving" and showing > 0:
                    spent.append((time.perf_counter() - began) * 1000)
    return spent
