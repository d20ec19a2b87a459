"""How right the reader is on throws of the simulated tray, with drawings that training saw and that it never saw."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2

from tests.benchmarks.figures import Figures
from vision.calibration.check_figures import wilson
from vision.drawings.cube_sets import UNSEEN_SETS
from vision.measure import Result
from vision.measure_throws import FIRST_SEED, LEAN_CHANCE, LEAN_OFTEN, THROWS_A_LOOK, Throw, measure_throws, summary

THROWS, NEAR, KEEPING, LEANING = 5000, 1200, 3000, 2000
KEEPING_SEED, LEANING_SEED = 74_000, 75_000
LOOKS = 12
"""In one go: a multiple of those after which the sets of cubes come round again, so that these are the throws that
`python -m vision.measure_throws 5000` reads one after the other."""
MOST_LEANING_CLEAR = 0.01
"""Of throws with leaning cubes at most so many are called clear."""
LEAST_ROLLS, LEAST_CUBES = 0.97, 0.995
"""Shares of the readable rolls that are clear and entirely right, and of their cubes that are named right."""


def report(_: Path) -> Figures:
    """The table of `python -m vision.measure_throws`, and what was called clear and is wrong."""
    throws = _measured(THROWS)
    text = "\n".join([
        "## Throws of the simulated tray", "",
        "Its renderer and its looks are none that the networks were trained on; each picture is read as if it were a "
        "file.", "",
        summary(throws), *_wrong(throws),
    ])  # fmt: skip
    never_seen = [throw.result for throw in throws if throw.look.cube_set in UNSEEN_SETS]
    return Figures(text, (
        *beyond([throw.result for throw in throws], "throws"),
        *beyond(never_seen, "throws with drawings that training never saw"),
    ))  # fmt: skip


def keeping(_: Path) -> Figures:
    """The same of throws of which one cube after the other was kept on the rail, as in a game."""
    throws = _measured(KEEPING, keeping=True)
    none = [throw.result for throw in throws if throw.readable and not throw.kept]
    right = sum(result.right for result in none)
    text = "\n".join([
        "## Throws with cubes on the rail", "",
        "As in a game, one cube after the other is kept on the rail and the others are thrown again, then all are: "
        f"{sum(throw.kept > 0 for throw in throws)} of these {len(throws)} throws are with cubes on the rail. Of "
        f"{len(none)} readable ones without any {right} are clear and entirely right "
        f"({right / max(1, len(none)):.1%}).", "",
        summary(throws), *_wrong(throws),
    ])  # fmt: skip
    return Figures(text, tuple(beyond([throw.result for throw in throws], "throws as in a game")))


def leaning(_: Path) -> Figures:
    """How many of the throws with leaning cubes are refused, where a quarter of the cubes lean."""
    throws = [throw for throw in _measured(LEANING, lean_chance=LEAN_OFTEN) if not throw.readable]
    clear = sum(throw.result.status == "clear" for throw in throws)
    low, high = wilson(clear, len(throws))
    text = "\n".join([
        "## Throws with leaning cubes", "",
        f"{LEANING} throws of the simulated tray with the mat in view, of whose cubes a quarter lean by more than 10 "
        "degrees on others or on a wall.", "",
        f"Of {len(throws)} with such a cube {len(throws) - clear} were refused and {clear} called clear, "
        f"{clear / len(throws):.2%}; with 95 % certainty {low:.2%} to {high:.2%}.",
        *_wrong(throws),
    ])  # fmt: skip
    return Figures(text, tuple(beyond_leaning([throw.result for throw in throws])))


def near(_: Path) -> Figures:
    """The same of pictures that show the cubes from near and no mat."""
    throws = _measured(NEAR, close=True)
    text = "\n".join([
        "## Throws without a mat in view", "",
        "Throws of the same tray as somebody with a telephone takes them: the cubes and what is round them. How the "
        "camera looks follows from the cubes alone there.", "",
        summary(throws), *_wrong(throws),
    ])  # fmt: skip
    return Figures(text, tuple(beyond([throw.result for throw in throws], "throws without a mat in view")))


def _measured(
    count: int, close: bool = False, keeping: bool = False, lean_chance: float = LEAN_CHANCE
) -> list[Throw]:
    throws: list[Throw] = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = range(0, count, LOOKS * THROWS_A_LOOK)
        measure = partial(_measure, count=count, close=close, keeping=keeping, lean_chance=lean_chance)
        for measured in pool.map(measure, parts):
            throws += measured
            print(f"  {len(throws)} of {count} throws", file=sys.stderr, flush=True)
    return throws


def _wrong(throws: Sequence[Throw]) -> list[str]:
    wrong = [f"- {throw.result.name}: {throw.result.detail}" for throw in throws if throw.result.wrongly_clear]
    return ["", "Called clear and wrong:", "", *wrong] if wrong else []


def beyond(results: Sequence[Result], what: str) -> Iterator[str]:
    """A sentence for each limit that readings of these pictures, `what` they are in words, didn't keep."""
    readable = [result for result in results if result.expected == "clear"]
    wrong = sum(result.wrongly_clear for result in results)
    if wrong:
        yield f"of the {what} {wrong} were called clear and are wrong; none may be."
    rolls = sum(result.right for result in readable) / len(readable)
    if rolls < LEAST_ROLLS:
        yield f"{rolls:.2%} of the readable {what} are clear and right, not {LEAST_ROLLS:.0%}."
    cubes = sum(result.named for result in readable) / sum(result.cubes for result in readable)
    if cubes < LEAST_CUBES:
        yield f"{cubes:.2%} of the cubes in readable {what} are named right, not {LEAST_CUBES:.1%}."


def beyond_leaning(results: Sequence[Result]) -> Iterator[str]:
    """A sentence where too many readings of throws with leaning cubes were called clear."""
    clear = sum(result.status == "clear" for result in results) / len(results)
    if clear > MOST_LEANING_CLEAR:
        yield f"of throws with leaning cubes {clear:.2%} were called clear, and {MOST_LEANING_CLEAR:.0%} may be."


def _measure(first: int, count: int, close: bool, keeping: bool, lean_chance: float) -> list[Throw]:
    """The throws from the one of that number on."""
    cv2.setNumThreads(1)
    few = min(LOOKS * THROWS_A_LOOK, count - first)
    seed = KEEPING_SEED if keeping else LEANING_SEED if lean_chance > LEAN_CHANCE else FIRST_SEED
    return list(measure_throws(few, seed + first // THROWS_A_LOOK, close, keeping, lean_chance))
