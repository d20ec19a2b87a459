"""What each person's phone offers: only what the table would accept from that person now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from controller.games.game import Seat, Stop, Throw
from controller.ports import CommandName, Player, UndoAsked
from controller.table.state import Played, State

_OF_ALL: frozenset[CommandName] = frozenset({"start", "rematch"})
_OF_THE_ACTOR: frozenset[CommandName] = frozenset({"stop", "roll_on", "select", "next_option", "throw"})
_FOR_THE_ACTOR: frozenset[CommandName] = frozenset({"answer", "enter"})
"""What the player to act does; where that is a computer player, anybody does it."""


May = Mapping[CommandName, Callable[[Seat], bool]]
"""Commands that are for some and not for others, each with whether the table would take it from a seat."""


def offers(state: State, legal: frozenset[CommandName], may: May) -> Mapping[Seat, frozenset[CommandName]]:
    """For each person at the table, by seat, what is offered; `legal` is what may be done at all now."""
    return {person.seat: _offered(person, state, legal, may) for person in state.persons}


def _offered(person: Player, state: State, legal: frozenset[CommandName], may: May) -> frozenset[CommandName]:
    names = set(legal & _OF_ALL)
    if person in state.waiting:
        return frozenset(names)
    acts = person.seat == state.to_act
    names |= legal & (_OF_THE_ACTOR if acts else {"skip"})
    if acts or state.actor is None or state.actor.kind == "computer":
        names |= legal & _FOR_THE_ACTOR
    answer = state.asking.waiting if state.asking is not None else None
    if answer is not None and answer[2] != person.seat:
        names |= legal & {"confirm"}
    return frozenset(names | {name for name, may_do in may.items() if may_do(person.seat)})


def undo_asked(state: State) -> UndoAsked | None:
    """Who asks to take what back, None where nobody does."""
    if state.undo_asked is None:
        return None
    event, seat = state.undo_asked
    played = next(played for played in state.history if played.event == event)
    anew = f", to be read as {_faces(state.correction)}" if state.correction is not None else ""
    return UndoAsked(seat, played.seat, f"{_what(played)}{anew}")


def _what(played: Played) -> str:
    if isinstance(played.move, Stop):
        return f"stop with {played.before.view.stake} points"
    if isinstance(played.move, Throw):
        return f"throw {_faces(played.move)}"
    return "skipped turn"


def _faces(throw: Throw) -> str:
    return " ".join(cube.face for cube in throw.thrown)
