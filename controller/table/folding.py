"""What the journal says about the table: a pure function of its events.

The live table and a table after a power cut go through the same `apply`, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from controller.games.game import (
    ChangeRules,
    Game,
    GameView,
    GiveUp,
    IllegalMoveError,
    Join,
    Message,
    Rulebook,
    Seat,
    Start,
    Throw,
)
from controller.games.moves import move_from_json
from controller.journal import Event, JournalError
from controller.ports import Player
from controller.table.seats import player_from_json
from controller.table.state import Asking, Played, State
from controller.table.trays import tray_from_json

_TURN_ENDS = {"banked", "wimpout", "train_wreck", "supernova", "instant_win", "skipped", "interrupted"}

_BESIDE_THE_TURN = Join | GiveUp | ChangeRules
"""Moves that change nothing of the cubes and stay in effect whatever is taken back."""


def restore(events: Iterable[Event], rulebook: Rulebook) -> State:
    """The table after all `events`.

    Raises:
        JournalError: the rules of this program can't follow the journal.
    """
    told = list(events)
    # Only the last game can still be on the table; the moves of those before it change nothing that lasts.
    last_game = max((event.id for event in told if event.kind == "game_started"), default=0)
    last_look = next((event for event in reversed(told) if event.id < last_game and _shows_cubes(event)), None)
    state = State()
    for event in told:
        try:
            state = apply(state, event, rulebook, follow=event.id >= last_game)
            if event is last_look:
                state = _lies(state, event)
        except (IllegalMoveError, ValueError, KeyError, TypeError, IndexError) as error:
            raise JournalError(
                f"event {event.id} of the journal ({event.kind}) can't be followed: {error}. "
                "Move the journal away to begin a new one; keep it for repair."
            ) from error
    return state


def apply(state: State, event: Event, rulebook: Rulebook, follow: bool = True) -> State:
    """The table after one more event. `follow` False: a move of a game that is long over isn't played."""
    if event.kind == "game_started":
        return _game_started(state, event, rulebook)
    if event.kind == "move" and follow:
        return _moved(state, event)
    if event.kind == "undone" and follow:
        return _undone(state, event)
    if event.kind == "corrected" and follow:
        return _corrected(state, event)
    change = _SIMPLE.get(event.kind)
    after = change(state, event) if change else state
    return replace(after, event=event.id)


def _shows_cubes(event: Event) -> bool:
    """Whether an event says how the cubes lie after it, or that nobody has seen it."""
    return (event.payload.get("tray") is not None and event.kind != "asked") or event.payload.get("by") == "hand"


def _lies(state: State, event: Event) -> State:
    """How the cubes lay after a game that is over; the next one begins with them."""
    return replace(state, tray=None) if event.payload.get("by") == "hand" else _looked(state, event)


def _game_started(state: State, event: Event, rulebook: Rulebook) -> State:
    start = move_from_json(event.payload["start"])
    if not isinstance(start, Start):
        raise ValueError("a game begins with the move start")
    players = tuple(player_from_json(player) for player in event.payload["players"])
    seats = {player.seat for player in players}
    game = rulebook.start(start)
    return replace(
        state,
        event=event.id,
        game_event=event.id,
        game_id=event.id,
        kind=event.payload["kind"],
        game=game,
        view=game.view,
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
    )


def _moved(state: State, event: Event) -> State:
    if state.game is None:
        raise ValueError("a move without a game")
    move = move_from_json(event.payload["move"])
    game = state.game.play(move)
    view = game.view
    ended = _ends_turn(view, state.to_act)
    played = Played(event.id, state.turn, state.to_act, move, state.game)
    turn = state.turn + 1 if ended else state.turn
    if isinstance(move, _BESIDE_THE_TURN) and not ended:
        return _beside_the_turn(state, event, game, played)
    moved = replace(
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
        furthest=turn,
    )
    by = event.payload["by"]
    if by == "hand":
        # Cubes were thrown that no camera has seen: how they lie has to be looked at before anything is scored.
        return replace(moved, tray=None, base_due=True, by=by)
    if by == "virtual":
        return replace(moved, by=by)
    if event.payload.get("tray") is not None:
        return replace(_looked(moved, event), by=by)
    return moved


def _ends_turn(view: GameView, acted: Seat | None) -> bool:
    return view.to_act != acted or any(moment.name in _TURN_ENDS for moment in view.moments)


def _beside_the_turn(state: State, event: Event, game: Game, played: Played) -> State:
    """Somebody comes or goes: what is asked, and what the player to act decides on, stays as it is."""
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


def _undone(state: State, event: Event) -> State:
    index = next(i for i, played in enumerate(state.history) if played.event == event.payload["event"])
    played = state.history[index]
    game, history = played.before, state.history[:index]
    game, history = _with_comings_and_goings(game, history, state.history[index + 1 :], played.turn)
    return replace(
        state,
        event=event.id,
        game_event=event.id,
        moments_event=event.id,
        game=game,
        view=game.view,
        asking=None,
        refused=None,
        undo_asked=None,
        history=history,
        turn=played.turn,
    )


