"""Suspend: a Flash that won't be cleared doesn't hold up the table."""

from __future__ import annotations

from controller.games.game import Face
from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Situation


class Suspend(HouseRule):
    """The throws are counted from the Flash on, and anew when the turn goes on."""

    name = "suspend"
    says = phrase(
        "Suspend: a turn whose Flash is still uncleared after so many throws, 10 is usual, is interrupted and goes "
        "on when its player's next turn comes."
    )
    values = range(1, 1000)
    usual = 10

    def interrupts(self, at: Situation, uncleared: frozenset[Face]) -> bool:
        return bool(uncleared) and at.clearing >= self.value
