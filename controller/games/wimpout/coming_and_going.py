"""Players who come while the game is on, and players who leave it."""

from __future__ import annotations

from dataclasses import replace

from controller.games.game import IllegalMoveError, Moment, Seat
from controller.games.phrase import phrase
from controller.games.wimpout.players import Player
from controller.games.wimpout.progress import S, begin_turn_of, end_turn, is_decided, over, with_players

MOST_SEATS = 12


def join(game: S, seat: Seat, after: Seat | None) -> S:
    """The game with one more player, at 0, who sits clockwise of `after`.

    Raises:
        IllegalMoveError: last licks have begun, all seats are taken, or this one is.
    """
    if game.last_licks is not None:
        raise IllegalMoveError(phrase("Last licks have begun; nobody can join this game any more."))
    if seat in game.seats:
        raise IllegalMoveError(phrase("The seat {seat} is in this game already.", seat=repr(seat)))
    if after is not None and after not in game.seats:
        raise IllegalMoveError(
            phrase("The seat {seat}, next to which to sit, isn't in this game.", seat=repr(after))
        )
    if sum(not player.gone for player in game.players) >= MOST_SEATS:
        raise IllegalMoveError(phrase("All {seats} seats are taken.", seats=MOST_SEATS))
    at = len(game.players) if after is None else game.seats.index(after) + 1
    players = (*game.players[:at], Player(seat), *game.players[at:])
    roll_off = game.roll_off.joined(seat) if game.roll_off and game.phase == "roll_off" else game.roll_off
    return _with_others_told(game._replace(players=players, roll_off=roll_off, moments=(Moment("joined", seat),)))


def give_up(game: S, seat: Seat) -> S:
    """The game without the player at `seat`, whose points stay as they are.

    Raises:
        IllegalMoveError: nobody plays at `seat`.
    """
    player = next((one for one in game.players if one.seat == seat and not one.gone), None)
    if player is None:
        raise IllegalMoveError(phrase("Nobody plays at the seat {seat}.", seat=repr(seat)))
    game = with_players(game, player._replace(out=True, gone=True))
    interrupted = tuple((one, turn) for one, turn in game.interrupted if one != seat)
    game = game._replace(interrupted=interrupted, moments=(Moment("gave_up", seat),))
    if game.last_licks is not None:
        licks = game.last_licks
        gone = replace(licks, gone=licks.gone | {seat}) if seat == game.to_act else licks.without(seat)
        game = game._replace(last_licks=gone)
    if is_decided(game):
        return over(game, next(iter(game.still_in), None))
    if game.phase == "roll_off":
        return _without_in_roll_off(game, seat)
    return end_turn(game, "skipped") if seat == game.to_act else _with_others_told(game)


def _without_in_roll_off(game: S, seat: Seat) -> S:
    assert game.roll_off is not None
    roll_off = game.roll_off.without(seat)
    game = game._replace(roll_off=roll_off)
    if roll_off.starter is not None:
        return begin_turn_of(game, roll_off.starter, *game.moments, Moment("starter", roll_off.starter))
    return game._replace(to_act=roll_off.to_act)


def _with_others_told(game: S) -> S:
    """The turn that is on, among those who are in the game now."""
    if game.turn is None or game.to_act is None:
        return game
    return game._replace(turn=game.turn.among(game.player(game.to_act), game.others(game.to_act)))
