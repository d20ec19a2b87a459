"""Where a house rule forbids to stop, the big screen's score track says so, and not by colour alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import FakeTable
from tests.web_ui.scenes import playing, view
from web_ui.server import WebServer


def test_forbidden_places_are_barred_while_they_are(server: WebServer, table: FakeTable, open_page: OpenPage) -> None:
    table.publish(playing(view(forbidden=(150, 300))))
    page = open_page(server, "/big", big=True)
    expect(page.get_by_test_id("barred-150")).to_be_visible()
    right, below = (page.get_by_test_id(f"barred-{score}").bounding_box() for score in (150, 300))
    sun = page.locator(".sunbody").bounding_box()
    assert right is not None
    assert below is not None
    assert sun is not None
    assert right["x"] > sun["x"] + sun["width"], "150 of a lap of 600 is a quarter round, on the right"
    assert below["y"] > sun["y"] + sun["height"], "300 is at the bottom"
    table.publish(playing(view(forbidden=(300,))))
    expect(page.get_by_test_id("barred-150")).to_have_count(0)
    expect(page.get_by_test_id("barred-300")).to_be_visible()
