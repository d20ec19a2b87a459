"""Writes the firmware to the board at a serial port, and asks it for its version over the link.

    flash.py PORT COMMAND...

Opening the line resets a Nano. A table that tries to reach its board would do that in the middle of the writing, so
the port is locked meanwhile as the table locks it.
"""

import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from check_version import check


@contextmanager
def alone_at(port: str) -> Iterator[None]:
    """Holds the port, so that no table opens it."""
    try:
        line = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError as error:
        raise SystemExit(f"{port} can't be opened: {in_words(error)}") from None
    try:
        fcntl.flock(line, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise SystemExit(f"{port} is in use, by a table that is running for one: stop that first") from None
    finally:
        os.close(line)


def in_words(error: OSError) -> str:
    """Why a port can't be opened, and what to do."""
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return "nothing is plugged in there; plug the board in, or name its line with PORT=..."
    if error.errno in (errno.EACCES, errno.EPERM):
        return "no permission; add yourself to the group dialout (sudo usermod -aG dialout $USER) and log in again"
    return os.strerror(error.errno or 0)


def main() -> None:
    """The exit status of the command where it failed; else that of the check."""
    port, *command = sys.argv[1:]
    with alone_at(port):
        status = subprocess.run(command).returncode
        if status != 0:
            raise SystemExit(status)
        check(port, shared=True)


if __name__ == "__main__":
    main()
