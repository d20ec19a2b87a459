"""What keeps people out of a page: axe-core's rules (WCAG 2.2 AA among them), keys alone, and what is read out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from controller.ports import Message, Picture, Snapshot
from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import ADAS_SECRET, BENS_SECRET, DOUBLE_TAP_MS, FakeTable, shows
from tests.web_ui.pictures import board_picture, tray_jpeg
from tests.web_ui.real import ServedTable, served
from tests.web_ui.scenes import ADA, BEN, by_hand, finished, must_clear, playing, real_choice, seating, unsure

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

STATES: dict[str, tuple[Callable[[], Snapshot], str, str | None]] = {
    "choice": (real_choice, "/", ADAS_SECRET),
    "must-roll": (must_clear, "/", ADAS_SECRET),
    "throw": (playing, "/", ADAS_SECRET),
    "waiting": (real_choice, "/", BENS_SECRET),
    "unsure": (unsure, "/", ADAS_SECRET),
    "confirm": (lambda: unsure(answer=(4, "6", "s1"), commands=frozenset({"confirm"})), "/", BENS_SECRET),
    "by-hand": (by_hand, "/", ADAS_SECRET),
    "lobby": (lambda: seating(ADA, BEN), "/", ADAS_SECRET),
    "over": (finished, "/", ADAS_SECRET),
    "watcher": (real_choice, "/", None),
    "join": (lambda: seating(ADA, BEN), "/join", None),
    "full": (lambda: seating(ADA, BEN, seats_free=0), "/join", None),
    "score": (real_choice, "/score", None),
    "rules": (real_choice, "/rules", None),
    "interface": (real_choice, "/api/v1/", None),
    "nowhere": (real_choice, "/nowhere", None),
    "big": (real_choice, "/big", None),
    "big-seating": (lambda: seating(ADA), "/big", None),
    "big-over": (finished, "/big", None),
}


def without_fault(page: Page) -> None:
    """Fail with what axe finds, and where."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": list(TAGS)}, "resultTypes": ["violations"]})
    faults = [
        f"{one['id']} ({one['impact']}): {one['help']}\n  " + "\n  ".join(
            f"{node['html'][:160]}\n    {node['failureSummary'][:300]}" for node in one["nodes"][:4]
        )
        for one in found.response["violations"]
    ]
    assert faults == [], "\n".join(faults)


BOTH_WAYS = {"choice", "join", "score", "rules", "big"}
"""Of each kind of page one state is looked at in the other size, too."""
CASES = [(name, path == "/big" or name == "interface") for name, (_, path, _) in STATES.items()]
CASES += [(name, not big) for name, big in CASES if name in BOTH_WAYS]


@pytest.mark.parametrize(("name", "big"), CASES)
def test_axe_finds_no_fault(table: FakeTable, serve: Serve, open_page: OpenPage, name: str, big: bool) -> None:
    state, path, secret = STATES[name]
    shown = table.publish(state())
    table.board_picture = board_picture()
    if shown.tray is not None:
        table.picture = Picture(1, tray_jpeg(shown.tray))
    page = open_page(serve(), path, secret, big=big)
    if path not in ("/api/v1/", "/nowhere"):
        shows(page, shown)
    page.wait_for_function("document.getAnimations().every((one) => one.constructor.name !== 'CSSTransition')")
    without_fault(page)


SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, summary')].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.getClientRects().length > 0 && (width < 24 || height < 24);
}).map((one) => one.outerHTML)"""


@pytest.mark.parametrize("path", ["/", "/score", "/join", "/rules", "/api/v1/", "/nowhere"])
def test_a_finger_hits_every_link(table: FakeTable, serve: Serve, open_page: OpenPage, path: str) -> None:
    table.publish(real_choice())
    page = open_page(serve(), path)
    assert page.evaluate(SMALL_TARGETS) == []


def test_from_the_score_a_link_leads_to_the_table(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    table.publish(real_choice())
    server = serve()
    page = open_page(server, "/score")
    page.get_by_role("link", name="To the table").tap()
    page.wait_for_url(server.address + "/")


@pytest.fixture
def real(tmp_path: Path) -> Iterator[ServedTable]:
    with served(tmp_path, rules={"entry": 0}) as table:
        table.evening.play("Ann", "Bob")
        table.evening.throw_all("5 2 10 3 sun")
        yield table


def test_axe_finds_no_fault_where_people_ask_each_other(real: ServedTable, open_page: OpenPage) -> None:
    ann, bob = (open_page(real.server, "/", real.evening.secrets[name]) for name in ("Ann", "Bob"))
    ann.get_by_test_id("was-misread").tap()
    ann.get_by_test_id("slot-1").tap()
    without_fault(ann)
    ann.get_by_test_id("face-6").tap()
    ann.get_by_test_id("misread-ask").tap()
    expect(bob.get_by_test_id("agree")).to_be_visible()
    without_fault(ann)
    without_fault(bob)
    bob.get_by_test_id("disagree").tap()
    bob.get_by_test_id("change-rule").tap()
    bob.get_by_test_id("rule-sampler-25").tap()
    without_fault(bob)
    bob.get_by_test_id("propose").tap()
    expect(ann.get_by_test_id("rule-yes")).to_be_visible()
    without_fault(ann)
    without_fault(bob)


def test_axe_finds_no_fault_at_the_hosts_desk(real: ServedTable, open_page: OpenPage) -> None:
    page = open_page(real.server, "/host")
    without_fault(page)
    page.get_by_test_id("pin").fill(real.host.access.new_pin())
    page.get_by_test_id("enter").tap()
    expect(page.get_by_test_id("pause")).to_be_visible()
    without_fault(page)
    page.set_viewport_size({"width": 1920, "height": 1080})
    without_fault(page)
    page.get_by_test_id("pause").tap()
    expect(page.get_by_test_id("resume")).to_be_visible()
    without_fault(page)


def to_by_keys(page: Page, testid: str) -> None:
    """Go on by the Tab key until this is in focus, and see that it shows."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == testid:
            break
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("data-testid", testid)
    expect(focused).to_be_in_viewport()
    style = focused.evaluate("node => [getComputedStyle(node).outlineStyle, getComputedStyle(node).boxShadow]")
    assert style != ["none", "none"], "a focus that can't be seen"


