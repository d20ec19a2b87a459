"""The error that reaches a person."""

from __future__ import annotations


def as_sentence(error: Exception) -> str:
    """What an error says, with one full stop at its end."""
    return f"{str(error).rstrip('.')}."


class TrayError(Exception):
    """Something a person can mend. Its text is one line: what happened, what it means, what to do."""
