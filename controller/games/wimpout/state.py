"""The state of a game: what the moves so far have come to."""

from __future__ import annotations

from typing import NamedTuple

from controller.games.game import Moment, Phase, Seat
from controller.games.wimpout.house import HouseRule
from controller.games.wimpout.last_licks import LastLicks
from controller.games.wimpout.order import Direction, order_of_play
from controller.games.wimpout.players import Player
from controller.games.wimpout.roll_off import RollOff
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.turn import Turn


class State(NamedTuple):
    """A game as it stands.

    `rules` on which the players have agreed: the next throw is judged by them. `own`: the table's own house rules,
    on or off. `players` in seating order. `roll_off`: the roll-off, kept after it has decided; None where there
    was none. `to_act` is None once the game is over; `turn` is theirs, None in the roll-off. `ended`: the turn that
    ended last, whose cubes still lie there. `interrupted`: turns that go on when their player is next. `last_licks`
    once a player has reached the goal. `moments`: of the last move, in order. `notice`: what there is to say of a
    rule that the last move has shown to be broken.
    """

    rules: Rules
    players: tuple[Player, ...]
    own: tuple[type[HouseRule], ...] = ()
    roll_off: RollOff | None = None
    to_act: Seat | None = None
    turn: Turn | None = None
    ended: Turn | None = None
    interrupted: tuple[tuple[Seat, Turn], ...] = ()
    last_licks: LastLicks | None = None
    winner: Seat | None = None
    moments: tuple[Moment, ...] = ()
    notice: str = ""

    @property
    def phase(self) -> Phase:
        if self.to_act is None:
            return "over"
        if self.turn is None:
            return "roll_off"
        return "last_licks" if self.last_licks else "turn"

    @property
    def last_thrown(self) -> Turn | None:
        """The turn whose cubes lie there: this one, or before its first throw the one that ended last."""
        return self.turn if self.turn and self.turn.outcome != "ready" else self.ended

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple([player.seat for player in self.players])

    @property
    def still_in(self) -> frozenset[Seat]:
        """The seats of the players who aren't out."""
        return frozenset([player.seat for player in self.players if not player.out])

    @property
    def leaders(self) -> frozenset[Seat]:
        """Who leads: in last licks the one to pass, before that all who share the highest score above 0."""
        if self.to_act is None:
            return frozenset({self.winner} if self.winner else ())
        if self.last_licks:
            return frozenset({self.last_licks.leader})
        playing = [player for player in self.players if not player.out]
        highest = max([player.total for player in playing], default=0)
        return frozenset([player.seat for player in playing if player.total == highest > 0])

    @property
    def to_pass(self) -> int | None:
        """The total that the player to act has to pass in last licks, None before."""
        return self.player(self.last_licks.leader).total if self.last_licks else None

    def player(self, seat: Seat) -> Player:
        """The player at `seat`, which is one of this game's."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def others(self, seat: Seat) -> tuple[Player, ...]:
        """Those still in the game beside the player at `seat`."""
        return tuple([player for player in self.players if player.seat != seat and not player.out])

    def next_after(self, seat: Seat, direction: Direction) -> Seat:
        """The next in the order of play who isn't out."""
        circle = order_of_play(self.seats, direction, first=seat)
        return next(one for one in (*circle[1:], seat) if not self.player(one).out)
