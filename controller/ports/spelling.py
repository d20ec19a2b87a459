"""Words that hold a file's name, as they can be shown."""

from __future__ import annotations

import os


def printable(words: str | os.PathLike[str]) -> str:
    """The words on one line: what of a file's name isn't UTF-8 is replaced, and what would begin a line or steer a
    terminal is spelt out."""
    signs = os.fsencode(words).decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in signs)
