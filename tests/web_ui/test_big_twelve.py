"""Everybody's score stands on the big screen, however many play and however much there is to say."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from controller.games.game import Message, Standing
from controller.ports import Device, Picture, Player, RuleChange, RulesProposal
from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import FakeTable
from tests.web_ui.pictures import board_picture, tray_jpeg
from tests.web_ui.scenes import playing, reading, view
from tests.web_ui.test_look import snap
from web_ui.server import WebServer

SIZES = [(800, 480), (800, 600), (1280, 720), (1280, 1024), (1366, 768), (1920, 1080), (1080, 1920)]
SHORTEST_LINE = 14
"""Pixels of height that a name or a total needs to be read from the table."""

LONG = Message(
    "GO ON",
    "The table was off and is back: everything is as it was. Player number 2 rolls a 10. Player number 2 starts: "
    "throw all five cubes, the odd one too, into the tray and not onto the rail.",
    "The game goes on by phone while camera or reader are out; such throws are marked in the journal.",
)
SHORT = Message("45 AT STAKE", "45 at stake. Stop, or throw the two cubes that are left.")
HINT = "Best: FLASH OF 10, SUN AS 10, KEEP 5 10, throw all five cubes (14 % Wimpout)."

UNSEEN = """(smallest) => [...document.querySelectorAll('.standing')].flatMap((row) => {
  return [...row.querySelectorAll('.who bdi, .total')].flatMap((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const wrong = [];
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) wrong.push('outside the screen');
    if (bottom - top < smallest || parseFloat(getComputedStyle(node).fontSize) < smallest) wrong.push('too small');
    if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth) wrong.push('cut off');
    const corners = [[left + 1, top + 1], [right - 1, top + 1], [left + 1, bottom - 1], [right - 1, bottom - 1]];
    const spots = [...corners, [(left + right) / 2, (top + bottom) / 2]];
    const over = spots.map(([x, y]) => document.elementFromPoint(x, y)).find((one) => !one?.contains(node));
    if (over !== undefined) wrong.push(`covered by ${over?.className || over?.id || over?.tagName}`);
    return wrong.map((what) => `${node.textContent} of ${row.dataset.seat}: ${what}`);
  });
})"""


def crowd(count: int) -> tuple[tuple[Player, ...], tuple[Standing, ...]]:
    """So many players with names of full length; the first few have entered the game."""
    colours = ("#e6194b", "#3cb44b", "#ffe119", "#4363d8", "#f58231", "#42d4f4")
    players = tuple(
        Player(f"p{i}", f"Player number {i}", colours[i % len(colours)], "person") for i in range(1, count + 1)
    )
    standings = tuple(
        Standing(f"p{i}", max(0, 435 - 55 * i), i < 8, leads=i == 1, counts={"train_wrecks": 1} if i == 2 else {})
        for i in range(1, count + 1)
    )
    return players, standings


def proposal(players: tuple[Player, ...]) -> RulesProposal:
    changes = tuple(RuleChange(name, "What it says.", 0, 50) for name in ("keep_free", "sampler", "entry", "goal"))
    proposer, *others = (player.seat for player in players)
    return RulesProposal(9, proposer, changes, (proposer,), tuple(others))


@pytest.mark.parametrize("count", [1, 3, 6, 12])
@pytest.mark.parametrize("busy", [True, False], ids=["busy", "calm"])
def test_every_name_and_total_is_seen(
    server: WebServer, table: FakeTable, open_page: OpenPage, count: int, busy: bool
) -> None:
    players, standings = crowd(count)
    trouble = tuple(
        Device(part, "simulated", "trouble", "No answer for 4 s; it is being started again.")
        for part in ("scoreboard", "camera", "panel")
    )
    more: dict[str, Any] = {
        "message": LONG, "hint": HINT, "proposal": proposal(players), "devices": trouble,
    } if busy else {"message": SHORT}
    tray = reading("5", "2", "10", "sun*", "3")
    table.board_picture = board_picture()
    table.picture = Picture(1, tray_jpeg(tray))
    shown = table.publish(playing(
        view(to_act=players[-1].seat, stake=45, standings=standings),
        players=players, tray=tray, scored=(0, 2, 3), wimpout_chance=0.14, **more,
    ))
    page = open_page(server, "/big", big=True)
    page.wait_for_selector(f"body[data-number='{shown.number}'][data-line='live']")
    page.wait_for_selector("[data-testid=board][data-number]")
    page.wait_for_selector("#picture:not([hidden])")
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        everything_is_seen(page, size, count, busy)


def everything_is_seen(page: Page, size: tuple[int, int], count: int, busy: bool) -> None:
    page.wait_for_function(f"innerWidth === {size[0]} && innerHeight === {size[1]}")
    page.wait_for_function("document.getAnimations().every((one) => one.constructor.name !== 'CSSTransition')")
    snap(page, f"big-{count}-{'busy' if busy else 'calm'}-{size[0]}", whole=False)
    assert page.locator(".standing").count() == count
    assert page.evaluate(UNSEEN, SHORTEST_LINE) == [], size
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size
    named = page.locator(".devices li").evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    assert len(named) == (3 if busy else 0)
    assert all(bottom <= size[1] for bottom in named), size
    for part in ("camera", "board", "qr", "message", "chance"):
        box = page.get_by_test_id(part).bounding_box()
        assert box is not None, (part, size)
        assert min(box["width"], box["height"]) >= SHORTEST_LINE, (part, size)
        assert box["y"] + box["height"] <= size[1], (part, size)
