"""What the reader's benchmarks call beyond their limits."""

from __future__ import annotations

from tests.benchmarks.throws import beyond
from vision.measure import Result


def result(expected: str = "clear", clear: bool = True, right: bool = True, named: int = 5) -> Result:
    status = "clear" if clear else "unclear"
    return Result("picture", "roll", expected, status, clear, right, 5, named, named, "", 0.0)


RIGHT, REFUSED = result(), result(clear=False, right=False, named=4)


def test_right_often_enough_and_never_wrong_is_within_them() -> None:
    assert not [*beyond([RIGHT] * 99 + [result(clear=False, right=False, named=4)], "throws")]


def test_each_limit_that_is_not_kept_is_told() -> None:
    assert len([*beyond([RIGHT] * 9 + [REFUSED], "throws")]) == 2, "too few rolls, and too few cubes"
    assert len([*beyond([RIGHT] * 99 + [result(right=False)], "throws")]) == 1, "wrong once"
    leaning = result(expected="unclear", right=False)
    assert len([*beyond([RIGHT] * 99 + [leaning], "throws")]) == 1, "wrong once, where it should have been refused"
