"""What was read in the tray, and the faces that people were asked for."""

from __future__ import annotations

from dataclasses import replace

from controller.games.game import Message
from controller.games.phrase import phrase_from_json
from controller.journal import Event
from controller.table.state import Asking, State
from controller.table.trays import tray_from_json


def shows_cubes(event: Event) -> bool:
    """Whether an event says how the cubes lie after it, or that nobody has seen it."""
    return (event.payload.get("tray") is not None and event.kind != "asked") or event.payload.get("by") == "hand"


def lies(state: State, event: Event) -> State:
    """How the cubes lay after a game that is over; the next one begins with them."""
    return replace(state, tray=None) if event.payload.get("by") == "hand" else looked(state, event)


def looked(state: State, event: Event) -> State:
    """The cubes lie as the event has them."""
    width, height = event.payload["picture_size"]
    return replace(
        state, tray=tray_from_json(event.payload["tray"]), picture_size=(width, height), base_due=False, asking=None
    )


def not_counted(state: State, event: Event) -> State:
    """A throw lies there that has to be repaired."""
    # A table of an earlier version kept the English alone.
    said = event.payload.get("phrases", event.payload["message"])
    message = Message(*(text and phrase_from_json(text) for text in said))
    return replace(looked(state, event), refused=message, game_event=event.id)


def asked(state: State, event: Event) -> State:
    """Faces can't be told; people are asked."""
    width, height = event.payload["picture_size"]
    asking = Asking(tray_from_json(event.payload["tray"]), (width, height), tuple(event.payload["cubes"]))
    return replace(state, asking=asking, game_event=event.id)


def ask_dropped(state: State, event: Event) -> State:
    """What was asked doesn't matter any more."""
    return replace(state, asking=None, game_event=event.id)


def answered(state: State, event: Event) -> State:
    """Somebody names a face."""
    if state.asking is None:
        raise ValueError("an answer that nobody asked for")
    waiting = (event.payload["cube"], event.payload["face"], event.payload["seat"])
    return replace(state, asking=replace(state.asking, waiting=waiting), game_event=event.id)


def confirmed(state: State, event: Event) -> State:
    """Another says yes to it."""
    if state.asking is None:
        raise ValueError("a yes to an answer that nobody gave")
    given = {**state.asking.given, event.payload["cube"]: event.payload["face"]}
    return replace(state, asking=replace(state.asking, given=given, waiting=None), game_event=event.id)
