"""Whether a journal can be so: each event fits the table before it, and a game played again from its moves alone is
the same, byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any

from controller.games.game import Game, IllegalMoveError, Start, Throw
from controller.games.moves import move_from_json
from controller.games.rulebook import Rulebook
from controller.journal import Event
from controller.table.cubes import on_the_mat, was_thrown
from controller.table.state import State


def failures_of_event(event: Event, before: State, after: State) -> list[str]:
    """What can't be so between the table `before` the event and `after` it, though it can be followed."""
    failures = []
    if event.id != before.event + 1:
        failures.append(f"something is missing between the events {before.event} and {event.id}.")
    if event.game != (after if event.kind == "game_started" else before).game_id:
        failures.append(f"event {event.id} is filed under another game than the one that was on.")
    if event.kind == "move" and event.payload["seat"] != before.to_act:
        failures.append(f"event {event.id}: {event.payload['seat']} moved, but it was {before.to_act}'s turn.")
    move = after.history[-1].move if event.kind == "move" else None
    if isinstance(move, Throw) and event.payload.get("tray") is not None and after.tray is not None:
        recorded = after.kind == "replay"
        read = Counter(cube.face for cube in on_the_mat(after.tray) if was_thrown(cube, recorded))
        if read != Counter(cube.face for cube in move.thrown):
            failures.append(f"event {event.id}: a throw of other cubes than those that were read with it.")
    return failures


def trouble_with_game(state: State, events: Iterable[Event], rulebook: Rulebook) -> str | None:
    """What is wrong with the game on the table after `events`: played again from its moves alone, those left out
    that were taken back, it must be the same. None where it is, or where there is no game."""
    if state.game is None:
        return None
    started = next(event for event in events if event.id == state.game_id)
    start = move_from_json(started.payload["start"])
    assert isinstance(start, Start)
    game: Game = rulebook.start(start)
    try:
        for played in state.history:
            game = game.play(played.move)
    except IllegalMoveError as error:
        return f"played again from its moves it comes to an illegal one: {error}"
    if as_bytes(game) == as_bytes(state.game) and as_bytes(game.view) == as_bytes(state.view):
        return None
    return "played again from its moves it comes to another state."


def unknown_rules(event: Event, rulebook: Rulebook) -> list[str]:
    """Rules that a game is played by from this event on, and that aren't at hand: house rules of a table's own."""
    move = event.payload.get("move", event.payload.get("start"))
    chosen = move.get("rules") if isinstance(move, dict) else None
    known = {choice.name for choice in rulebook.choices}
    return [name for name in chosen if name not in known] if isinstance(chosen, dict) else []


def as_bytes(value: Any) -> bytes:
    """A value and all that it is made of: the same bytes for equal values, in every run on every machine."""
    return _text(value).encode()


def _text(value: Any) -> str:
    if is_dataclass(value) and not isinstance(value, type):
        # What isn't compared follows from the rest, and may or may not have been worked out yet.
        compared = [field.name for field in fields(value) if field.compare]
        parts = ", ".join(f"{name}={_text(getattr(value, name))}" for name in compared)
        return f"{type(value).__name__}({parts})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(sorted(f"{_text(key)}: {_text(item)}" for key, item in value.items())) + "}"
    if isinstance(value, Set):
        return "{" + ", ".join(sorted(map(_text, value))) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(_text, value)) + ")"
    return repr(value)
