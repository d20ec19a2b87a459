"""The throws of the evening with their pictures, over a real journal."""

from __future__ import annotations

import gzip
import json
import re

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from controller.ports import Device, Reading
from tests.web_ui.conftest import OpenPage
from tests.web_ui.past.conftest import PAGES, MakeTable, Table, listed, path_of
from tests.web_ui.test_look import snap


def test_the_throws_of_the_evening_are_listed_the_newest_first(played: Table) -> None:
    assert listed(played.html("/throws")) == [
        "20:00 Ann taken back", "20:00 Bob +10 corrected", "20:00 Ann -15 Wimpout", "20:00 Ann +15", "20:00 Bob +5",
        "20:00 Bob +10", "20:00 Bob +30", "20:00 Ann -110 Train Wreck", "20:00 Ann +5", "20:00 Ann +105 Flash",
        "20:00 Bob roll-off", "20:00 Ann roll-off",
    ]  # fmt: skip


def test_a_throw_that_was_corrected_says_as_what_it_was_read_and_who_corrected_it(played: Table) -> None:
    page = played.html(path_of(played, "/throws/{throw}"))
    assert "It was read as" in page
    assert "Corrected by Bob, Ann." in page
    assert re.findall(r'class="was"[^>]*>([^<]+)<', page) == ["read 5"]
    assert re.findall(r'data-testid="seen-cube" data-face="([^"]+)"', page) == ["10", "2", "3", "4", "6"]


def test_what_the_host_has_corrected_is_told_as_that(table: MakeTable) -> None:
    made = table()
    made.at.play("Ann", "Bob")
    made.at.throw_all("5 10 2 3 4*")
    assert made.at.host("correct", cubes=["10", "10", "2", "3", "4*"]).accepted
    made.photograph()
    assert "Corrected by the host." in made.html(path_of(made, "/throws/{throw}", 0))
    german = made.html(path_of(made, "/throws/{throw}", 0) + "?lang=de")
    assert "Berichtigt von der Spielleitung." in german


def test_a_misread_sun_is_a_sun_in_german_too(table: MakeTable) -> None:
    made = table()
    made.at.play("Ann", "Bob")
    made.at.throw_all("5 10 2 3 sun")
    assert made.at.host("correct", cubes=["5", "10", "2", "3", "4*"]).accepted
    made.photograph()
    page = made.html(path_of(made, "/throws/{throw}", 0) + "?lang=de")
    assert re.findall(r'class="was"[^>]*>([^<]+)<', page) == ["gelesen: Sonne"]
    assert 'aria-label="Die Würfel, wie die Kamera sie sah: eine Fünf, eine Zehn, ' in page


def test_a_throw_that_was_entered_by_hand_says_so_and_has_no_picture(table: MakeTable) -> None:
    made = table()
    made.at.play("Ann", "Bob")
    made.at.table.device(Device("camera", "test", "trouble", "gone"))
    made.at.wait(30)
    assert made.at.do("enter", "Ann", cubes=["5", "10", "2", "3", "4*"]).accepted
    made.photograph()
    assert listed(made.html("/throws"))[0] == "20:00 Ann +15 by hand, no picture"
    page = made.html(path_of(made, "/throws/{throw}", 0))
    assert "Entered by hand" in page
    assert 'data-testid="picture"' not in page
    assert made.get(path_of(made, "/throws/{throw}.jpg", 0))[0] == 404


def test_a_picture_that_is_there_no_more_leaves_how_the_cubes_lay(played: Table) -> None:
    for file in (played.at.path.parent / "pictures").iterdir():
        file.unlink()
    played.album._sizes.clear()
    page = played.html(path_of(played, "/throws/{throw}"))
    assert 'data-testid="picture"' in page
    assert "<image" not in page
    assert "isn't there any more" in page
    assert all(line.endswith("no picture") for line in listed(played.html("/throws")))