def press_by_keys(page: Page, testid: str) -> None:
    to_by_keys(page, testid)
    page.keyboard.press("Enter")


def test_keys_alone_are_enough_for_an_evening(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path, rules={"entry": 0, "goal": 50}) as table:
        evening = table.evening
        page = open_page(table.server, "/join", big=True)
        page.wait_for_selector("body[data-line='live']")
        to_by_keys(page, "name")
        page.keyboard.type("Ann")
        page.keyboard.press("Enter")
        page.wait_for_url(table.server.address + "/")
        evening.tray.throw_all("2 4 6 3 4")
        evening.table.reading(evening.tray.reading())
        press_by_keys(page, "computers-1")
        press_by_keys(page, "start")
        page.wait_for_selector("body[data-stage='playing']")
        ann = evening.now.players[0].seat
        evening.wait_for(lambda: evening.view.phase != "roll_off" or evening.view.to_act == ann)
        while evening.view.phase == "roll_off":
            evening.throw({0: "10" if evening.view.to_act == ann else "2"})
        evening.throw_all("5 2 10 3 sun")
        press_by_keys(page, "option-1")
        expect(page.get_by_test_id("option-1")).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_test_id("option-1")).to_be_focused()
        press_by_keys(page, "stop")
        expect(page.get_by_test_id(f"total-{ann}")).to_have_text("20")
        press_by_keys(page, "undo")
        expect(page.get_by_test_id("stake")).to_have_text("20")
        press_by_keys(page, "roll-on")
        evening.throw({1: "5", 3: "5"})
        press_by_keys(page, "change-rule")
        press_by_keys(page, "rules-close")
        expect(page.get_by_test_id("rule-list")).to_be_hidden()
        page.clock.install()
        press_by_keys(page, "leave")
        expect(page.get_by_test_id("leave")).to_contain_text("again")
        page.clock.fast_forward(DOUBLE_TAP_MS)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("sit-down")).to_be_visible()


def test_the_score_is_read_out_without_a_flood(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    table.publish(playing())
    page = open_page(serve(), "/score")
    page.wait_for_selector("body[data-line='live']")
    page.evaluate("""() => {
      window.readOut = [];
      new MutationObserver(() => window.readOut.push(document.getElementById("announce").textContent))
        .observe(document.getElementById("announce"), { childList: true, characterData: true, subtree: true });
    }""")
    for i in range(12):
        last = table.publish(playing(message=Message("READING", f"This is said a moment only: {i}.")))
    last = table.publish(playing(message=Message("ADA BANKS 45", "Ada takes 45.")))
    shows(page, last)
    expect(page.locator("#announce")).to_have_text("Ada takes 45.")
    expect(page.locator("#announce")).to_have_attribute("aria-live", "polite")
    assert len(page.evaluate("window.readOut")) <= 3


def test_nothing_moves_for_who_has_asked_for_less_motion(
    table: FakeTable, serve: Serve, open_page: OpenPage
) -> None:
    table.board_picture = board_picture()
    server = serve()
    for path, big in (("/", False), ("/big", True)):
        page = open_page(server, path, ADAS_SECRET, big=big, reduced_motion="reduce")
        shown = table.publish(must_clear(moments_event=table.latest().event + 5))
        shows(page, shown)
        assert page.evaluate("document.getAnimations().length") == 0


def test_no_colour_is_the_only_sign(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    shown = table.publish(real_choice())
    page = open_page(serve(), "/", ADAS_SECRET)
    shows(page, shown)
    expect(page.locator(".standing.acts")).to_have_attribute("aria-current", "true")
    expect(page.locator(".standing .mark text")).to_have_text(["1", "2", "3"])
    odd, common = page.locator("[data-odd=true] .top"), page.locator("[data-odd=false] .top").first
    assert odd.evaluate("node => getComputedStyle(node).strokeDasharray") != "none"
    assert common.evaluate("node => getComputedStyle(node).stroke") == "none"
    expect(page.locator("svg.cubes")).to_have_attribute("aria-label", re.compile(r"a five \(scores\)"))
    expect(page.locator(".option.chosen")).to_have_attribute("aria-pressed", "true")
