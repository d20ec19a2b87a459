"""The chance of a Wimpout on the big screen, and on phones where the table says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import ADAS_SECRET, FakeTable
from tests.web_ui.scenes import finished, playing
from web_ui.server import WebServer


@pytest.mark.parametrize(
    ("chance", "words"), [(25 / 432, "Wimpout: 6 %"), (2 / 3, "Wimpout: 67 %"), (0.001, "Wimpout: under 1 %")]
)
def test_the_big_screen_shows_the_chance(
    server: WebServer, table: FakeTable, open_page: OpenPage, chance: float, words: str
) -> None:
    table.publish(playing(wimpout_chance=chance))
    page = open_page(server, "/big", big=True)
    expect(page.get_by_test_id("chance")).to_have_text(words)
    expect(page.get_by_test_id("chance")).to_be_visible()


def test_what_is_not_known_is_not_shown(server: WebServer, table: FakeTable, open_page: OpenPage) -> None:
    table.publish(playing(wimpout_chance=0.25))
    page = open_page(server, "/big", big=True)
    expect(page.get_by_test_id("chance")).to_be_visible()
    table.publish(playing(wimpout_chance=None))
    expect(page.get_by_test_id("chance")).to_be_hidden()
    table.publish(playing(wimpout_chance=0.25))
    expect(page.get_by_test_id("chance")).to_be_visible()
    table.publish(finished(wimpout_chance=0.25))
    expect(page.get_by_test_id("chance")).to_be_hidden()


def test_phones_show_the_chance_only_where_the_table_says_so(
    server: WebServer, table: FakeTable, open_page: OpenPage
) -> None:
    shown = table.publish(playing(wimpout_chance=0.25))
    page = open_page(server, "/", secret=ADAS_SECRET)
    expect(page.locator(f'body[data-number="{shown.number}"]')).to_be_visible()
    expect(page.get_by_test_id("chance")).to_be_hidden()
    table.publish(playing(wimpout_chance=0.25, chance_on_phones=True))
    expect(page.get_by_test_id("chance")).to_have_text("Wimpout: 25 %")
    expect(page.get_by_test_id("chance")).to_be_visible()
