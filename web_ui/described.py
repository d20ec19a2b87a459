"""What an address of the interface takes and answers, noted where it is served."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask.typing import ResponseReturnValue

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])
JSON = "application/json"


@dataclass(frozen=True)
class Refusal:
    """Why there is nothing else to answer, in words for people."""

    error: str


@dataclass(frozen=True)
class Answer:
    """What comes with a status. `kind`: the type of the value in it, None where it isn't JSON."""

    says: str
    kind: Any = None
    media: str = JSON


@dataclass(frozen=True)
class Operation:
    """An address and a method. `query`: parameters by their names, each with what it does; `takes`: the name of the
    schema of what is sent."""

    summary: str
    answers: Mapping[int, Answer]
    says: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    takes: str | None = None
    changes: bool = False
    unless_known: bool = False


def describes(operation: Operation) -> Callable[[View], View]:
    """Note on a view what it does, for the interface's description."""

    def note(view: View) -> View:
        view.operation = operation  # type: ignore[attr-defined]
        return view

    return note


def operation_of(view: object) -> Operation | None:
    """What was noted on a view."""
    found: Operation | None = getattr(view, "operation", None)
    return found


def refusal(says: str) -> Answer:
    """An answer that is a `Refusal`."""
    return Answer(says, Refusal)
