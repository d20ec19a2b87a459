"""What goes wrong and is put right: moves taken back, throws read anew.

Nothing is deleted; the game goes on from a state that it had before. Who came, who went and the rules that all have
agreed on meanwhile stay in effect whatever is taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.games.game import Game, IllegalMoveError, Select, Throw
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
    """The throw is what people have seen; what was decided on the misread one is to be decided anew, unless the host
    keeps what followed."""
    before, misread, after = _parted(state, event)
    throw = replace(misread, event=event.id, move=move_from_json(event.payload["move"]))
    game = throw.before.play(throw.move)
    turn = throw.turn + 1 if ends_turn(game.view, throw.seat) else throw.turn
    history = (*before, throw)
    if event.payload.get("kept"):
        game, kept, turn = followed(throw, game, after)
        history, after = (*history, *kept), ()
    reread = _gone_on(state, event, game, history, after, turn)
    reread = replace(
        reread,
        pause_event=event.id if game.view.phase == "over" else state.pause_event,
        furthest=max(turn, state.furthest),
    )
    if any(isinstance(played.move, Throw) for played in after):
        # The cubes lie as in a throw that was taken back.
        reread = replace(reread, asking=None, refused=None, undone=event.id)
    return looked(reread, event) if event.payload["tray"] is not None else reread


def followed(throw: Played, game: Game, moves: Iterable[Played]) -> tuple[Game, tuple[Played, ...], int]:
    """What followed a throw that is read anew: the game after it all, the moves in it, and the turn it has come to.

    Raises:
        IllegalMoveError: a move doesn't fit any more.
    """
    turn, kept = throw.turn + ends_turn(game.view, throw.seat), []
    for played in moves:
        if game.view.to_act != played.seat:
            raise IllegalMoveError("It would have been another player's turn.")
        if isinstance(played.move, Select) and _choices(game) != _choices(played.before):
            raise IllegalMoveError("There would have been other ways to choose from.")
        move = played.move
        if isinstance(move, Throw) and turn == throw.turn:
            move = replace(move, kept=None)  # the misread cube may be among those that were kept
        kept.append(replace(played, turn=turn, before=game, move=move))
        game = game.play(move)
        turn += ends_turn(game.view, played.seat)
    return game, tuple(kept), turn


def _choices(game: Game) -> list[str]:
    return [option.label for option in game.view.options]


def undo_asked(state: State, event: Event) -> State:
    """Somebody asks to take a move back."""
    asked = (event.payload["event"], event.payload["seat"])
    return replace(state, undo_asked=asked, undo_asked_event=event.id, correction=None)


def correction_asked(state: State, event: Event) -> State:
    """Somebody says how a throw is to be read instead."""
    move = move_from_json(event.payload["move"])
    if not isinstance(move, Throw):
        raise ValueError("only a throw can be corrected")
    asked = (event.payload["event"], event.payload["seat"])
    return replace(state, undo_asked=asked, undo_asked_event=event.id, correction=move)


def undo_dropped(state: State, event: Event) -> State:
    """What was asked is refused, or asked no more."""
    return replace(state, undo_asked=None, correction=None)


def skip_voted(state: State, event: Event) -> State:
    """Somebody asks to skip the turn of a player who gives no sign."""
    return replace(state, skip_asked=(state.game_event, (*state.skip_votes, event.payload["seat"])))


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
