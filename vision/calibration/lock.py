"""One command at a time keeps something in a folder; the others wait for it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

_NAME = ".lock"


def take_lock(folder: Path) -> int:
    """Wait until nobody else has the lock of `folder`, which is made where it is missing, and take it. Closing the
    file that it gives gives it back, and so does the end of the process, whatever that is.

    Raises:
        OSError: it can't be taken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # For reading, so that a lock whose file another user has made can be taken as well.
    lock = os.open(folder / _NAME, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
    except BaseException:
        os.close(lock)
        raise
    return lock
