"""Files that people name are read only where they are files: a pipe would be waited for without end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from controller.ports import phrase

NO_FILE = phrase("it is a pipe or a device, not a file")


def read_regular(path: Path) -> bytes:
    """What is in the file.

    Raises:
        OSError: it can't be read, or is a folder, a pipe or a device; `strerror` says which.
    """
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        kind = os.fstat(number).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, NO_FILE, str(path))
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(number)
