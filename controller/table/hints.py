"""What the best player would do, told once that player knows the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.games.game import Game
from controller.games.rulebook import BestPlayer, Rulebook
from controller.table.worked_out import WorkedOut

ByRules = tuple[tuple[str, Any], ...]
"""The rules of a view, sorted: equal rules have the same best player."""


class Hints:
    """The best player of each set of rules that is played; `on_known`, called from a thread of its own, must not
    wait."""

    def __init__(self, rulebook: Rulebook, on_known: Callable[[], None]) -> None:
        def best_player(rules: ByRules) -> BestPlayer | None:
            return rulebook.best_player(dict(rules))

        self._players = WorkedOut("best way to play", best_player, on_known)
        self.start, self.stop = self._players.start, self._players.stop

    def of(self, game: Game) -> str | None:
        """What to do now, in a sentence; None where there is nothing to decide, or nothing known yet."""
        player = self._players.of(tuple(sorted(game.view.rules.items())))
        return player.hint(game) if player is not None else None
