"""Insurance: tokens that cancel a Wimpout."""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Again, Situation
from controller.games.wimpout.players import Player

TOKENS = "tokens"
PRICE = 2


class Insurance(HouseRule):
    """A token is the player's from the end of the turn on, so that it serves a later turn.

    A cancelled Wimpout is thrown again. Whether to pay is the player's choice: throwing pays, STOP doesn't.
    """

    name = "insurance"
    says = phrase(
        "Insurance: scoring all five cubes earns a token. Two tokens cancel one Wimpout of their owner, in a later "
        "turn: the throw doesn't count and is thrown again."
    )

    def all_five_scored(self, player: Player) -> Mapping[str, int]:
        return {TOKENS: 1}

    def on_wimpout(self, at: Situation) -> Again | None:
        if at.player.counted(TOKENS) < PRICE:
            return None
        sentence = phrase(
            "Two tokens cancel this Wimpout and save {points} points: throw the same cubes again to pay.",
            points=at.points,
        )
        must_roll = self.must_roll(phrase("PAY TWO TOKENS"), sentence)
        return Again(must_roll, costs={TOKENS: PRICE}, optional=True, scene=self.name)
