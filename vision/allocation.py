"""Lets a process that reads picture after picture keep the memory that the last one took.

The C library gives large pieces back to the system as soon as they are free, and the system has to empty each anew:
for pictures and what is made of them that takes a good part of the time that is spent on them.
"""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # <malloc.h>
_KEPT, _LARGEST = 64 << 20, 32 << 20
"""Bytes: so much that is free stays with the process, of pieces no larger than the second."""


def keep_memory() -> bool:
    """Whether memory is kept from now on; only glibc can do that."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(mallopt(_MMAP_THRESHOLD, _LARGEST) and mallopt(_TRIM_THRESHOLD, _KEPT))
