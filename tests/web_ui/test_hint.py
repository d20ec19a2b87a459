"""What the best player would do, on the big screen, and on phones where the table says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import ADAS_SECRET, FakeTable
from tests.web_ui.scenes import finished, playing
from web_ui.server import WebServer

HINT = "Best: SUN AS 10, throw 3 cubes (38 % Wimpout)."


def test_the_big_screen_shows_the_hint_while_there_is_one(
    server: WebServer, table: FakeTable, open_page: OpenPage
) -> None:
    table.publish(playing(hint=HINT))
    page = open_page(server, "/big", big=True)
    expect(page.get_by_test_id("hint")).to_have_text(HINT)
    expect(page.get_by_test_id("hint")).to_be_visible()
    table.publish(playing(hint=None))
    expect(page.get_by_test_id("hint")).to_be_hidden()
    table.publish(playing(hint=HINT))
    expect(page.get_by_test_id("hint")).to_be_visible()
    table.publish(finished(hint=HINT))
    expect(page.get_by_test_id("hint")).to_be_hidden()


def test_phones_show_the_hint_only_where_the_table_says_so(
    server: WebServer, table: FakeTable, open_page: OpenPage
) -> None:
    shown = table.publish(playing(hint=HINT))
    page = open_page(server, "/", secret=ADAS_SECRET)
    expect(page.locator(f'body[data-number="{shown.number}"]')).to_be_visible()
    expect(page.get_by_test_id("hint")).to_be_hidden()
    table.publish(playing(hint=HINT, hint_on_phones=True))
    expect(page.get_by_test_id("hint")).to_have_text(HINT)
    expect(page.get_by_test_id("hint")).to_be_visible()


@pytest.mark.parametrize("width", [320, 412])
def test_a_long_hint_fits_a_phone(server: WebServer, table: FakeTable, open_page: OpenPage, width: int) -> None:
    long = "Best: FLASH OF 10, SUN AS 10, KEEP 5 10, throw all five cubes (14 % Wimpout)."
    table.publish(playing(hint=long, hint_on_phones=True, wimpout_chance=0.14, chance_on_phones=True))
    page = open_page(server, "/", secret=ADAS_SECRET)
    page.set_viewport_size({"width": width, "height": 740})
    expect(page.get_by_test_id("hint")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
