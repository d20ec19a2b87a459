"""The table's one thread: readings, commands and timers reach the table through one queue."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

from controller.games.phrase import phrase
from controller.ports import (
    Clock,
    Command,
    Device,
    HostView,
    Reading,
    RecordError,
    Reply,
    RuleChoice,
    RuleSheet,
    Seat,
)
from controller.table.table import Table

ANSWER_S = 4.0
"""How long a person's command waits for the table's answer."""


class TableThread:
    """Runs a table. It is the CommandDoor of buttons and phones and the ReaderEvents of the reader.

    `on_failure` is called once, from the table's thread, should the table itself fail; the thread has ended
    then and no command is taken any more.
    """

    def __init__(self, table: Table, clock: Clock, on_failure: Callable[[BaseException], None]) -> None:
        self._table = table
        self._clock = clock
        self._on_failure = on_failure
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._ended = False

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Finish what is at hand and end. What comes later is not heard. Safe to call twice."""
        self._queue.put(None)
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def answers(self, timeout: float = 2.0) -> bool:
        """Whether the table gets round to a question within `timeout` seconds."""
        answered = threading.Event()
        self._queue.put(answered.set)
        return answered.wait(timeout)

    # CommandDoor

    def submit(self, command: Command) -> Reply:
        """Hand a command over and wait for the answer."""
        if self._ended:
            return Reply(False, phrase("The table has stopped."), self._table.event)
        answer: Future[Reply] = Future()

        def decide() -> None:
            # A command that nobody waits for any more must not count after "table is busy" was said.
            if answer.set_running_or_notify_cancel():
                answer.set_result(self._table.command(command))

        self._queue.put(decide)
        try:
            return answer.result(ANSWER_S)
        except FutureTimeoutError:
            if answer.cancel():
                return Reply(False, phrase("The table is busy. Try again."), self._table.event)
            return answer.result(ANSWER_S)

    def seat_of(self, secret: str) -> Seat | None:
        """Whose seat this secret opens, None for a secret that is no longer one."""
        return self._table.seat_of(secret)

    @property
    def rules(self) -> tuple[RuleChoice, ...]:
        """Every rule that can be proposed here."""
        return self._table.rules

    def rule_sheet(self, rules: Mapping[str, Any] | None) -> RuleSheet:
        """How the game is played by `rules`, those of a view; by those of this table's settings where None."""
        return self._table.rule_sheet(rules)

    def host_view(self) -> HostView:
        """What the host sees now: asked of the table itself, for it goes through the whole game.

        Raises:
            RecordError: the table has stopped, or doesn't get round to it.
        """
        answer: Future[HostView] = Future()

        def look() -> None:
            try:
                answer.set_result(self._table.host_view())
            except Exception as error:  # a rule of the table's own may raise anything; the game goes on
                answer.set_exception(RecordError(str(error)))

        self._queue.put(look)
        try:
            return answer.result(ANSWER_S)
        except FutureTimeoutError as error:
            raise RecordError("The table is busy. Try again.") from error

    # ReaderEvents

    def reading(self, reading: Reading) -> None:
        """The tray was read, or stopped being readable."""
        self._queue.put(lambda: self._table.reading(reading))

    def device(self, device: Device) -> None:
        """A part's state changed; for scoreboard and panel too."""
        self._queue.put(lambda: self._table.device(device))

    def finished(self) -> None:
        """A video or folder has been played to its end."""
        self._queue.put(self._table.finished)

    def known(self) -> None:
        """A chance or a hint that wasn't known before can be shown; from any thread."""
        self._queue.put(self._table.known)

    def start_replay(self) -> None:
        """Begin a game whose throws come from a recording."""
        self._queue.put(self._table.start_replay)

    def _run(self) -> None:
        try:
            self._table.tick()
            while self._take():
                self._table.tick()
        except BaseException as error:  # whatever it was: it is handed on, not swallowed
            self._ended = True
            self._on_failure(error)
        self._ended = True

    def _take(self) -> bool:
        """Handle the next message, or wait until the next timer is due; False at the end."""
        deadline = self._table.next_deadline()
        wait = None if deadline is None else max(0.0, deadline - self._clock.monotonic())
        try:
            message = self._queue.get(timeout=wait)
        except queue.Empty:
            return True
        if message is None:
            return False
        message()
        return True
