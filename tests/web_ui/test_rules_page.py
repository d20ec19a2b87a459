"""The page of the rules: those in force here, for somebody who has never played and stands in a dark bar."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import ADAS_SECRET, FakeTable, shows
from tests.web_ui.real import served
from tests.web_ui.scenes import ADA, playing, seating, view
from tests.web_ui.test_look import snap

PHONE = (320, 640)
SCREEN = (1280, 800)
HOUSE = {"goal": 300, "entry": 0, "keep": "free", "sampler": 50, "full_house": True, "forty_two": True}
RULES: dict[str, dict[str, Any]] = {"official": {}, "house": HOUSE}


def without_script(open_page: OpenPage, serve: Serve, width: int, height: int) -> Page:
    page = open_page(serve(), "/rules", java_script_enabled=False)
    page.set_viewport_size({"width": width, "height": height})
    return page


def fact(page: Page, name: str) -> str:
    """The value in force under this name."""
    tile = page.get_by_test_id("facts").locator("div", has=page.get_by_text(name, exact=True))
    return tile.locator("dd").inner_text()


def example(page: Page, cubes: str) -> str:
    """What the page says of the first throw of these cubes."""
    for one in page.get_by_test_id("example").all():
        faces = [cube.get_attribute("data-face") for cube in one.locator(".cube").all()]
        if " ".join(filter(None, faces)) == cubes:
            return one.inner_text()
    raise AssertionError(f"no example shows {cubes}")


def sticks_out(page: Page) -> list[str]:
    """What reaches over the edge of its own box, or of the page."""
    return page.evaluate("""[...document.querySelectorAll("main, main *:not(svg *)")].filter((node) => {
        const box = node.getBoundingClientRect();
        const around = (node.parentElement ?? document.body).getBoundingClientRect();
        return box.right > around.right + 1 || box.right > innerWidth || box.left < 0;
    }).map((node) => node.outerHTML.slice(0, 80))""")  # type: ignore[no-any-return]


# --- what it says ---


def test_before_a_game_the_rules_are_those_of_the_settings(client: FlaskClient, table: FakeTable) -> None:
    table.settings_rules = {"goal": 350, "entry": 45, "direction": "clockwise"}
    table.publish(seating(ADA))
    page = client.get("/rules").text
    assert "350 points" in page
    assert "45 in one turn" in page
    assert "<dd>clockwise</dd>" in page


def test_in_a_game_the_rules_are_those_of_the_game(client: FlaskClient, table: FakeTable) -> None:
    table.settings_rules = {"goal": 350}
    table.publish(playing(view(rules={"goal": 300, "train_wrecks": 7})))
    page = client.get("/rules").text
    assert "300 points" in page
    assert "350 points" not in page
    assert "Here it is 7." in page


@pytest.mark.parametrize("path", ["/", "/join", "/score"])
def test_it_is_one_link_away_and_leads_back(client: FlaskClient, path: str) -> None:
    assert re.search(r'<a href="/rules">Rules</a>', client.get(path).text)
    assert f'href="{path}"' in client.get("/rules").text


def test_who_reads_without_a_script_is_not_interrupted(client: FlaskClient) -> None:
    assert "http-equiv" not in client.get("/rules").text


def test_it_has_no_script_or_style_of_its_own_and_says_what_is_simulated(
    client: FlaskClient, table: FakeTable
) -> None:
    table.publish(playing(table_name="<b>Bar</b>"))
    page = client.get("/rules").text
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:|<b>Bar", page) == []
    assert re.findall(r'(?:src|href)="(?![/#])', page) == []
    assert "camera: simulated tray" in page


# --- how it looks ---


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
def test_it_needs_no_script_and_nothing_sticks_out(
    table: FakeTable, serve: Serve, open_page: OpenPage, size: tuple[int, int], name: str
) -> None:
    table.publish(playing(view(rules=RULES[name])))
    page = without_script(open_page, serve, *size)
    snap(page, f"rules-{name}-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert sticks_out(page) == []
    assert fact(page, "Goal") == f"{RULES[name].get('goal', 500)} points"
    expect(page.get_by_test_id("chapter")).to_have_count(7)


def test_the_examples_are_the_engines(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    table.publish(playing())
    server = serve()
    page = open_page(server, "/rules")
    assert example(page, "5 5 5 5").split("\n")[0] == "55"
    assert "INSTANT WINNER" in example(page, "6 6 6 6 6")
    assert "SUPERNOVA" in example(page, "10 10 10 10 10")
    assert "NEED 35" in example(page, "10 2 2 4 6")
    table.publish(playing(view(rules={"fourth_number": "dead", "entry": 50})))
    other = open_page(server, "/rules")
    assert example(other, "5 5 5 5").split("\n")[0] == "50"
    assert "NEED 50" in example(other, "10 2 2 4 6")


def test_the_cubes_are_drawn_as_on_the_other_pages(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(), "/rules")
    differ = page.evaluate("""async () => {
        const { FACES, faceMarks } = await import("/static/faces.js");
        const there = (face) => document.getElementById(`face-${face}`).innerHTML.replaceAll(/\\s*\\n\\s*/g, "");
        return FACES.filter((face) => there(face) !== faceMarks(face).map((node) => node.outerHTML).join(""));
    }""")
    assert differ == []


def test_a_link_to_a_chapter_leads_there(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(), "/rules")
    page.get_by_role("link", name="The end").tap()
    expect(page.get_by_role("heading", name="The end")).to_be_in_viewport()


# --- when the rules change ---


def test_a_change_in_mid_game_is_there_at_once(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path, rules={"goal": 400}) as real:
        real.evening.play("Ann", "Bob")
        page = open_page(real.server, "/rules")
        page.wait_for_selector("body[data-line='live']")
        expect(page.get_by_test_id("changed")).to_be_hidden()
        assert fact(page, "Goal") == "400 points"
        assert fact(page, "House rules") == "none"
        real.evening.do("propose", "Ann", rules={"sampler": 50})
        real.evening.do("vote", "Bob", agree=True)
        expect(page.get_by_test_id("changed")).to_be_visible()
        assert fact(page, "House rules") == "1"
        assert fact(page, "Goal") == "400 points"
        assert example(page, "2 4 5 6 sun").split("\n")[0] == "50"


def test_it_is_drawn_anew_for_a_change_alone(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    table.publish(playing(view(rules={"goal": 300, "bump": True})))
    page = open_page(serve(), "/rules", ADAS_SECRET)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/rules" in request.url else None)
    shows(page, table.publish(playing(view(rules={"bump": True, "goal": 300}, stake=20))))
    assert asked == []
    shows(page, table.publish(playing(view(rules={"bump": True, "goal": 350}))))
    assert len(asked) == 1
    assert fact(page, "Goal") == "350 points"
