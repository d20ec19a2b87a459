"""Deadlines of the table, each with the reason for which it was set."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(slots=True)
class _Timer:
    cause: Hashable
    due: float
    fired: bool = False


class Timers:
    """Named deadlines. A timer fires once for each cause; keeping it for the same cause changes nothing."""

    def __init__(self) -> None:
        self._timers: dict[str, _Timer] = {}

    def keep(self, name: str, cause: Hashable | None, due: float) -> None:
        """Let `name` fire at `due`, unless it was set (or has fired) for this very `cause` before; never for None."""
        timer = self._timers.get(name)
        if cause is None:
            self.drop(name)
        elif timer is None or timer.cause != cause:
            self._timers[name] = _Timer(cause, due)

    def keep_at(self, name: str, due: float | None) -> None:
        """Let `name` fire once at `due`, not at all where that is None."""
        self.keep(name, due, due or 0.0)

    def drop(self, name: str) -> None:
        """Forget `name` and its cause."""
        self._timers.pop(name, None)

    def clear(self) -> None:
        """Forget all of them."""
        self._timers.clear()

    def next_due(self) -> float | None:
        """When the next timer fires, None where none will."""
        return min((timer.due for timer in self._timers.values() if not timer.fired), default=None)

    def take_due(self, now: float) -> str | None:
        """The name of a timer that is due by `now`, the earliest first; it counts as fired."""
        due = [(timer.due, name) for name, timer in self._timers.items() if not timer.fired and timer.due <= now]
        if not due:
            return None
        name = min(due)[1]
        self._timers[name].fired = True
        return name
