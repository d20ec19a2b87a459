"""Finds the line of a TOML file that a setting stands on; tomllib itself forgets it."""

from __future__ import annotations

import re

_HEADER = re.compile(r"^\s*\[\s*(?P<name>[^\[\]]+?)\s*\]")
_KEY = re.compile(r"""^\s*(?P<name>["'\w.\- ]+?)\s*=""")


def line_of(text: str, keys: tuple[str, ...]) -> int:
    """The number, from 1, of the line that sets `keys`; of its section's header, or 1, where none does."""
    best_line, best_depth = 1, 0
    section: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            section = _parts(header["name"])
            here = section
        elif key := _KEY.match(line):
            here = section + _parts(key["name"])
        else:
            continue
        depth = len(here) if keys[: len(here)] == here else 0
        if depth > best_depth:
            best_line, best_depth = number, depth
    return best_line


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in name.split("."))
