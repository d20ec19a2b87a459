"""Rules proposed on one phone and voted on at the others: the real table behind real browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.real import ServedTable, served
from tests.web_ui.test_look import snap

OPENING = "5 2 10 3 4"


@pytest.fixture
def real(tmp_path: Path) -> Iterator[ServedTable]:
    """Ann, Bob and Cara play; Ann has thrown."""
    with served(tmp_path, rules={"entry": 0}) as table:
        table.evening.play("Ann", "Bob", "Cara")
        table.evening.throw_all(OPENING)
        yield table


def phone(open_page: OpenPage, real: ServedTable, name: str, width: int = 360, height: int = 740) -> Page:
    """The phone of a player, showing the present state."""
    page = open_page(real.server, "/", real.evening.secrets[name])
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_selector(f"body[data-number='{real.evening.now.number}']")
    return page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_rule_is_proposed_on_one_phone_agreed_on_the_others_and_changes(
    real: ServedTable, open_page: OpenPage
) -> None:
    ann, bob, cara = (phone(open_page, real, name) for name in ("Ann", "Bob", "Cara"))
    bob.get_by_test_id("change-rule").tap()
    expect(bob.get_by_test_id("now-sampler")).to_have_text("now off")
    expect(bob.get_by_test_id("propose")).to_be_disabled()
    bob.get_by_test_id("rule-sampler-25").tap()
    expect(bob.get_by_test_id("propose")).to_contain_text("sampler: off → 25")
    snap(bob, "play-rules", whole=False)
    bob.get_by_test_id("propose").tap()
    for page in (ann, cara):
        expect(page.get_by_test_id("guidinglight")).to_contain_text("Bob proposes to change a rule")
        expect(page.get_by_test_id("change")).to_have_text("sampler: off → 25")
        expect(page.get_by_test_id("guidinglight")).to_contain_text("no two alike")
        expect(page.get_by_test_id("votes")).to_have_text("1 of 3 say yes. Still asked: Ann and Cara.")
        expect(page.get_by_test_id("change-rule")).to_be_hidden()
    snap(ann, "play-vote", whole=False)
    expect(bob.get_by_test_id("rule-list")).to_be_hidden()
    expect(bob.get_by_test_id("guidinglight")).to_contain_text("You propose to change a rule")
    ann.get_by_test_id("rule-yes").tap()
    expect(ann.get_by_test_id("guidinglight")).to_contain_text("You said yes")
    expect(bob.get_by_test_id("votes")).to_have_text("2 of 3 say yes. Still asked: Cara.")
    snap(bob, "play-proposed", whole=False)
    cara.get_by_test_id("rule-yes").tap()
    for page in (ann, bob, cara):
        expect(page.get_by_test_id("outcome")).to_have_text("sampler 25: everybody says yes")
    snap(cara, "play-rule-changed", whole=False)
    assert real.evening.view.rules["sampler"] == 25
    cara.get_by_test_id("rule-seen").tap()
    expect(cara.get_by_test_id("guidinglight")).to_be_hidden()
    cara.get_by_test_id("change-rule").tap()
    expect(cara.get_by_test_id("now-sampler")).to_have_text("now 25")


def test_one_no_is_told_to_all_and_the_rules_stay(real: ServedTable, open_page: OpenPage) -> None:
    ann, cara = phone(open_page, real, "Ann"), phone(open_page, real, "Cara")
    real.evening.do("propose", "Bob", rules={"tag": True})
    cara.get_by_test_id("rule-no").tap()
    expect(ann.get_by_test_id("outcome")).to_have_text("Cara says no, the rules stay")
    assert "tag" not in real.evening.view.rules


def test_the_proposer_withdraws(real: ServedTable, open_page: OpenPage) -> None:
    bob, cara = phone(open_page, real, "Bob"), phone(open_page, real, "Cara")
    real.evening.do("propose", "Bob", rules={"tag": True})
    bob.get_by_test_id("rule-no").tap()
    expect(cara.get_by_test_id("outcome")).to_have_text("Bob withdraws the proposal, the rules stay")
    expect(bob.get_by_test_id("change-rule")).to_be_visible()


def test_a_vote_counts_though_the_cubes_are_thrown_meanwhile(real: ServedTable, open_page: OpenPage) -> None:
    cara = phone(open_page, real, "Cara")
    real.evening.do("propose", "Bob", rules={"tag": True})
    expect(cara.get_by_test_id("rule-yes")).to_be_visible()
    real.evening.throw({1: "5", 3: "2", 4: "6"})
    cara.get_by_test_id("rule-yes").tap()
    expect(cara.get_by_test_id("guidinglight")).to_contain_text("You said yes")


def test_who_looks_at_the_score_below_is_shown_the_question(real: ServedTable, open_page: OpenPage) -> None:
    for number in range(6):
        real.evening.sit(f"Guest {number}")
    page = phone(open_page, real, "Cara", 360, 480)
    page.get_by_test_id("change-rule").scroll_into_view_if_needed()
    real.evening.do("propose", "Ann", rules={"sampler": True})
    expect(page.get_by_test_id("rule-yes")).to_be_in_viewport(ratio=1)


def test_a_number_of_ones_own_is_proposed_and_nonsense_refused_in_the_games_words(
    real: ServedTable, open_page: OpenPage
) -> None:
    page = phone(open_page, real, "Bob")
    page.get_by_test_id("change-rule").tap()
    page.get_by_test_id("number-goal").fill("333")
    page.get_by_test_id("propose").tap()
    expect(page.get_by_test_id("proposal-refused")).to_contain_text("multiple of 5")
    expect(page.get_by_test_id("proposal-refused")).to_be_in_viewport()
    page.get_by_test_id("number-goal").fill("350")
    expect(page.get_by_test_id("proposal-refused")).to_have_count(0)
    page.get_by_test_id("propose").tap()
    expect(page.get_by_test_id("rule-list")).to_be_hidden()
    expect(page.get_by_test_id("change")).to_have_text("goal: 500 → 350")


def test_a_choice_far_down_the_list_leaves_it_where_it_is(real: ServedTable, open_page: OpenPage) -> None:
    page = phone(open_page, real, "Bob")
    page.get_by_test_id("change-rule").tap()
    page.get_by_test_id("rule-pending_flash-accumulate").tap()
    expect(page.get_by_test_id("propose")).to_contain_text("pending_flash: newest → accumulate")
    expect(page.get_by_test_id("rule-pending_flash-accumulate")).to_be_in_viewport()
    expect(page.get_by_test_id("rule-pending_flash-accumulate")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("rule-pending_flash-newest").tap()
    expect(page.get_by_test_id("propose")).to_be_disabled()


def test_the_list_is_closed_without_a_proposal_and_by_one_of_another(real: ServedTable, open_page: OpenPage) -> None:
    page = phone(open_page, real, "Cara")
    page.get_by_test_id("change-rule").tap()
    page.get_by_test_id("rule-bump-true").tap()
    page.get_by_test_id("rules-close").tap()
    expect(page.get_by_test_id("rule-list")).to_be_hidden()
    page.get_by_test_id("change-rule").tap()
    expect(page.get_by_test_id("propose")).to_be_disabled()
    real.evening.do("propose", "Ann", rules={"tag": True})
    expect(page.get_by_test_id("rule-list")).to_be_hidden()
    expect(page.get_by_test_id("rule-yes")).to_be_visible()


def test_the_big_screen_and_those_without_a_vote_are_told_in_a_line(real: ServedTable, open_page: OpenPage) -> None:
    big = open_page(real.server, "/big", big=True)
    watcher = open_page(real.server, "/")
    expect(big.get_by_test_id("guidinglight")).to_be_hidden()
    real.evening.do("propose", "Ann", rules={"sampler": True, "tag": True})
    real.evening.do("vote", "Bob", agree=True)
    line = "GUIDING LIGHT: Ann proposes sampler 25, tag \u2013 2 of 3 say yes"
    expect(big.get_by_test_id("guidinglight")).to_have_text(line)
    expect(watcher.get_by_test_id("proposal-line")).to_have_text(line)
    expect(watcher.get_by_test_id("rule-yes")).to_have_count(0)
    snap(big, "big-proposal", whole=False)
    assert big.evaluate("document.documentElement.scrollHeight <= innerHeight")
    real.evening.do("vote", "Cara", agree=False)
    expect(big.get_by_test_id("guidinglight")).to_have_text("GUIDING LIGHT: Cara says no, the rules stay")
    real.evening.do("propose", "Ann", rules={"goal": 300, "entry": 35, "tag": True, "bump": True})
    expect(big.get_by_test_id("guidinglight")).to_contain_text("Ann proposes goal 300, entry 35 and 2 more")


@pytest.mark.parametrize("width", [320, 412])
def test_question_and_list_fit_small_and_large_phones(real: ServedTable, open_page: OpenPage, width: int) -> None:
    bob, cara = phone(open_page, real, "Bob", width, 640), phone(open_page, real, "Cara", width, 640)
    bob.get_by_test_id("change-rule").tap()
    expect(bob.get_by_test_id("rule-suspend-true")).to_be_attached()
    snap(bob, f"play-rules-{width}", whole=False)
    assert fits(bob)
    assert bob.get_by_test_id("rule-list").evaluate("(list) => list.scrollWidth <= list.clientWidth")
    for button in bob.locator(".rulelist button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    real.evening.do("propose", "Ann", rules={"no_shared_score": True})
    yes = cara.get_by_test_id("rule-yes")
    expect(yes).to_be_in_viewport(ratio=1)
    box = yes.bounding_box()
    assert box is not None
    assert box["height"] >= 56
    snap(cara, f"play-vote-{width}", whole=False)
    assert fits(cara)
