"""Runs jobs in processes of their own, which end with this one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

from vision.training.kept import TrainingError

_Job = TypeVar("_Job")


def run_all(
    work: Callable[[_Job], None], jobs: Sequence[_Job], workers: int, cure: str, done: Callable[[], None]
) -> None:
    """Do `work` for each of the jobs in so many processes. `done` is called whenever one is done.

    `cure`: what takes less memory, in words. However this ends, no process is left.

    Raises:
        TrainingError: a process was killed.
        Exception: what `work` has raised first.
    """
    others = active_children()
    # Started anew, not forked: libraries have threads in this process, and a forked one would wait for them for ever.
    pool = ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn"), _end_with_parent)
    try:
        for job in as_completed(_begun(pool, work, jobs)):
            job.result()
            done()
    except BaseException as error:
        for process in active_children():
            if process not in others:
                process.terminate()
        pool.shutdown(cancel_futures=True)
        if isinstance(error, BrokenProcessPool):
            raise TrainingError(
                f"one of its processes was killed, most likely because memory ran out ({cure}). "
                "Started again it goes on from there."
            ) from error
        raise
    pool.shutdown()


def _begun(pool: ProcessPoolExecutor, work: Callable[[_Job], None], jobs: Sequence[_Job]) -> list[Future[None]]:
    """The jobs, handed out to processes that don't hear Ctrl-C: it is this one that ends them then."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return [pool.submit(work, job) for job in jobs]
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process when the one that has started it ends, killed or not: nobody would hand it any job."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()
