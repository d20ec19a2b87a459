"""No Shared Score: a place on the track is for one."""

from __future__ import annotations

from controller.games.game import MustRoll
from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Situation
from controller.games.wimpout.players import Player
from controller.games.wimpout.way import Way


class NoSharedScore(HouseRule):
    """Players who are out hold no score any more."""

    name = "no_shared_score"
    says = phrase("No Shared Score: a player may not stop on a score that another player holds.")

    def forbids_stop(self, at: Situation, way: Way) -> MustRoll | None:
        score = at.player.total + at.points + way.points
        if all(one.total != score for one in at.others):
            return None
        why = phrase("Another player has {points} points already: the turn goes on.", points=score)
        return self.must_roll(phrase("SCORE IS TAKEN"), why)

    def forbidden_scores(self, player: Player, others: tuple[Player, ...]) -> set[int]:
        return {one.total for one in others if one.total > player.total}
