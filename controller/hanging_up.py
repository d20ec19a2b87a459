"""Commands that a lost connection ends as Ctrl-C does: in order, and with what there is kept."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

ENDS = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)


@contextmanager
def ends_like_ctrl_c() -> Iterator[None]:
    """SIGHUP, as of an ssh connection that is lost, and SIGTERM raise KeyboardInterrupt meanwhile, as Ctrl-C does.
    Only the first of all of them: a shell sends its SIGHUP after the terminal's, while things are put in order. What
    is ignored (nohup) stays so."""

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        for number in before:
            signal.signal(number, _heard_already)
        raise KeyboardInterrupt

    before = {number: handler for number in ENDS if (handler := signal.getsignal(number)) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def another_ctrl_c_ends_it() -> Iterator[None]:
    """Meanwhile Ctrl-C raises KeyboardInterrupt though one of these signals has come before: for what takes long then
    and loses nothing where it is cut off. SIGHUP and SIGTERM don't: no impatient person sends them."""

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        signal.signal(signal.SIGINT, _heard_already)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is not _heard_already:
        yield
        return
    signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _heard_already)


def _heard_already(_signal: int, _frame: FrameType | None) -> None:
    """Not SIG_IGN: Python complains where a signal that has come already is ignored before it is handled."""
