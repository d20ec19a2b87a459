"""`tray run` is told to end."""

from __future__ import annotations

import signal
import sys
import threading
from queue import SimpleQueue

from controller.commands.run import until_told


def test_a_signal_that_does_not_wake_the_table_is_heard_all_the_same() -> None:
    """As Ctrl-C in the very moment in which the table begins to wait; here another thread gets it."""
    ended: SimpleQueue[BaseException | None] = SimpleQueue()
    main = threading.get_ident()

    def get_a_signal_once_the_table_waits() -> None:
        while sys._current_frames()[main].f_code is not until_told.__code__:
            pass
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, lambda number, frame: ended.put(None))
    try:
        threading.Thread(target=get_a_signal_once_the_table_waits, daemon=True).start()
        assert until_told(ended) is None
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_what_went_wrong_ends_the_table_in_its_own_words() -> None:
    ended: SimpleQueue[BaseException | None] = SimpleQueue()
    failure = RuntimeError("the journal is gone")
    ended.put(failure)
    assert until_told(ended) is failure
