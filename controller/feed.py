"""The mailbox between the table and its outputs: it holds the latest snapshot, and a few before it."""

from __future__ import annotations

import threading
from collections import deque

from controller.ports import Snapshot

KEPT = 16
"""Snapshots that are kept for outputs which show each of them."""


class Mailbox:
    """A Feed. The table puts snapshots in and never waits for anyone who reads them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._latest: Snapshot | None = None
        self._recent: deque[Snapshot] = deque(maxlen=KEPT)

    def publish(self, snapshot: Snapshot) -> None:
        """Let `snapshot` take the place of the one before."""
        with self._changed:
            self._latest = snapshot
            self._recent.append(snapshot)
            self._changed.notify_all()

    def latest(self) -> Snapshot:
        """The newest snapshot. Never waits.

        Raises:
            LookupError: nothing was published yet; a table publishes its first snapshot while it is set up.
        """
        latest = self._latest
        if latest is None:
            raise LookupError("no snapshot was published yet: set the table up before its outputs")
        return latest

    def wait(self, after: int, timeout: float) -> Snapshot | None:
        """The newest snapshot once its `number` is above `after`; None if `timeout` seconds pass before."""
        with self._changed:
            self._changed.wait_for(lambda: self._latest is not None and self._latest.number > after, timeout)
            latest = self._latest
        return latest if latest is not None and latest.number > after else None

    def since(self, after: int) -> tuple[Snapshot, ...]:
        """The snapshots whose `number` is above `after`, oldest first, as far as they are kept. Never waits."""
        with self._changed:
            return tuple(snapshot for snapshot in self._recent if snapshot.number > after)
