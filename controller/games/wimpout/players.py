"""The players round the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from controller.games.game import Seat

Counters = tuple[tuple[str, int], ...]
"""Numbers by name, sorted, none of them 0."""


class Player(NamedTuple):
    """A player's place in the game: points banked, in the game once `entered`, `out` by a Supernova or a rule.

    `gone`: out because they have given up and left their seat.
    `turns`: how many are over. `before_last_turn`: the points before the last of them. `train_wrecks` thrown so
    far. `counters`: what house rules count for this player.
    """

    seat: Seat
    total: int = 0
    entered: bool = False
    out: bool = False
    gone: bool = False
    turns: int = 0
    before_last_turn: int | None = None
    train_wrecks: int = 0
    counters: Counters = ()

    def counted(self, name: str) -> int:
        """What a house rule has counted for this player under `name`, 0 where nothing."""
        return next((number for counter, number in self.counters if counter == name), 0)

    def counting(self, changes: Mapping[str, int]) -> Player:
        """The player with these numbers added to the counters."""
        return self._replace(counters=counters_with(self.counters, changes)) if changes else self


def counters_with(counters: Counters, changes: Mapping[str, int]) -> Counters:
    """The counters with these numbers added."""
    if not changes:
        return counters
    counted = dict(counters)
    for name, change in changes.items():
        counted[name] = counted.get(name, 0) + change
    return tuple(sorted((name, number) for name, number in counted.items() if number))
