"""The Guiding Light as sentences: what was proposed, who said what, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.game import Seat
from controller.journal import Event
from controller.table.state import HOST, State

Tell = Callable[[Event, State, State], str]
"""What happened with an event, between the table before it and after it."""


def in_words(rules: Mapping[str, Any]) -> str:
    """Rules by their names, each with its value."""
    said = {True: "on", False: "off"}
    return ", ".join(f"{name} {said[value] if isinstance(value, bool) else value}" for name, value in rules.items())


def name_of(state: State, seat: Seat | None) -> str:
    """Who sits, or sat, at a seat; or the host."""
    if seat == HOST:
        return "The host"
    player = state.who(seat)
    return player.name if player else seat or "Nobody"


def _proposed(event: Event, before: State, after: State) -> str:
    proposed, now = in_words(event.payload["rules"]), in_words(event.payload["before"])
    return f"The Guiding Light: {name_of(after, event.payload['seat'])} proposes {proposed} (now {now})."


def _voted(event: Event, before: State, after: State) -> str:
    return f"{name_of(after, event.payload['seat'])} says {'yes' if event.payload['agree'] else 'no'}."


_WHY = {
    "refused": "{name} has said no",
    "withdrawn": "{name} has withdrawn the proposal",
    "left": "nobody is left who stands for the proposal",
    "game_over": "the game is over",
    "impossible": "the game can't be played by them",
}


def _ended(event: Event, before: State, after: State) -> str:
    why = _WHY[event.payload["outcome"]].format(name=name_of(before, event.payload["seat"]))
    return f"The rules stay as they are: {why}."


PROPOSALS: Mapping[str, Tell] = {
    "rules_proposed": _proposed,
    "rule_voted": _voted,
    "rules_proposal_ended": _ended,
}
"""How each of its events is told."""
