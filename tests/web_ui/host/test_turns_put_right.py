"""A whole evening's trouble put right from the host's phone: pauses, corrections, and what followed taken back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.host.conftest import OPENING, desk, fits, wrong_pin
from tests.web_ui.real import ServedTable
from tests.web_ui.test_look import snap


def test_a_wrong_pin_is_said_and_the_right_one_opens_the_desk(real: ServedTable, open_page: OpenPage) -> None:
    pin = real.host.access.new_pin()
    page = open_page(real.server, "/host")
    page.get_by_test_id("pin").fill(wrong_pin(pin))
    page.get_by_test_id("enter").tap()
    expect(page.get_by_test_id("refusal")).to_have_text("That is not the PIN.")
    snap(page, "host-pin", whole=False)
    page.keyboard.type(f"{pin[:3]} {pin[3:]}")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("pause")).to_be_visible()
    snap(page, "host-desk", whole=False)
    page.get_by_test_id("leave-host").tap()
    page.wait_for_url(f"{real.server.address}/")
    page.goto(f"{real.server.address}/host")
    expect(page.get_by_test_id("pin")).to_be_visible()


def test_a_pause_is_said_on_every_screen_and_ends(real: ServedTable, open_page: OpenPage) -> None:
    host = desk(open_page, real)
    ann = open_page(real.server, "/", real.evening.secrets["Ann"])
    big = open_page(real.server, "/big", big=True)
    expect(ann.get_by_test_id("stop")).to_be_visible()
    host.get_by_test_id("pause").tap()
    for page in (host, ann, big):
        expect(page.get_by_test_id("message")).to_contain_text("The host has paused the table")
    expect(ann.get_by_test_id("stop")).to_be_hidden()
    expect(host.get_by_test_id("pause")).to_be_hidden()
    snap(host, "host-paused", whole=False)
    host.get_by_test_id("resume").tap()
    expect(ann.get_by_test_id("stop")).to_be_visible()


def test_skip_and_undo_take_one_tap(real: ServedTable, open_page: OpenPage) -> None:
    host = desk(open_page, real)
    expect(host.get_by_test_id("skip")).to_contain_text("Ann")
    host.get_by_test_id("skip").tap()
    expect(host.get_by_test_id("undo")).to_contain_text("Ann: skipped turn")
    host.get_by_test_id("undo").tap()
    expect(host.get_by_test_id("undo")).to_contain_text("Ann: throw 5 2 10 3 4")
    assert real.evening.view.to_act == real.evening.seats["Ann"]


def test_a_throw_of_turns_ago_is_corrected_and_what_followed_stands(real: ServedTable, open_page: OpenPage) -> None:
    evening = real.evening
    evening.do("stop")
    for _ in range(2):
        evening.throw_all(OPENING)
        evening.do("stop")
    host = desk(open_page, real)
    host.get_by_test_id("part-past").locator("summary").tap()
    row = host.get_by_test_id("move").nth(5)
    expect(row).to_contain_text("Ann: throw 5 2 10 3 4")
    row.get_by_test_id("correct").tap()
    expect(host.get_by_test_id("correct-keep")).to_be_disabled()
    host.get_by_test_id("slot-1").tap()
    host.get_by_test_id("face-5").tap()
    assert fits(host)
    snap(host, "host-correct")
    host.get_by_test_id("correct-keep").tap()
    expect(host.get_by_test_id(f"total-{evening.seats['Ann']}")).to_have_text("20")
    assert evening.events[-1].payload["kept"] is True
    assert evening.view.to_act == evening.seats["Ann"]


def test_what_followed_is_taken_back_only_when_the_host_says_so(real: ServedTable, open_page: OpenPage) -> None:
    evening = real.evening
    evening.do("stop")
    host = desk(open_page, real)
    host.get_by_test_id("part-past").locator("summary").tap()
    host.get_by_test_id("correct").first.tap()
    for slot, face in ((0, "2"), (2, "6")):  # a Wimpout: there was nothing to stop with
        host.get_by_test_id(f"slot-{slot}").tap()
        host.get_by_test_id(f"face-{face}").tap()
    host.get_by_test_id("correct-keep").tap()
    expect(host.get_by_test_id("unfit")).to_contain_text("What followed doesn't fit")
    assert "corrected" not in evening.kinds()
    host.get_by_test_id("correct-back").tap()
    expect(host.get_by_test_id(f"total-{evening.seats['Ann']}")).to_have_text("0")


def test_going_further_back_asks_first(real: ServedTable, open_page: OpenPage) -> None:
    evening = real.evening
    for _ in range(3):
        evening.do("stop")
        evening.throw_all(OPENING)
    host = desk(open_page, real)
    host.get_by_test_id("part-past").locator("summary").tap()
    host.get_by_test_id("move").nth(4).get_by_test_id("back-to").tap()
    expect(host.get_by_test_id("sure")).to_contain_text("Take 5 moves back?")
    host.get_by_test_id("sure-no").tap()
    assert "undone" not in evening.kinds()
    host.get_by_test_id("move").nth(4).get_by_test_id("back-to").tap()
    host.get_by_test_id("sure-yes").tap()
    expect(host.get_by_test_id("undo")).to_contain_text("stop with 15 points")
    assert evening.kinds()[-1] == "undone"


def test_a_press_that_brings_nothing_about_leaves_the_desk_awake_however_often_it_is_made(
    real: ServedTable, open_page: OpenPage
) -> None:
    host = desk(open_page, real)
    host.get_by_test_id("part-seats").locator("summary").tap()
    reseat = host.get_by_test_id("seat").first.get_by_test_id("reseat")
    reseat.evaluate("button => { button.click(); button.click(); }")
    expect(host.get_by_test_id("seat-link")).to_be_visible()
    reseat.evaluate("button => button.click()")
    expect(host.locator("body")).not_to_have_class(re.compile("waiting"))
