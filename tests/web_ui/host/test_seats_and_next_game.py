"""Who sits where, and what the next game is to be, as the host wants it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import shows
from tests.web_ui.host.conftest import desk, fits
from tests.web_ui.real import ServedTable, served
from tests.web_ui.test_look import snap


def next_game(open_page: OpenPage, real: ServedTable) -> Page:
    """The host's page with the part open in which the next game is set."""
    host = desk(open_page, real)
    host.get_by_test_id("part-next").locator("summary").first.tap()
    return host


def test_a_lost_phone_is_seated_again_by_a_link_that_works_once(real: ServedTable, open_page: OpenPage) -> None:
    lost = open_page(real.server, "/", real.evening.secrets["Ann"])
    expect(lost.get_by_test_id("stop")).to_be_visible()
    host = desk(open_page, real)
    host.get_by_test_id("part-seats").locator("summary").tap()
    host.get_by_test_id("seat").first.get_by_test_id("reseat").tap()
    link = host.get_by_test_id("seat-link").inner_text()
    assert link.startswith(f"{real.server.address}/seat#")
    assert fits(host)
    snap(host, "host-link", whole=False)
    found = open_page(real.server, link.removeprefix(real.server.address))
    found.get_by_test_id("take-seat").tap()
    expect(found.get_by_test_id("stop")).to_be_visible()
    late = open_page(real.server, link.removeprefix(real.server.address))
    late.get_by_test_id("take-seat").tap()
    expect(late.get_by_test_id("refusal")).to_contain_text("used up or too old")
    lost.get_by_test_id("stop").tap()
    expect(lost.get_by_test_id("refusal")).to_contain_text("Only who has a seat")


def test_seats_are_ordered_by_keyboard_and_removed(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path) as real:
        for name in ("Ann", "Bob", "Cara"):
            real.evening.sit(name)
        host = desk(open_page, real)
        host.get_by_test_id("part-seats").locator("summary").tap()
        host.get_by_role("button", name="Cara: one seat earlier").focus()
        host.keyboard.press("Enter")
        expect(host.get_by_test_id("seat").nth(1)).to_contain_text("Cara")
        host.get_by_test_id("seat").nth(0).get_by_test_id("remove").tap()
        expect(host.get_by_test_id("sure")).to_contain_text("Remove Ann?")
        host.get_by_test_id("sure-yes").tap()
        expect(host.get_by_test_id("seat")).to_have_count(2)
        host.get_by_test_id("new-name").fill("Opa")
        host.get_by_test_id("new-seat").tap()
        expect(host.get_by_test_id("seat").nth(2)).to_contain_text("Opa")
        assert [player.name for player in real.evening.now.players] == ["Cara", "Bob", "Opa"]


def test_the_next_game_has_the_goal_the_rules_and_the_starter_that_the_host_wants(
    tmp_path: Path, open_page: OpenPage
) -> None:
    with served(tmp_path) as real:
        real.evening.sit("Ann")
        real.evening.sit("Bob")
        host = next_game(open_page, real)
        host.get_by_test_id("next-goal").select_option("300")
        expect(host.get_by_test_id("rules-as-before")).to_be_visible()
        host.get_by_test_id("next-rules").tap()
        host.get_by_test_id("next-sampler").select_option("50")
        expect(host.get_by_test_id("next-rules")).to_have_text("Rules: 1 unlike the sheet")
        host.get_by_test_id("next-entry-number").fill("7")
        host.keyboard.press("Enter")
        host.get_by_test_id("next-goal-number").fill("301")
        host.keyboard.press("Enter")
        expect(host.get_by_test_id("refusal")).to_contain_text("multiple of 5")
        assert fits(host)
        snap(host, "host-next")
        host.get_by_test_id("starter").select_option(label="Bob")
        host.get_by_test_id("computers-1").tap()
        host.get_by_test_id("start").tap()
        page = open_page(real.server, "/score")
        shows(page, real.evening.now)
        view = real.evening.view
        assert (view.goal, view.rules["sampler"], view.to_act) == (300, 50, real.evening.seats["Bob"])
        assert len(view.standings) == 3


def test_what_the_host_types_is_neither_drawn_over_nor_held_back(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path) as real:
        real.evening.sit("Ann")
        host = next_game(open_page, real)
        host.get_by_test_id("next-rules").tap()
        host.get_by_test_id("next-entry-number").fill("7")
        real.evening.sit("Bob")
        expect(host.get_by_test_id("seat")).to_have_count(2)
        expect(host.get_by_test_id("next-entry-number")).to_have_value("7")
        host.keyboard.press("Enter")
        host.get_by_test_id("next-sampler").select_option("50")
        host.get_by_test_id("next-goal").select_option("300")
        expect(host.get_by_test_id("next-rules")).to_have_text("Rules: 2 unlike the sheet")
        expect(host.get_by_test_id("next-goal")).to_have_value("300")
        expect(host.get_by_test_id("next-sampler")).to_have_value("50")
        expect(host.get_by_test_id("next-entry-number")).to_have_value("7")
        host.get_by_test_id("next-goal-number").fill("30")
        real.evening.sit("Cara")
        expect(host.get_by_test_id("seat")).to_have_count(3)
        host.get_by_test_id("next-goal-number").fill("300")
        host.get_by_test_id("next-goal").focus()
        expect(host.get_by_test_id("starter").locator("option")).to_have_text(["roll for it", "Ann", "Bob", "Cara"])


def test_the_first_tap_after_typing_counts_though_the_part_is_drawn_anew_then(
    tmp_path: Path, open_page: OpenPage
) -> None:
    with served(tmp_path) as real:
        real.evening.sit("Ann")
        host = next_game(open_page, real)
        for number, tap in enumerate(("tap", "click"), 1):
            host.get_by_test_id("next-goal-number").fill(f"{number}0")
            real.evening.sit(f"Bob {number}")
            expect(host.get_by_test_id("seat")).to_have_count(1 + number)
            getattr(host.get_by_test_id(f"computers-{number}"), tap)()
            expect(host.get_by_test_id(f"computers-{number}")).to_have_attribute("aria-pressed", "true")
            expect(host.get_by_test_id("starter").locator("option")).to_have_count(2 + number)


def test_a_refusal_that_comes_during_a_press_does_not_move_the_page_from_under_it(
    tmp_path: Path, open_page: OpenPage
) -> None:
    with served(tmp_path) as real:
        real.evening.sit("Ann")
        real.evening.sit("Bob")
        host = next_game(open_page, real)
        host.get_by_test_id("next-goal-number").fill("10")
        host.get_by_test_id("computers-2").hover()
        with host.expect_response("**/host/commands*") as answer:
            host.mouse.down()
        assert answer.value.json()["accepted"] is False
        expect(host.locator("body")).not_to_have_class(re.compile("waiting"))
        expect(host.get_by_test_id("refusal")).to_be_hidden()
        host.mouse.up()
        expect(host.get_by_test_id("refusal")).to_be_in_viewport()
        expect(host.get_by_test_id("computers-2")).to_have_attribute("aria-pressed", "true")
