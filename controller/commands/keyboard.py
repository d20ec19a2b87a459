"""A person at the keyboard, for commands that show pictures while they wait: lines are taken as they come."""

from __future__ import annotations

import os
import select
import sys

import click

from controller.errors import TrayError


class Keyboard:
    """Reads lines from standard input without ever waiting for one."""

    def __init__(self) -> None:
        self._typed = b""
        self._ended = False

    def tell(self, words: str) -> None:
        """Print a line or more."""
        click.echo(words)

    def answer(self) -> str | None:
        """The next line; None while there is none.

        Raises:
            TrayError: standard input has ended, so that no answer will ever come.
        """
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

    def _line(self, line: str) -> str:
        if line:
            return line.rstrip("\n")
        raise TrayError("Nobody can answer: standard input has ended. Use --now to be asked nothing.")
