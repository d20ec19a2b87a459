"""A process that reads keeps its memory: the next picture needs no page that the last one hadn't."""

from __future__ import annotations

import subprocess
import sys

import pytest

PAGES = """
import resource
import sys
import numpy as np
from vision.allocation import keep_memory

def faults() -> int:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    pieces = [np.ones(2 << 20, np.uint8) for _ in range(8)]
    del pieces
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

kept = keep_memory() if sys.argv[1] == "kept" else True
faults()
print(int(kept), faults())
"""


def pages(how: str) -> tuple[bool, int]:
    """Whether memory can be kept, and how many pages are new to the second of two pictures."""
    done = subprocess.run([sys.executable, "-c", PAGES, how], capture_output=True, text=True, check=True, timeout=60)
    kept, faults = map(int, done.stdout.split())
    return bool(kept), faults


def test_the_next_picture_takes_the_memory_of_the_last() -> None:
    can, kept = pages("kept")
    if not can:
        pytest.skip("this C library doesn't keep memory")
    _, given_back = pages("given back")
    assert kept < given_back / 10
