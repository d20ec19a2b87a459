"""House rules: each in a file of its own, all plugged in by the same seam (`rule.HouseRule`).

`HOUSE_RULES` are those that come with the game, in the order in which they are asked; a table's own come after
them. All are off in the official rules.
"""

from controller.games.wimpout.house.bump import Bump
from controller.games.wimpout.house.eclipse import Eclipse
from controller.games.wimpout.house.forty_two import FortyTwo
from controller.games.wimpout.house.full_house import FullHouse
from controller.games.wimpout.house.insurance import Insurance
from controller.games.wimpout.house.no_shared_score import NoSharedScore
from controller.games.wimpout.house.off_the_cloth import OffTheCloth
from controller.games.wimpout.house.rule import Ended, HouseRule
from controller.games.wimpout.house.sampler import Sampler
from controller.games.wimpout.house.situation import Again, Landing, Situation
from controller.games.wimpout.house.suspend import Suspend
from controller.games.wimpout.house.tag import Tag
from controller.games.wimpout.house.train_wrecks import TrainWrecks
from controller.games.wimpout.way import Way

__all__ = ["HOUSE_RULES", "Again", "Ended", "HouseRule", "Landing", "Situation", "Way"]

HOUSE_RULES: tuple[type[HouseRule], ...] = (
    Sampler,
    FullHouse,
    FortyTwo,
    OffTheCloth,
    Insurance,
    Suspend,
    NoSharedScore,
    Eclipse,
    Bump,
    Tag,
    TrainWrecks,
)
