"""From turn to turn: how a turn ends, whose is next, and when the game is over.

All that follows from a throw goes by the rules under which it was thrown: those of the turn, not yet those on which
the players may have agreed since ("not affecting the current situation if it was the cause for the new rule").
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from controller.games.game import Moment, Seat
from controller.games.wimpout.house import Ended, asking
from controller.games.wimpout.last_licks import LastLicks
from controller.games.wimpout.order import order_of_play
from controller.games.wimpout.players import Player, counters_with
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.state import State
from controller.games.wimpout.turn import Turn

S = TypeVar("S", bound=State)


def begin_turn_of(game: S, seat: Seat, *moments: Moment) -> S:
    """The player at `seat` is to act: with a new turn, or with the one that was interrupted."""
    interrupted = dict(game.interrupted)
    turn = interrupted.pop(seat, None)
    if turn is None:
        turn = new_turn(game, seat)
    else:
        turn = turn._replace(clearing=0, resumed=True).among(game.player(seat), game.others(seat))
        moments = (*moments, Moment("resumed", seat))
    return game._replace(
        to_act=seat,
        turn=turn,
        ended=game.last_thrown,
        interrupted=tuple(interrupted.items()),
        moments=moments,
    )


def new_turn(game: State, seat: Seat) -> Turn:
    """A turn of the player at `seat` in which nothing was thrown yet."""
    player = game.player(seat)
    need = 0 if player.entered else game.rules.entry
    return Turn(game.rules, need, player=player, others=game.others(seat))


def interrupt_turn(game: S) -> S:
    """The turn stops where it is; it goes on when its player is next, in last licks at the end of the line."""
    turn, seat = turn_on(game)
    game = game._replace(
        interrupted=(*game.interrupted, (seat, turn)),
        moments=(*game.moments, Moment("interrupted", seat)),
    )
    if game.last_licks is not None:
        licks = game.last_licks.postponed()
        return begin_turn_of(game._replace(last_licks=licks), licks.line[0], *game.moments)
    return begin_turn_of(game, game.next_after(seat, turn.rules.direction), *game.moments)


def end_turn(game: S, ended: Ended) -> S:
    """The turn is over and booked: whose is next, or who has won."""
    turn, seat = turn_on(game)
    game = book_turn(game, ended)
    if asking.puts_out(turn.rules.house, game.player(seat), ended):
        out = game.player(seat)._replace(out=True)
        game = with_players(game, out, moments=(*game.moments, Moment("put_out", seat)))
    return _after_turn(game, seat, turn.rules)


def book_turn(game: S, ended: Ended | None) -> S:
    """The player's turns and counters as they are after this turn."""
    turn, seat = turn_on(game)
    player = game.player(seat)
    booked = player._replace(
        turns=player.turns + 1,
        before_last_turn=turn.player.total,
        train_wrecks=player.train_wrecks + (ended == "train_wreck"),
        counters=counters_with(turn.player.counters, dict(turn.gained)),
    )
    return with_players(game, booked)


def over(game: S, winner: Seat | None) -> S:
    """The game has ended."""
    moments = (*game.moments, Moment("game_over", winner))
    ended = game.last_thrown
    return game._replace(to_act=None, turn=None, ended=ended, interrupted=(), winner=winner, moments=moments)


def is_decided(game: State) -> bool:
    """Whether nobody is left, or one player of several, who has won."""
    left = len(game.still_in)
    return left == 0 or (left == 1 and len(game.players) > 1)


def put_out(game: S, seats: Iterable[Seat]) -> S:
    """These players are out of the game."""
    return with_players(game, *(game.player(seat)._replace(out=True) for seat in seats))


def with_players(game: S, *changed: Player, moments: tuple[Moment, ...] | None = None) -> S:
    """The game with these players as they are now, and with these `moments` if there are new ones."""
    now = {player.seat: player for player in changed}
    players = tuple([now.get(player.seat, player) for player in game.players])
    return game._replace(players=players, moments=game.moments if moments is None else moments)


def turn_on(game: State) -> tuple[Turn, Seat]:
    """The turn that is on and whose it is; there is one."""
    assert game.turn is not None
    assert game.to_act is not None
    return game.turn, game.to_act


def _after_turn(game: S, seat: Seat, rules: Rules) -> S:
    if is_decided(game):
        return over(game, next(iter(game.still_in), None))
    if game.last_licks is not None:
        return _after_lick(game, game.last_licks)
    player = game.player(seat)
    if player.total >= rules.goal and not player.out:
        return _begin_last_licks(game, _leader(game, first=seat) or seat, rules)
    return begin_turn_of(game, game.next_after(seat, rules.direction), *game.moments)


def _begin_last_licks(game: S, leader: Seat, rules: Rules) -> S:
    circle = order_of_play(game.seats, rules.direction, first=leader)
    licks = LastLicks.begin(rules.last_licks, circle, leader, game.still_in)
    if not licks.line:
        return over(game, leader)
    game = game._replace(last_licks=licks)
    return begin_turn_of(game, licks.line[0], *game.moments, Moment("last_licks", leader))


def _after_lick(game: S, before: LastLicks) -> S:
    licks = before.after_lick({player.seat: player.total for player in game.players})
    game = put_out(game._replace(last_licks=licks), licks.out)
    if not licks.line or is_decided(game):
        return over(game, _leader(game, first=licks.leader))
    return begin_turn_of(game, licks.line[0], *game.moments)


def _leader(game: State, first: Seat) -> Seat | None:
    """Who has most of those still in, `first` if nobody has more."""
    still_in = sorted((player for player in game.players if not player.out), key=lambda one: one.seat != first)
    return max(still_in, key=lambda one: one.total).seat if still_in else None
