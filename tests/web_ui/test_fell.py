"""A cube that fell on the floor is said on a phone, where the rule makes something of it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.controller.table.conftest import Evening
from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import DOUBLE_TAP_MS
from tests.web_ui.real import ServedTable, served


def bobs_phone(real: ServedTable, open_page: OpenPage) -> Page:
    """Ann has scored, and of the three cubes that she has thrown then one is on the floor: what Bob sees."""
    evening = real.evening
    evening.play("Ann", "Bob")
    evening.throw_all("5 2 10 3 4")
    evening.tray.throw({1: "5", 4: "6"})
    evening.tray.take_away(3)
    evening.read()
    page = open_page(real.server, "/", evening.secrets["Bob"])
    page.wait_for_selector(f"body[data-number='{evening.now.number}']")
    return page


def whose_turn(evening: Evening) -> str:
    return next(name for name, seat in evening.seats.items() if seat == evening.view.to_act)


def test_pressed_twice_it_is_a_wimpout(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path, rules={"entry": 0, "off_the_cloth": True}) as real:
        page = bobs_phone(real, open_page)
        page.clock.install()
        page.get_by_test_id("fell").tap()
        expect(page.get_by_test_id("fell")).to_have_text("A Wimpout for Ann? Press again")
        assert whose_turn(real.evening) == "Ann"
        page.clock.fast_forward(DOUBLE_TAP_MS)
        page.get_by_test_id("fell").tap()
        expect(page.get_by_test_id("turn")).to_have_text("Your turn")
        assert whose_turn(real.evening) == "Bob"
        expect(page.get_by_test_id("fell")).to_have_text("A cube fell on the floor")


def test_without_the_rule_there_is_nothing_to_press(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path, rules={"entry": 0}) as real:
        expect(bobs_phone(real, open_page).get_by_test_id("fell")).to_be_hidden()
