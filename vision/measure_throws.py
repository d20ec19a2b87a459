"""Measures the reader on throws of the simulated tray: `python -m vision.measure_throws N`.

Its renderer and its looks are none that the reader was trained on. Half of the throws are with sets of cubes whose
manners of drawing training never saw either. Cubes are as large as they are sold, about half of them worn.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.check_figures import in_bins, wilson
from vision.cameras.camera import Image
from vision.cube_set import SET_SIZE
from vision.drawings.cube_sets import CUBE_SETS, UNSEEN_SETS
from vision.measure import Result, compare
from vision.reader import TrayReader
from vision.simulation.camera import SimulatedTray
from vision.simulation.look import Look
from vision.simulation.truth import LyingCube

FIRST_SEED = 70_000
THROWS_A_LOOK = 10
LEAN_CHANCE, LEAN_OFTEN = 0.01, 0.25
"""For each cube: as cubes do in a tray, and so often that what is said of leaning ones can be measured."""
SIZES = (15.0, 18.0)
"""Millimetres: the smallest and the largest cubes."""
MUCH_WORN = 0.5
"""Wear above which every side has lost ink in plain sight."""
ROUND_CUBES = 1.5
"""How much of the table a picture from near shows round the cubes, in cubes' widths."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: how the tray looked, and what the reader made of it. `size`: of the cubes, mm. `wear`: of their
    drawings, 0 to 1. `kept`: how many cubes lie on the rail."""

    look: Look
    result: Result
    size: float
    wear: float
    kept: int

    @property
    def readable(self) -> bool:
        """Whether people could read it: no cube leans."""
        return self.result.expected == "clear"


def measure_throws(
    count: int, first_seed: int = FIRST_SEED, close: bool = False, keeping: bool = False,
    lean_chance: float = LEAN_CHANCE,
) -> Iterator[Throw]:  # fmt: skip
    """Throw `count` times, some throws a look, and read each picture as if it were a file.

    `close`: as somebody with a telephone takes it who wants the cubes in the picture, so that no mat is in view.
    `keeping`: of each throw hands keep one cube more, on the rail, and throw the others; after four all are thrown.
    `lean_chance`: of each cube that is thrown.
    """
    reader = TrayReader()
    for number in range(-(-count // THROWS_A_LOOK)):
        seed = first_seed + number
        size, wear = _cubes_of(seed)
        tray = SimulatedTray(
            seed=seed, cube_set=cube_set_of(number), paced=False, lean_chance=lean_chance, cube_size=size, wear=wear
        )
        try:
            for throw in range(min(THROWS_A_LOOK, count - number * THROWS_A_LOOK)):
                _throw(tray, throw % SET_SIZE if keeping else 0, np.random.default_rng([seed, throw, 13]))
                result = _read(tray, reader, f"look {seed}, throw {throw}", close)
                yield Throw(tray.look, result, size, wear, _on_rail(tray))
        finally:
            tray.close()


def cube_set_of(look: int) -> str | None:
    """The set that is thrown in the look of that number: in every other one a set whose drawings training never saw,
    in turn; else None, for any."""
    unseen = list(UNSEEN_SETS)
    return unseen[look // 2 % len(unseen)] if look % 2 else None


def _cubes_of(seed: int) -> tuple[float, float]:
    """How large the cubes of a look are, in mm, and how worn: half of them are as new."""
    rng = np.random.default_rng([seed, 11])
    return float(rng.uniform(*SIZES)), max(0.0, float(rng.uniform(-1.0, 1.0)))


def _throw(tray: SimulatedTray, kept: int, rng: np.random.Generator) -> None:
    """Throw all cubes but so many, which lie on the rail, where one fewer lay before."""
    thrown = [cube.center for cube in tray.lying() or () if cube.zone != "rail"]
    if kept:
        aside = thrown.pop(int(rng.integers(len(thrown))))
        tray.throw(tuple(thrown), keep=(aside,))
    else:
        tray.throw(None)
    tray.come_to_rest()


def _on_rail(tray: SimulatedTray) -> int:
    return sum(cube.zone == "rail" for cube in tray.lying() or ())


def _read(tray: SimulatedTray, reader: TrayReader, name: str, close: bool) -> Result:
    frame, lying = tray.read(), tray.lying()
    assert frame is not None
    assert lying is not None
    picture, corner = _close_up(frame.image, lying) if close else (frame.image, np.zeros(2))
    truth = truth_of(name, lying, corner, zones=not close)
    began = time.perf_counter()
    reading = reader.read_picture(picture, name)
    return compare(truth, [reading], time.perf_counter() - began)


def _close_up(picture: Image, lying: Sequence[LyingCube]) -> tuple[Image, NDArray[np.float64]]:
    """The part of a picture in which the cubes lie, and its first pixel (x, y)."""
    corners = np.array([each.quad for each in lying]).reshape(-1, 2)
    around = ROUND_CUBES * float(np.hypot(*(corners[1] - corners[0])))
    left, top = np.maximum(0, corners.min(axis=0) - around).astype(int)
    right, bottom = (corners.max(axis=0) + around).astype(int)
    return np.ascontiguousarray(picture[top:bottom, left:right]), np.array([left, top], float)


def truth_of(name: str, lying: Sequence[LyingCube], corner: NDArray[np.float64], zones: bool) -> dict[str, Any]:
    """What `compare` holds a reading of the cubes that lie there against. `corner`: (x, y) of the picture's first
    pixel; `zones`: whether it shows the mat."""
    leans = any(cube.leans for cube in lying)
    cubes = [
        {
            "face": each.cube.face, "odd": each.cube.odd, "zone": each.zone if zones else None,
            "center": np.subtract(each.center, corner), "quad": np.subtract(each.quad, corner),
        }
        for each in lying
    ]  # fmt: skip
    return {
        "image": name, "case": "cocked" if leans else "roll", "expected": "unclear" if leans else "clear",
        "cubes": cubes,
    }


def summary(throws: Sequence[Throw]) -> str:
    """The figures as Markdown: all throws, then by set of cubes, floor and light."""
    readable = [throw for throw in throws if throw.readable]
    wrong = [throw for throw in throws if throw.result.wrongly_clear]
    leaning = [throw for throw in throws if not throw.readable]
    missed = sum(throw.result.status == "clear" for throw in leaning)
    low, high = wilson(missed, len(leaning))
    parts = [
        f"{len(throws)} throws in {len({id(throw.look) for throw in throws})} looks; called clear and wrong: "
        f"{len(wrong)} (below {wilson(len(wrong), len(throws))[1]:.2%} with 95 % certainty).",
        f"Of {len(leaning)} throws with a leaning cube {len(leaning) - missed} were refused; with 95 % certainty "
        f"{low:.2%} to {high:.2%} of such are called clear.", "",
        "| | readable rolls | clear and entirely right | cubes | named right | with colour and zone |",
        "| --- | --- | --- | --- | --- | --- |",
        _row("all", readable),
        _row("drawings of manners seen in training", [t for t in readable if t.look.cube_set in CUBE_SETS]),
        _row("drawings of manners never seen", [t for t in readable if t.look.cube_set in UNSEEN_SETS]),
    ]
    parts += [
        _row("cubes as new", [t for t in readable if t.wear == 0]),
        _row("worn cubes", [t for t in readable if 0 < t.wear <= MUCH_WORN]),
        _row("much worn cubes", [t for t in readable if t.wear > MUCH_WORN]),
    ]
    for kept in range(1, SET_SIZE) if any(throw.kept for throw in throws) else ():
        parts.append(_row(f"cubes on the rail: {kept}", [t for t in readable if t.kept == kept]))
    for mm in range(int(SIZES[0]), int(SIZES[1])):
        parts.append(_row(f"cubes of {mm} to {mm + 1} mm", [t for t in readable if mm <= t.size < mm + 1]))
    for words, key in (("cubes", "cube_set"), ("floor", "floor"), ("light", "light")):
        for name in sorted({getattr(throw.look, key) for throw in readable}):
            parts.append(_row(f"{words}: {name}", [t for t in readable if getattr(t.look, key) == name]))
    doubts = Counter(word for throw in readable if not throw.result.right for word in _kinds(throw.result.detail))
    reasons = ", ".join(f"{kind} {number}" for kind, number in doubts.most_common())
    parts += ["", f"Readable rolls that were refused: {reasons or 'none'}", "", *_reliability(readable)]
    return "\n".join(parts)


def _reliability(readable: Sequence[Throw]) -> Iterator[str]:
    """What a reading's confidence is worth."""
    yield "| drawings of manners | confidence | on average | cubes | the likeliest face is right |"
    yield "| --- | --- | --- | --- | --- |"
    for words, sets in (("seen in training", CUBE_SETS), ("never seen", UNSEEN_SETS)):
        read = [sure for throw in readable if throw.look.cube_set in sets for sure in throw.result.sureness]
        for each in in_bins(read):
            share = f"{each.right} ({each.right / each.count:.1%})"
            yield f"| {words} | {each.low} to {each.high} | {each.confidence:.4f} | {each.count} | {share} |"


