"""Bump: landing on another player's score."""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.game import Seat
from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Landing


class Bump(HouseRule):
    """Whoever stands there falls to the score from which the player came."""

    name = "bump"
    says = phrase(
        "Bump: a player who lands exactly on another player's score bumps them down to the score that the player "
        "had before the turn."
    )

    def on_landing(self, landing: Landing) -> Mapping[Seat, int]:
        return {one.seat: landing.before for one in landing.others if one.total == landing.player.total}
