"""Throws of the simulated tray as they are measured: with the mat, and as telephones see them, without one."""

from __future__ import annotations

import pytest

from vision.measure_throws import THROWS_A_LOOK, Throw, measure_throws, summary

SMALL_STARS = 86_004
"""A look whose six stars, seen from near, are as many small suns."""


@pytest.fixture(
    scope="module", params=[{}, {"close": True}, {"keeping": True}], ids=["with the mat", "from near", "keeping"]
)
def throws(request: pytest.FixtureRequest) -> list[Throw]:
    return list(measure_throws(THROWS_A_LOOK, SMALL_STARS, **request.param))


def test_nearly_every_throw_is_read_and_none_wrongly(throws: list[Throw]) -> None:
    readable = [throw.result for throw in throws if throw.readable]
    assert len(readable) >= 8
    assert sum(result.right for result in readable) >= 0.8 * len(readable)
    assert not any(throw.result.wrongly_clear for throw in throws)


def test_the_table_says_what_was_right_and_what_confidence_was_worth(throws: list[Throw]) -> None:
    readable = [throw for throw in throws if throw.readable]
    cubes, named = sum(t.result.cubes for t in readable), sum(t.result.named for t in readable)
    lines = summary(throws).splitlines()
    assert f"| all | {len(readable)} |" in next(line for line in lines if line.startswith("| all"))
    assert f"| {cubes} | {named} (" in next(line for line in lines if line.startswith("| all"))
    sure = next(line for line in lines if "0.999 to 1.0" in line).split("|")
    assert int(sure[4]) == sum(s >= 0.999 for t in readable for s, _ in t.result.sureness)
    assert int(sure[5].split()[0]) <= int(sure[4])


def test_where_cubes_are_kept_one_more_lies_on_the_rail_each_time_until_all_are_thrown() -> None:
    throws = list(measure_throws(THROWS_A_LOOK, SMALL_STARS, keeping=True))
    assert [throw.kept for throw in throws] == [0, 1, 2, 3, 4] * 2
    rows = [line for line in summary(throws).splitlines() if "on the rail" in line]
    assert [row.split("|")[2].strip() for row in rows] == ["2"] * 4
