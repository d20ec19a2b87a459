"""Who sits down, who leaves, and games that end without a last move."""

from __future__ import annotations

from dataclasses import replace

from controller.journal import Event
from controller.table.seats import player_from_json
from controller.table.state import State


def seat_taken(state: State, event: Event) -> State:
    """Somebody sits down; while a game is on they wait, until a move lets them join it."""
    player = player_from_json(event.payload)
    secrets = {**state.secrets, event.payload["secret"]: player.seat}
    seated = replace(state, secrets=secrets, pause_event=event.id)
    if state.game is None:
        return replace(seated, players=(*state.players, player))
    return replace(seated, waiting=(*state.waiting, player))


def seat_left(state: State, event: Event) -> State:
    """Somebody gives the seat up; what they asked for is asked no more."""
    gone = event.payload["seat"]
    players = tuple(
        replace(one, present=False) if one.seat == gone else one
        for one in state.players
        if one.seat != gone or state.game is not None
    )
    left = replace(
        state,
        players=players,
        waiting=tuple(one for one in state.waiting if one.seat != gone),
        undo_asked=None if state.undo_asked is not None and state.undo_asked[1] == gone else state.undo_asked,
        secrets={secret: seat for secret, seat in state.secrets.items() if seat != gone},
    )
    return left if len(left.persons_playing) > 1 else _without_waiting_for_yes(left)


def _without_waiting_for_yes(state: State) -> State:
    """Nobody is left who could say yes to another: who asked asks anew, and has it at once."""
    asking = replace(state.asking, waiting=None) if state.asking is not None else None
    return replace(state, asking=asking, undo_asked=None)


def game_abandoned(state: State, event: Event) -> State:
    """The game ends as it stands; the people keep their seats."""
    return replace(
        state,
        game=None,
        view=None,
        kind=None,
        game_id=0,
        game_event=event.id,
        pause_event=event.id,
        history=(),
        asking=None,
        refused=None,
        undo_asked=None,
        proposal=None,
        seed=None,
        players=state.persons,
        waiting=(),
    )


def cleared(state: State, event: Event) -> State:
    """Everybody's seat is given up."""
    return replace(game_abandoned(state, event), players=(), secrets={}, order=())
