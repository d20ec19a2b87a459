"""What each person's phone offers: only what the table would accept from that person now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from controller.games.game import Seat
from controller.ports import CommandName, Player
from controller.table.state import State

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
    names |= legal & (_OF_THE_ACTOR if acts else {"skip"} if person.seat not in state.skip_votes else set())
    if acts or state.actor is None or state.actor.kind == "computer":
        names |= legal & _FOR_THE_ACTOR
    answer = state.asking.waiting if state.asking is not None else None
    if answer is not None and answer[2] != person.seat:
        names |= legal & {"confirm", "answer"}
    return frozenset(names | {name for name, may_do in may.items() if may_do(person.seat)})
