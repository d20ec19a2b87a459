"""Tells cubes that were thrown from cubes that stayed: `moved`, against the cubes that were last counted.

A cube that shows the same face in the same place at the same angle was not thrown; a thrown cube does that once in
some ten thousand throws. Cubes set aside on the rail were carried there. Where cubes have shifted a little and
nothing was thrown, they were nudged; a cube that was seen to be gone meanwhile wasn't shoved or nudged, but thrown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Face, Point, ReadCube

Plane = Callable[[ArrayLike], NDArray[np.float64]]
"""Points (n x 2 pixels) as millimetres of the table."""

STILL_MM = 3.0
STILL_DEGREES = 12.0
"""What measuring the same cube twice, under another light, can differ by."""
SHOVED_MM = 8.0
"""A cube that stayed may be shoved so far by those that are thrown against it."""
NUDGED_MM = 15.0
"""A cube that shifts no further, while nothing else has changed, was nudged."""
UNTOLD = 0.001
"""Likeness of a cube whose face couldn't be told to one with a face that it was never taken for."""
ALIKE = 0.01
"""From this likeness a cube that shifted may be the same; in its old place or on the rail the least will do."""


@dataclass(frozen=True, slots=True)
class Movement:
    """`moved`: for each cube whether it was thrown, None where that can't be known. `nudged`: centres in pixels."""

    moved: tuple[bool | None, ...]
    nudged: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A cube where it lies, in millimetres; `angle` in degrees, a quarter turn more is the same angle.

    `faces`: what it may show, with the chances; a cube whose face was told shows that.
    """

    faces: Mapping[Face, float]
    told: bool
    odd: bool | None
    on_rail: bool
    x: float
    y: float
    angle: float

    @staticmethod
    def of(cube: ReadCube, plane: Plane) -> Place:
        """Where `cube` lies, by `plane` of its picture."""
        x, y = plane([cube.center])[0]
        first, second = plane(cube.quad)[:2]
        angle = float(np.degrees(np.arctan2(second[1] - first[1], second[0] - first[0])))
        faces = {cube.face: 1.0} if cube.face else dict(cube.alternatives)
        return Place(faces, cube.face is not None, cube.odd, cube.zone == "rail", float(x), float(y), angle)

    def distance(self, other: Place) -> float:
        """Between the centres, in millimetres."""
        return float(np.hypot(self.x - other.x, self.y - other.y))

    def same_angle(self, other: Place) -> bool:
        """Whether a cube has not turned."""
        turned = abs(self.angle - other.angle) % 90.0
        return min(turned, 90.0 - turned) <= STILL_DEGREES

    def likeness(self, other: Place) -> float:
        """How well face and colour agree with its being the same cube, not thrown: 0 (it can't be) to 1."""
        if self.odd is not None and other.odd is not None and self.odd != other.odd:
            return 0.0
        alike = sum(chance * other.faces.get(face, 0.0) for face, chance in self.faces.items())
        return alike if self.told and other.told else max(alike, UNTOLD)


class Tracker:
    """Remembers the cubes that were counted last, and judges new readings against them."""

    def __init__(self, lying: tuple[ReadCube, ...] | None = None) -> None:
        self._given = lying
        self._lying: list[Place] | None = None
        self._gone: set[int] = set()
        self._plane: Plane | None = None

    def counted(self, lying: tuple[ReadCube, ...]) -> None:
        """From now on these cubes, of the reading that was judged last, are what `moved` is judged against."""
        self._gone.clear()
        if self._plane is None:
            self._given = lying
        else:
            self._lying = [Place.of(cube, self._plane) for cube in lying]

    def judge(self, cubes: Sequence[ReadCube], plane: Plane, *, movement_seen: bool) -> Movement:
        """Which of `cubes` were thrown since those counted last.

        `plane`: pixels of this picture to millimetres. `movement_seen`: something moved before the cubes lay
        here; where nothing was counted yet, that makes the cubes in the tray a throw.
        """
        self._plane = plane
        if self._lying is None and self._given is not None:
            self._lying = [Place.of(cube, plane) for cube in self._given]
        if self._lying is None:
            return Movement(tuple((cube.zone != "rail") if movement_seen else None for cube in cubes))
        now = [Place.of(cube, plane) for cube in cubes]
        stayed = self._pair(now, {}, lambda cube, was: cube.distance(was) <= STILL_MM and cube.same_angle(was))
        stayed = self._pair(now, stayed, lambda cube, was: cube.on_rail)
        shifted = self._pair_shifted(now, stayed, NUDGED_MM)
        if len(shifted) == len(cubes):
            self._gone = set(range(len(self._lying))) - set(shifted.values())
            nudged = shifted.keys() - stayed.keys()
            for index in nudged:
                was, cube = self._lying[shifted[index]], now[index]
                self._lying[shifted[index]] = replace(was, x=cube.x, y=cube.y, angle=cube.angle)
            return Movement((False,) * len(cubes), tuple(cubes[index].center for index in sorted(nudged)))
        stayed = self._pair_shifted(now, stayed, SHOVED_MM)
        self._gone = set(range(len(self._lying))) - set(stayed.values())
        return Movement(tuple(index not in stayed for index in range(len(cubes))))

    def _pair_shifted(self, now: list[Place], taken: dict[int, int], most: float) -> dict[int, int]:
        """With those that lie up to `most` millimetres from where they lay, and never were away."""
        return self._pair(
            now, taken,
            lambda cube, was: cube.distance(was) <= most and cube.likeness(was) >= ALIKE,
            but=self._gone,
        )  # fmt: skip

    def _pair(
        self,
        now: list[Place],
        taken: dict[int, int],
        fits: Callable[[Place, Place], bool],
        but: Collection[int] = (),
    ) -> dict[int, int]:
        """`taken` (index now -> index of those lying) and further pairs that could be one cube.

        The most alike first, so that a cube whose face couldn't be told leaves the others theirs; then the nearest.
        `but`: indexes of those lying that are left out.
        """
        assert self._lying is not None
        pairs = dict(taken)
        chances = sorted(
            (-cube.likeness(was), cube.distance(was), index, earlier)
            for index, cube in enumerate(now)
            for earlier, was in enumerate(self._lying)
            if earlier not in but and cube.likeness(was) > 0 and fits(cube, was)
        )
        for _, _, index, earlier in chances:
            if index not in pairs and earlier not in pairs.values():
                pairs[index] = earlier
        return pairs