def test_the_picture_is_sent_once(played: Table) -> None:
    status, jpeg, headers = played.get(path_of(played, "/throws/{throw}.jpg"))
    assert (status, headers["Content-Type"], jpeg[:2]) == (200, "image/jpeg", b"\xff\xd8")
    again, body, _ = played.get(path_of(played, "/throws/{throw}.jpg"), **{"If-None-Match": headers["ETag"]})
    assert (again, body) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/throws/0", "/throws/1", "/throws/9999999999999999999", "/throws/9999999999999999999.jpg", "/throws/x"]
)
def test_what_is_no_throw_is_not_found(played: Table, path: str) -> None:
    assert played.get(path)[0] == 404


@pytest.mark.parametrize(
    "query", ["?evening=1999-01-01", "?evening=", "?evening=2026-13-99", "?evening=%00", "?evening=../../etc",
              "?page=0", "?page=-3", "?page=x", "?page=99999999999999999999"],
)  # fmt: skip
def test_whatever_is_asked_for_there_is_a_page(played: Table, query: str) -> None:
    assert played.get(f"/throws{query}")[0] == 200
    assert played.get(f"/stats{query}")[0] == 200


def test_names_are_shown_as_they_are(table: MakeTable) -> None:
    made = table()
    made.at.play("<b>&amp;</b>", "\u202eBob" if made.at.sit("\u202eBob").accepted else "Bob")
    made.at.throw_all("5 10 2 3 4*")
    made.photograph()
    for path in (*PAGES,):
        page = made.html(path_of(made, path, 0))
        assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in page
        assert "<b>&amp;</b>" not in page


def test_a_long_evening_is_turned_over_page_by_page(table: MakeTable) -> None:
    made = table(rules={"goal": 5000, "entry": 0})
    made.at.play("Ann", "Bob")
    for _ in range(50):
        made.at.throw_all("2 3 4 6 6*")
    made.photograph()
    first, second = (listed(made.html(f"/throws?page={number}")) for number in (1, 2))
    assert (len(first), len(second)) == (40, 12)
    assert "Older throws" in made.html("/throws")
    assert "Newer throws" in made.html("/throws?page=2")
    assert "Older throws" not in made.html("/throws?page=2")


def test_before_anything_was_thrown_the_pages_say_so(table: MakeTable) -> None:
    made = table()
    assert "Nothing has been thrown yet" in made.html("/throws")
    assert "No game of people has been played." in made.html("/stats")


def test_the_play_and_the_score_page_lead_there(played: Table) -> None:
    for path in ("/", "/score"):
        assert 'href="/throws" data-testid="show-that-throw">Show me that throw<' in played.html(path)


# --- in a browser ---


