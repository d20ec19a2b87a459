"""A smaller crowd than the benchmark's, and what the benchmark makes of a run."""

from __future__ import annotations

from dataclasses import replace
from os import sched_getaffinity
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks.figures import Figures
from tests.benchmarks.phones.cores import CORES, few_cores
from tests.benchmarks.phones.report import beyond_limits, in_words
from tests.benchmarks.phones.run import Crowded, Fanned, Run, crowded, fanned, run

PHONES = 100
PRESSING = 20
SECONDS = 10.0
TRIES = 3
"""Whatever else the machine does makes both sides of a ratio slower, seldom both alike."""
DEAREST = 6.0
"""The benchmark's own limit of cost is 3: among fewer phones the presses and all else weigh more."""
SLOWEST = 16.0
"""And its limit of p99 is 4. The bare fan-out is sooner done with a hundred phones than with five hundred, but what
reader and presses hold up is as long as there."""

KEPT = Run(
    500, 20, CORES, {"200": 90, "409": 210}, Fanned(50, 0, (0.2,), 0.1), 0.01,
    Fanned(50, 0, (0.1,), 0.05), Crowded(500, {"200": 900, "304": 700}, 0), (120.0, 140.0), 4000,
)


def test_a_crowd_gets_every_event_soon_and_cheaply_and_those_without_a_line_poll() -> None:
    def beyond(done: Run) -> tuple[str, ...]:
        print(in_words(done))
        # What the table does without any phone is the same for a hundred as for five hundred: here it would be most.
        phones_alone = replace(done.table, processor_s=done.table.processor_s - done.idle_processor_s)
        return beyond_limits(replace(done, table=phones_alone), SLOWEST, DEAREST)

    tries: list[tuple[str, ...]] = []
    while len(tries) < TRIES and () not in tries:
        tries.append(beyond(run(PHONES, PRESSING, SECONDS)))
    assert () in tries


def test_a_run_within_the_limits_has_nothing_to_say() -> None:
    assert beyond_limits(KEPT) == ()


@pytest.mark.parametrize(("run_beyond", "says"), [
    (replace(KEPT, cores=1), "gave it 1"),
    (replace(KEPT, table=replace(KEPT.table, missed=1)), "missing: 1;"),
    (replace(KEPT, table=replace(KEPT.table, latencies=(0.41,))), "p99 is 4.10 times"),
    (replace(KEPT, table=replace(KEPT.table, processor_s=0.16)), "3.20 times"),
    (replace(KEPT, memory_mb=(120.0, 151.0)), "151 MB"),
    (replace(KEPT, presses={"200": 90, "500": 1}), "presses that failed: 1"),
    (replace(KEPT, crowded=replace(KEPT.crowded, refused=499)), "told to poll: 499, not 500"),
    (replace(KEPT, crowded=replace(KEPT.crowded, polls={"200": 900, "503": 2})), "poll that failed: 2"),
    (replace(KEPT, crowded=replace(KEPT.crowded, behind=3)), "latest state: 3"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_run_beyond_a_limit_says_which(run_beyond: Run, says: str) -> None:
    (only,) = beyond_limits(run_beyond)
    assert says in only


def _lived(dies_after: float, published: int = 300, seconds: float = 30.0) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a table tells and what two phones heard, whose lines die after some seconds."""
    events = [{"number": number, "at": seconds * number / published} for number in range(published)]
    came = [(event["number"], event["at"] + 0.01) for event in events if event["at"] < dies_after]
    phone = {"events": came, "refused": ""}
    return {"published": events, "processor_s": 3.0}, {"ended": seconds, "phones": [phone, phone]}


@pytest.mark.parametrize(("dies_after", "missed"), [(60.0, 0), (5.0, 2 * (297 - 50)), (0.0, 2 * 297)])
def test_what_is_published_after_all_lines_have_died_is_missed(dies_after: float, missed: int) -> None:
    done = fanned(*_lived(dies_after))
    assert (done.events, done.missed) == (297, missed), "all but those of the last 0.3 s"
    beyond = beyond_limits(replace(KEPT, table=done))
    assert any(f"arrivals that are missing: {missed};" in says for says in beyond) == (missed > 0)


@pytest.mark.parametrize(("polled", "behind"), [([260, 299], 0), ([260, 259, -1], 2)])
def test_who_polls_is_held_to_what_was_published_though_no_line_heard_it(polled: list[int], behind: int) -> None:
    told, heard = _lived(5.0)
    assert crowded(told, heard | {"polled": polled, "polls": {"200": 9}}).behind == behind


@pytest.mark.parametrize(("beyond", "status"), [((), 0), (("it is slow",), 1)])
def test_a_benchmark_beyond_its_limits_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, beyond: tuple[str, ...],
    status: int,
) -> None:
    monkeypatch.setattr(benchmarks, "ROOT", tmp_path)
    monkeypatch.setitem(benchmarks.BENCHMARKS, "phones", lambda _: Figures("## Phones", beyond))
    monkeypatch.setattr("sys.argv", ["benchmarks", "phones"])
    assert benchmarks.main() == status
    told = capsys.readouterr()
    assert "## Phones" in told.out
    assert "## Phones" in (tmp_path / "benchmarks.md").read_text()
    assert all(f"Beyond its limit: {line}" in told.err for line in beyond)


def test_what_a_run_starts_is_held_to_two_cores() -> None:
    before = sched_getaffinity(0)
    with few_cores() as cores:
        assert len(sched_getaffinity(0)) == cores == min(CORES, len(before))
    assert sched_getaffinity(0) == before
