"""How long the odds of the official rules take."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from controller.commands.odds_cache import OddsCache
from controller.games.wimpout.odds import odds_report
from controller.games.wimpout.rules import OFFICIAL
from controller.games.wimpout.scoring import ways_to_score
from tests.benchmarks.yardstick import best_of, loop_seconds


def report(_root: Path) -> str:
    """From nothing, and from what was kept."""
    loop = loop_seconds()
    ways_to_score.cache_clear()
    began = time.perf_counter()
    odds = odds_report(OFFICIAL)
    cold = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder:
        cache = OddsCache(Path(folder))
        cache.put(OFFICIAL, odds)
        again = best_of(5, lambda: cache.get(OFFICIAL))
    bound = max(odds["turn"][situation]["best"]["bound"] for situation in ("in_game", "entry"))
    return (
        "## Odds\n\n"
        f"All odds of the official rules (`tray odds`): {cold / loop:.0f} loops, {again / loop:.1f} when asked "
        f"again. What a turn is worth is right to {bound:.1e}."
    )