def _row(words: str, throws: Sequence[Throw]) -> str:
    right = sum(throw.result.right for throw in throws)
    cubes, named = sum(t.result.cubes for t in throws), sum(t.result.named for t in throws)
    whole = sum(t.result.cubes_right for t in throws)
    return (
        f"| {words} | {len(throws)} | {right} ({right / max(1, len(throws)):.1%}) | {cubes} | "
        f"{named} ({named / max(1, cubes):.2%}) | {whole} ({whole / max(1, cubes):.2%}) |"
    )


def _kinds(detail: str) -> set[str]:
    return {kind for kind in ("cocked", "unsure", "count", "missed", "blocked") if kind in detail}


def main(arguments: Sequence[str] | None = None) -> int:
    """Throw, print what went wrong and the table; the exit status is 1 if a reading was called clear and is wrong."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if len(given) != 1 or not given[0].isdigit() or int(given[0]) < 1:
        print("usage: python -m vision.measure_throws N, how often to throw", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    throws = []
    for throw in measure_throws(int(given[0])):
        throws.append(throw)
        if throw.result.wrongly_clear:
            print(f"WRONG {throw.result.name}: {throw.result.detail}", flush=True)
        if len(throws) % 100 == 0:
            print(f"{len(throws)} of {given[0]} throws", file=sys.stderr, flush=True)
    print(summary(throws))
    return int(any(throw.result.wrongly_clear for throw in throws))


if __name__ == "__main__":
    sys.exit(main())
