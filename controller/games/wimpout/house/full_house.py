"""Full House: a pair on the two cubes beside a Flash."""

from __future__ import annotations

from controller.games.game import Cube, MustRoll
from controller.games.phrase import phrase
from controller.games.wimpout.cubes import without
from controller.games.wimpout.house.rule import HouseRule
from controller.games.wimpout.house.situation import Again, Situation
from controller.games.wimpout.way import Way


class FullHouse(HouseRule):
    """In the throw of the Flash, or in the throw of two cubes that clears it.

    A pair that scores sends all five cubes on, as they have all scored. One that doesn't is no Wimpout where it
    was to clear the Flash: the two are thrown again, and the Flash is still to clear.
    """

    name = "full_house"
    says = phrase(
        "Full House: with a pair on the two cubes beside a Flash the player must roll again, all five if the pair "
        "scored, else the two; an uncleared Flash is still to clear."
    )

    def on_wimpout(self, at: Situation) -> Again | None:
        if not at.uncleared or not _is_pair(at.thrown):
            return None
        why = phrase("A pair beside the Flash is a Full House, and no Wimpout.")
        return Again(self.must_roll(phrase("FULL HOUSE"), why), scene=self.name)

    def forbids_stop(self, at: Situation, way: Way) -> MustRoll | None:
        beside_flash = len(at.thrown) == 5 and way.flash is not None and _is_pair(_beside(at.thrown, way))
        clears = bool(at.uncleared) and way.flash is None and _is_pair(at.thrown)
        if not beside_flash and not clears:
            return None
        why = phrase("A Flash and a pair are a Full House: the turn goes on.")
        return self.must_roll(phrase("FULL HOUSE"), why)


def _is_pair(cubes: tuple[Cube, ...]) -> bool:
    return len(cubes) == 2 and cubes[0].face == cubes[1].face


def _beside(thrown: tuple[Cube, ...], way: Way) -> tuple[Cube, ...]:
    """The two cubes that aren't the Flash: it is made of its face, and of the sun where two show that face."""
    natural = [cube for cube in thrown if cube.face == way.flash][:3]
    sun = [cube for cube in thrown if cube.face == "sun"] if len(natural) == 2 else []
    return without(thrown, [*natural, *sun])
