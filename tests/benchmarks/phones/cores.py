"""A Raspberry Pi's worth of processor: all that a run starts shares two cores."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

CORES = 2


@contextmanager
def few_cores(wanted: int = CORES) -> Iterator[int]:
    """Hold this thread, and every process that it starts meanwhile, to so many of the cores that it may use; how many
    there are, which is fewer on a smaller machine."""
    before = os.sched_getaffinity(0)
    held = sorted(before)[:wanted]
    os.sched_setaffinity(0, held)
    try:
        yield len(held)
    finally:
        os.sched_setaffinity(0, before)
