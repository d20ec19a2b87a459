"""What a person may be called."""

from __future__ import annotations

import pytest

from controller.table.names import complaint, length, tidied

ASTRONAUT = "\U0001f469\U0001f3fd\u200d\U0001f680"
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
HEART_ON_FIRE = "\u2764\ufe0f\u200d\U0001f525"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
NEPAL = "\U0001f1f3\U0001f1f5"
MINA = "\u0645\u06cc\u200c\u0646\u0627"
"""Persian, with a non-joiner between two letters that would join."""
KHANEDAR = "\u062e\u0627\u0646\u0647\u200c\u062f\u0627\u0631"
SHA_WITH_HALF_KA = "\u0915\u094d\u200d\u0937"
SHRI = "\u0dc1\u0dca\u200d\u0dbb\u0dd3"


@pytest.mark.parametrize("name", [
    "A", "A" * 16, "\u0141ukasz", "\u5b54\u5b50", "\u30ca\u30ca", "\u0646\u062f\u0649", "\u0928\u0940\u0928\u093e",
    "O'Brien", "\u0416", "\U0001f680 Nova", "\U0001f680", ASTRONAUT, FAMILY, HEART_ON_FIRE, ASTRONAUT * 16, SHRI,
    NEPAL * 16, "?!", MINA, KHANEDAR, SHA_WITH_HALF_KA, SCOTLAND, "\U0001f1f3\U0001f1f1", "1\ufe0f\u20e3",
    "\u05e0\u05d5\u05e2\u05d4",
    "\u1019\u103c\u1014\u103a\u1019\u102c", "a\u0323\u0302", "\u0e19\u0e49\u0e33",
], ids=ascii)
def test_a_name_in_any_script_and_in_emoji_is_fine(name: str) -> None:
    assert complaint(tidied(name)) is None


@pytest.mark.parametrize(("name", "wrong"), [
    ("", "1 to 16"), ("   ", "1 to 16"), ("A" * 17, "this one has 17"), (ASTRONAUT * 17, "this one has 17"),
    (NEPAL * 17, "this one has 17"),
    ("A\nB", "control"), ("A\tB", "control"), ("A\x00", "control"), ("\u202eA", "control"), ("A\ud800", "control"),
    ("A\u200d", "control"), ("\u200dA", "control"), ("A\u200dB", "control"), ("A\u200cB", "control"),
    ("A\u200b", "control"), ("\u2060", "control"), ("\u200d", "control"), ("A\u00ad", "control"),
    ("\U0001f680\u200d", "control"), ("\U0001f680\u200dA", "control"), ("A\u2028B", "seen"),
    ("\u3164", "seen"), ("A\u115f", "seen"), ("\u1160", "seen"), ("\uffa0A", "seen"), ("\u2800", "seen"),
    (MINA[:3], "control"), ("\u200c" + MINA, "control"), ("\u0645\u200cA", "control"),
    ("\u05e0\u200c\u05d5", "control"), ("A\U000e0067\U000e007f", "control"), (SCOTLAND[:-1], "control"),
    ("\ufe0f", "seen"), ("\u0301", "seen"), ("\u00a0", "seen"), ("e" + 5 * "\u0323\u0301", "accents"),
], ids=ascii)
def test_a_name_that_can_not_be_is_told_why(name: str, wrong: str) -> None:
    assert wrong in (complaint(tidied(name)) or "")


def test_a_character_is_what_people_see_as_one() -> None:
    names = ("Zo\u00eb", ASTRONAUT, FAMILY, HEART_ON_FIRE, "\u0928\u0940", SCOTLAND, MINA, NEPAL, NEPAL + NEPAL[:1])
    assert [length(name) for name in names] == [3, 1, 1, 1, 1, 1, 4, 1, 2]


def test_several_spaces_are_one_and_an_accent_belongs_to_its_letter() -> None:
    assert tidied("  Zoe\u0308   L ") == "Zo\u00eb L"


def test_a_joiner_that_shows_nothing_makes_no_other_name() -> None:
    assert tidied("\u0631\u0636\u0627\u200c\u0632\u0627\u062f\u0647") == "\u0631\u0636\u0627\u0632\u0627\u062f\u0647"
    assert tidied(MINA) == MINA
