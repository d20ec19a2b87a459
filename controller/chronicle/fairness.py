"""Whether cubes are fair: the chi-square test of goodness of fit against faces that are all equally likely.

For many throws the chance is that of the chi-square distribution; for few it is exact, by enumeration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import erfc, exp, factorial, pi, prod, sqrt
from statistics import NormalDist

from controller.games.fortune import CubeKind
from controller.games.game import Face
from controller.ports import FaceTest, Verdict

EXACTLY = 30
"""Below so many faces, five of each to be expected, the chi-square distribution isn't near enough."""
FEW = 60
"""Below so many faces nothing can be said of the cubes."""
UNUSUAL, UNEVEN = 0.05, 0.01
"""Chances below which the faces look unusual, or uneven."""
TESTS = 4
"""Tests on one page, the odd cube and the others, this evening and all: one of them will look uneven so much more
often by chance alone, so that each has to be so much less likely (Bonferroni)."""
WITHIN = 0.95
"""How often all faces of fair cubes are in the range that is told."""


def face_test(kind: CubeKind, seen: Mapping[Face, int]) -> FaceTest:
    """The test of cubes of this kind that came up as `seen`."""
    counts = tuple((face, seen.get(face, 0)) for face in kind.faces)
    total, faces = sum(count for _, count in counts), len(counts)
    expected = total / faces
    chi_square = sum((count - expected) ** 2 for _, count in counts) / expected if total else 0.0
    chance = chance_of_more([count for _, count in counts]) if total else None
    low, high = usual_range(total, faces)
    return FaceTest(
        kind.odd, kind.number, counts, total, expected, chi_square, faces - 1, chance, low, high,
        _verdict(total, chance),
    )  # fmt: skip


def chance_of_more(counts: list[int]) -> float:
    """How often faces that are equally likely come up at least as unevenly as in `counts`, 0..1."""
    total, faces = sum(counts), len(counts)
    if total < EXACTLY:
        return _exactly(counts)
    chi_square = sum(count * count for count in counts) * faces / total - total
    return chi_square_tail(chi_square, faces - 1)


def chi_square_tail(value: float, degrees: int) -> float:
    """The chance that a chi-square variable is at least `value`, by the finite sums that it has for whole degrees of
    freedom (Abramowitz and Stegun 26.4.4 and 26.4.5)."""
    half = value / 2
    if degrees % 2:
        term, total = sqrt(4 * half / pi) * exp(-half) if value > 0 else 0.0, erfc(sqrt(half))
        for odd in range(1, degrees, 2):
            total += term
            term *= value / (odd + 2)
        return min(1.0, total)
    term, total = exp(-half), 0.0
    for even in range(0, degrees, 2):
        total += term
        term *= half / (even // 2 + 1)
    return min(1.0, total)


def usual_range(total: int, faces: int) -> tuple[float, float]:
    """Bounds within which the counts of all faces of fair cubes are, 19 times out of 20 or more (each by the normal
    distribution, together by Bonferroni)."""
    share = 1 / faces
    reach = NormalDist().inv_cdf(1 - (1 - WITHIN) / faces / 2) * sqrt(total * share * (1 - share))
    return max(0.0, total * share - reach), min(float(total), total * share + reach)


def _exactly(counts: list[int]) -> float:
    """Sums the multinomial chances of all counts that are at least as uneven, each set of them in whatever order."""
    total, faces = sum(counts), len(counts)
    uneven = sum(count * count for count in counts)
    ways = sum(
        factorial(total) // prod(map(factorial, parts)) * _orders(parts)
        for parts in _partitions(total, faces, total)
        if sum(part * part for part in parts) >= uneven
    )
    return ways / int(faces**total)


def _orders(parts: tuple[int, ...]) -> int:
    return factorial(len(parts)) // prod(map(factorial, Counter(parts).values()))


def _partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to write `total` as so many falling parts, 0 among them, none above `most`."""
    if parts == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most), -(-total // parts) - 1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)


def _verdict(total: int, chance: float | None) -> Verdict:
    if chance is None or total < FEW:
        return "few"
    if chance < UNEVEN / TESTS:
        return "uneven"
    return "unusual" if chance < UNUSUAL else "even"
