"""The languages of the pages: English, as the texts are written, and one for each catalogue in `translations/`."""

from __future__ import annotations

import gettext as gnu
import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal

from controller.ports import Joint, said

FOLDER = Path(__file__).parent / "translations"
BRITISH = Locale("en", "GB")
"""How the English of the pages writes days and numbers."""
SCRIPTS = "web_ui/static/"
"""A text that is found below this folder is one that scripts show."""


class CatalogueError(Exception):
    """A catalogue can't be used; the text says which, and what is wrong with it."""


def _translations(code: str, catalogue: Catalog | None) -> gnu.NullTranslations:
    if catalogue is None:
        return gnu.NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    try:
        return gnu.GNUTranslations(compiled)
    except (ValueError, UnicodeError) as error:
        raise CatalogueError(f"The catalogue of {code} can't be used: {error}.") from error


class Language:
    """One language: `code` as browsers name it ("de"), `name` as its speakers do ("Deutsch"), `direction` in which
    it is written ("ltr" or "rtl")."""

    def __init__(self, code: str, catalogue: Catalog | None = None) -> None:
        try:
            self.locale = Locale.parse(code, sep="-")
        except (ValueError, UnknownLocaleError) as error:
            raise CatalogueError(f"{code!r} is no language: name its folder like de, fr or pt-BR.") from error
        self.code = code
        self.name = self.locale.get_display_name(self.locale) or code
        self.direction = self.locale.text_direction
        self._formats = BRITISH if code == BRITISH.language else self.locale
        self._catalogue = catalogue
        self._translations = _translations(code, catalogue)

    def gettext(self, pattern: str, /) -> str:
        """The pattern in this language, in English where it has no words for it."""
        return self._translations.gettext(pattern) if pattern else ""

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """The pattern in this language that fits the number."""
        return self._translations.ngettext(one, many, number)

    def series(self, parts: list[str], joint: Joint, /) -> str:
        """The parts joined as this language does it."""
        if joint in ("space", "comma"):
            return (" " if joint == "space" else ", ").join(parts)
        return format_list(parts, "standard" if joint == "and" else "or", self.locale)

    def date(self, iso: str, length: Literal["medium", "long"] = "long") -> str:
        """A day in ISO 8601 as this language writes it: "2 January 2026"."""
        return format_date(date.fromisoformat(iso[:10]), length, self._formats)

    def decimal(self, value: float, places: int) -> str:
        """A number as this language writes it, to so many places."""
        return format_decimal(value, "#,##0." + places * "0" if places else "#,##0", self._formats)

    def say(self, value: Any) -> Any:
        """Plain JSON values with every phrase among them said in this language."""
        if self._catalogue is None:
            return value
        if isinstance(value, str):
            return said(value, self)
        if isinstance(value, Mapping):
            return {name: self.say(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.say(item) for item in value]
        return value

    @cached_property
    def script(self) -> bytes | None:
        """The texts that scripts show, as a script that teaches them; None where they are so already."""
        if self._catalogue is None:
            return None
        words = {
            _first(message.id): message.string
            for message in self._catalogue
            if message.id and message.string and any(file.startswith(SCRIPTS) for file, _ in message.locations)
        }
        taught = json.dumps(words, ensure_ascii=False, separators=(",", ":"), default=list)
        # What gettext takes for a plural rule, and it was read as one, JavaScript takes too.
        form = f"(n) => Number({self._catalogue.plural_expr})"
        return f'import {{ learn }} from "/static/text.js";\nlearn({form}, {taught});\n'.encode()

    @cached_property
    def edition(self) -> str:
        """Tells this script from that of another version of the catalogue."""
        return hashlib.sha256(self.script or b"").hexdigest()[:12]


ENGLISH = Language("en")
"""As the texts are written."""


def read_languages(folder: Path = FOLDER) -> dict[str, Language]:
    """Every language that there is, by its code, English first: a catalogue is all that one needs.

    Raises:
        CatalogueError: a catalogue can't be read.
    """
    languages = {ENGLISH.code: ENGLISH}
    for file in sorted(folder.glob("*/LC_MESSAGES/messages.po")):
        code = file.parent.parent.name.replace("_", "-")
        languages[code] = Language(code, read_catalogue(file))
    return languages


def read_catalogue(file: Path) -> Catalog:
    """A catalogue as its translator has left it.

    Raises:
        CatalogueError: it can't be read.
    """
    try:
        with file.open("rb") as po:
            return read_po(po, locale=file.parent.parent.name.replace("-", "_"), abort_invalid=True)
    except (OSError, PoFileError, ValueError, UnknownLocaleError) as error:
        raise CatalogueError(f"{file}: can't be read ({error}).") from error


def negotiate(wished: Iterable[str | None], offered: Iterable[tuple[str, float]], languages: Iterable[str]) -> str:
    """The code of the language to speak: the first of those `wished` for by name that there is; else the best of
    those `offered` by the browser with their quality; English where there is none of them."""
    known = {code.lower(): code for code in languages}
    by_quality = sorted((one for one in offered if one[1] > 0), key=lambda one: -one[1])
    for code in (*(one for one in wished if one), *(code for code, _ in by_quality)):
        plain = code.lower().replace("_", "-")
        if plain in known:
            return known[plain]
        if plain.split("-")[0] in known:
            return known[plain.split("-")[0]]
    return ENGLISH.code


def _first(text: str | tuple[str, ...] | list[str]) -> str:
    return text if isinstance(text, str) else text[0]


