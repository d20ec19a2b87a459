"""Off the Cloth: a cube that leaves the tray."""

from __future__ import annotations

from controller.games.phrase import phrase
from controller.games.wimpout.house.rule import HouseRule


class OffTheCloth(HouseRule):
    """Without this rule such a cube is thrown again."""

    name = "off_the_cloth"
    says = phrase("Off the Cloth: a throw in which a cube leaves the tray is a Wimpout.")

    def cube_fell_is_wimpout(self) -> bool:
        return True
