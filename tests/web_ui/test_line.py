"""The line to the table: lost in silence, asleep, taken up again, or one too many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import APIResponse, Error, Page, Route, expect

from tests.waiting import wait_until
from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import ADAS_SECRET, Cable, FakeTable, pressed, shows
from tests.web_ui.pictures import board_picture
from tests.web_ui.scenes import playing, real_choice
from web_ui.server import WebServer


@pytest.fixture
def cable(server: WebServer) -> Iterator[Cable]:
    cable = Cable(server.address)
    yield cable
    cable.close()


LISTENING = """
  const Line = window.EventSource;
  window.beats = 0;
  window.EventSource = class extends Line {
    constructor(...more) { super(...more); this.addEventListener("beat", () => { window.beats += 1; }); }
  };
"""
"""The page counts the beats of its line."""


def stop_the_pages_clock(page: Page) -> None:
    """From now on the page's time goes by only where the test lets it, however slow the machine."""
    page.clock.install()
    await_beat(page)
    # A clock can be stopped in its future only; this second is less than the page's patience.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    await_beat(page)


def await_beat(page: Page) -> None:
    """Wait until the line has beaten once more."""
    beats = page.evaluate("window.beats")
    wait_until("a beat", lambda: page.evaluate("window.beats") > beats)


class Through:
    """A server as it is seen through a cable."""

    def __init__(self, cable: Cable) -> None:
        self.address = cable.address


@pytest.mark.parametrize("path", ["/", "/score", "/big", "/join"])
def test_a_line_that_is_lost_in_silence_is_said_within_three_seconds_and_taken_up_again(
    table: FakeTable, cable: Cable, open_page: OpenPage, path: str
) -> None:
    table.publish(playing())
    page = open_page(Through(cable), path)
    page.add_init_script(LISTENING)
    page.reload()
    page.wait_for_selector("body[data-line=live]")
    stop_the_pages_clock(page)
    cable.pull_out()
    page.clock.run_for(2000)
    expect(page.get_by_test_id("stale")).to_be_hidden()
    page.clock.run_for(500)
    expect(page.get_by_test_id("stale")).to_be_visible()
    shown = table.publish(real_choice())
    page.clock.resume()
    cable.put_back()
    shows(page, shown)
    expect(page.get_by_test_id("stale")).to_be_hidden()


def test_a_table_that_was_away_is_found_again(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    server = serve()
    port = int(server.address.rsplit(":", 1)[1])
    table.publish(playing())
    page = open_page(server)
    page.wait_for_selector("body[data-line=live]")
    server.stop()
    expect(page.get_by_test_id("stale")).to_be_visible()
    shown = table.publish(real_choice())
    serve(port=port)
    shows(page, shown)
    expect(page.get_by_test_id("stale")).to_be_hidden()


def test_a_press_that_nobody_answers_says_so(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.publish(real_choice())
    page = open_page(server, "/", ADAS_SECRET)
    expect(page.get_by_test_id("stop")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_test_id("stop").tap()
    expect(page.get_by_test_id("refusal")).to_have_text("The table did not answer. Press again.")
    assert table.commands == []


def test_beyond_the_limit_of_streams_a_phone_polls_and_can_still_play(
    table: FakeTable, serve: Serve, open_page: OpenPage
) -> None:
    server = serve(max_streams=1)
    table.board_picture = board_picture()
    table.publish(playing())
    first = open_page(server, "/score")
    first.wait_for_selector("body[data-line=live]")
    page, big = open_page(server, "/", ADAS_SECRET), open_page(server, "/big", big=True)
    page.wait_for_selector("body[data-line=polling]")
    shown = table.publish(real_choice())
    shows(page, shown)
    shows(big, shown)
    big.wait_for_selector("[data-testid=board][data-number='1']")
    page.get_by_test_id("stop").tap()
    assert pressed(table).event == shown.event


def test_a_page_whose_line_died_in_its_sleep_is_right_as_soon_as_it_wakes(
    table: FakeTable, cable: Cable, open_page: OpenPage
) -> None:
    table.publish(playing())
    page = open_page(Through(cable))
    page.add_init_script(LISTENING)
    page.reload()
    shows(page, table.publish(playing()))
    stop_the_pages_clock(page)
    cable.renew()
    shown = table.publish(real_choice())
    # Sound asleep: no timer of the page runs after this, so that only its waking can bring the new state.
    page.clock.run_for(1200)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    shows(page, shown)


def test_what_was_asked_for_before_the_stream_brought_news_doesnt_undo_them(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(playing())
    page = open_page(server)
    page.add_init_script(LISTENING)
    page.reload()
    page.wait_for_selector("body[data-line=live]")
    stop_the_pages_clock(page)
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/api/v1/state*", lambda route: late.append((route, route.fetch())))
    page.clock.run_for(2600)
    wait_until("the page to ask for the state", lambda: page.evaluate("1") and bool(late))
    shown = table.publish(real_choice())
    shows(page, shown)
    for route, answer in late:
        with suppress(Error):  # the page no longer waits for it
            route.fulfill(response=answer)
    await_beat(page)
    expect(page.locator(f"body[data-number='{shown.number}']")).to_be_visible()
