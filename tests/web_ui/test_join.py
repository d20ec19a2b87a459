"""Taking a seat: three taps, and a word beforehand where there is none to take."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import FakeTable
from tests.web_ui.real import NoPreview, ServedTable, served
from tests.web_ui.scenes import ADA, BEN, SOL, seating
from web_ui.app import create_app
from web_ui.commands import SHORTEST_KEY
from web_ui.fanout import Fanout


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


def test_the_colours_of_the_idle_shows_players_are_free(serve: Serve, open_page: OpenPage, table: FakeTable) -> None:
    sol = replace(SOL, colour="#ffe119")
    table.publish(seating(sol, stage="show"))
    page = open_page(serve(), "/join")
    page.wait_for_selector("body[data-line='live']")
    yellow = page.locator("input[value='#ffe119']")
    expect(yellow).to_be_enabled()
    table.publish(seating(sol, ADA))
    expect(yellow).to_be_disabled()


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


SITS = {"name": "sit", "value": {"name": "Ann"}, "key": "0123456789abcdef"}
HOME = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


def phone_of(table: ServedTable) -> FlaskClient:
    """A phone that has opened the page on which a seat is taken, with cookies of its own."""
    fanout = Fanout(table.evening.feed, lambda: None)
    phone = create_app(table.evening.feed, table, NoPreview(), lambda: None, fanout=fanout).test_client()
    assert phone.get("/join").status_code == 200
    return phone


def test_a_phone_that_never_heard_the_answer_asks_again_and_has_its_seat(small: ServedTable) -> None:
    phone = phone_of(small)
    first = phone.post("/api/v1/commands", json=SITS, headers=HOME)
    phone.delete_cookie("seat")
    again = phone.post("/api/v1/commands", json=SITS, headers=HOME)
    assert first.get_json() == again.get_json()
    assert len(small.evening.now.players) == 1
    seat = phone.get("/api/v1/me").get_json()["seat"]
    assert seat == small.evening.now.players[0].seat


def test_another_phone_with_the_same_name_and_key_never_gets_the_seat(small: ServedTable) -> None:
    ann, eve = phone_of(small), phone_of(small)
    assert ann.post("/api/v1/commands", json=SITS, headers=HOME).status_code == 200
    eve.post("/api/v1/commands", json=SITS, headers=HOME)
    assert eve.get("/api/v1/me").get_json()["seat"] != ann.get("/api/v1/me").get_json()["seat"]


def test_nobody_without_a_cookie_gets_a_seat_by_its_key(small: ServedTable) -> None:
    programs = [phone_of(small) for _ in range(2)]
    for program in programs:
        program.delete_cookie("phone")
    first, again = (one.post("/api/v1/commands", json=SITS, headers=HOME) for one in programs)
    assert first.get_json() == again.get_json(), "it counts once"
    assert "seat" in {cookie.split("=")[0] for cookie in first.headers.getlist("Set-Cookie")}
    assert again.headers.getlist("Set-Cookie") == []
    assert programs[1].get("/api/v1/me").get_json() == {"seat": None}


def test_the_page_makes_a_key_that_nobody_guesses_on_a_phone_without_random_uuid(
    small: ServedTable, open_page: OpenPage
) -> None:
    keys = []
    for name in ("Ann", "Bob"):
        page = open_page(small.server, "/join")
        page.evaluate("delete Crypto.prototype.randomUUID")
        page.get_by_test_id("name").fill(name)
        with page.expect_request("**/api/v1/commands*") as sent:
            page.get_by_test_id("sit").tap()
        keys.append(json.loads(sent.value.post_data or "")["key"])
        page.wait_for_url(small.server.address + "/")
    assert len(set(keys)) == 2
    assert all(len(key) >= SHORTEST_KEY and len(set(key)) > 4 for key in keys)
