"""How fast throws are scored."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from controller.games.game import Cube
from controller.games.wimpout.cubes import COMMON_FACES, CUBES, ODD_FACES
from controller.games.wimpout.rules import OFFICIAL
from controller.games.wimpout.scoring import ways_to_score
from tests.benchmarks.yardstick import best_of, loop_seconds

FIRST_THROWS = [
    (*map(Cube, faces), Cube(odd, True)) for *faces, odd in product(*[COMMON_FACES] * (CUBES - 1), ODD_FACES)
]


def report(_root: Path) -> str:
    """All first throws with every way to score them: from nothing, and once more."""
    loop = loop_seconds()
    cold, again = seconds()
    return (
        "## Scoring\n\n"
        f"All {len(FIRST_THROWS)} first throws with every way to score them: {cold / loop:.1f} loops with the making "
        f"of tables, {again / loop:.2f} loops once more."
    )


def seconds() -> tuple[float, float]:
    """The shortest times to score all first throws: with the making of tables, and once they are made."""

    def score_all() -> None:
        for throw in FIRST_THROWS:
            ways_to_score(throw, OFFICIAL)

    def score_all_from_nothing() -> None:
        ways_to_score.cache_clear()
        score_all()

    return best_of(3, score_all_from_nothing), best_of(5, score_all)
