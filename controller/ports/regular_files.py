"""Files that people name are read only where they are files, for a pipe would be waited for without end, and not too
large, for they would take the memory of everything else."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from controller.games.phrase import phrase

NO_FILE = phrase("it is a pipe or a device, not a file")
TOO_LARGE = phrase("it is larger than 200 MB, which nothing is that can be read here")
MOST_BYTES = 200_000_000


def read_regular(path: Path) -> bytes:
    """What is in the file.

    Raises:
        OSError: it can't be read, is a folder, a pipe or a device, or too large; `strerror` says which.
    """
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        found = os.fstat(number)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, NO_FILE, str(path))
        if found.st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, TOO_LARGE, str(path))
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(number)
