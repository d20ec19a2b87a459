"""What may not become slow unnoticed."""

from __future__ import annotations

import time
from pathlib import Path

from controller.commands.odds_cache import OddsCache
from controller.games.wimpout.odds import odds_report
from controller.games.wimpout.rules import OFFICIAL
from tests.benchmarks import engine, scoreboard, scoring
from tests.benchmarks.yardstick import best_of, loop_seconds

TRIES = 5
"""Whatever else the machine does makes both sides of a ratio slower, seldom both alike."""


def test_all_first_throws_are_scored_in_at_most_4_loops_and_in_half_a_loop_once_more() -> None:
    def is_fast() -> bool:
        cold, again = scoring.seconds()
        loop = loop_seconds()
        return cold <= 4 * loop and again <= loop / 2

    assert any(is_fast() for _ in range(TRIES))


def test_a_loop_has_at_least_100_turns() -> None:
    assert any(engine.TURNS * loop_seconds() / engine.seconds() >= 100 for _ in range(TRIES))


def test_no_picture_of_the_scoreboard_takes_a_tenth_of_a_loop() -> None:
    def is_fast() -> bool:
        steady, _, dearest_scene = scoreboard.drawing_seconds()
        return max(steady, dearest_scene) <= loop_seconds() / 10

    assert any(is_fast() for _ in range(TRIES))


def test_the_odds_of_the_official_rules_take_at_most_600_loops_and_none_when_asked_again(tmp_path: Path) -> None:
    loop = loop_seconds()
    began = time.process_time()
    odds = odds_report(OFFICIAL)
    assert time.process_time() - began < 600 * loop
    cache = OddsCache(tmp_path)
    cache.put(OFFICIAL, odds)
    assert best_of(3, lambda: cache.get(OFFICIAL)) < 5 * loop
    assert cache.get(OFFICIAL) == odds
