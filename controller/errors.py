"""The error that reaches a person."""

from __future__ import annotations


class TrayError(Exception):
    """Something a person can mend. Its text is one line: what happened, what it means, what to do."""
