"""A move taken back by consent, from phone to phone: the real table behind real browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.real import ServedTable, served

OPENING = "5 2 10 3 4"


@pytest.fixture
def real(tmp_path: Path) -> Iterator[ServedTable]:
    """Ann, Bob, Cara and Dora, who has come late, play; Ann has thrown."""
    with served(tmp_path, rules={"entry": 0}) as table:
        table.evening.play("Ann", "Bob", "Cara")
        table.evening.sit("Dora")
        table.evening.throw_all(OPENING)
        yield table


def phone(open_page: OpenPage, real: ServedTable, name: str) -> Page:
    """The phone of a player, showing the present state."""
    page = open_page(real.server, "/", real.evening.secrets[name])
    page.wait_for_selector(f"body[data-number='{real.evening.now.number}']")
    return page


def test_who_is_asked_sees_who_asks_for_what_and_agrees_in_mid_turn(real: ServedTable, open_page: OpenPage) -> None:
    ann, bob = phone(open_page, real, "Ann"), phone(open_page, real, "Bob")
    ann.get_by_test_id("undo").tap()
    expect(bob.get_by_test_id("takeback")).to_contain_text("Ann asks to take back")
    expect(bob.get_by_test_id("takeback")).to_contain_text("Ann\u2019s throw 5 2 10 3 4")
    expect(bob.get_by_test_id("undo")).to_be_hidden()
    expect(bob.get_by_test_id("message")).to_be_hidden()
    bob.get_by_test_id("agree").tap()
    expect(bob.get_by_test_id("takeback")).to_be_hidden()
    assert real.evening.kinds()[-1] == "undone"
    assert real.evening.view.stake == 0


def test_a_no_lets_the_move_stand(real: ServedTable, open_page: OpenPage) -> None:
    bob = phone(open_page, real, "Bob")
    real.evening.do("undo", "Ann")
    bob.get_by_test_id("disagree").tap()
    expect(bob.get_by_test_id("takeback")).to_be_hidden()
    expect(bob.get_by_test_id("message")).to_be_visible()
    assert real.evening.kinds()[-1] == "undo_dropped"
    assert real.evening.view.stake == 15


def test_who_asks_sees_that_it_waits_and_can_drop_it(real: ServedTable, open_page: OpenPage) -> None:
    evening = real.evening
    evening.do("stop", "Ann")
    asker = next(name for name, seat in evening.seats.items() if seat == evening.view.to_act)
    page = phone(open_page, real, asker)
    page.get_by_test_id("undo").tap()
    expect(page.get_by_test_id("takeback")).to_contain_text("You ask to take back")
    expect(page.get_by_test_id("takeback")).to_contain_text("Ann\u2019s stop with 15 points")
    expect(page.get_by_test_id("takeback")).to_contain_text("Ann has to agree.")
    expect(page.get_by_test_id("agree")).to_have_count(0)
    ann = phone(open_page, real, "Ann")
    expect(ann.get_by_test_id("takeback")).to_contain_text("your stop with 15 points")
    page.get_by_test_id("disagree").tap()
    expect(ann.get_by_test_id("takeback")).to_be_hidden()
    expect(page.get_by_test_id("undo")).to_be_visible()
    assert evening.kinds()[-1] == "undo_dropped"


def test_who_has_no_say_is_offered_nothing(real: ServedTable, open_page: OpenPage) -> None:
    evening = real.evening
    evening.do("stop", "Ann")
    asker = next(name for name, seat in evening.seats.items() if seat == evening.view.to_act)
    pages = [phone(open_page, real, name) for name in ("Bob", "Cara", "Dora") if name != asker]
    for page in pages:
        expect(page.get_by_test_id("undo")).to_be_hidden()
    evening.do("undo", asker)
    for page in pages:
        page.wait_for_selector(f"body[data-number='{evening.now.number}']")
        expect(page.get_by_test_id("takeback")).to_be_hidden()
        expect(page.get_by_test_id("undo")).to_be_hidden()
        expect(page.get_by_test_id("message")).to_contain_text(f"{asker} asks to take")


def test_a_skip_is_offered_from_when_it_counts_and_to_whom_it_does(real: ServedTable, open_page: OpenPage) -> None:
    names = ("Ann", "Bob", "Dora")
    pages = {name: phone(open_page, real, name) for name in names}
    for page in pages.values():
        expect(page.get_by_test_id("skip")).to_be_hidden()
    real.evening.wait(91)
    for page in pages.values():
        page.wait_for_selector(f"body[data-number='{real.evening.now.number}']")
    expect(pages["Bob"].get_by_test_id("skip")).to_have_text("Skip the turn of Ann")
    expect(pages["Ann"].get_by_test_id("skip")).to_be_hidden()
    expect(pages["Dora"].get_by_test_id("skip")).to_have_text("Skip the turn of Ann")
    pages["Bob"].get_by_test_id("skip").tap()
    expect(pages["Ann"].get_by_test_id("message")).to_contain_text("Bob asks to skip the turn of Ann")
    expect(pages["Bob"].get_by_test_id("skip")).to_be_hidden()
    pages["Dora"].get_by_test_id("skip").tap()
    expect(pages["Ann"].get_by_test_id("turn")).not_to_have_text("Your turn")
    assert real.evening.moves()[-1]["skipped_by"] == real.evening.seats["Dora"]


def test_a_players_own_phone_says_everything_once_and_names_nobody_else(
    tmp_path: Path, open_page: OpenPage
) -> None:
    with served(tmp_path) as real:
        real.evening.play("Ann", "Bob")
        real.evening.throw_all(OPENING)
        page = phone(open_page, real, "Ann")
        expect(page.get_by_test_id("whynot")).to_contain_text("NEED 35")
        said = page.get_by_test_id("message").inner_text()
        assert "Ann" not in said
        assert said == real.evening.view.message.sentence
        assert page.locator("main").inner_text().count(said) == 1
        assert page.locator("main").inner_text().count(real.evening.view.must_roll[0].sentence) == 1
        expect(phone(open_page, real, "Bob").get_by_test_id("message")).to_have_text(f"Ann: {said}")
