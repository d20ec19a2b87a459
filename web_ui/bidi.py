"""Names that are written from right to left, in sentences that aren't, and the other way round: kept to themselves.

Without it the digits and marks beside such a name change sides with it. See Unicode Standard Annex 9, isolates.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from controller.ports import Player

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


_TURNED = "\u0590-\u07bf\u0840-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The blocks of scripts that are written from right to left (Unicode 15, DerivedBidiClass)."""
_TURNED_WORDS = re.compile(f"[{_TURNED}](?:[ '\u2019.-]*[{_TURNED}])*")


def turning(players: Iterable[Player]) -> re.Pattern[str] | None:
    """What finds the names that have letters from right to left, None where nobody has such a name."""
    names = [one.name for one in players if any(map(_turns, one.name))]
    # The longest first, for one name may begin like another.
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True)))) if names else None


def _turns(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


def isolated(text: str, names: re.Pattern[str] | None) -> str:
    """The text with each of these names kept to itself; a name alone is none to keep."""
    if names is None or names.fullmatch(text):
        return text
    return names.sub(lambda found: FIRST_STRONG_ISOLATE + found[0] + POP_ISOLATE, text)


def words_isolated(text: str) -> str:
    """The text with whatever is written from right to left in it kept to itself, whoever was called so."""
    return _TURNED_WORDS.sub(lambda found: FIRST_STRONG_ISOLATE + found[0] + POP_ISOLATE, text)


def isolated_within(value: Any, names: re.Pattern[str]) -> Any:
    """Plain JSON values, every text among them isolated."""
    if isinstance(value, str):
        return isolated(value, names)
    if isinstance(value, Mapping):
        return {key: isolated_within(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [isolated_within(item, names) for item in value]
    return value
