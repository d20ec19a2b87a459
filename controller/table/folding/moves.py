"""Games that begin, and the moves in them."""

from __future__ import annotations

from dataclasses import replace

from controller.games.game import ChangeRules, Game, GameView, GiveUp, IllegalMoveError, Join, Seat, Start
from controller.games.moves import move_from_json
from controller.games.rulebook import Rulebook
from controller.journal import Event
from controller.ports import Player
from controller.table.folding.proposals import carried
from controller.table.folding.readings import looked
from controller.table.seats import player_from_json
from controller.table.state import Played, State

BESIDE_THE_TURN = Join | GiveUp | ChangeRules
"""Moves that change nothing of the cubes and stay in effect whatever is taken back."""

_TURN_ENDS = {"banked", "wimpout", "train_wreck", "supernova", "instant_win", "skipped", "interrupted"}


def game_started(state: State, event: Event, rulebook: Rulebook, follow: bool = True) -> State:
    """A game begins. `follow` False: nothing of it is played any more, so that it does no harm where its rules are
    gone, a house rule of the table's own say."""
    start, show = move_from_json(event.payload["start"]), event.payload["kind"] == "show"
    if not isinstance(start, Start):
        raise ValueError("a game begins with the move start")
    players = tuple(player_from_json(player) for player in event.payload["players"])
    try:
        game: Game | None = rulebook.start(start)
    except IllegalMoveError:
        if follow:
            raise
        game, players = None, () if show else players
    seats = {player.seat for player in players}
    return replace(
        state,
        event=event.id,
        game_event=event.id,
        game_id=event.id,
        kind=event.payload["kind"],
        game=game,
        view=game.view if game is not None else None,
        players=players,
        waiting=(),
        secrets={secret: seat for secret, seat in state.secrets.items() if seat in seats},
        history=(),
        turn=0,
        furthest=0,
        moments_event=event.id,
        base_due=True,
        asking=None,
        refused=None,
        by="reader",
        undo_asked=None,
        proposal=None,
        seed=event.payload.get("seed"),
        order=(),
        next_rules=None if event.payload["kind"] == "people" else state.next_rules,
    )


def moved(state: State, event: Event) -> State:
    """A move in the game."""
    if state.game is None:
        raise ValueError("a move without a game")
    move = move_from_json(event.payload["move"])
    game = state.game.play(move)
    view = game.view
    ended = ends_turn(view, state.to_act)
    played = Played(event.id, state.turn, state.to_act, move, state.game)
    turn = state.turn + 1 if ended else state.turn
    if isinstance(move, BESIDE_THE_TURN) and not ended:
        return _beside_the_turn(carried(state, event), event, game, played)
    after = replace(
        state,
        event=event.id,
        game_event=event.id,
        moments_event=event.id,
        game=game,
        view=view,
        players=_in_seating_order(state, game),
        waiting=_not_in(game, state.waiting),
        asking=None,
        refused=None,
        undo_asked=None,
        history=(*state.history, played),
        pause_event=event.id if view.phase == "over" else state.pause_event,
        turn=turn,
        furthest=max(turn, state.furthest),
    )
    by = event.payload["by"]
    if by == "hand":
        # Cubes were thrown that no camera has seen: how they lie has to be looked at before anything is scored.
        return replace(after, tray=None, base_due=True, by=by)
    if by == "virtual":
        return replace(after, by=by)
    if event.payload.get("tray") is not None:
        return replace(looked(after, event), by=by)
    return after


def ends_turn(view: GameView, acted: Seat | None) -> bool:
    """Whether the move that led to `view` has ended the turn of who acted."""
    return view.to_act != acted or any(moment.name in _TURN_ENDS for moment in view.moments)


def _beside_the_turn(state: State, event: Event, game: Game, played: Played) -> State:
    """Somebody comes or goes, or rules change: what is asked, and what the player to act decides on, stays."""
    return replace(
        state,
        event=event.id,
        moments_event=event.id,
        game=game,
        view=game.view,
        players=_in_seating_order(state, game),
        waiting=_not_in(game, state.waiting),
        history=(*state.history, played),
    )


def _in_seating_order(state: State, game: Game) -> tuple[Player, ...]:
    """Those in the game, with who has joined it."""
    sitting = {player.seat: player for player in (*state.players, *state.waiting)}
    return tuple(sitting[one.seat] for one in game.view.standings if one.seat in sitting)


def _not_in(game: Game, waiting: tuple[Player, ...]) -> tuple[Player, ...]:
    seats: set[Seat] = {standing.seat for standing in game.view.standings}
    return tuple(player for player in waiting if player.seat not in seats)