def _corrected(state: State, event: Event) -> State:
    """The throw is what people have seen; what was decided on the misread one is to be decided anew."""
    index = next(i for i, played in enumerate(state.history) if played.event == event.payload["event"])
    move = move_from_json(event.payload["move"])
    played = replace(state.history[index], event=event.id, move=move)
    game = played.before.play(move)
    turn = played.turn + 1 if _ends_turn(game.view, played.seat) else played.turn
    history = (*state.history[:index], played)
    game, history = _with_comings_and_goings(game, history, state.history[index + 1 :], turn)
    corrected = replace(
        state,
        event=event.id,
        game_event=event.id,
        moments_event=event.id,
        game=game,
        view=game.view,
        undo_asked=None,
        correction=None,
        history=history,
        pause_event=event.id if game.view.phase == "over" else state.pause_event,
        turn=turn,
        furthest=max(turn, state.furthest),
    )
    return _looked(corrected, event) if event.payload["tray"] is not None else corrected


def _with_comings_and_goings(
    game: Game, history: tuple[Played, ...], undone: Iterable[Played], turn: int
) -> tuple[Game, tuple[Played, ...]]:
    """The game, and its history, with what of the `undone` moves stays in effect: who came, and who went."""
    for played in undone:
        if isinstance(played.move, _BESIDE_THE_TURN) and game.view.phase != "over":
            history = (*history, replace(played, turn=turn, before=game))
            game = game.play(played.move)
    return game, history


def _looked(state: State, event: Event) -> State:
    width, height = event.payload["picture_size"]
    return replace(
        state, tray=tray_from_json(event.payload["tray"]), picture_size=(width, height), base_due=False, asking=None
    )


def _not_counted(state: State, event: Event) -> State:
    message = Message(*event.payload["message"])
    return replace(_looked(state, event), refused=message, game_event=event.id)


def _seat_taken(state: State, event: Event) -> State:
    player = player_from_json(event.payload)
    secrets = {**state.secrets, event.payload["secret"]: player.seat}
    seated = replace(state, secrets=secrets, pause_event=event.id)
    if state.game is None:
        return replace(seated, players=(*state.players, player))
    return replace(seated, waiting=(*state.waiting, player))


def _seat_left(state: State, event: Event) -> State:
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


def _game_abandoned(state: State, event: Event) -> State:
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
        players=state.persons,
        waiting=(),
    )


def _cleared(state: State, event: Event) -> State:
    return replace(_game_abandoned(state, event), players=(), secrets={})


def _asked(state: State, event: Event) -> State:
    width, height = event.payload["picture_size"]
    asking = Asking(tray_from_json(event.payload["tray"]), (width, height), tuple(event.payload["cubes"]))
    return replace(state, asking=asking, game_event=event.id)


def _ask_dropped(state: State, event: Event) -> State:
    return replace(state, asking=None, game_event=event.id)


def _answered(state: State, event: Event) -> State:
    if state.asking is None:
        raise ValueError("an answer that nobody asked for")
    waiting = (event.payload["cube"], event.payload["face"], event.payload["seat"])
    return replace(state, asking=replace(state.asking, waiting=waiting), game_event=event.id)


def _confirmed(state: State, event: Event) -> State:
    if state.asking is None:
        raise ValueError("a yes to an answer that nobody gave")
    given = {**state.asking.given, event.payload["cube"]: event.payload["face"]}
    return replace(state, asking=replace(state.asking, given=given, waiting=None), game_event=event.id)


def _undo_asked(state: State, event: Event) -> State:
    return replace(state, undo_asked=(event.payload["event"], event.payload["seat"]), correction=None)


def _correction_asked(state: State, event: Event) -> State:
    move = move_from_json(event.payload["move"])
    if not isinstance(move, Throw):
        raise ValueError("only a throw can be corrected")
    return replace(state, undo_asked=(event.payload["event"], event.payload["seat"]), correction=move)


def _undo_dropped(state: State, event: Event) -> State:
    return replace(state, undo_asked=None, correction=None)


_SIMPLE: Mapping[str, Callable[[State, Event], State]] = {
    "seat_taken": _seat_taken,
    "seat_left": _seat_left,
    "game_abandoned": _game_abandoned,
    "cleared": _cleared,
    "base": _looked,
    "nudged": _looked,
    "not_counted": _not_counted,
    "asked": _asked,
    "ask_dropped": _ask_dropped,
    "answered": _answered,
    "confirmed": _confirmed,
    "undo_asked": _undo_asked,
    "correction_asked": _correction_asked,
    "undo_dropped": _undo_dropped,
}
