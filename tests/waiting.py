"""Waiting for what somebody else does, in another thread or process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")


def wait_until(
    what: str, question: Callable[[], Answer | None], seconds: float = 30.0, pause: float = 0.02
) -> Answer:
    """The first answer of `question` that is true; fails with `what` and the last answer when time is up.

    `pause`: seconds between two questions, for what is soon over again.
    """
    deadline = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}; last answer: {answer!r}")
        time.sleep(pause)
