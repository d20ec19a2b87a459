"""Tells cubes that were thrown from cubes that stayed: `moved`, against the cubes that were last counted.

A cube that shows the same face in the same place at the same angle was not thrown; a thrown cube does that once in
some ten thousand throws. Cubes set aside on the rail were carried there. Where cubes have shifted a little and
nothing was thrown, they were nudged; a cube that was seen to be gone meanwhile wasn't shoved or nudged, but thrown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Face, Point, ReadCube

Plane = Callable[[ArrayLike], NDArray[np.float64]]
"""Points (n x 2 pixels) as millimetres of the table."""
ONE_SHAPE = 0.01
"""By how much the sides' ratio of two pictures of one shape can differ: their sizes are whole pixels."""

STILL_MM = 3.0
STILL_DEGREES = 12.0
"""What measuring the same cube twice, under another light, can differ by."""
SHOVED_MM = 8.0
"""A cube that stayed may be shoved so far by those that are thrown against it."""
NUDGED_MM = 20.0
"""A cube that shifts no further, while nothing else has changed, was nudged: sleeves turn what they push."""
PUSHED_MM = 40.0
"""A cube that shifts so far without turning was pushed: of cubes that are thrown alone, and are back before anybody
saw that they were gone, about one in two hundred lies so near with the same face at the same angle."""
UNTOLD = 0.001
"""Likeness of a cube whose face couldn't be told to one with a face that it was never taken for."""
ARRANGED, ARRANGED_MM = 3, 6.0
"""So many cubes or more that lie to each other as they did, within so many millimetres each, but all elsewhere, lie
where they lay: the camera was moved while nobody watched. The millimetres are those of its new picture."""
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
    """Remembers the cubes that were counted last, and judges new readings against them.

    Where they lie is remembered in pixels, and in millimetres of the mat wherever it was in view. Millimetres of the
    mat hold when the camera is knocked; those that are guessed from the cubes' own size are good for one picture
    only, so that without a mat both sides of a comparison are taken from pixels by the plane of now.
    """

    def __init__(self, lying: tuple[ReadCube, ...] | None = None) -> None:
        self._lying = list(lying) if lying is not None else None
        self._pixels_hold = True
        self._larger: float | None = 1.0
        self._on_mat: list[Place] | None = None
        self._mat_plane: Plane | None = None
        self._gone: set[int] = set()
        self._watched = False

    def counted(self, lying: tuple[ReadCube, ...]) -> None:
        """From now on these cubes, of the reading that was judged last, are what `moved` is judged against."""
        self._gone.clear()
        self._pixels_hold = self._larger is not None
        self._lying = [_scaled(cube, self._larger or 1.0) for cube in lying]
        self._on_mat = _places(lying, self._mat_plane) if self._mat_plane else None

    def resized(self, before: tuple[int, int], after: tuple[int, int]) -> None:
        """The pictures have another size (width, height): pixels are others from now on.

        In pictures of another shape it can't be known where the cubes lay, but by the mat.
        """
        scale = after[0] / before[0]
        one_shape = abs(scale * before[1] / after[1] - 1.0) <= ONE_SHAPE
        self._larger = self._larger * scale if one_shape and self._larger is not None else None
        self._pixels_hold &= one_shape
        self._lying = [_scaled(cube, scale) for cube in self._lying] if self._lying is not None else None

    def judge(self, cubes: Sequence[ReadCube], plane: Plane, *, on_mat: bool, movement_seen: bool) -> Movement:
        """Which of `cubes` were thrown since those counted last.

        `plane`: pixels of this picture to millimetres; `on_mat`: to those of the mat. `movement_seen`: something
        moved before the cubes lay here; where nothing was counted yet, that makes the cubes in the tray a throw.
        """
        self._mat_plane, self._larger = plane if on_mat else None, 1.0
        lying = self._places_of_lying(plane)
        if lying is None:
            return Movement(tuple((cube.zone != "rail") if movement_seen else None for cube in cubes))
        now = _places(cubes, plane)
        if not self._watched and _lie_elsewhere(now, lying) and (together := _arranged(now, lying)) is not None:
            self._see(together, cubes)
            self._on_mat = None
            lying = self._places_of_lying(plane) or lying
        self._watched = True
        stayed = self._pair(now, lying, {}, lambda cube, was: cube.distance(was) <= STILL_MM and cube.same_angle(was))
        stayed = self._pair(now, lying, stayed, lambda cube, was: cube.on_rail)
        shifted = self._pair_shifted(now, lying, stayed, NUDGED_MM)
        shifted = self._pair_shifted(now, lying, shifted, PUSHED_MM, turned=False)
        if len(shifted) == len(cubes):
            self._gone = set(range(len(lying))) - set(shifted.values())
            nudged = sorted(shifted.keys() - stayed.keys())
            self._see(shifted if on_mat else {index: shifted[index] for index in nudged}, cubes)
            for index in nudged:
                self._nudge(shifted[index], now[index])
            return Movement((False,) * len(cubes), tuple(cubes[index].center for index in nudged))
        # What lies there turned may have been shoved by others, but hardly where nothing else has stayed.
        stayed = self._pair_shifted(now, lying, stayed, SHOVED_MM, turned=bool(stayed))
        self._gone = set(range(len(lying))) - set(stayed.values())
        if on_mat:
            self._see(stayed, cubes)
        return Movement(tuple(index not in stayed for index in range(len(cubes))))

    def _places_of_lying(self, plane: Plane) -> list[Place] | None:
        """Where those lie that were counted, in the millimetres of `plane`; None where that can't be known."""
        if self._lying is None:
            return None
        if self._mat_plane is None:
            return _places(self._lying, plane) if self._pixels_hold else None
        if self._on_mat is None and self._pixels_hold:
            self._on_mat = _places(self._lying, plane)
        return self._on_mat

    def _see(self, pairs: Mapping[int, int], cubes: Sequence[ReadCube]) -> None:
        """Where those of `pairs` (index now -> index of those lying) lie in the picture of now."""
        assert self._lying is not None
        for index, earlier in pairs.items():
            self._lying[earlier] = replace(
                self._lying[earlier], center=cubes[index].center, quad=cubes[index].quad
            )  # fmt: skip
        self._pixels_hold |= len(pairs) == len(self._lying)

    def _nudge(self, earlier: int, now: Place) -> None:
        """One of those lying lies where `now` does; millimetres of the mat are known anew where it is in view."""
        if self._mat_plane is None or self._on_mat is None:
            self._on_mat = None
        else:
            self._on_mat[earlier] = replace(self._on_mat[earlier], x=now.x, y=now.y, angle=now.angle)

    def _pair_shifted(
        self, now: list[Place], lying: list[Place], taken: dict[int, int], most: float, *, turned: bool = True
    ) -> dict[int, int]:
        """With those that lie up to `most` millimetres from where they lay, and never were away; `turned` or not."""

        def fits(cube: Place, was: Place) -> bool:
            near = cube.distance(was) <= most and (turned or cube.same_angle(was))
            return near and cube.likeness(was) >= ALIKE

        return self._pair(now, lying, taken, fits, but=self._gone)

    @staticmethod
    def _pair(
        now: list[Place],
        lying: list[Place],
        taken: dict[int, int],
        fits: Callable[[Place, Place], bool],
        but: Collection[int] = (),
    ) -> dict[int, int]:
        """`taken` (index now -> index of those lying) and further pairs that could be one cube.

        The most alike first, so that a cube whose face couldn't be told leaves the others theirs; then the nearest.
        `but`: indexes of those lying that are left out.
        """
        pairs = dict(taken)
        chances = sorted(
            (-cube.likeness(was), cube.distance(was), index, earlier)
            for index, cube in enumerate(now)
            for earlier, was in enumerate(lying)
            if earlier not in but and cube.likeness(was) > 0 and fits(cube, was)
        )
        for _, _, index, earlier in chances:
            if index not in pairs and earlier not in pairs.values():
                pairs[index] = earlier
        return pairs


