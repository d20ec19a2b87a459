"""What counts as reading the same on another processor."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.benchmarks.aarch64 import compared

READING: dict[str, Any] = {
    "source": "/somewhere/a.png", "status": "clear", "problems": [],
    "cubes": [
        {"face": face, "odd": face == "10", "zone": "tray", "confidence": 0.998, "center": [x, 400.0]}
        for face, x in (("2", 300.0), ("10", 500.0))
    ],
}  # fmt: skip


def changed(**values: Any) -> dict[str, Any]:
    """The reading with other values for its first cube, or else for itself."""
    reading = copy.deepcopy(READING)
    for name, value in values.items():
        (reading if name in reading else reading["cubes"][0])[name] = value
    return reading


def test_the_same_readings_are_the_same_however_sure_they_are() -> None:
    found = compared([READING, READING], [READING, changed(confidence=0.995)])
    assert "the same in 2 of 2, 2 of them clear" in found.text
    assert "differs by 0.0030 at most" in found.text
    assert found.beyond == ()


def test_in_what_order_the_cubes_are_told_does_not_count() -> None:
    found = compared([READING], [changed(cubes=changed(confidence=0.995, center=[300.1, 399.9])["cubes"][::-1])])
    assert "the same in 1 of 1" in found.text
    assert "differs by 0.0030 at most" in found.text


@pytest.mark.parametrize(
    "other",
    [
        changed(face="3"), changed(odd=True), changed(zone="rail"), changed(status="unclear"),
        changed(problems=[{"kind": "cocked", "center": [1.0, 2.0]}]), changed(cubes=READING["cubes"][:1]),
        changed(cubes=[]), changed(center=[490.0, 410.0], face="10"),
    ],
)  # fmt: skip
def test_a_picture_that_is_read_otherwise_is_named(other: dict[str, Any]) -> None:
    found = compared([READING], [other])
    assert "the same in 0 of 1" in found.text
    assert found.beyond == ("a.png is read otherwise.",)
