"""A misread throw is read anew from phone to phone, on the real table behind real browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.real import ServedTable, served
from tests.web_ui.test_guiding_light import fits, phone
from tests.web_ui.test_look import snap


@pytest.fixture
def real(tmp_path: Path) -> Iterator[ServedTable]:
    """Ann's second 5 was read as a 2; Bob and Cara look on."""
    with served(tmp_path, rules={"entry": 0}) as table:
        table.evening.play("Ann", "Bob", "Cara")
        table.evening.throw_all("5 2 10 3 4")
        yield table


def test_who_threw_names_the_true_faces_and_another_agrees(real: ServedTable, open_page: OpenPage) -> None:
    ann, bob = phone(open_page, real, "Ann"), phone(open_page, real, "Bob")
    ann.get_by_test_id("was-misread").tap()
    expect(ann.get_by_test_id("misread")).to_contain_text("What does your throw really show?")
    expect(ann.get_by_test_id("misread-ask")).to_be_disabled()
    ann.get_by_test_id("slot-1").tap()
    ann.get_by_test_id("face-5").tap()
    expect(ann.get_by_test_id("slot-1")).to_have_attribute("aria-label", "cube 2: a five")
    snap(ann, "play-misread", whole=False)
    ann.get_by_test_id("misread-ask").tap()
    expect(ann.get_by_test_id("takeback")).to_contain_text("You say that it was misread")
    expect(bob.get_by_test_id("takeback")).to_contain_text("Ann says that the throw was misread")
    faces = [node.get_attribute("data-face") for node in bob.locator("#takeback .slot").all()]
    assert faces == ["5", "2", "10", "3", "4", "5", "5", "10", "3", "4"]
    snap(bob, "play-misread-asked", whole=False)
    bob.get_by_test_id("agree").tap()
    expect(bob.get_by_test_id("takeback")).to_be_hidden()
    expect(ann.get_by_test_id("stake")).to_have_text("20")
    assert real.evening.kinds()[-1] == "corrected"


def test_a_cube_offers_only_the_faces_that_it_has(real: ServedTable, open_page: OpenPage) -> None:
    page = phone(open_page, real, "Ann")
    page.get_by_test_id("was-misread").tap()
    expect(page.get_by_test_id("face-sun")).to_have_count(0)
    expect(page.get_by_test_id("face-3")).to_be_visible()
    page.get_by_test_id("slot-4").tap()  # the odd cube
    expect(page.get_by_test_id("face-3")).to_have_count(0)
    page.get_by_test_id("face-sun").tap()
    page.get_by_test_id("misread-ask").tap()
    expect(page.get_by_test_id("takeback")).to_be_visible()
    assert real.evening.now.undo_asked is not None
    assert [cube.face for cube in real.evening.now.undo_asked.shows] == ["5", "2", "10", "3", "sun"]


def test_the_readers_own_doubts_come_first(real: ServedTable, open_page: OpenPage) -> None:
    real.evening.tray.throw({1: "2", 3: "5", 4: "6"})
    real.evening.read(nameless={3: ("10", "6")})
    real.evening.do("answer", "Ann", cube=3, face="6")
    real.evening.do("confirm", "Bob")
    page = phone(open_page, real, "Bob" if real.evening.view.to_act == real.evening.seats["Bob"] else "Cara")
    page.get_by_test_id("was-misread").tap()
    page.get_by_test_id("slot-1").tap()
    first = page.locator("#misread .keys button").first
    expect(first).to_have_attribute("data-testid", "face-10")


def test_it_is_left_as_it_is_and_offered_to_nobody_else(real: ServedTable, open_page: OpenPage) -> None:
    ann, cara = phone(open_page, real, "Ann"), phone(open_page, real, "Cara")
    expect(cara.get_by_test_id("was-misread")).to_be_hidden()
    ann.get_by_test_id("was-misread").tap()
    ann.get_by_test_id("misread-close").tap()
    expect(ann.get_by_test_id("misread")).to_be_hidden()
    expect(ann.get_by_test_id("was-misread")).to_be_visible()
    ann.get_by_test_id("was-misread").tap()
    real.evening.throw({1: "5", 3: "2", 4: "6"})
    expect(ann.get_by_test_id("misread")).to_be_hidden()  # it was about another throw


@pytest.mark.parametrize("width", [320, 412])
def test_it_fits_small_and_large_phones(real: ServedTable, open_page: OpenPage, width: int) -> None:
    page = phone(open_page, real, "Ann", width, 640)
    page.get_by_test_id("was-misread").tap()
    expect(page.get_by_test_id("slot-4")).to_be_visible()
    assert fits(page)
    for query in (".keys button", "[data-testid=misread-ask]", "[data-testid=misread-close]"):
        for button in page.locator(f"#misread {query}").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["height"], box["width"]) >= 44
    snap(page, f"play-misread-{width}", whole=False)


def test_undo_says_what_it_takes_back(real: ServedTable, open_page: OpenPage) -> None:
    page = phone(open_page, real, "Ann")
    expect(page.get_by_test_id("undo")).to_have_text("Undo your throw 5 2 10 3 4")
    real.evening.do("stop", "Ann")
    following = next(name for name, seat in real.evening.seats.items() if seat == real.evening.view.to_act)
    next_page = phone(open_page, real, following)
    expect(next_page.get_by_test_id("undo")).to_have_text("Undo Ann\u2019s stop with 15 points")