def _lie_elsewhere(now: Sequence[Place], lying: Sequence[Place]) -> bool:
    """Whether the cubes, but one at most, lie where none did."""
    return sum(all(cube.distance(was) > STILL_MM for was in lying) for cube in now) >= len(now) - 1


def _arranged(now: Sequence[Place], lying: Sequence[Place]) -> dict[int, int] | None:
    """Which of those lying each of the cubes is (index now -> index of those lying), where all lie to each other as
    they did; None where they don't, or are too few to tell."""
    if len(now) != len(lying) or len(now) < ARRANGED:
        return None
    for order in permutations(range(len(lying))):
        were = [lying[earlier] for earlier in order]
        if all(cube.likeness(was) >= ALIKE for cube, was in zip(now, were, strict=True)) and _as_they_lay(now, were):
            return dict(enumerate(order))
    return None


def _as_they_lay(now: Sequence[Place], were: Sequence[Place]) -> bool:
    """Whether one shift and turn (Kabsch 1976, in the plane) brings each cube from where it was to where it is."""
    here, there = (np.array([complex(each.x, each.y) for each in places]) for places in (now, were))
    here, there = here - here.mean(), there - there.mean()
    turn = complex(np.vdot(there, here))
    turn /= abs(turn) or 1.0
    off = np.abs(here - turn * there)
    degrees = float(np.degrees(np.angle(turn)))
    as_turned = (replace(was, angle=was.angle + degrees) for was in were)
    return bool(off.max() <= ARRANGED_MM) and all(map(Place.same_angle, now, as_turned))


def _places(cubes: Sequence[ReadCube], plane: Plane) -> list[Place]:
    return [Place.of(cube, plane) for cube in cubes]


def _scaled(cube: ReadCube, scale: float) -> ReadCube:
    """As a picture shows it that is so much larger."""
    first, second, third, fourth = ((scale * x, scale * y) for x, y in cube.quad)
    return replace(cube, center=(scale * cube.center[0], scale * cube.center[1]), quad=(first, second, third, fourth))
