"""The bitmap font."""

from itertools import combinations

import numpy as np
import pytest

from hardware import font

LATIN = [chr(code) for code in (*range(0xC0, 0x180), 0x1E9E) if chr(code).isalpha()]
WELSH_IRISH_ROMANIAN = list("ẀẂẄŴŶỲḂĊḊḞĠṀṖṠṪȘȚșțẁ")


@pytest.mark.parametrize("letter", LATIN + WELSH_IRISH_ROMANIAN)
def test_every_letter_of_a_european_name_is_drawn(letter: str) -> None:
    assert font.drawable(letter)
    drawing = font.draw(letter)
    assert drawing.shape[0] == 8
    assert drawing.any()


@pytest.mark.parametrize("character", [chr(code) for code in range(0x21, 0x7F) if chr(code) not in "$<>[]\\^`{|}~"])
def test_every_printable_sign_of_an_address_or_a_message_is_drawn(character: str) -> None:
    assert font.drawable(character)


def test_no_two_capitals_or_digits_look_alike() -> None:
    characters = "ABCDEFGHIJKLMNPQRSTUVWXYZ0123456789"  # an O is a 0, as on any scoreboard
    assert len({font.draw(character).tobytes() for character in characters}) == len(characters)


def dots_apart(one: str, other: str) -> int:
    """By how many dots two characters differ, laid over each other as well as they will."""
    still = np.pad(font.draw(one), ((0, 0), (2, 8 - font.width(one))))
    moved = [np.pad(font.draw(other), ((0, 0), (by, 10 - by - font.width(other)))) for by in range(5)]
    return min(int((still != drawing).sum()) for drawing in moved)


@pytest.mark.parametrize("pair", [*combinations("0123456789", 2), ("Z", "2"), ("S", "5")], ids="".join)
def test_digits_are_told_apart_across_a_room(pair: tuple[str, str]) -> None:
    assert dots_apart(*pair) >= 4


def test_an_accent_changes_the_letter_and_different_accents_differ() -> None:
    for family in ("AÀÁÂÃÄÅĀĂĄ", "EÈÉÊËĒĔĖĘĚ", "OÒÓÔÕÖŌŎŐØ", "UÙÚÛÜŨŪŬŮŰŲ", "SŚŜŞŠ", "CÇĆĈĊČ", "ZŹŻŽ", "NÑŃŅŇ"):
        drawings = {font.draw(letter).tobytes() for letter in family}
        assert len(drawings) == len(family), family


def test_any_letter_can_have_any_mark() -> None:
    """Names are typed by people: a cedilla below an exclamation mark must not darken the board."""
    for mark in map(chr, range(0x300, 0x370)):
        assert font.draw("".join(chr(code) + mark for code in range(0x21, 0x250) if font.drawable(chr(code)))).any()


def test_digits_are_equally_wide_so_that_counting_stands_still() -> None:
    assert {font.width(digit) for digit in "0123456789"} == {4}


def test_no_character_has_a_dark_column_within() -> None:
    for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#":
        columns = np.flatnonzero(font.draw(character).any(axis=0))
        assert (np.diff(columns) == 1).all(), character


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë", "ZOË"),
        ("straße", "STRASSE"),
        ("Łukasz", "ŁUKASZ"),
        ("Anna 🎲", "ANNA"),
        ("D\N{RIGHT SINGLE QUOTATION MARK}Artagnan", "D\N{RIGHT SINGLE QUOTATION MARK}ARTAGNAN"),
        ("Иван", "#3"),
        ("花子", "#3"),
        ("🎲🎲", "#3"),
        ("", "#3"),
    ],
)
def test_a_name_is_written_or_stands_as_its_seats_number(name: str, shown: str) -> None:
    assert font.name_of(name, 3) == shown
    assert font.drawable(shown)
