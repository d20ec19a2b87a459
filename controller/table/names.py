"""What a person may be called: any script, nothing that can't be seen, and no more than a screen has room for."""

from __future__ import annotations

import unicodedata

from controller.games.phrase import phrase

LONGEST_NAME = 16
MOST_MARKS = 4
"""Accents and vowel signs on one letter; more would grow over the lines above and below."""

INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2028\u2029\u2800\u3164\uffa0")
"""Letters, marks and symbols by their category that show nothing, such as the fillers of Hangul."""

JOINERS = frozenset("\u200c\u200d")
_VIRAMA = 9
"""The combining class of the signs after which a joiner changes how an Indic script is written."""


CURSIVE = ("ARABIC", "SYRIAC", "MANDAIC", "NKO", "MONGOLIAN", "PHAGS-PA", "MANICHAEAN", "ADLAM", "HANIFI ROHINGYA")
"""Scripts whose letters join, as their letters' names begin: between two of them a non-joiner keeps them apart."""
_NEVER_JOIN_ON = ("ALEF", "DAL", "THAL", "DDAL", "REH", "ZAIN", "JEH", "RREH", "WAW", "TEH MARBUTA", "YEH BARREE")
"""Arabic letters that never join the one after them: a non-joiner there would show nothing."""
_BLACK_FLAG, _LAST_TAG = "\U0001f3f4", "\U000e007f"


def tidied(name: str) -> str:
    """The name with one space where there were several, accents in one form, and no joiner that shows nothing."""
    composed = unicodedata.normalize("NFC", name)
    shown = "".join(one for i, one in enumerate(composed) if not (one == "\u200c" and _shows_nothing(composed, i)))
    return " ".join(part for part in shown.split(" ") if part)


def complaint(name: str) -> str | None:
    """Why nobody can be called that, None for a name that is fine."""
    if any(_is_control(name, i) for i in range(len(name))):
        return phrase("A name can't have control characters in it.")
    if any(character in INVISIBLE for character in name) or (name and not any(map(_shows, name))):
        return phrase("A name is made of characters that can be seen.")
    if not 1 <= length(name) <= LONGEST_NAME:
        return phrase(
            "A name has 1 to {most} characters; this one has {number}.", most=LONGEST_NAME, number=length(name)
        )
    if any(all(map(_is_mark, name[i : i + MOST_MARKS + 1])) for i in range(len(name) - MOST_MARKS)):
        return phrase("A letter has at most {most} accents.", most=MOST_MARKS)
    return None


def length(name: str) -> int:
    """How many characters people see: marks, joiners and what they join belong to the character before."""
    return sum(
        not (
            _is_mark(character) or character in JOINERS or _is_tone(character) or _is_tag(character)
            or name[i - 1 : i] == "\u200d" or _ends_a_flag(name, i)
        )
        for i, character in enumerate(name)
    )


def _is_control(name: str, i: int) -> bool:
    # Cc, Cf, Cs, Co, Cn: control and format characters, which could turn other people's names round.
    if name[i] in JOINERS:
        return not _joins(name, i)
    return unicodedata.category(name[i])[0] == "C" and not (_is_tag(name[i]) and _is_of_a_flag(name, i))


def _joins(name: str, i: int) -> bool:
    """Whether the joiner at `i` stands where a script or an emoji needs one, and can't be used to hide."""
    before, after = name[i - 1 : i], name[i + 1 : i + 2]
    if not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(after)[0] == "L"
    if name[i] == "\u200c" and (script := _cursive(name[:i])):
        return _cursive(after) == script
    emoji = unicodedata.category(before) == "So" or before == "\ufe0f" or _is_tone(before)
    return name[i] == "\u200d" and emoji and unicodedata.category(after) == "So"


def _cursive(text: str) -> str | None:
    """The script of the text's last letter, where that joins its neighbours."""
    letter = next((one for one in reversed(text) if not _is_mark(one)), " ")
    called = unicodedata.name(letter, "") if unicodedata.category(letter)[0] == "L" else ""
    return next((script for script in CURSIVE if called.startswith(script)), None)


def _shows_nothing(name: str, i: int) -> bool:
    before = next((one for one in reversed(name[:i]) if not _is_mark(one)), "")
    called = unicodedata.name(before, "").removeprefix("ARABIC LETTER ") if before else ""
    return any(called == letter or called.startswith(f"{letter} WITH") for letter in _NEVER_JOIN_ON)


def _is_of_a_flag(name: str, i: int) -> bool:
    """Whether the tag at `i` belongs to a flag such as Scotland's: a black flag, its tags, and the last of tags."""
    begin = max((j for j in range(i) if not _is_tag(name[j])), default=-1)
    end = name.find(_LAST_TAG, i)
    return begin >= 0 and name[begin] == _BLACK_FLAG and end >= 0 and all(map(_is_tag, name[i:end]))


def _ends_a_flag(name: str, i: int) -> bool:
    """Whether the letter at `i` is the second of the two that are a country's flag: every other one in a row is."""
    begin = i
    while begin >= 0 and "\U0001f1e6" <= name[begin] <= "\U0001f1ff":
        begin -= 1
    return (i - begin) % 2 == 0 and begin < i


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= _LAST_TAG


def _is_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _shows(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"
