"""What a check of known throws says: which face was read as which, how often, how surely and how fast."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt

import cv2
import numpy as np

from controller.ports import Face, ReadCube, TrayReading
from vision.calibration.results import CheckResult
from vision.cameras.camera import Image
from vision.drawings import FACES

UNSURE, MISSED, NONE = "unsure", "missed", "none"
"""What is said of a cube whose face wasn't named, of one that wasn't seen, and what there is of one that isn't."""
STAR = "*"
"""Follows the odd cube's face, as in what `tray read` prints and `tray score` takes."""
Z = 1.959964
"""The normal distribution's quantile for 95 %."""
SAME_CUBE = 0.7
"""Within so many widths of its top a reading means a cube."""
QUALITY = 92
"""Of the pictures that are kept, as JPEGs."""
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)
"""Of confidence; narrow where it matters."""


@dataclass(frozen=True, slots=True)
class KnownCube:
    """A cube as it lies. `center` in pixels where it is known; the face of one that `leans` doesn't count. `odd`:
    whether it is the odd one, None where that isn't known."""

    face: Face
    center: tuple[float, float] | None = None
    leans: bool = False
    odd: bool | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A cube and what was read of it; one of them is None where there is no other."""

    true: KnownCube | None
    read: ReadCube | None

    @property
    def said(self) -> str:
        """The face that was named, "unsure" or "missed"."""
        if self.read is None:
            return MISSED
        return self.read.face or UNSURE

    @property
    def right(self) -> bool:
        """Whether the cube's face was named as what it is."""
        return self.true is not None and self.said == self.true.face

    @property
    def mistaken(self) -> bool:
        """Whether its face is right, but the odd cube was taken for a common one, or the other way round."""
        if self.true is None or self.read is None or None in (self.true.odd, self.read.odd):
            return False
        return self.right and self.true.odd != self.read.odd


@dataclass(frozen=True, slots=True, eq=False)
class CheckedThrow:
    """A throw, and what was read of each cube. `latency`: seconds from rest to the reading. `jpeg`: its picture where
    it wasn't read as it should be; pictures of all of thousands of throws would be more than a Pi has memory."""

    reading: TrayReading
    cubes: tuple[Judged, ...]
    latency: float
    jpeg: bytes | None = None

    @property
    def leans(self) -> bool:
        """Whether a cube leans, so that the throw mustn't be scored."""
        return any(cube.true is not None and cube.true.leans for cube in self.cubes)

    @property
    def counted(self) -> tuple[Judged, ...]:
        """The cubes whose faces count: none that leans, nor, where one does, what isn't found to be another."""
        return tuple(cube for cube in self.cubes if not (cube.true.leans if cube.true else self.leans))

    @property
    def right(self) -> bool:
        """Whether it was read as a table should: clear, and every face and the odd cube right; or not clear where a
        cube leans."""
        if self.leans:
            return self.reading.status != "clear"
        return self.reading.status == "clear" and all(cube.right and not cube.mistaken for cube in self.cubes)

    @property
    def wrongly_clear(self) -> bool:
        """Whether it might have been scored, and was wrong: the one thing that must not be."""
        return self.reading.status == "clear" and not self.right


@dataclass(frozen=True, slots=True)
class Bin:
    """Cubes read with a confidence of `low` to `high`: how sure on the whole, and how many of them were right."""

    low: float
    high: float
    confidence: float
    right: int
    count: int


def checked(reading: TrayReading, image: Image, truth: Sequence[KnownCube], latency: float) -> CheckedThrow:
    """The throw of which `image` is the picture, `truth` how it lies, and `reading` what was read."""
    throw = CheckedThrow(reading, judged(reading, truth), latency)
    if throw.right:
        return throw
    return replace(throw, jpeg=cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())


def judged(reading: TrayReading, truth: Sequence[KnownCube]) -> tuple[Judged, ...]:
    """Each cube with what was read of it: by place where that is known, else in the order of `left_to_right`."""
    if any(cube.center is not None for cube in truth):
        return tuple(_by_place(reading.cubes, truth))
    read = left_to_right(reading.cubes)
    if len(read) == len(truth):
        return tuple(map(Judged, truth, read))
    return tuple(_by_face(read, truth))


