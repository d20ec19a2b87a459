"""The Guiding Light as sentences: what was proposed, who said what, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.game import Seat
from controller.games.phrase import listed, pattern, phrase
from controller.journal import Event
from controller.table.state import HOST, State

Tell = Callable[[Event, State, State], str]
"""What happened with an event, between the table before it and after it."""


def in_words(rules: Mapping[str, Any]) -> str:
    """Rules by their names, each with its value."""
    return listed(*(_in_words(name, value) for name, value in rules.items()))


def _in_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return phrase("{rule} on", rule=name) if value else phrase("{rule} off", rule=name)
    return f"{name} {value}"


def name_of(state: State, seat: Seat | None) -> str:
    """Who sits, or sat, at a seat; or the host."""
    if seat == HOST:
        return phrase("The host")
    player = state.who(seat)
    return player.name if player else seat or phrase("Nobody")


def _proposed(event: Event, before: State, after: State) -> str:
    return phrase(
        "The Guiding Light: {name} proposes {rules} (now {before}).",
        name=name_of(after, event.payload["seat"]), rules=in_words(event.payload["rules"]),
        before=in_words(event.payload["before"]),
    )


def _voted(event: Event, before: State, after: State) -> str:
    name = name_of(after, event.payload["seat"])
    return phrase("{name} says yes.", name=name) if event.payload["agree"] else phrase("{name} says no.", name=name)


_ENDED = {
    "refused": pattern("The rules stay as they are: {name} has said no."),
    "withdrawn": pattern("The rules stay as they are: {name} has withdrawn the proposal."),
    "left": pattern("The rules stay as they are: nobody is left who stands for the proposal."),
    "game_over": pattern("The rules stay as they are: the game is over."),
    "impossible": pattern("The rules stay as they are: the game can't be played by them."),
}


def _ended(event: Event, before: State, after: State) -> str:
    why = _ENDED[event.payload["outcome"]]
    return phrase(why, name=name_of(before, event.payload["seat"]))


PROPOSALS: Mapping[str, Tell] = {
    "rules_proposed": _proposed,
    "rule_voted": _voted,
    "rules_proposal_ended": _ended,
}
"""How each of its events is told."""
