"""Frozen values as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from controller.games.game import Cube as GameCube


def as_json(value: object) -> Any:
    """Frozen values of this module as plain JSON values (dicts, lists, strings, numbers, None)."""
    plain = asdict(value) if hasattr(value, "__dataclass_fields__") else value  # type: ignore[call-overload]
    return _plain(plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(_plain(item) for item in value)
    if isinstance(value, GameCube):
        return value._asdict()
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
