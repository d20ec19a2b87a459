"""Time: the machine's own, and one that tests can move."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta


class SystemClock:
    """The machine's time. `monotonic` is CLOCK_MONOTONIC, the same count in every process."""

    def monotonic(self) -> float:
        return time.monotonic()

    def now(self) -> str:
        return datetime.now().astimezone().isoformat(timespec="milliseconds")


class TestClock:
    """A clock that stands still until a test lets it travel: hours of play in milliseconds."""

    __test__ = False

    def __init__(self, start: datetime = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._passed = 0.0

    def monotonic(self) -> float:
        return self._passed

    def now(self) -> str:
        return (self._start + timedelta(seconds=self._passed)).isoformat(timespec="milliseconds")

    def travel(self, seconds: float) -> None:
        """Let `seconds` (never negative) pass at once."""
        if seconds < 0:
            raise ValueError(f"time does not go back: {seconds} s")
        self._passed += seconds
