"""What times are compared with, measured in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable


def loop_seconds(repeats: int = 7) -> float:
    """The time of a fixed loop in pure Python, the best of some."""
    return best_of(repeats, lambda: sum(range(1_000_000)))


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """The shortest of some runs, in seconds: what the work takes when nothing else is in the way."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)
