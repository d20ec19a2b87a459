"""A whole game of Cosmic Wimpout: roll-off, turns in order of play, last licks, and the winner.

A game is a frozen value; `play` answers the game after a move. Who acts, what is legal and what is said about
it follow from the moves alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from controller.games.game import (
    GameView,
    IllegalMoveError,
    Moment,
    Move,
    RollOn,
    Seat,
    Select,
    Skip,
    Start,
    Stop,
    Throw,
)
from controller.games.wimpout.cubes import VALUE
from controller.games.wimpout.last_licks import LastLicks
from controller.games.wimpout.messages import why_not_stop
from controller.games.wimpout.players import Player, order_of_play
from controller.games.wimpout.roll_off import RollOff, face_rolled
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.state import State
from controller.games.wimpout.turn import ENDS, Turn
from controller.games.wimpout.view import view_of

MOST_SEATS = 12


@dataclass(frozen=True, slots=True)
class WimpoutGame(State):
    """The state of a game, and what every move makes of it."""

    @classmethod
    def started(cls, move: Start) -> WimpoutGame:
        """A game in which nothing was thrown yet.

        Raises:
            IllegalMoveError: too few or too many seats, a seat twice, an unknown rule or value.
        """
        rules, seats = Rules.chosen(move.rules), move.seats
        if not 1 <= len(seats) <= MOST_SEATS:
            raise IllegalMoveError(f"A game has 1 to {MOST_SEATS} seats, not {len(seats)}.")
        if len(set(seats)) < len(seats):
            raise IllegalMoveError("A seat can be taken once only.")
        if move.starter is not None and move.starter not in seats:
            raise IllegalMoveError(f"The starter {move.starter!r} has no seat in this game.")
        game = cls(rules, tuple(map(Player, seats)))
        starter = seats[0] if len(seats) == 1 else move.starter
        if starter is not None:
            return game._begin_turn_of(starter, Moment("starter", starter))
        roll_off = RollOff(order_of_play(seats, rules.direction, first=seats[0]))
        return replace(game, roll_off=roll_off, to_act=roll_off.to_act)

    @property
    def view(self) -> GameView:
        """Everything about the game that anyone may show."""
        return view_of(self)

    def play(self, move: Move) -> WimpoutGame:
        """The game after `move`.

        Raises:
            IllegalMoveError: the rules don't allow it now; nothing has changed.
        """
        if isinstance(move, Start):
            raise IllegalMoveError("The game has started already.")
        if self.to_act is None:
            raise IllegalMoveError("The game is over.")
        if self.turn is None:
            return self._play_roll_off(move)
        match move:
            case Throw():
                return self._after_throw(self.turn.throw(move))
            case Select(option):
                return replace(self, turn=self.turn.select(option), moments=())
            case RollOn():
                return replace(self, turn=self.turn.roll_on(), moments=())
            case Stop():
                return self._stop(self.turn)
            case Skip():
                return replace(self, moments=(Moment("skipped", self.to_act),))._end_turn()
            case _:
                assert_never(move)

    def _play_roll_off(self, move: Move) -> WimpoutGame:
        assert self.roll_off is not None
        match move:
            case Throw():
                face = face_rolled(move)
                moment = Moment("roll_off", self.to_act, VALUE[face])
                roll_off = self.roll_off.rolled(face)
            case Skip():
                moment = Moment("skipped", self.to_act)
                roll_off = self.roll_off.rolled(None)
            case _:
                raise IllegalMoveError("The roll-off decides who starts: throw one common cube.")
        game = replace(self, roll_off=roll_off)
        if roll_off.starter is not None:
            return game._begin_turn_of(roll_off.starter, moment, Moment("starter", roll_off.starter))
        return replace(game, to_act=roll_off.to_act, moments=(moment,))

    def _after_throw(self, turn: Turn) -> WimpoutGame:
        assert self.to_act is not None
        game = replace(self, turn=turn, moments=(Moment(_scene(turn), self.to_act, _points(turn)),))
        if turn.outcome not in ENDS:
            return game
        if turn.outcome == "instant_win":
            return game._over(self.to_act)
        if turn.outcome == "supernova":
            game = game._put_out(frozenset({self.to_act}))
        return game._end_turn()

    def _stop(self, turn: Turn) -> WimpoutGame:
        assert self.to_act is not None
        if not turn.may_stop:
            raise IllegalMoveError(why_not_stop(turn))
        banked = replace(self.player(self.to_act), total=self.player(self.to_act).total + turn.stake, entered=True)
        players = tuple(banked if one.seat == banked.seat else one for one in self.players)
        return replace(self, players=players, moments=(Moment("banked", self.to_act, turn.stake),))._end_turn()

    # --- from turn to turn ---

    def _end_turn(self) -> WimpoutGame:
        """The turn is over: whose is next, or who has won."""
        assert self.to_act is not None
        if not self.still_in or (len(self.still_in) == 1 and len(self.players) > 1):
            return self._over(next(iter(self.still_in), None))
        if self.last_licks is not None:
            return self._after_lick(self.last_licks)
        if self.player(self.to_act).total >= self.rules.goal:
            return self._begin_last_licks(self.to_act)
        return self._begin_turn_of(self.next_after(self.to_act), *self.moments)

    def _begin_last_licks(self, leader: Seat) -> WimpoutGame:
        circle = order_of_play(self.seats, self.rules.direction, first=leader)
        licks = LastLicks.begin(self.rules.last_licks, circle, leader, self.still_in)
        if not licks.line:
            return self._over(leader)
        game = replace(self, last_licks=licks)
        return game._begin_turn_of(licks.line[0], *self.moments, Moment("last_licks", leader))

    def _after_lick(self, before: LastLicks) -> WimpoutGame:
        licks = before.after_lick({player.seat: player.total for player in self.players})
        game = replace(self, last_licks=licks)._put_out(licks.out)
        if not licks.line:
            return game._over(licks.leader)
        return game._begin_turn_of(licks.line[0], *self.moments)

    def _begin_turn_of(self, seat: Seat, *moments: Moment) -> WimpoutGame:
        need = 0 if self.player(seat).entered else self.rules.entry
        return replace(self, to_act=seat, turn=Turn(self.rules, need), ended=self.last_thrown, moments=moments)

    def _over(self, winner: Seat | None) -> WimpoutGame:
        moments = (*self.moments, Moment("game_over", winner))
        return replace(self, to_act=None, turn=None, ended=self.last_thrown, winner=winner, moments=moments)

    def _put_out(self, seats: frozenset[Seat]) -> WimpoutGame:
        players = tuple(replace(one, out=True) if one.seat in seats else one for one in self.players)
        return replace(self, players=players)


def _scene(turn: Turn) -> str:
    """The name of the moment that a throw is."""
    if turn.outcome != "score" or turn.way is None:
        return turn.outcome
    return "flash" if turn.way.flash else "freight_train" if turn.way.train else "scored"


def _points(turn: Turn) -> int:
    """What a throw brought or, after a Wimpout or a Supernova, the points that are lost."""
    if turn.outcome == "score" and turn.way is not None:
        return turn.way.points
    return turn.before.points if turn.outcome in ("wimpout", "train_wreck", "supernova") else 0
