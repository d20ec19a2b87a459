"""How right the reader is on throws of the simulated tray, with drawings that training saw and that it never saw."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2

from vision.measure_throws import FIRST_SEED, THROWS_A_LOOK, Throw, measure_throws, summary

THROWS = 5000
LOOKS = 12
"""In one go: a multiple of those after which the sets of cubes come round again, so that these are the throws that
`python -m vision.measure_throws 5000` reads one after the other."""


def report(_: Path) -> str:
    """The table of `python -m vision.measure_throws`, and what was called clear and is wrong."""
    parts = range(0, THROWS, LOOKS * THROWS_A_LOOK)
    throws: list[Throw] = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for measured in pool.map(_measure, parts):
            throws += measured
            print(f"  {len(throws)} of {THROWS} throws", file=sys.stderr, flush=True)
    wrong = [f"- {throw.result.name}: {throw.result.detail}" for throw in throws if throw.result.wrongly_clear]
    return "\n".join([
        "## Throws of the simulated tray", "",
        "Its renderer and its looks are none that the networks were trained on; each picture is read as if it were a "
        "file.", "",
        summary(throws),
        *(["", "Called clear and wrong:", "", *wrong] if wrong else []),
    ])  # fmt: skip


def _measure(first: int) -> list[Throw]:
    """The throws from the one of that number on."""
    cv2.setNumThreads(1)
    count = min(LOOKS * THROWS_A_LOOK, THROWS - first)
    return list(measure_throws(count, FIRST_SEED + first // THROWS_A_LOOK))
