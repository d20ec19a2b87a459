"""How fast throws are scored."""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path

from controller.games.game import Cube
from controller.games.wimpout.cubes import COMMON_FACES, CUBES, ODD_FACES
from controller.games.wimpout.rules import OFFICIAL
from controller.games.wimpout.scoring import ways_to_score
from tests.benchmarks.yardstick import best_of, loop_seconds


def report(_root: Path) -> str:
    """All first throws with every way to score them: from nothing, and once more."""
    faces = product(*[COMMON_FACES] * (CUBES - 1), ODD_FACES)
    throws = [(*map(Cube, throw[:-1]), Cube(throw[-1], True)) for throw in faces]

    def score_all() -> None:
        for throw in throws:
            ways_to_score(throw, OFFICIAL)

    loop = loop_seconds()
    ways_to_score.cache_clear()
    began = time.perf_counter()
    score_all()
    cold = time.perf_counter() - began
    again = best_of(5, score_all)
    return (
        "## Scoring\n\n"
        f"All {len(throws)} first throws with every way to score them: {cold / loop:.1f} loops with the making of "
        f"tables, {again / loop:.2f} loops once more."
    )
