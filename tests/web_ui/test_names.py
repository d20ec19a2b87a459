"""Names on their way from a phone to the real table: the table alone says what a name may be, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.real import ServedTable, served


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
