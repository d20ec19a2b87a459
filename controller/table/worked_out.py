"""Answers that take long, worked out beside the table: no throw waits for them."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Question = TypeVar("Question", bound=Hashable)
Answer = TypeVar("Answer")

log = logging.getLogger("tray")


class WorkedOut(Generic[Question, Answer]):
    """Works each question out that was asked once; till then its answer is None, `on_known` tells of the next known.

    `what` names the answers in the log. `work` may take seconds. `on_known` is called from a thread of its own and
    must not wait. A house rule that fails leaves its question without an answer: the game says what is wrong with it.
    """

    def __init__(self, what: str, work: Callable[[Question], Answer], on_known: Callable[[], None]) -> None:
        self._what = what
        self._work = work
        self._on_known = on_known
        self._known: dict[Question, Answer | None] = {}
        self._wanted: queue.SimpleQueue[Question | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=what, daemon=True)

    def start(self) -> None:
        """Begin to work out what is asked."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is at hand and end, without waiting for it. Safe to call twice."""
        self._wanted.put(None)

    def of(self, question: Question) -> Answer | None:
        """The answer; None where it isn't known yet, or there is none. Never waits."""
        if question not in self._known:
            self._known[question] = None
            self._wanted.put(question)
        return self._known[question]

    def _run(self) -> None:
        while (question := self._wanted.get()) is not None:
            try:
                self._known[question] = self._work(question)
            except Exception as error:  # whatever a table's own rule may raise
                log.warning("The %s can't be told: %s", self._what, error)
                continue
            self._on_known()