def left_to_right(cubes: Iterable[ReadCube]) -> list[ReadCube]:
    """The cubes in the order in which a person names them."""
    return sorted(cubes, key=lambda cube: cube.center)


def summed_up(throws: Sequence[CheckedThrow], camera: str, report: str = "") -> CheckResult:
    """The figures of a check. `report`: the name of the page with its mistakes, where it is known already."""
    cubes = [cube for throw in throws for cube in throw.counted]
    true = [cube for cube in cubes if cube.true is not None]
    right = sum(cube.right for cube in true)
    latencies = [throw.latency for throw in throws]
    return CheckResult(
        camera=camera,
        throws=len(throws),
        right_throws=sum(throw.right for throw in throws),
        confusion=confusion(cubes),
        accuracy=right / len(true) if true else None,
        interval=wilson(right, len(true)),
        latency=(float(np.percentile(latencies, 50)), float(np.percentile(latencies, 99))),
        wrongly_clear=sum(throw.wrongly_clear for throw in throws),
        odd_mistaken=sum(any(cube.mistaken for cube in throw.cubes) for throw in throws),
        report=report,
    )


def confusion(cubes: Iterable[Judged]) -> dict[str, dict[str, int]]:
    """How often each true face was read as what; faces that didn't come up are left out."""
    counts = Counter((cube.true.face if cube.true else NONE, cube.said) for cube in cubes)
    return {
        face: {said: counts[face, said] for said in (*FACES, UNSURE, MISSED) if counts[face, said]}
        for face in (*FACES, NONE) if any(counts[face, said] for said in (*FACES, UNSURE, MISSED))
    }  # fmt: skip


def wilson(right: int, count: int) -> tuple[float, float]:
    """The interval in which the true share lies with 95 % (Wilson 1927, on probable inference)."""
    if count == 0:
        return 0.0, 1.0
    share, square = right / count, Z**2 / count
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def reliability(throws: Iterable[CheckedThrow]) -> list[Bin]:
    """How often cubes were right by the confidence with which they were read, whether it was enough to name them."""
    return in_bins([
        (cube.read.confidence, cube.true is not None and cube.read.alternatives[0][0] == cube.true.face)
        for throw in throws for cube in throw.counted if cube.read is not None and cube.read.alternatives
    ])  # fmt: skip


def in_bins(read: Sequence[tuple[float, bool]]) -> list[Bin]:
    """The `BINS` that something is in. `read`: of each cube how sure it was read, and whether it was right."""
    bins = []
    for low, high in pairwise(BINS):
        within = [(sure, right) for sure, right in read if low <= sure < high or (high == 1.0 and sure == 1.0)]
        if within:
            confidence = float(np.mean([sure for sure, _ in within]))
            bins.append(Bin(low, high, confidence, sum(right for _, right in within), len(within)))
    return bins


def _by_place(read: Sequence[ReadCube], truth: Sequence[KnownCube]) -> Iterator[Judged]:
    left = list(read)
    for cube in truth:
        near = [(_away(each, cube), number) for number, each in enumerate(left)]
        away, number = min(near, default=(np.inf, 0))
        yield Judged(cube, left.pop(number) if away <= SAME_CUBE else None)
    yield from (Judged(None, each) for each in left)


def _away(read: ReadCube, cube: KnownCube) -> float:
    """In widths of the cube's top."""
    assert cube.center is not None
    width = np.linalg.norm(np.subtract(read.quad[0], read.quad[2])) / np.sqrt(2)
    return float(np.linalg.norm(np.subtract(read.center, cube.center)) / width)


def _by_face(read: Sequence[ReadCube], truth: Sequence[KnownCube]) -> Iterator[Judged]:
    """Where cubes were missed or imagined, those of one face are taken for the same, the odd one for itself."""
    left, missed = list(read), []
    for cube in sorted(truth, key=lambda cube: not cube.odd):
        alike = [each for each in left if each.face == cube.face]
        same = min(alike, key=lambda each: bool(each.odd) != bool(cube.odd), default=None)
        if same is None:
            missed.append(cube)
        else:
            left.remove(same)
            yield Judged(cube, same)
    for cube in missed:
        yield Judged(cube, left.pop(0) if left else None)
    yield from (Judged(None, each) for each in left)
