"""What goes wrong and is put right: moves taken back, throws read anew.

Nothing is deleted; the game goes on from a state that it had before. Who came, who went and the rules that all have
agreed on meanwhile stay in effect whatever is taken back.
"""

from __future__ import annotations

from dataclasses import replace

from controller.games.game import Game, Throw
from controller.games.moves import move_from_json
from controller.journal import Event
from controller.table.folding.moves import BESIDE_THE_TURN, ends_turn
from controller.table.folding.readings import looked
from controller.table.state import Played, State


def undone(state: State, event: Event) -> State:
    """A move is taken back, and what followed from it."""
    before, played, after = _parted(state, event)
    gone_back = _gone_on(state, event, played.before, before, after, played.turn)
    return replace(gone_back, asking=None, refused=None, undone=event.id)


def corrected(state: State, event: Event) -> State:
    """The throw is what people have seen; what was decided on the misread one is to be decided anew."""
    before, misread, after = _parted(state, event)
    throw = replace(misread, event=event.id, move=move_from_json(event.payload["move"]))
    game = throw.before.play(throw.move)
    turn = throw.turn + 1 if ends_turn(game.view, throw.seat) else throw.turn
    reread = _gone_on(state, event, game, (*before, throw), after, turn)
    reread = replace(
        reread,
        pause_event=event.id if game.view.phase == "over" else state.pause_event,
        furthest=max(turn, state.furthest),
    )
    return looked(reread, event) if event.payload["tray"] is not None else reread


def undo_asked(state: State, event: Event) -> State:
    """Somebody asks to take a move back."""
    return replace(state, undo_asked=(event.payload["event"], event.payload["seat"]), correction=None)


def correction_asked(state: State, event: Event) -> State:
    """Somebody says how a throw is to be read instead."""
    move = move_from_json(event.payload["move"])
    if not isinstance(move, Throw):
        raise ValueError("only a throw can be corrected")
    return replace(state, undo_asked=(event.payload["event"], event.payload["seat"]), correction=move)


def undo_dropped(state: State, event: Event) -> State:
    """What was asked is refused, or asked no more."""
    return replace(state, undo_asked=None, correction=None)


def _parted(state: State, event: Event) -> tuple[tuple[Played, ...], Played, tuple[Played, ...]]:
    """The moves before the one that the event is about, that one, and those after it."""
    index = next(i for i, played in enumerate(state.history) if played.event == event.payload["event"])
    return state.history[:index], state.history[index], state.history[index + 1 :]


def _gone_on(
    state: State, event: Event, game: Game, history: tuple[Played, ...], undone: tuple[Played, ...], turn: int
) -> State:
    """The table at which `game` stands, after `history` and after what of the `undone` moves stays in effect."""
    for played in undone:
        if isinstance(played.move, BESIDE_THE_TURN) and game.view.phase != "over":
            history = (*history, replace(played, turn=turn, before=game))
            game = game.play(played.move)
    return replace(
        state,
        event=event.id,
        game_event=event.id,
        moments_event=event.id,
        game=game,
        view=game.view,
        undo_asked=None,
        correction=None,
        history=history,
        turn=turn,
    )
