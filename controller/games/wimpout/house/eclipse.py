"""Eclipse: two markers in line with the sun."""

from __future__ import annotations

from controller.games.game import MustRoll
from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Situation
from controller.games.wimpout.players import Player
from controller.games.wimpout.way import Way


class Eclipse(HouseRule):
    """The track is a ring round the sun; its `value` is a lap in points, 60 places of ten points each as usual.

    Only players who are in the game have a marker on the track.
    """

    name = "eclipse"
    says = phrase(
        "Eclipse: a player may not stop where their marker and another's lie on a straight line through the sun at "
        "the centre of the score track: half a lap apart."
    )
    values = range(20, 2001, 20)
    usual = 600

    def forbids_stop(self, at: Situation, way: Way) -> MustRoll | None:
        score = at.player.total + at.points + way.points
        if not any(one.entered and (score - one.total) % self.value == self.value // 2 for one in at.others):
            return None
        why = phrase("At {points} points two markers and the sun lie in line: the turn goes on.", points=score)
        return self.must_roll(phrase("ECLIPSE"), why)

    def forbidden_scores(self, player: Player, others: tuple[Player, ...]) -> set[int]:
        ahead = {(one.total + self.value // 2 - player.total) % self.value for one in others if one.entered}
        return {player.total + (way or self.value) for way in ahead}
