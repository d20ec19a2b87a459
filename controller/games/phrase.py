"""Sentences in English that can still be said in another language.

A `Phrase` is the English text, a `str` like any other: journals, consoles and the scoreboard take it as it is. It
also knows what it was made of, a pattern and its values, and so can be said by a language that has the pattern:

    throw = counted("Throw {number} cube.", "Throw {number} cubes.", 3)
    throw == "Throw 3 cubes."
    throw.said_in(german) == "3 Würfel werfen."

Patterns are whole sentences or whole names with named placeholders, written where they are used, so that the tool
that collects them for translators (see docs/translating.md) finds them. A value may be a phrase itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol, Self

Value = str | int
Joint = Literal["and", "or", "comma", "space"]
"""How the parts of a series are joined: "a, b and c", "a, b or c", "a, b, c", "A. B. C."."""


class Language(Protocol):
    """What a language says. What it has no words for it says in English."""

    def gettext(self, pattern: str, /) -> str:
        """The pattern in this language, with the same placeholders."""
        ...

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """The pattern in this language that fits the number."""
        ...

    def series(self, parts: list[str], joint: Joint, /) -> str:
        """The parts, said already, joined as this language does it."""
        ...


class Phrase(str):
    """A text in English that can be said in other languages."""

    __slots__ = ("made_of",)
    made_of: tuple[Any, ...]

    def __new__(cls, english: str, *made_of: Any) -> Self:
        text = super().__new__(cls, english)
        text.made_of = made_of
        return text

    def __str__(self) -> str:
        # Not a plain str: the text of an error, str(error), can still be translated.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str.__str__(self), *self.made_of)

    # Without the metaclass of abstract classes: thousands of values a second are asked whether they are a phrase.
    @abstractmethod
    def said_in(self, language: Language) -> str:
        """This text in another language."""


class Sentence(Phrase):
    """Made of a pattern and its values."""

    __slots__ = ()

    def said_in(self, language: Language) -> str:
        pattern, values = self.made_of
        text = language.gettext(pattern)
        return text.format_map(_said(values, language)) if values else text


class Counted(Phrase):
    """Made of a pattern for one, a pattern for all other numbers, the number, and other values."""

    __slots__ = ()

    def said_in(self, language: Language) -> str:
        one, many, number, values = self.made_of
        return language.ngettext(one, many, number).format_map(_said(values, language))


class Series(Phrase):
    """Made of several texts."""

    __slots__ = ()

    def said_in(self, language: Language) -> str:
        parts, joint = self.made_of
        return language.series([said(part, language) for part in parts], joint)


class Part(Phrase):
    """Made of a text, what parts it in two, and whether this is the part before that."""

    __slots__ = ()

    def said_in(self, language: Language) -> str:
        whole, between, before = self.made_of
        return _parted(said(whole, language), between)[0 if before else 1]


def phrase(pattern: str, /, **values: Value) -> Phrase:
    """A text of this pattern: phrase("{name} banks {points} points.", name="Ann", points=45)."""
    return Sentence(pattern.format_map(values) if values else pattern, pattern, values)


def counted(one: str, many: str, number: int, /, **values: Value) -> Phrase:
    """A text that turns on a number, which is the value {number}: counted("{number} cube", "{number} cubes", 3)."""
    values["number"] = number
    return Counted((one if number == 1 else many).format_map(values), one, many, number, values)


def pattern(text: str) -> str:
    """Marks a pattern that is made a phrase elsewhere, so that it is collected for translators."""
    return text


def paragraph(*sentences: str) -> Phrase:
    """Whole sentences, one after the other; empty ones are left out."""
    return _series(sentences, "space", " ")


def listed(*parts: str) -> Phrase:
    """Parts with commas between them; empty ones are left out."""
    return _series(parts, "comma", ", ")


def all_of(parts: Iterable[str]) -> Phrase:
    """The parts as a person lists them: "5, 5 and the sun"."""
    return _enumeration(tuple(parts), "and")


def one_of(parts: Iterable[str]) -> Phrase:
    """The parts as a person lists what there is to choose from: "2, 3 or 4"."""
    return _enumeration(tuple(parts), "or")


def after_colon(text: str) -> str:
    """A text as English goes on after a colon: without a capital, unless the word is all in capitals."""
    if not text[1:2].islower():
        return text
    english = text[:1].lower() + text[1:]
    return type(text)(english, *text.made_of) if isinstance(text, Phrase) else english


def parted(text: str, between: str) -> tuple[str, str]:
    """The parts of a text before the first `between` and after it, the latter with a capital; nothing and the whole
    text where that isn't in it. A text and its translations are expected to be parted alike."""
    before, after = _parted(text, between)
    if not isinstance(text, Phrase) or not before:
        return before, after
    return Part(before, text, between, True), Part(after, text, between, False)


def said(text: str, language: Language) -> str:
    """A text in this language; one that is no phrase (a name, a rule of somebody's own) as it is."""
    return text.said_in(language) if isinstance(text, Phrase) else text


def phrase_to_json(text: str) -> Any:
    """A text as plain JSON values, from which `phrase_from_json` makes it again."""
    if not isinstance(text, Phrase):
        return text
    parts = [_to_json(part) for part in text.made_of]
    return {"english": str.__str__(text), type(text).__name__.lower(): parts}


def phrase_from_json(data: Any) -> str:
    """The text that `phrase_to_json` wrote.

    Raises:
        ValueError: `data` is no such text.
    """
    if isinstance(data, str):
        return data
    try:
        kind = next(kind for kind in (Sentence, Counted, Series, Part) if kind.__name__.lower() in data)
        return kind(data["english"], *(_from_json(part) for part in data[kind.__name__.lower()]))
    except (StopIteration, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{data!r} is no text") from error


def _series(parts: tuple[str, ...], joint: Joint, between: str) -> Phrase:
    present = tuple([part for part in parts if part])
    if len(present) == 1 and isinstance(present[0], Phrase):
        return present[0]
    return Series(between.join(present), present, joint)


def _enumeration(parts: tuple[str, ...], joint: Literal["and", "or"]) -> Phrase:
    # Lists in a list are set off by a comma.
    last = f", {joint} " if any(isinstance(part, Series) for part in parts) else f" {joint} "
    english = last.join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)
    return Series(english, parts, joint)


def _parted(text: str, between: str) -> tuple[str, str]:
    before, found, after = text.partition(between)
    return (before, after[:1].upper() + after[1:]) if found else ("", text)


def _said(values: Mapping[str, Value], language: Language) -> dict[str, Value]:
    return {name: said(value, language) if isinstance(value, str) else value for name, value in values.items()}


def _to_json(part: Any) -> Any:
    if isinstance(part, Mapping):
        return {name: _to_json(value) for name, value in part.items()}
    if isinstance(part, tuple):
        return [_to_json(one) for one in part]
    return phrase_to_json(part) if isinstance(part, str) else part


def _from_json(part: Any) -> Any:
    if isinstance(part, list):
        return tuple(_from_json(one) for one in part)
    if isinstance(part, Mapping):
        if "english" in part and len(part) == 2:
            return phrase_from_json(part)
        return {name: _from_json(value) for name, value in part.items()}
    return part
