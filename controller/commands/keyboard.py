"""A person at the keyboard, for commands that show pictures while they wait: lines are taken as they come.

What is typed at a terminal before a question is no answer to it: an impatient second Enter would confirm what nobody
has seen. A script writes its answers ahead, so those of a pipe or a file stay.

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
        self._lines: list[str] = []
        self._begun = b""
        self._ended = False
        self._told = False

    def tell(self, words: str) -> None:
        """Print a line or more."""
        click.echo(words)

    def answer(self) -> str | None:
        """The next line; None while there is none, and for ever where standard input has ended."""
        line = self._next()
        if line is not None:
            del self._lines[0]
        elif self._ended and not self._told:
            self._told = True
            self.tell(f"{BUTTON} {self._otherwise}")
        return line

    def hears(self, word: str) -> bool:
        """Whether `word` was typed while nothing was asked. At a terminal other lines are forgotten; where they come
        from a file or a pipe, they stay for their questions."""
        while (line := self._next()) is not None:
            heard = line.strip().lower() == word
            if heard or self._is_terminal():
                del self._lines[0]
            if heard or not self._is_terminal():
                return heard
        return False

    def forget(self) -> None:
        """Forget the lines that were typed so far at a terminal; those of a file or a pipe were written ahead, and
        stay. A line that is being typed is finished after the question, and so answers it."""
        while self._is_terminal() and self._next() is not None:
            self._lines.clear()

    def _next(self) -> str | None:
        """The next line, which stays; None while there is none."""
        while not self._lines and not self._ended and self._has_come():
            read = self._read()
            self._ended = not read
            *lines, self._begun = (self._begun + read).split(b"\n")
            if self._ended and self._begun:
                lines, self._begun = [*lines, self._begun], b""
            self._lines.extend(line.decode(errors="replace") for line in lines)
        return self._lines[0] if self._lines else None

    def _has_come(self) -> bool:
        number = _number()
        return number is None or bool(select.select([number], [], [], 0)[0])

    def _read(self) -> bytes:
        number = _number()
        if number is not None:
            return os.read(number, 4096)
        return sys.stdin.readline().encode() if sys.stdin else b""

    def _is_terminal(self) -> bool:
        number = _number()
        return number is not None and os.isatty(number)


def _number() -> int | None:
    """The number of the system's file that standard input is; None where it is none, and so never waits."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return None
