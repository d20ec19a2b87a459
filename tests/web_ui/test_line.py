"""The line to the table: lost in silence, asleep, taken up again, or one too many."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import ADAS_SECRET, Cable, FakeTable, pressed, shows, wait_until
from tests.web_ui.pictures import board_picture
from tests.web_ui.scenes import playing, real_choice
from web_ui.server import WebServer


@pytest.fixture
def cable(server: WebServer) -> Iterator[Cable]:
    cable = Cable(server.address)
    yield cable
    cable.close()


CLOCKED = """() => {
  const { body } = document;
  new MutationObserver(() => { if (body.dataset.line === "lost") window.lostAt = performance.now(); })
    .observe(body, { attributeFilter: ["data-line"] });
  new MutationObserver(() => { window.shownAt = performance.now(); })
    .observe(body, { attributeFilter: ["data-number"] });
}"""
"""The page notes by its own clock when its line was lost and when it last showed a state."""


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
    page.wait_for_selector("body[data-line=live]")
    page.evaluate(CLOCKED)
    cable.pull_out()
    page.evaluate("window.pulledAt = performance.now()")
    expect(page.get_by_test_id("stale")).to_be_visible()
    assert page.evaluate("window.lostAt - window.pulledAt") < 3000
    shown = table.publish(real_choice())
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
    shows(page, table.publish(playing()))
    cable.renew()
    shown = table.publish(real_choice())
    asleep = time.monotonic() + 1.2
    wait_until(lambda: time.monotonic() > asleep, "some sleep")
    page.evaluate(CLOCKED)
    page.evaluate("window.wokeAt = performance.now(); document.dispatchEvent(new Event('visibilitychange'))")
    shows(page, shown)
    assert page.evaluate("window.shownAt - window.wokeAt") < 1000
