"""One player's turn: throws, what they force, and when the player may stop.

"You have the option to stop anytime you roll and don't wimp out, except in the following situations": the
opening roll (entry), You May Not Want To But You Must, and the Futtless Rule with its Reroll Clause.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from controller.games.game import Cube, Face, IllegalMoveError, MustRoll, Throw
from controller.games.phrase import phrase
from controller.games.wimpout.cubes import CUBES, VALUE, why_impossible, without
from controller.games.wimpout.house import Again, Situation, asking
from controller.games.wimpout.judging import ENDS, Outcome, Verdict, judged, wimpout
from controller.games.wimpout.players import Counters, Player, counters_with
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.taken_up import NextThrow, odd_to_throw, throw_made
from controller.games.wimpout.way import Way

Forced = str
"""What takes the option to stop away: "clear_flash", "all_five", "entry", "reroll", or a house rule's name."""

ALL_FIVE = NextThrow()
NOBODY = Player("")


class Turn(NamedTuple):
    """A turn as it stands after its last throw.

    `rules`: those by which that throw is judged, and all that follows from it until the next. `need`: points in
    this turn without which its player may not stop (entry), 0 for a player who is in. `before`: the turn as it
    stood when the last throw was made. `thrown`: the cubes of that throw, `ways` to score them and the one
    `selected`. `again`: the cubes that are sent back, by the Reroll Clause or by the house rule that has `saved`
    the throw from being a Wimpout. `rolled_on`: the player has said that the turn goes on.

    For house rules: whose turn it is (`player`) among which `others`, what forbids to stop with each of the ways
    (`forbidden`), how many throws have been made to clear the Flash (`clearing`), and what the player's counters
    gain at the turn's end (`gained`). `resumed`: the turn was interrupted, and nothing has been thrown since.
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
    player: Player = NOBODY
    others: tuple[Player, ...] = ()
    forbidden: tuple[tuple[MustRoll, ...], ...] = ()
    saved: Again | None = None
    clearing: int = 0
    gained: Counters = ()
    resumed: bool = False

    # --- what there is to know ---

    @property
    def way(self) -> Way | None:
        """The selected way to score the last throw, None where there is nothing to score."""
        return self.ways[self.selected] if self.ways else None

    @property
    def stake(self) -> int:
        """Points that stopping would bank; none where it would be the Wimpout that may still be cancelled."""
        return 0 if self.may_decline else self.stake_with(self.way)

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
        return (*rules, *(must_roll.rule for must_roll in self.forbidden_by_house(way)))

    def forbidden_by_house(self, way: Way) -> tuple[MustRoll, ...]:
        """The house rules that forbid to stop after scoring this `way`."""
        return self.forbidden[self.ways.index(way)] if self.forbidden and way in self.ways else ()

    @property
    def may_decline(self) -> bool:
        """Whether STOP takes the Wimpout that a house rule would cancel."""
        return self.saved is not None and self.saved.optional

    @property
    def may_stop(self) -> bool:
        if self.may_decline:
            return True
        return self.way is not None and not self.rolled_on and not self.forced(self.way)

    @property
    def may_roll_on(self) -> bool:
        """Whether saying ROLL ON answers anything: a choice is open, or stopping would be legal."""
        return self.way is not None and not self.rolled_on and (len(self.ways) > 1 or self.may_stop)

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
            raise IllegalMoveError(phrase("There is nothing to choose now."))
        if not 0 <= option < len(self.ways):
            raise IllegalMoveError(
                phrase("There are options 0 to {last}, not {option}.", last=len(self.ways) - 1, option=option)
            )
        return self._replace(selected=option)

    def roll_on(self) -> Turn:
        """The turn with the selected way preselected for good; the next move is a throw, whose cubes decide.

        Raises:
            IllegalMoveError: nothing is open that it could answer.
        """
        if not self.may_roll_on:
            raise IllegalMoveError(phrase("There is nothing to decide: the next move is a throw."))
        return self._replace(rolled_on=True)

    def throw(self, throw: Throw, rules: Rules | None = None) -> Turn:
        """The turn after `throw`, judged; by other `rules` than the throw before, where they were changed.

        Raises:
            IllegalMoveError: these can't be the cubes that were to be thrown.
        """
        wrong = why_impossible(throw.thrown)
        if wrong:
            raise IllegalMoveError(wrong)
        if self.resumed:
            # The cubes to stay have been played with since; they lie as their owner has laid them again.
            throw = replace(throw, kept=None)
        allowed = tuple(map(self._after, self.ways)) or (self._without_choice(),)
        before, thrown = throw_made(throw, allowed, self.selected)
        thrown, rules = before.stay + thrown, rules or self.rules
        return self._after_throw(before, thrown, judged(thrown, before, rules), rules)

    def cube_fell(self, rules: Rules | None = None) -> Turn:
        """The turn after a throw in which a cube left the tray.

        Raises:
            IllegalMoveError: no house rule makes a Wimpout of it.
        """
        rules = rules or self.rules
        if not asking.cube_fell_is_wimpout(rules.house):
            raise IllegalMoveError(
                phrase("A cube that leaves the tray is thrown again; it is no Wimpout at this table.")
            )
        return self._after_throw(self.next_throw, (), Verdict(wimpout(self.next_throw)), rules)

    def declined(self) -> Turn:
        """The turn with the Wimpout that a house rule would cancel."""
        return self._replace(outcome=wimpout(self.before), again=(), saved=None)

    def among(self, player: Player, others: tuple[Player, ...]) -> Turn:
        """The turn of `player` with these `others` still in the game."""
        turn = self._replace(player=player, others=others)
        return turn._with_what_forbids() if self.rules.house else turn

    def without_rule(self, name: str) -> Turn:
        """The turn without a house rule, which was found to be broken."""
        forbidden = tuple(tuple(one for one in why if one.rule != name) for why in self.forbidden)
        return self._replace(rules=self.rules.without(name), forbidden=forbidden)

    # --- what follows on a throw ---

    def _after_throw(self, before: NextThrow, thrown: tuple[Cube, ...], verdict: Verdict, rules: Rules) -> Turn:
        new_flash = bool(verdict.ways) and verdict.ways[0].flash is not None and rules.pending_flash == "newest"
        turn = Turn(
            rules,
            self.need,
            verdict.outcome,
            before,
            thrown,
            verdict.ways,
            again=verdict.again,
            player=self._having_paid,
            others=self.others,
            clearing=self.clearing + 1 if before.uncleared and not new_flash else 0,
            gained=self.gained,
        )
        return turn._asked_the_house(all_five_had_scored=bool(self.ways) and before.number == CUBES)

    @property
    def _having_paid(self) -> Player:
        """The player after paying for the throw, where a house rule wants that."""
        if self.saved is None or not self.saved.costs:
            return self.player
        return self.player.counting({name: -price for name, price in self.saved.costs.items()})

    def _asked_the_house(self, all_five_had_scored: bool) -> Turn:
        """The turn after the house rules have had their say."""
        house, turn = self.rules.house, self
        if house and all_five_had_scored:
            gained = asking.gained_by_all_five(house, turn.player)
            turn = turn._replace(gained=counters_with(turn.gained, gained))
        if house and turn.ways:
            return turn._with_what_forbids()
        if house and turn.outcome in ("wimpout", "train_wreck"):
            saved = asking.again_on_wimpout(house, turn.situation)
            if saved is not None:
                again = turn.thrown if saved.cubes is None else saved.cubes
                return turn._replace(outcome="reroll", again=again, saved=saved)
        return turn

    def _with_what_forbids(self) -> Turn:
        at = self.situation
        forbidden = tuple(asking.forbidding_stop(self.rules.house, at, way) for way in self.ways)
        return self._replace(forbidden=forbidden)

    @property
    def situation(self) -> Situation:
        """The last throw as house rules are shown it."""
        before = self.before
        return Situation(
            self.thrown, before.aside, before.uncleared, self.clearing, before.points, self.player, self.others
        )

    @property
    def is_interrupted(self) -> bool:
        """Whether a house rule stops the turn here, to go on when its player is next."""
        if not self.rules.house or self.outcome in ENDS:
            return False
        uncleared = self.uncleared(self.way) if self.way else self.before.uncleared
        return asking.interrupts(self.rules.house, self.situation, uncleared)

    def _without_choice(self) -> NextThrow:
        """The one throw that is possible before anything was scored: all five, or those to be thrown again."""
        if not self.again:
            return self.before if self.outcome == "reroll" else ALL_FIVE
        stay = without(self.thrown, self.again)
        odd = odd_to_throw(self.again, self.before.aside + stay)
        return self.before._replace(number=len(self.again), odd=odd, stay=stay)

    def _after(self, way: Way) -> NextThrow:
        """The throw that follows on scoring this `way`: the cubes left, or all five when all have scored."""
        points, uncleared = self.stake_with(way), self.uncleared(way)
        if not way.left:
            return NextThrow(points=points, uncleared=uncleared)
        lying = self.before.aside + way.kept
        return NextThrow(
            len(way.left), odd_to_throw(way.left, lying), aside=lying, points=points, uncleared=uncleared
        )