def centre_on_page(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a pixel of the camera's picture is on the page."""
    return tuple(page.get_by_test_id("picture").evaluate(  # type: ignore[return-value]
        """(svg, [x, y]) => {
            const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [x, y],
    ))  # fmt: skip


def colour_at(page: Page, x: float, y: float) -> tuple[int, ...]:
    """Red, green and blue that are seen at a point of the page."""
    shot = cv2.imdecode(np.frombuffer(page.screenshot(scale="css"), np.uint8), cv2.IMREAD_COLOR)
    assert shot is not None
    return tuple(int(value) for value in shot[round(y), round(x)][::-1])


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", PAGES)
def test_the_pages_fit_a_phone_and_a_screen_without_a_script(
    played: Table, open_page: OpenPage, path: str, width: int
) -> None:
    page = open_page(played.server, path_of(played, path), java_script_enabled=False)
    page.set_viewport_size({"width": width, "height": 740})
    if "{" in path:
        expect(page.get_by_test_id("picture")).to_be_visible()
        expect(page.get_by_test_id("close-up")).to_have_count(5)
    snap(page, f"past{path.replace('/{throw}', '-one').replace('/', '-')}-{width}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", PAGES)
def test_nobody_is_kept_out(played: Table, open_page: OpenPage, path: str) -> None:
    page = open_page(played.server, path_of(played, path))
    for summary in page.locator("summary").all():
        if summary.is_visible():
            summary.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_marks_lie_on_the_cubes_of_the_picture_and_can_be_taken_away(played: Table, open_page: OpenPage) -> None:
    page = open_page(played.server, path_of(played, "/throws/{throw}"))
    page.wait_for_function("document.querySelector('.closeups image') && document.readyState === 'complete'")
    shown = played.chronicle.throw(played.chronicle.throws().throws[1].event)
    assert shown is not None
    for cube, mark in zip(shown.cubes, page.locator(".seen polygon.under").all(), strict=True):
        box, (x, y) = mark.bounding_box(), centre_on_page(page, *cube.center)
        assert box is not None
        assert (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) == pytest.approx((x, y), abs=1.0)
        colour = colour_at(page, x, y)
        assert (colour[0] > 180, colour[2] > 120) == (True, not cube.odd), "the odd cube is red, the others light"
    assert page.locator(".marks").is_visible()
    page.get_by_text("What was read, on or off").click()
    expect(page.locator(".marks")).to_be_hidden()


def test_a_throw_is_tapped_and_its_neighbours_are_one_tap_away(played: Table, open_page: OpenPage) -> None:
    page = open_page(played.server, "/score")
    page.get_by_test_id("show-that-throw").click()
    page.get_by_test_id("past-throw").nth(3).click()
    expect(page.get_by_test_id("outcome")).to_contain_text("15 points.")
    page.get_by_test_id("later").click()
    expect(page.get_by_test_id("outcome")).to_contain_text("A Wimpout. 15 points lost.")
    page.get_by_test_id("earlier").click()
    page.get_by_test_id("whole").click()
    expect(page.get_by_test_id("picture")).to_have_attribute("viewBox", "0.0 0.0 1280.0 960.0")
    page.get_by_test_id("all-throws").click()
    expect(page.get_by_test_id("past-throw").first).to_be_visible()


def test_a_new_throw_comes_to_the_list_by_itself(table: MakeTable, open_page: OpenPage) -> None:
    made = table()
    made.at.play("Ann", "Bob")
    made.photograph()
    page = open_page(made.server, "/throws")
    expect(page.get_by_test_id("past-throw")).to_have_count(2)
    made.at.throw_all("5 10 2 3 4*")
    made.photograph()
    expect(page.get_by_test_id("past-throw")).to_have_count(3)
    expect(page.get_by_test_id("past-throw").first).to_contain_text("+15")


def test_a_list_that_was_asked_for_before_the_throw_was_told_of_is_asked_for_again(
    table: MakeTable, open_page: OpenPage
) -> None:
    made = table()
    made.at.play("Ann", "Bob")
    made.photograph()
    page = open_page(made.server, "/throws")
    expect(page.get_by_test_id("past-throw")).to_have_count(2)
    with page.expect_response("**/throws") as answer:
        made.at.throw_all("5 10 2 3 4*")
    assert answer.value.text().count('data-testid="past-throw"') == 2
    made.photograph()
    expect(page.get_by_test_id("past-throw")).to_have_count(3)
    event = str(made.at.events[-1].id)
    expect(page.get_by_test_id("throws")).to_have_attribute("data-followed", event)


def test_the_pages_are_light(played: Table) -> None:
    for path in PAGES:
        weight = sum(
            len(gzip.compress(played.get(file)[1]))
            for file in (path_of(played, path), "/static/base.css", "/static/play.css", "/static/past.css")
        )
        assert weight < 25_000, path
    assert "<image" not in played.html("/throws"), "pictures are loaded with the throw that is tapped"


def test_a_reading_says_nothing_of_its_picture(played: Table) -> None:
    """A picture is for who asks for it: it isn't in what every phone gets."""
    reading = Reading(1, played.at.tray.reading().tray, (1280, 960), jpeg=b"secret")
    assert "secret" not in repr(reading)
    status, body, _ = played.get("/api/v1/state")
    assert status == 200
    assert "jpeg" not in json.dumps(json.loads(body))
