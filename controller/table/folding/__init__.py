"""What the journal says about the table: a pure function of its events.

The live table and a table after a power cut go through the same `apply`, so they cannot differ. Each module here
folds the events of one matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from math import inf

from controller.errors import as_sentence
from controller.games.game import IllegalMoveError, Start
from controller.games.moves import move_from_json
from controller.games.rulebook import Rulebook
from controller.journal import Event, JournalError, JournalReader
from controller.table.folding import corrections, host, moves, proposals, readings, seats
from controller.table.state import State

__all__ = ["OF_A_GAME", "apply", "restore", "restore_from"]


def restore(events: Iterable[Event], rulebook: Rulebook) -> State:
    """The table after all `events`.

    Raises:
        JournalError: the rules of this program can't follow the journal.
    """
    told = list(events)
    last_game = max((event.id for event in told if event.kind == "game_started"), default=0)
    last_look = next(
        (event for event in reversed(told) if event.id < last_game and readings.shows_cubes(event)), None
    )
    return _restored(told, last_game, last_look, rulebook)


def restore_from(journal: JournalReader, rulebook: Rulebook) -> State:
    """The table after all that its journal holds. The moves of games that are over aren't even read: a journal of
    many evenings would not fit into the memory of a small machine.

    Raises:
        JournalError: the rules of this program can't follow the journal.
    """
    last_game = journal.newest("game_started")
    last_look = next((event for event in journal.backwards(last_game) if readings.shows_cubes(event)), None)
    from_here = last_look.id if last_look is not None else last_game
    events = chain(journal.events(before=from_here, without=OF_A_GAME), journal.events(after=from_here - 1))
    return _restored(events, last_game, last_look, rulebook)


def _restored(events: Iterable[Event], last_game: int, last_look: Event | None, rulebook: Rulebook) -> State:
    """`last_look`: when the cubes were seen last before the last game began."""
    # Only the last game can still be on the table; the moves of those before it change nothing that lasts.
    state, followed_from = State(), float(last_game)
    unplayable: JournalError | None = None
    for event in events:
        try:
            if event.id == last_game and (why := _why_unplayable(event, rulebook)) is not None:
                followed_from, unplayable = inf, _not_followed(event, why)
            state = apply(state, event, rulebook, follow=event.id >= followed_from)
            if last_look is not None and event.id == last_look.id:
                state = readings.lies(state, event)
        except (IllegalMoveError, ValueError, KeyError, TypeError, IndexError) as error:
            raise _not_followed(event, error) from error
    if unplayable is not None and state.game_id == last_game and state.kind != "show":
        raise unplayable  # people are in the middle of it
    return state


def _why_unplayable(event: Event, rulebook: Rulebook) -> IllegalMoveError | None:
    """Why the game that begins here can't be played by the rules of this table any more; None where it can."""
    start = move_from_json(event.payload["start"])
    try:
        if isinstance(start, Start):
            rulebook.start(start)
    except IllegalMoveError as error:
        return error
    return None


def _not_followed(event: Event, why: Exception) -> JournalError:
    return JournalError(
        f"event {event.id} of the journal ({event.kind}) can't be followed: {as_sentence(why)} "
        "Move the journal away to begin a new one; keep it for repair."
    )


def apply(state: State, event: Event, rulebook: Rulebook, follow: bool = True) -> State:
    """The table after one more event. `follow` False: a move of a game that is long over isn't played."""
    if event.kind == "game_started":
        return moves.game_started(state, event, rulebook, follow)
    change = _OF_THE_TABLE.get(event.kind) or (_OF_THE_GAME.get(event.kind) if follow else None)
    after = change(state, event) if change else state
    return replace(proposals.votes_counted(after), event=event.id)


Fold = Callable[[State, Event], State]

_OF_THE_GAME: Mapping[str, Fold] = {
    "move": moves.moved,
    "undone": corrections.undone,
    "corrected": corrections.corrected,
    "skip_voted": corrections.skip_voted,
    "rules_proposed": proposals.proposed,
    "rule_voted": proposals.voted,
    "rules_proposal_ended": proposals.ended,
}

_OF_THE_TABLE: Mapping[str, Fold] = {
    "seat_taken": seats.seat_taken,
    "seat_left": seats.seat_left,
    "game_abandoned": seats.game_abandoned,
    "cleared": seats.cleared,
    "base": readings.looked,
    "nudged": readings.looked,
    "not_counted": readings.not_counted,
    "asked": readings.asked,
    "ask_dropped": readings.ask_dropped,
    "answered": readings.answered,
    "confirmed": readings.confirmed,
    "undo_asked": corrections.undo_asked,
    "correction_asked": corrections.correction_asked,
    "undo_dropped": corrections.undo_dropped,
    "paused": host.paused,
    "resumed": host.resumed,
    "ordered": host.ordered,
    "rules_set": host.rules_set,
    "reseated": host.reseated,
}

OF_A_GAME = frozenset(_OF_THE_GAME)
"""The kinds of events that change nothing that outlasts their game."""
