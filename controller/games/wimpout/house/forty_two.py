"""Forty-Two: a Wimpout with the answer in it."""

from __future__ import annotations

from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Again, Situation


class FortyTwo(HouseRule):
    """A Train Wreck is a Wimpout too."""

    name = "forty_two"
    says = phrase("Forty-Two: a Wimpout that shows a 4 and a 2 is thrown again.")

    def on_wimpout(self, at: Situation) -> Again | None:
        if not {"4", "2"} <= {cube.face for cube in at.thrown}:
            return None
        why = phrase("A 4 and a 2 are forty-two, and no Wimpout.")
        return Again(self.must_roll(phrase("FORTY-TWO"), why), scene=self.name)
