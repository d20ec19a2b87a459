"""What the benchmarks of the whole path, the scoreboard, the Pi and the pages call beyond their limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.benchmarks import page, path, pi, scoreboard
from tests.web_ui.first_load import FirstLoad

COUNTS = {"throws": 132, "readings_clear": 277, "readings_refused": 16, "readings_wrong": 0, "leaning_missed": 0}
GAME: dict[str, Any] = COUNTS | {"given_up": [], "settle_to_scoreboard_ms": {"p50": 57.4, "p99": 103.9}}


@pytest.mark.parametrize(("game", "says"), [
    (GAME, []),
    (GAME | {"readings_wrong": 2}, ["2 readings that were called clear and are wrong"]),
    (GAME | {"leaning_missed": 1}, ["1 clear readings of cubes of which one leaned"]),
    (GAME | {"given_up": [COUNTS]}, ["1 games that were given up"]),
    (GAME | {"given_up": [COUNTS | {"readings_wrong": 1}]},
     ["1 readings that were called clear and are wrong", "1 games that were given up"]),
])  # fmt: skip
def test_no_game_may_be_read_wrongly_or_given_up(game: dict[str, Any], says: list[str]) -> None:
    games = {("model", 8): GAME, ("simavr", 5): game}
    assert [*path.beyond(games)] == [f"seed 5, scoreboard simavr: {each}; none may be." for each in says]
    assert f"| {len(game['given_up'])} | 57.4 |" in path.in_words(games)


BURST = scoreboard.Burst(97.9, lost=0, never_shown=0)


@pytest.mark.parametrize(("wire", "burst", "says"), [
    (255, BURST, ""),
    (255, None, ""),
    (900, None, "the line carries 27.8 frames a second, not 30."),
    (255, replace(BURST, a_second=29.0), "the firmware shows 29.0 frames a second, not 30."),
    (255, replace(BURST, lost=3), "of 150 frames without a pause 0 were never shown, and 3 bytes were lost"),
    (255, replace(BURST, never_shown=1), "of 150 frames without a pause 1 were never shown, and 0 bytes were lost"),
])  # fmt: skip
def test_the_scoreboard_loses_nothing_and_shows_all(wire: int, burst: scoreboard.Burst | None, says: str) -> None:
    found = [*scoreboard.beyond(wire, burst)]
    assert len(found) == bool(says)
    assert all(says in each for each in found)


COST = pi.Cost(look=0.005, usual_reading=0.034, slow_reading=0.064, drawing=0.00015)
OLDER_4 = "Raspberry Pi 4 at 1.5 GHz (older boards): not fast enough, and has to be."
DERIVED = {pi.MEASURED: 1.0} | {core.name: core.slower_than(pi.Core("here", 2.6, 512, 6)) for core in pi.PIS}


@pytest.mark.parametrize(("cost", "slower", "says"), [
    (COST, DERIVED, []),
    (replace(COST, look=0.01), DERIVED, [OLDER_4]),
    (replace(COST, slow_reading=0.25), DERIVED, [OLDER_4]),
    (replace(COST, look=0.04), {pi.MEASURED: 1.0}, []),
    (replace(COST, look=0.1), {pi.MEASURED: 1.0}, ["this machine, measured: not fast enough, and has to be."]),
])  # fmt: skip
def test_the_smallest_pi_has_to_be_fast_enough(cost: pi.Cost, slower: dict[str, float], says: list[str]) -> None:
    assert [*pi.beyond(cost, slower)] == says


LOAD = FirstLoad(bytes=33_245, requests=4, came_s=0.3, painted_s=0.4, ran_s=0.6, usable_s=0.67, throttle=2.0)


@pytest.mark.parametrize(("loads", "says"), [
    ([LOAD, LOAD, replace(LOAD, usable_s=1.5)], ()),
    ([LOAD, LOAD, replace(LOAD, bytes=60_001)], ("the first load is 60001 bytes, and may be 60000",)),
    ([LOAD, *[replace(LOAD, usable_s=1.5)] * 2], ("the play page is usable after 1.50 s, and may take 1 s",)),
])  # fmt: skip
def test_the_play_page_is_light_and_soon_usable(loads: list[FirstLoad], says: tuple[str, ...]) -> None:
    assert page.beyond_limits(loads) == says
