"""Train Wrecks put out: after so many of them a player is out of the game."""

from __future__ import annotations

from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import Ended, HouseRule
from controller.games.wimpout.players import Player


class TrainWrecks(HouseRule):
    """All Train Wrecks of the game count, but only a new one puts a player out."""

    name = "train_wrecks"
    says = phrase("Train Wrecks: after so many Train Wrecks, 3 is usual, a player is out of the game.")
    values = range(1, 100)
    usual = 3

    def puts_out(self, player: Player, ended: Ended) -> bool:
        return ended == "train_wreck" and player.train_wrecks >= self.value
