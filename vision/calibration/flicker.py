"""Lamps that hum with the mains: how much, and whether at 50 or 60 Hz.

A lamp brightens twice a period, 100 or 120 times a second. A camera's lines are exposed one after the other, so that
the hum shows as stripes across the picture, which wander from frame to frame: the hum's frequency less the nearest
multiple of the frames' own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Frame

Array = NDArray[np.float64]

MAINS = (50, 60)
"""Hz."""
FEWEST = 8
"""Frames below which nothing is told."""
DARKEST = 12.0
"""Grey level below which a line tells nothing."""
SLOWEST = 0.75
"""Hz below which what changes may as well be the light itself, or something that moves."""
FEWEST_STRIPES = 2.0
"""In the height of the picture: a line after the other takes about as long as a frame, four periods of a hum."""
MOST_UNEVEN = 2.2
"""Kurtosis over the lines of a frame up to which it may be a hum: of a sine 1.5, of what is in some lines alone 3 and
more."""
TOLERANCE = 1.0
"""Hz by which frames that come irregularly can be off."""


@dataclass(frozen=True, slots=True)
class Flicker:
    """`depth`: from dark to bright, as a part of the brightness. `mains`: 50 or 60 Hz, None where it is neither."""

    depth: float
    mains: int | None


class FlickerWatch:
    """Sees frames of a scene at rest, in order, and keeps of each only how bright its lines are.

    A frame that comes once more tells nothing new; one of another size begins anew.
    """

    def __init__(self) -> None:
        self._lines: list[Array] = []
        self._times: list[float] = []

    def see(self, frame: Frame) -> None:
        """One more frame."""
        if self._lines and len(frame.image) != len(self._lines[0]):
            self._lines, self._times = [], []
        if self._times and frame.timestamp <= self._times[-1]:
            return
        self._lines.append(frame.image[:, ::2, 1].mean(axis=1, dtype=np.float64))
        self._times.append(frame.timestamp)

    def flicker(self) -> Flicker:
        """What the frames so far say. Two seconds of them tell 50 from 60 Hz."""
        if len(self._times) < FEWEST:
            return Flicker(0.0, None)
        lines, times = np.stack(self._lines), np.array(self._times)
        usual = lines.mean(axis=0)
        bright = usual > DARKEST
        if not bright.any():
            return Flicker(0.0, None)
        change = _smoothed(lines[:, bright] / usual[bright] - 1.0)
        rms = float(np.sqrt(np.mean(change**2)))
        return Flicker(2 * np.sqrt(2) * rms, self._mains(change, times))

    @staticmethod
    def _mains(change: Array, times: Array) -> int | None:
        rate = 1.0 / float(np.median(np.diff(times)))
        length = 8 * len(times)
        power = np.abs(np.fft.rfft(change * np.hanning(len(times))[:, None], length, axis=0)) ** 2
        seen = float(np.fft.rfftfreq(length, 1.0 / rate)[int(np.argmax(power.sum(axis=1)))])
        if _unevenness(change) > MOST_UNEVEN or (seen < SLOWEST and _stripes(change) < FEWEST_STRIPES):
            return None
        away = {mains: abs(seen - _wandering(2 * mains, rate)) for mains in MAINS}
        nearest = min(MAINS, key=lambda mains: away[mains])
        other = max(away.values())
        tolerance = max(TOLERANCE, 1.0 / float(times[-1] - times[0]))
        return nearest if away[nearest] <= tolerance and other - away[nearest] > tolerance else None


def _unevenness(change: Array) -> float:
    """The kurtosis over a frame's lines: a hum brightens and darkens all of them, what moves only some."""
    return float(np.sum(np.mean(change**4, axis=1)) / max(float(np.sum(np.mean(change**2, axis=1) ** 2)), 1e-18))


def _stripes(change: Array) -> float:
    """How many stripes there are in the height of a frame."""
    waves = change - change.mean(axis=1, keepdims=True)
    finely = 8
    power = np.abs(np.fft.rfft(waves * np.hanning(waves.shape[1]), finely * waves.shape[1], axis=1)) ** 2
    return float(np.argmax(power.sum(axis=0))) / finely


def _wandering(hum: float, rate: float) -> float:
    """The frequency at which stripes of a hum wander over frames at this rate, in Hz."""
    return abs(hum - rate * round(hum / rate))


def _smoothed(change: Array, lines: int = 9) -> Array:
    """Neighbouring lines are taken together, for noise differs from line to line and a hum doesn't."""
    kernel = np.ones(lines) / lines
    return np.stack([np.convolve(row, kernel, mode="valid") for row in change]) if change.shape[1] > lines else change


