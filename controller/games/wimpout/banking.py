"""Stopping: the points at stake are banked, and house rules move whom the new score meets."""

from __future__ import annotations

from controller.games.game import IllegalMoveError, Moment
from controller.games.wimpout.house import Landing, asking
from controller.games.wimpout.messages import why_not_stop
from controller.games.wimpout.progress import S, turn_on, with_players


def bank(game: S) -> S:
    """The game with the points at stake banked; the turn still has to end.

    Raises:
        IllegalMoveError: a rule forbids to stop; the text says which.
    """
    turn, seat = turn_on(game)
    if not turn.may_stop:
        raise IllegalMoveError(why_not_stop(turn))
    before = game.player(seat)
    landed = before._replace(total=before.total + turn.stake, entered=True)
    game = with_players(game, landed, moments=(Moment("banked", seat, turn.stake),))
    if not turn.rules.house:
        return game
    landing = Landing(landed, before.total, game.others(seat))
    for rule, scores in asking.moved_by_landing(turn.rules.house, landing):
        moved = [game.player(one)._replace(total=score) for one, score in scores.items()]
        moments = tuple(Moment(rule.name, one, score) for one, score in scores.items())
        game = with_players(game, *moved, moments=(*game.moments, *moments))
    return game
