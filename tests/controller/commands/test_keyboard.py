"""A person at the keyboard: a real terminal, and a script's pipe."""

from __future__ import annotations

import os
import pty
import select
import sys
from collections.abc import Iterator
from typing import IO

import pytest

from controller.commands.keyboard import Keyboard


class Line:
    """Standard input, and its other side."""

    def __init__(self, ours: int, theirs: int) -> None:
        self.theirs: IO[str] = os.fdopen(theirs)
        self._ours = ours

    def type(self, text: str) -> None:
        """Type so much, and wait until its lines have come."""
        os.write(self._ours, text.encode())
        if text.endswith("\n"):
            assert select.select([self.theirs], [], [], 20)[0]

    def close(self) -> None:
        self.theirs.close()
        os.close(self._ours)


def _plugged(monkeypatch: pytest.MonkeyPatch, ours: int, theirs: int) -> Iterator[Line]:
    line = Line(ours, theirs)
    monkeypatch.setattr(sys, "stdin", line.theirs)
    yield line
    line.close()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    yield from _plugged(monkeypatch, *pty.openpty())


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    theirs, ours = os.pipe()
    yield from _plugged(monkeypatch, ours, theirs)


def test_at_a_terminal_what_was_typed_before_a_question_is_forgotten(terminal: Line) -> None:
    keyboard = Keyboard("")
    terminal.type("one\ntwo\n")
    assert keyboard.answer() == "one"
    terminal.type("three\n")
    keyboard.forget()
    assert keyboard.answer() is None
    terminal.type("four\n")
    assert keyboard.answer() == "four"


def test_a_line_that_is_being_typed_when_the_question_comes_answers_it(terminal: Line) -> None:
    keyboard = Keyboard("")
    terminal.type("2 5")
    keyboard.forget()
    terminal.type(" 10\n")
    assert keyboard.answer() == "2 5 10"


def test_at_a_terminal_a_word_is_heard_among_others_which_are_forgotten(terminal: Line) -> None:
    keyboard = Keyboard("")
    terminal.type("\nskip\n")
    assert not keyboard.hears("q")
    assert keyboard.answer() is None
    terminal.type("\n Q\n")
    assert keyboard.hears("q")


def test_what_a_script_has_written_ahead_stays_for_its_questions(pipe: Line) -> None:
    keyboard = Keyboard("")
    pipe.type("one\n\nq\n")
    assert not keyboard.hears("q")
    keyboard.forget()
    assert [keyboard.answer(), keyboard.answer()] == ["one", ""]
    assert keyboard.hears("q")
    assert keyboard.answer() is None
