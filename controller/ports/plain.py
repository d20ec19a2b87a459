"""Frozen values as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def as_json(value: Any) -> Any:
    """Frozen values of this package, and collections of them, as plain JSON values (dicts, lists, strings, numbers,
    None)."""
    if is_dataclass(value):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(as_json(item) for item in value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return as_json(value._asdict())
    if isinstance(value, tuple | list):
        return [as_json(item) for item in value]
    return value
