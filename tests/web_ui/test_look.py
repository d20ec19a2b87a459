"""Every page in every state; with `make screenshots` shown to the eye: the pictures land in `screenshots/`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from controller.games.game import Message, Moment, Standing
from controller.ports import Device, Picture, Player, Problem, Snapshot, TrayReading
from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import ADAS_SECRET, BENS_SECRET, FakeTable
from tests.web_ui.pictures import board_picture, tray_jpeg
from tests.web_ui.real import served
from tests.web_ui.scenes import (
    ADA,
    BEN,
    by_hand,
    finished,
    must_clear,
    playing,
    reading,
    real_choice,
    seating,
    unsure,
    view,
)

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"

PHONES: dict[str, tuple[Callable[[], Snapshot], str, str | None]] = {
    "play-choice": (real_choice, "/", ADAS_SECRET),
    "play-must-roll": (must_clear, "/", ADAS_SECRET),
    "play-throw": (playing, "/", ADAS_SECRET),
    "play-unsure": (unsure, "/", ADAS_SECRET),
    "play-confirm": (lambda: unsure(answer=(4, "6", "s1"), commands=frozenset({"confirm"})), "/", BENS_SECRET),
    "play-by-hand": (by_hand, "/", ADAS_SECRET),
    "play-waiting": (real_choice, "/", BENS_SECRET),
    "play-lobby": (lambda: seating(ADA, BEN), "/", ADAS_SECRET),
    "play-over": (finished, "/", ADAS_SECRET),
    "play-watcher": (lambda: real_choice(stage="show"), "/", None),
    "join": (lambda: seating(ADA, BEN), "/join", None),
    "score": (real_choice, "/score", None),
}


def leaning() -> Snapshot:
    """A cube leans, and a coin lies there; the scoreboard is being brought back."""
    tray = reading("5", "2", "10", "sun*")
    problems = (Problem("cocked", (450.0, 610.0)), Problem("foreign", (980.0, 300.0)))
    return playing(
        tray=TrayReading("simulated", "unclear", tray.cubes, problems, "a cube leans"),
        message=Message("COCKED", "A cube leans. Throw that cube again."),
        devices=(Device("scoreboard", "simavr", "trouble", "No answer for 4 s; it is being started again."),),
    )


BIG_SCREENS: dict[str, Callable[[], Snapshot]] = {
    "big-choice": real_choice, "big-cocked": leaning, "big-seating": lambda: seating(ADA), "big-over": finished,
}


def snap(page: Page, name: str, whole: bool = True) -> None:
    """Keep a picture of the page for people, where `make screenshots` asks for it: drawing it takes its time."""
    if "SCREENSHOTS" not in os.environ:
        return
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=whole)


def highest(page: Page, query: str) -> float:
    return min(box["y"] for one in page.locator(query).all() if (box := one.bounding_box()))


def lowest(page: Page, query: str) -> float:
    return max(box["y"] + box["height"] for one in page.locator(query).all() if (box := one.bounding_box()))


@pytest.mark.parametrize("name", PHONES)
def test_a_phone_shows_each_state_without_scrolling_sideways(
    table: FakeTable, serve: Serve, open_page: OpenPage, name: str
) -> None:
    state, path, secret = PHONES[name]
    shown = table.publish(state())
    if shown.tray is not None:
        table.picture = Picture(1, tray_jpeg(shown.tray))
    page = open_page(serve(), path, secret)
    page.wait_for_selector(f"body[data-number='{shown.number}'][data-line='live']")
    page.wait_for_load_state("load")
    snap(page, name, whole=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


TOO_LONG = """() => [...document.querySelectorAll('button, button :not(.unseen)')].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  const inline = getComputedStyle(one).display === 'inline' || one.clientWidth === 0;
  const cut = !inline && one.scrollWidth > one.clientWidth + 1;
  return one.getClientRects().length > 0 && !one.closest('svg') && (cut || left < 0 || right > innerWidth);
}).map((one) => `${one.className}: ${one.textContent.trim()}`)"""


@pytest.mark.parametrize("name", [name for name, (_, path, _) in PHONES.items() if path == "/"])
def test_german_words_stay_on_their_keys_on_a_narrow_phone(
    table: FakeTable, serve: Serve, open_page: OpenPage, name: str
) -> None:
    state, path, secret = PHONES[name]
    shown = table.publish(state())
    page = open_page(serve(), path, secret, viewport={"width": 320, "height": 568}, locale="de-DE")
    page.wait_for_selector(f"body[data-number='{shown.number}'][data-line='live']")
    snap(page, f"{name}-german-320")
    assert page.evaluate(TOO_LONG) == []


@pytest.mark.parametrize("name", BIG_SCREENS)
def test_the_big_screen_shows_each_state_in_one_view(
    table: FakeTable, serve: Serve, open_page: OpenPage, name: str
) -> None:
    shown = table.publish(BIG_SCREENS[name]())
    table.board_picture = board_picture()
    if shown.tray is not None:
        table.picture = Picture(1, tray_jpeg(shown.tray))
    page = open_page(serve(), "/big", big=True)
    page.wait_for_selector(f"body[data-number='{shown.number}'][data-line='live']")
    page.wait_for_selector("[data-testid=board][data-number]")
    if shown.tray is not None:
        page.wait_for_selector("#picture:not([hidden])")
    snap(page, name, whole=False)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_twelve_players_hide_nothing_on_the_big_screen(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    twelve = tuple(Player(f"p{i}", f"Player number {i}", "#42d4f4", "person") for i in range(1, 13))
    shown = table.publish(playing(
        view(to_act="p8", standings=tuple(Standing(player.seat, 0, False) for player in twelve)), players=twelve,
    ))
    table.board_picture = board_picture()
    page = open_page(serve(), "/big", big=True)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector(f"body[data-number='{shown.number}'][data-line='live']")
    page.wait_for_selector("[data-testid=board][data-number]")
    page.wait_for_function("document.getAnimations().every((one) => one.constructor.name !== 'CSSTransition')")
    snap(page, "big-twelve", whole=False)
    assert lowest(page, ".standing") <= highest(page, ".ledboard")
    assert lowest(page, ".marker .disc") <= highest(page, ".heart")


def test_a_moment_is_played_once_over_the_big_screen(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    table.publish(playing())
    table.board_picture = board_picture()
    page = open_page(serve(), "/big", big=True)
    page.wait_for_selector("body[data-line='live'][data-stage='playing']")
    page.clock.install()
    # A clock can be stopped in its future only; in this second the page doesn't give its line up yet.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    table.publish(must_clear())
    page.wait_for_selector("[data-testid=moment-word]:has-text('FLASH')")
    page.evaluate("for (const one of document.getAnimations()) { one.pause(); one.currentTime = 900; }")
    snap(page, "big-moment", whole=False)
    page.clock.run_for(2400)
    expect(page.get_by_test_id("moment")).to_be_hidden()
    again = table.publish(must_clear(moments=(Moment("flash", "s1", 40),)))
    page.wait_for_selector(f"body[data-number='{again.number}']")
    expect(page.get_by_test_id("moment")).to_be_hidden()


def test_a_small_screen_shows_the_big_screens_page_too(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    shown = table.publish(real_choice())
    table.board_picture = board_picture()
    page = open_page(serve(), "/big")
    page.wait_for_selector(f"body[data-number='{shown.number}'][data-line='live']")
    snap(page, "big-on-a-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_short_phone_shows_choice_reason_and_button_at_once(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path) as real:
        real.evening.play("Ann", "Bob")
        real.evening.throw_all("5 2 10 3 sun")
        page = open_page(real.server, "/", real.evening.secrets["Ann"])
        page.set_viewport_size({"width": 360, "height": 640})
        page.wait_for_selector(f"body[data-number='{real.evening.now.number}']")
        expect(page.get_by_test_id("whynot")).to_contain_text("NEED 35")
        snap(page, "play-choice-short", whole=False)
        places = [page.locator(f"#{name}").bounding_box() for name in ("options", "whynot", "controls")]
        assert all(place is not None for place in places)
        edges = [edge for place in places for edge in (place["y"], place["y"] + place["height"])]
        assert edges == sorted(edges)
        assert edges[-1] <= 640
