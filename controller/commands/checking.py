"""Whether a game is a pure function of its moves: played again it has to be the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from typing import Any

from controller.games.game import Game, IllegalMoveError, Rulebook, Start
from controller.games.moves import move_from_json
from controller.journal import Event
from controller.table.state import State


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
