"""One player's turn: throws, what they force, and when the player may stop.

"You have the option to stop anytime you roll and don't wimp out, except in the following situations": the
opening roll (entry), You May Not Want To But You Must, and the Futtless Rule with its Reroll Clause.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from controller.games.game import Cube, Face, IllegalMoveError, Throw
from controller.games.wimpout.cubes import CUBES, VALUE, why_impossible
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.scoring import INSTANT_WINNER, SUPERNOVA, Way, ways_to_score
from controller.games.wimpout.taken_up import NextThrow, odd_to_throw, throw_made

Outcome = Literal["ready", "score", "reroll", "wimpout", "train_wreck", "instant_win", "supernova"]
Forced = Literal["clear_flash", "all_five", "entry", "reroll"]

ALL_FIVE = NextThrow()
ENDS: frozenset[Outcome] = frozenset({"wimpout", "train_wreck", "instant_win", "supernova"})


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it stands after its last throw.

    `need`: points in this turn without which its player may not stop (entry), 0 for a player who is in.
    `before`: the turn as it stood when the last throw was made. `thrown`: the cubes of that throw, `ways` to
    score them and the one `selected`. `again`: the cubes that the Reroll Clause sends back. `rolled_on`: the
    player has said that the turn goes on.
    """

    rules: Rules
    need: int
    outcome: Outcome = "ready"
    before: NextThrow = ALL_FIVE
    thrown: tuple[Cube, ...] = ()
    ways: tuple[Way, ...] = ()
    selected: int = 0
    again: tuple[Cube, ...] = ()
    rolled_on: bool = False

    # --- what there is to know ---

    @property
    def way(self) -> Way | None:
        """The selected way to score the last throw, None where there is nothing to score."""
        return self.ways[self.selected] if self.ways else None

    @property
    def stake(self) -> int:
        """Points that stopping would bank."""
        return self.stake_with(self.way)

    def stake_with(self, way: Way | None) -> int:
        """Points of the turn with the last throw scored this `way`."""
        return self.before.points + (way.points if way else 0)

    def uncleared(self, way: Way) -> frozenset[Face]:
        """The Flash faces to clear after scoring this `way`: any points without a Flash clear them all."""
        if way.flash is None:
            return frozenset()
        if self.rules.pending_flash == "newest":
            return frozenset({way.flash})
        forbidden = self.before.uncleared | {way.flash}
        return frozenset() if len(forbidden) == len(VALUE) else forbidden

    def forced(self, way: Way) -> tuple[Forced, ...]:
        """The rules that forbid to stop after scoring this `way`; empty: stopping is legal."""
        rules: list[Forced] = []
        if self.uncleared(way):
            rules.append("clear_flash")
        if not way.left:
            rules.append("all_five")
        if self.stake_with(way) < self.need:
            rules.append("entry")
        return tuple(rules)

    @property
    def may_stop(self) -> bool:
        return self.way is not None and not self.rolled_on and not self.forced(self.way)

    @property
    def may_roll_on(self) -> bool:
        """Whether saying ROLL ON answers anything: a choice is open, or stopping would be legal."""
        return self.may_stop or (len(self.ways) > 1 and not self.rolled_on)

    @property
    def next_throw(self) -> NextThrow:
        """The throw that comes next as things are selected now."""
        return self._after(self.way) if self.way else self._without_choice()

    # --- what a player can do ---

    def select(self, option: int) -> Turn:
        """The turn with another way preselected.

        Raises:
            IllegalMoveError: there is nothing to choose, or no such option.
        """
        if not self.ways or self.rolled_on:
            raise IllegalMoveError("There is nothing to choose now.")
        if not 0 <= option < len(self.ways):
            raise IllegalMoveError(f"There are options 0 to {len(self.ways) - 1}, not {option}.")
        return replace(self, selected=option)

    def roll_on(self) -> Turn:
        """The turn with the selected way preselected for good; the next move is a throw, whose cubes decide.

        Raises:
            IllegalMoveError: nothing is open that it could answer.
        """
        if not self.may_roll_on:
            raise IllegalMoveError("There is nothing to decide: the next move is a throw.")
        return replace(self, rolled_on=True)

    def throw(self, throw: Throw) -> Turn:
        """The turn after `throw`, judged.

        Raises:
            IllegalMoveError: these can't be the cubes that were to be thrown.
        """
        wrong = why_impossible(throw.thrown)
        if wrong:
            raise IllegalMoveError(wrong)
        if not self.ways:
            before, thrown = throw_made(throw, (self._without_choice(),), 0)
        else:
            before, thrown = throw_made(throw, tuple(map(self._after, self.ways)), self.selected)
        return self._judged(before, before.stay + thrown)

    # --- how a throw is judged ---

    def _judged(self, before: NextThrow, thrown: tuple[Cube, ...]) -> Turn:
        """First the match with a Flash face, which makes the throw void; only then points or Wimpout."""
        turn = Turn(self.rules, self.need, before=before, thrown=thrown)
        matching = tuple(cube for cube in thrown if cube.face in before.uncleared)
        if matching:
            again = thrown if self.rules.reroll_scope == "all" else matching
            return replace(turn, outcome="reroll", again=again)
        ways = ways_to_score(thrown, self.rules)
        if not ways:
            return replace(turn, outcome="train_wreck" if len(thrown) == CUBES else "wimpout")
        if ways[0].train == INSTANT_WINNER:
            return replace(turn, outcome="instant_win")
        if ways[0].train == SUPERNOVA:
            return replace(turn, outcome="supernova")
        return replace(turn, outcome="score", ways=ways)

    def _without_choice(self) -> NextThrow:
        """The one throw that is possible before anything was scored: all five, or those to be thrown again."""
        if not self.again:
            return ALL_FIVE
        stay = tuple(cube for cube in self.thrown if cube not in self.again)
        return replace(
            self.before, number=len(self.again), odd=odd_to_throw(self.again, self.before.aside + stay), stay=stay
        )

    def _after(self, way: Way) -> NextThrow:
        """The throw that follows on scoring this `way`: the cubes left, or all five when all have scored."""
        points, uncleared = self.stake_with(way), self.uncleared(way)
        if not way.left:
            return NextThrow(points=points, uncleared=uncleared)
        lying = self.before.aside + way.kept
        return NextThrow(
            len(way.left), odd_to_throw(way.left, lying), aside=lying, points=points, uncleared=uncleared
        )
