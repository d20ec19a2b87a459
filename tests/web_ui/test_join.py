"""Taking a seat: three taps, and a word beforehand where there is none to take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import FakeTable
from tests.web_ui.real import ServedTable, served
from tests.web_ui.scenes import ADA, BEN, seating


@pytest.fixture
def small(tmp_path: Path) -> Iterator[ServedTable]:
    """A table for two."""
    with served(tmp_path, max_seats=2) as table:
        yield table


def test_a_seat_takes_three_taps(small: ServedTable, open_page: OpenPage) -> None:
    page = open_page(small.server, "/join")
    page.wait_for_selector("body[data-line='live']")
    page.get_by_test_id("name").tap()
    page.keyboard.type("Ann")
    page.locator(".palette label").nth(3).tap()
    page.get_by_test_id("sit").tap()
    page.wait_for_url(small.server.address + "/")
    assert [(player.name, player.colour) for player in small.evening.now.players] == [("Ann", "#3cb44b")]


def test_a_colour_is_chosen_for_who_only_says_a_name(small: ServedTable, open_page: OpenPage) -> None:
    small.evening.sit("Ann")
    page = open_page(small.server, "/join")
    page.wait_for_selector("body[data-line='live']")
    page.get_by_test_id("name").tap()
    page.keyboard.type("Bob")
    page.keyboard.press("Enter")
    page.wait_for_url(small.server.address + "/")
    assert len({player.colour for player in small.evening.now.players}) == 2


def test_where_all_seats_are_taken_it_is_said_before_anybody_types_a_name(
    small: ServedTable, open_page: OpenPage
) -> None:
    small.evening.sit("Ann")
    page = open_page(small.server, "/join")
    expect(page.get_by_test_id("sit")).to_be_visible()
    expect(page.get_by_test_id("full")).to_be_hidden()
    small.evening.sit("Bob")
    expect(page.get_by_test_id("full")).to_contain_text("All seats are taken")
    expect(page.get_by_test_id("sit")).to_be_hidden()
    small.evening.do("leave", "Bob", small.evening.now.event)
    expect(page.get_by_test_id("sit")).to_be_visible()


def test_a_page_without_a_script_says_that_no_seat_is_left(client: FlaskClient, table: FakeTable) -> None:
    table.publish(seating(ADA, BEN, seats_free=0))
    assert '<p class="full" id="full" role="status" data-testid="full">' in client.get("/join").text
    table.publish(replace(table.latest(), seats_free=3))
    assert 'data-testid="full" hidden>' in client.get("/join").text


def test_what_people_see_as_sixteen_characters_fits(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    astronaut = "\U0001f469\U0001f3fd\u200d\U0001f680"
    page = open_page(serve(), "/join")
    page.get_by_test_id("name").press_sequentially("ab")
    page.keyboard.insert_text(astronaut * 20)
    assert page.get_by_test_id("name").input_value() == "ab" + astronaut * 14
