"""Sampler: five cubes, no two alike."""

from __future__ import annotations

from controller.games.game import Cube
from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.way import Way


class Sampler(HouseRule):
    """The sun counts as a face of its own. Like a Flash it is compulsory: there is no other way to score it."""

    name = "sampler"
    says = phrase(
        "Sampler: five cubes on one throw, no two alike, score 25 points (or 50), and all five have scored."
    )
    values = (25, 50)
    usual = 25

    def ways(self, thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> tuple[Way, ...]:
        if len({cube.face for cube in thrown}) < 5:
            return ways
        return (Way(self.value, kept=thrown, left=(), label=phrase("SAMPLER")),)
