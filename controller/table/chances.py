"""The chance of a Wimpout in the throw to come, as it is known beside the table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Generic, TypeVar

from controller.games.game import Game
from controller.table.worked_out import WorkedOut

Coming = TypeVar("Coming", bound=Hashable)


class Chances(Generic[Coming]):
    """Knows the chance of each throw that was asked for once; the first answer is None, `on_known` tells of the next.

    `throw_to_come`: all that the chance in a game depends on, None where there is none; quick. `chance` of a Wimpout
    in that throw; may take seconds. `on_known` is called from a thread of its own and must not wait.
    """

    def __init__(
        self,
        throw_to_come: Callable[[Game], Coming | None],
        chance: Callable[[Coming], Fraction],
        on_known: Callable[[], None],
    ) -> None:
        self._throw_to_come = throw_to_come
        self._known = WorkedOut[Coming, float]("chance of a Wimpout", lambda coming: float(chance(coming)), on_known)
        self.start, self.stop = self._known.start, self._known.stop

    def of(self, game: Game) -> float | None:
        """The chance that the next throw of `game` is a Wimpout; None where there is none, or not known yet."""
        coming = self._throw_to_come(game)
        return None if coming is None else self._known.of(coming)
