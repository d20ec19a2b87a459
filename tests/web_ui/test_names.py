"""Names on their way from a phone to the real table: the table alone says what a name may be, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.real import ServedTable, served
from web_ui.bidi import words_isolated


@pytest.fixture
def real(tmp_path: Path) -> Iterator[ServedTable]:
    with served(tmp_path) as table:
        yield table


@pytest.mark.parametrize(("name", "wrong"), [
    ("\u3164", "can be seen"), ("\u115f", "can be seen"), ("\u200d", "control characters"), ("x" * 16 + "y", None),
])
def test_a_name_that_can_not_be_is_refused_in_the_tables_words(
    real: ServedTable, open_page: OpenPage, name: str, wrong: str | None
) -> None:
    page = open_page(real.server, "/join")
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id("sit").tap()
    if wrong is None:  # the field takes no more than the table does
        page.wait_for_url(real.server.address + "/")
        assert [player.name for player in real.evening.now.players] == ["x" * 16]
        return
    expect(page.get_by_test_id("refusal")).to_contain_text(wrong)
    assert real.evening.now.players == ()


def test_a_name_with_an_emoji_of_several_parts_is_taken(real: ServedTable, open_page: OpenPage) -> None:
    page = open_page(real.server, "/join")
    page.get_by_test_id("name").fill("Zo\u0065\u0308 \U0001f469\u200d\U0001f680")
    page.get_by_test_id("sit").tap()
    page.wait_for_url(real.server.address + "/")
    assert [player.name for player in real.evening.now.players] == ["Zo\u00eb \U0001f469\u200d\U0001f680"]
    expect(page.get_by_test_id("standings")).to_contain_text("Zo\u00eb \U0001f469\u200d\U0001f680")


def test_the_field_takes_as_many_flags_as_the_table(real: ServedTable, open_page: OpenPage) -> None:
    nepal = "\U0001f1f3\U0001f1f5"
    page = open_page(real.server, "/join")
    page.get_by_test_id("name").fill(nepal * 17)
    page.get_by_test_id("sit").tap()
    page.wait_for_url(real.server.address + "/")
    assert [player.name for player in real.evening.now.players] == [nepal * 16]


MINA = "\u0645\u06cc\u200c\u0646\u0627"
NOA = "\u05e0\u05d5\u05e2\u05d4"


@pytest.mark.parametrize("name", [
    MINA, NOA, "\u0915\u094d\u200d\u0937\u092e\u093e",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "\u1019\u103c\u1014\u103a\u1019\u102c",
], ids=ascii)
def test_a_name_in_any_script_is_taken(real: ServedTable, open_page: OpenPage, name: str) -> None:
    page = open_page(real.server, "/join")
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id("sit").tap()
    page.wait_for_url(real.server.address + "/")
    assert [player.name for player in real.evening.now.players] == [name]
    expect(page.get_by_test_id("standings")).to_contain_text(name)


def test_a_name_from_right_to_left_turns_nothing_beside_it_round(real: ServedTable, open_page: OpenPage) -> None:
    real.evening.play(MINA, NOA)
    real.evening.throw_all("2 4 6 3 4")
    kept_to_itself = f"\u2068{NOA}\u2069"
    page = open_page(real.server, "/")
    expect(page.get_by_test_id("turn")).to_have_text(f"{kept_to_itself} plays")
    expect(page.get_by_test_id("message")).to_contain_text(kept_to_itself)
    expect(page.get_by_test_id("standings").locator("bdi")).to_have_text([MINA, NOA])
    without = open_page(real.server, "/score", java_script_enabled=False)
    expect(without.get_by_test_id("message")).to_contain_text(kept_to_itself)


@pytest.mark.parametrize(("says", "kept"), [
    ("Ann 15, \u05e9\u05dc\u05d5\u05dd \u05d0\u05d1\u05d0 0, Bob 5.",
     "Ann 15, \u2068\u05e9\u05dc\u05d5\u05dd \u05d0\u05d1\u05d0\u2069 0, Bob 5."),
    ("\u05d0, \u05d1: 5", "\u2068\u05d0\u2069, \u2068\u05d1\u2069: 5"),
    ("\u0639\u0631\u0628\u064a\u0629 3 5", "\u2068\u0639\u0631\u0628\u064a\u0629\u2069 3 5"),
    ("Zo\u00eb throws 3 5.", "Zo\u00eb throws 3 5."),
])
def test_in_the_log_numbers_stay_beside_names_that_are_written_from_right_to_left(says: str, kept: str) -> None:
    assert words_isolated(says) == kept


def test_a_name_from_right_to_left_stands_where_all_names_do(real: ServedTable, open_page: OpenPage) -> None:
    for name in ("Ann", "\u05e9\u05dc\u05d5\u05dd"):
        real.evening.sit(name)
    page = open_page(real.server, "/big", big=True)
    expect(page.locator(".standing bdi")).to_have_count(2)
    begins = page.evaluate("""() => [...document.querySelectorAll(".standing bdi")].map((bdi) => {
      const range = document.createRange();
      range.selectNodeContents(bdi);
      return Math.round(range.getBoundingClientRect().left);
    })""")
    assert begins[0] == begins[1]
