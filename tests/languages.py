"""What tests ask of other languages: that everything which people read can be said in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from controller.games.phrase import Phrase
from web_ui.languages import Language, read_languages

TEXTS = {
    "Message": ("sentence", "rule"),
    "MustRoll": ("board", "sentence", "says"),
    "Option": ("label",),
    "MoveMade": ("what",),
    "PastMove": ("what",),
    "UndoAsked": ("what",),
    "RuleChange": ("says",),
    "RuleChoice": ("says",),
    "RuleSheet": ("facts",),
    "RuleChapter": ("title",),
    "RuleEntry": ("name", "says"),
    "Example": ("result", "board", "words"),
    "Snapshot": ("simulated", "hint"),
    "Reply": ("reason",),
}
"""The fields that people read, by the values that have them. A scoreboard's words and names aren't among them."""


class UntranslatedError(AssertionError):
    """A text has no translation."""


class Strict(Language):
    """A language that says nothing in English."""

    def gettext(self, pattern: str, /) -> str:
        assert self._catalogue is not None
        message = self._catalogue.get(pattern)
        if message is None or not message.string:
            raise UntranslatedError(f"no {self.name} for {pattern!r}")
        return super().gettext(pattern)

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        assert self._catalogue is not None
        message = self._catalogue.get(one)
        if message is None or not all(message.string):
            raise UntranslatedError(f"no {self.name} for {one!r}")
        return super().ngettext(one, many, number)


@cache
def german() -> Strict:
    return Strict("de", read_languages()["de"]._catalogue)


def in_german(text: str) -> str:
    """A text in German.

    Raises:
        UntranslatedError: it is in English alone.
    """
    if not isinstance(text, Phrase):
        raise UntranslatedError(f"{text!r} is no phrase")
    return text.said_in(german())


def read_by_people(value: Any, own: tuple[str, ...] = ()) -> Iterator[str]:
    """Every text in a value of the ports, and in what is in it, that people read. `own`: the names of a table's own
    house rules, whose words are the table's."""
    named = is_dataclass(value) or (isinstance(value, tuple) and hasattr(value, "_fields"))
    if not named:
        if isinstance(value, tuple | list | frozenset):
            for item in value:
                yield from read_by_people(item, own)
        return
    kind = type(value).__name__
    if kind in ("MustRoll", "RuleChange", "RuleChoice") and (value.rule if kind == "MustRoll" else value.name) in own:
        return
    for name in [field.name for field in fields(value)] if is_dataclass(value) else value._fields:
        content = getattr(value, name)
        if name in TEXTS.get(kind, ()):
            yield from _texts(content)
        else:
            yield from read_by_people(content, own)


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        if content and not content.isdecimal():
            yield content
    elif content is not None:
        for item in content:
            yield from _texts(item)
