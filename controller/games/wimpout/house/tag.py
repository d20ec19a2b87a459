"""Tag: landing where another player has just come from."""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.game import Seat
from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Landing


class Tag(HouseRule):
    """Only one swap a landing: with the first in seating order, should several have come from there."""

    name = "tag"
    says = phrase(
        "Tag: landing exactly on the score that another player had before their last turn swaps the two scores."
    )

    def on_landing(self, landing: Landing) -> Mapping[Seat, int]:
        for one in landing.others:
            if one.before_last_turn == landing.player.total != one.total:
                return {landing.player.seat: one.total, one.seat: landing.player.total}
        return {}
