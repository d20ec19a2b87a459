"""What the host has done, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from controller.commands.telling_proposals import Tell, in_words, name_of
from controller.games.phrase import listed, paragraph, phrase
from controller.journal import Event
from controller.table.state import State


def _paused(event: Event, before: State, after: State) -> str:
    return phrase("The host pauses the table.")


def _resumed(event: Event, before: State, after: State) -> str:
    moved = phrase("Cubes were moved meanwhile, or can't be seen: that is no throw.")
    return paragraph(phrase("The host lets the table go on."), moved if event.payload["moved"] else "")


def _ordered(event: Event, before: State, after: State) -> str:
    names = listed(*(name_of(after, seat) for seat in event.payload["seats"]))
    return phrase("From the next game on they sit in this order, clockwise: {names}.", names=names)


def _rules_set(event: Event, before: State, after: State) -> str:
    rules = event.payload["rules"]
    if rules is None:
        return phrase("The host leaves the rules of the next game as they were.")
    chosen = in_words(rules) or phrase("official")
    return phrase("The host chooses the rules of the next game: {rules}.", rules=chosen)


def _reseated(event: Event, before: State, after: State) -> str:
    name = name_of(after, event.payload["seat"])
    return phrase("{name} has another phone; the one before has no seat any more.", name=name)


HOST_DEEDS: Mapping[str, Tell] = {
    "paused": _paused,
    "resumed": _resumed,
    "ordered": _ordered,
    "rules_set": _rules_set,
    "reseated": _reseated,
}
"""How each event is told that only a host brings about."""
