"""A whole game of Cosmic Wimpout: roll-off, turns in order of play, last licks, and the winner.

A game is a frozen value; `play` answers the game after a move. Who acts, what is legal and what is said about
it follow from the moves alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from controller.games.game import (
    ChangeRules,
    CubeFell,
    GameView,
    GiveUp,
    IllegalMoveError,
    Join,
    Moment,
    Move,
    RollOn,
    Select,
    Skip,
    Start,
    Stop,
    Throw,
)
from controller.games.phrase import paragraph, phrase
from controller.games.wimpout.banking import bank
from controller.games.wimpout.coming_and_going import MOST_SEATS, give_up, join
from controller.games.wimpout.cubes import VALUE
from controller.games.wimpout.house import HouseRule
from controller.games.wimpout.house.asking import BrokenRuleError
from controller.games.wimpout.order import order_of_play
from controller.games.wimpout.players import Player
from controller.games.wimpout.progress import (
    begin_turn_of,
    book_turn,
    end_turn,
    interrupt_turn,
    new_turn,
    over,
    put_out,
    turn_on,
    with_players,
)
from controller.games.wimpout.roll_off import RollOff, face_rolled
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.state import State
from controller.games.wimpout.turn import Turn
from controller.games.wimpout.view import view_of


class WimpoutGame(State):
    """The state of a game, and what every move makes of it."""

    @classmethod
    def started(cls, move: Start, own: Iterable[type[HouseRule]] = ()) -> WimpoutGame:
        """A game in which nothing was thrown yet. `own`: house rules of the table's own that it may choose.

        Raises:
            IllegalMoveError: too few or too many seats, a seat twice, an unknown rule or value.
        """
        own, seats = tuple(own), move.seats
        rules = Rules.chosen(move.rules, own)
        if not 1 <= len(seats) <= MOST_SEATS:
            raise IllegalMoveError(
                phrase("A game has 1 to {most} seats, not {number}.", most=MOST_SEATS, number=len(seats))
            )
        if len(set(seats)) < len(seats):
            raise IllegalMoveError(phrase("A seat can be taken once only."))
        if move.starter is not None and move.starter not in seats:
            raise IllegalMoveError(
                phrase("The starter {seat} has no seat in this game.", seat=repr(move.starter))
            )
        game = cls(rules, tuple(map(Player, seats)), own)
        starter = seats[0] if len(seats) == 1 else move.starter
        if starter is not None:
            return begin_turn_of(game, starter, Moment("starter", starter))
        roll_off = RollOff(order_of_play(seats, rules.direction, first=seats[0]))
        return game._replace(roll_off=roll_off, to_act=roll_off.to_act)

    @cached_property
    def view(self) -> GameView:
        """Everything about the game that anyone may show."""
        return view_of(self)

    def play(self, move: Move) -> WimpoutGame:
        """The game after `move`. A house rule that fails in it is switched off, and the move is made without.

        Raises:
            IllegalMoveError: the rules don't allow it now; nothing has changed.
        """
        try:
            return self._played(move)
        except BrokenRuleError as broken:
            after = self._without_rule(broken.rule).play(move)
            off = phrase(
                "The house rule {rule} is switched off: {reason}", rule=repr(broken.rule), reason=broken.reason
            )
            return after._replace(
                moments=(Moment("rule_off", None), *after.moments), notice=paragraph(off, after.notice)
            )

    def _played(self, move: Move) -> WimpoutGame:
        if isinstance(move, Start):
            raise IllegalMoveError(phrase("The game has started already."))
        if self.to_act is None:
            raise IllegalMoveError(phrase("The game is over."))
        game = self._replace(notice="") if self.notice else self
        match move:
            case ChangeRules(rules):
                return game._change_rules(rules)
            case Join(seat, after):
                return join(game, seat, after)
            case GiveUp(seat):
                return give_up(game, seat)
        return game._play_roll_off(move) if self.turn is None else game._play_turn(move, self.turn)

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
                raise IllegalMoveError(phrase("The roll-off decides who starts: throw one common cube."))
        game = self._replace(roll_off=roll_off)
        if roll_off.starter is not None:
            return begin_turn_of(game, roll_off.starter, moment, Moment("starter", roll_off.starter))
        return game._replace(to_act=roll_off.to_act, moments=(moment,))

    def _play_turn(self, move: Move, turn: Turn) -> WimpoutGame:
        match move:
            case Throw():
                return self._after_throw(turn.throw(move, self.rules))
            case CubeFell():
                return self._after_throw(turn.cube_fell(self.rules))
            case Select(option):
                return self._replace(turn=turn.select(option), moments=())
            case RollOn():
                return self._replace(turn=turn.roll_on(), moments=())
            case Stop() if turn.may_decline:
                return self._after_throw(turn.declined())
            case Stop():
                return end_turn(bank(self), "banked")
            case _:
                return end_turn(self._replace(moments=(Moment("skipped", self.to_act),)), "skipped")

    def _after_throw(self, turn: Turn) -> WimpoutGame:
        game = self._replace(turn=turn, moments=(Moment(_scene(turn), self.to_act, _points(turn)),))
        _, seat = turn_on(game)
        if turn.player.counters != game.player(seat).counters:
            game = with_players(game, game.player(seat)._replace(counters=turn.player.counters))
        match turn.outcome:
            case "instant_win":
                return over(book_turn(game, None), seat)
            case "supernova":
                return end_turn(put_out(game, {seat}), "supernova")
            case "wimpout" | "train_wreck":
                return end_turn(game, turn.outcome)
            case _:
                return interrupt_turn(game) if turn.is_interrupted else game

    # --- the Guiding Light ---

    def _change_rules(self, choices: Mapping[str, Any]) -> WimpoutGame:
        """The next throw is judged by the changed rules; entry, a turn's own situation, waits for the next turn."""
        game = self._replace(rules=self.rules.changed(choices, self.own), moments=(Moment("rules_changed", None),))
        if game.turn is None or game.to_act is None or game.turn.outcome != "ready":
            return game
        return game._replace(turn=new_turn(game, game.to_act))

    def _without_rule(self, name: str) -> WimpoutGame:
        return self._replace(
            rules=self.rules.without(name),
            turn=self.turn.without_rule(name) if self.turn else None,
            interrupted=tuple((seat, turn.without_rule(name)) for seat, turn in self.interrupted),
        )


def _scene(turn: Turn) -> str:
    """The name of the moment that a throw is."""
    if turn.saved is not None:
        return turn.saved.scene
    if turn.outcome != "score" or turn.way is None:
        return turn.outcome
    return "flash" if turn.way.flash else "freight_train" if turn.way.train else "scored"


def _points(turn: Turn) -> int:
    """What a throw brought or, after a Wimpout or a Supernova, the points that are lost."""
    if turn.outcome == "score" and turn.way is not None:
        return turn.way.points
    return turn.before.points if turn.outcome in ("wimpout", "train_wreck", "supernova") else 0
