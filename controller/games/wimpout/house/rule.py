"""The seam for house rules: what a rule is asked, and what it answers where it has nothing to say.

A house rule is a small class of its own. The engine asks every rule that the table plays at the moments below,
in a fixed order; a rule answers only where it changes something. Rules get frozen values and return values: they
keep nothing to themselves, so that a game follows from its moves alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from controller.games.game import Cube, Face, MustRoll, Seat
from controller.games.wimpout.house.situation import Again, Landing, Situation
from controller.games.wimpout.players import Player
from controller.games.wimpout.way import Way

Ended = Literal["banked", "wimpout", "train_wreck", "supernova", "skipped"]
"""How a turn ended."""


@dataclass(frozen=True)
class HouseRule:
    """One house rule as a table plays it.

    `name`: its identifier in settings, journal and on the phones. `says`: the rule in a sentence or two.
    `values`: the numbers it can be played with, empty for a rule that is on or off; `usual`: the one that
    `true` stands for. `value`: the number that this table has chosen, 0 for a rule without.
    """

    name: ClassVar[str]
    says: ClassVar[str]
    values: ClassVar[Sequence[int]] = ()
    usual: ClassVar[int] = 0

    value: int = 0

    def ways(self, thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> tuple[Way, ...]:
        """Every way to score `thrown`, where the rules so far give `ways` (none: a Wimpout).

        Must follow from `thrown` alone. A new way parts the throw into kept and left and has a label.
        """
        return ways

    def on_wimpout(self, at: Situation) -> Again | None:
        """What is thrown again instead of this Wimpout; None where it stands."""
        return None

    def forbids_stop(self, at: Situation, way: Way) -> MustRoll | None:
        """Why the player may not stop with the throw scored this `way`; None where this rule lets them."""
        return None

    def forbidden_scores(self, player: Player, others: tuple[Player, ...]) -> Collection[int]:
        """Scores above the player's own on which this rule lets nobody stop, whatever is thrown; of scores that come
        round with every lap the next. The score track marks them; `forbids_stop` is what counts."""
        return ()

    def interrupts(self, at: Situation, uncleared: frozenset[Face]) -> bool:
        """Whether the turn stops here and goes on when its player is next. `uncleared`: after this throw."""
        return False

    def all_five_scored(self, player: Player) -> Mapping[str, int]:
        """What is added to the player's counters, at the turn's end, as all five cubes have scored."""
        return {}

    def cube_fell_is_wimpout(self) -> bool:
        """Whether a throw in which a cube leaves the tray is a Wimpout; else that cube is thrown again."""
        return False

    def on_landing(self, landing: Landing) -> Mapping[Seat, int]:
        """The new scores of players whom this landing moves."""
        return {}

    def puts_out(self, player: Player, ended: Ended) -> bool:
        """Whether the `player`, whose turn has `ended` so, is out of the game."""
        return False

    def must_roll(self, board: str, sentence: str) -> MustRoll:
        """This rule as a reason to throw: at most three words for the board, a sentence for the player."""
        return MustRoll(self.name, board, sentence, self.says)
