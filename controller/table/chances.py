"""The chance of a Wimpout in the throw to come, worked out beside the table: no throw waits for it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Generic, TypeVar

from controller.games.game import Game

Coming = TypeVar("Coming", bound=Hashable)

log = logging.getLogger("tray")


class Chances(Generic[Coming]):
    """Knows the chance of each throw that was asked for once; the first answer is None, `on_known` tells of the next.

    `throw_to_come`: all that the chance in a game depends on, None where there is none; quick. `chance` of a Wimpout
    in that throw; may take seconds. `on_known` is called from a thread of its own and must not wait. A house rule
    that fails leaves the chance unknown: the game says what is wrong with it.
    """

    def __init__(
        self,
        throw_to_come: Callable[[Game], Coming | None],
        chance: Callable[[Coming], Fraction],
        on_known: Callable[[], None],
    ) -> None:
        self._throw_to_come = throw_to_come
        self._chance = chance
        self._on_known = on_known
        self._known: dict[Coming, float | None] = {}
        self._wanted: queue.SimpleQueue[Coming | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="chances", daemon=True)

    def start(self) -> None:
        """Begin to work out what is asked for."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is at hand and end, without waiting for it. Safe to call twice."""
        self._wanted.put(None)

    def of(self, game: Game) -> float | None:
        """The chance that the next throw of `game` is a Wimpout; None where there is none, or not known yet."""
        coming = self._throw_to_come(game)
        if coming is None:
            return None
        if coming not in self._known:
            self._known[coming] = None
            self._wanted.put(coming)
        return self._known[coming]

    def _run(self) -> None:
        while (coming := self._wanted.get()) is not None:
            try:
                self._known[coming] = float(self._chance(coming))
            except Exception as error:  # whatever a table's own rule may raise
                log.warning("The chance of a Wimpout can't be told: %s", error)
                continue
            self._on_known()
