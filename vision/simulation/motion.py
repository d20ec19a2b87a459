"""Cubes on the move: for each a chain of legs through time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.simulation.geometry import Array, Pose

FRAME = 1 / 30
"""Seconds from one picture to the next."""

Path = Callable[[float], Pose | None]
"""Where a cube is after a part (0..1) of its leg; None: out of sight."""


@dataclass(frozen=True)
class Leg:
    """A cube moves along `path` from `start` to `end`, seconds after the hands were asked."""

    start: float
    end: float
    path: Path

    def at(self, time: float) -> Pose | None:
        """Where the cube is; before the leg where it begins, after it where it ends."""
        return self.path(min(1.0, max(0.0, (time - self.start) / (self.end - self.start))))


@dataclass(frozen=True, eq=False)
class HandPath:
    """Where the hand is: (n,) seconds in order, and (n, 3) places in mm; before and after it is out of sight."""

    times: Array
    places: Array

    def at(self, time: float) -> Array | None:
        """The place of the hand, None while it is out of sight."""
        if not self.times[0] <= time <= self.times[-1]:
            return None
        return np.array([np.interp(time, self.times, self.places[:, axis]) for axis in range(3)])


@dataclass(frozen=True)
class Motion:
    """What the hands do, from being asked until everything lies.

    `before`: where the cubes lay; `legs`: of the cubes that move, by their number, in order of time.
    """

    before: tuple[Pose, ...]
    legs: Mapping[int, Sequence[Leg]]
    hand: HandPath

    @property
    def duration(self) -> float:
        """Seconds until the last cube lies still and the hand is gone."""
        return max([float(self.hand.times[-1]), *(legs[-1].end for legs in self.legs.values() if legs)])

    def at(self, time: float) -> tuple[Pose | None, ...]:
        """Where each cube is after so many seconds; None: out of sight."""
        return tuple(self._cube(number, time) for number in range(len(self.before)))

    def after(self) -> tuple[Pose, ...]:
        """Where the cubes come to rest."""
        rest = self.at(self.duration)
        return tuple(pose or before for pose, before in zip(rest, self.before, strict=True))

    def _cube(self, number: int, time: float) -> Pose | None:
        begun = [leg for leg in self.legs.get(number, ()) if leg.start <= time]
        return begun[-1].at(time) if begun else self.before[number]
