"""A person at the keyboard, for commands that show pictures while they wait: lines are taken as they come.

Whoever has no keyboard can still press the button on the page with the live picture, so a standard input that has
ended is told once, and ends nothing.
"""

from __future__ import annotations

import os
import select
import sys

import click

BUTTON = "Nobody can type here, for standard input has ended; the button under the live picture answers like Enter."


class Keyboard:
    """Reads lines from standard input without ever waiting for one. `otherwise`: what to do where it has ended."""

    def __init__(self, otherwise: str) -> None:
        self._otherwise = otherwise
        self._typed = b""
        self._ended = False
        self._told = False

    def tell(self, words: str) -> None:
        """Print a line or more."""
        click.echo(words)

    def answer(self) -> str | None:
        """The next line; None while there is none, and for ever where standard input has ended."""
        try:
            number = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):  # no file of the system, so it never waits
            return self._line(sys.stdin.readline() if sys.stdin else "")
        while b"\n" not in self._typed and not self._ended and select.select([number], [], [], 0)[0]:
            read = os.read(number, 4096)
            self._typed += read
            self._ended = not read
        line, newline, rest = self._typed.partition(b"\n")
        if newline or (self._ended and line):
            self._typed = rest
            return line.decode(errors="replace")
        return self._line("") if self._ended else None

    def _line(self, line: str) -> str | None:
        if line:
            return line.rstrip("\n")
        if not self._told:
            self._told = True
            self.tell(f"{BUTTON} {self._otherwise}")
        return None
