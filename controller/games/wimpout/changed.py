"""A frozen value with other values in some of its fields: `dataclasses.replace` for the engine's many small steps."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def replace(value: T, **changes: Any) -> T:
    """`value` with these `changes`. The names of a class's fields are looked up once, which makes it faster."""
    kind: Any = type(value)
    for name in _names(kind):
        if name not in changes:
            changes[name] = getattr(value, name)
    changed: T = kind(**changes)
    return changed


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.init)
