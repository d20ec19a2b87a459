"""One run of the reader's process: begun, told what to do, ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import Pipe
from pathlib import Path

from vision.messages import Begin, Counted, Spoil, ThrowCubes
from vision.preview import PreviewMemory

DYING = 1.0
"""Seconds in which a process that was killed is gone, unless a driver holds it."""
PROJECT = Path(__file__).resolve().parent.parent


class Child:
    """One run of the reader's process. It loads what it needs, and stands by until it is told to begin.

    Raises OSError where the machine has no room for it.
    """

    def __init__(self, source: str, memory: PreviewMemory) -> None:
        self.pipe, theirs = Pipe()
        with contextlib.ExitStack() as where_it_fails, theirs, _signals_held():
            where_it_fails.enter_context(self.pipe)
            # Not by multiprocessing's spawn, which would import the program that was started once more in the child.
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "vision.reading_loop", str(theirs.fileno()), str(memory.descriptor),
                 source],
                pass_fds=(theirs.fileno(), memory.descriptor),
                env=_environment(),
                process_group=0,  # Ctrl-C in a terminal is for the table, which ends this process in order
            )  # fmt: skip
            where_it_fails.pop_all()

    def tell(self, order: Begin | Counted | ThrowCubes | Spoil) -> None:
        """Send `order`; a process that is gone doesn't get it, the next one begins with what is so by then."""
        with contextlib.suppress(OSError):
            self.pipe.send(order)

    def kill(self) -> None:
        """End it whatever it does, and give everything back. One that hangs in a driver, where no signal reaches it,
        is left to end by itself."""
        self.process.kill()
        self.pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(DYING)


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """What begins meanwhile gets none of the signals meant for the table until it lets them through itself.

    A service that is stopped signals every process of it, even one that begins at that moment.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _environment() -> dict[str, str]:
    paths = [str(PROJECT), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "OPENBLAS_NUM_THREADS": "1",  # one core is the reader's share; more threads would only take memory
        "OMP_NUM_THREADS": "1",
    }
