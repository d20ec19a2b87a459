"""The pages speak the reader's language: the browser's, or the one chosen on this phone."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, Request, expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.real import ServedTable, served
from web_ui.fanout import Rendering, Sendable
from web_ui.languages import ENGLISH, Language, read_languages

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
PAGES = ["/", "/join", "/score", "/rules", "/big", "/nowhere"]


@pytest.fixture
def real(tmp_path: Path) -> Iterator[ServedTable]:
    """A real table at which Ann and Bob are about to play."""
    with served(tmp_path, shows=False) as table:
        table.evening.play("ANN", "BOB")
        yield table


def in_browser(open_page: OpenPage, table: ServedTable, name: str | None, locale: str = "de-DE") -> Page:
    return open_page(table.server, "/", table.evening.secrets[name] if name else None, locale=locale)


# --- which language ---


@pytest.mark.parametrize("path", PAGES)
def test_every_page_names_its_language(client: FlaskClient, path: str) -> None:
    for header, code in ((GERMAN, "de"), ({"Accept-Language": "fr"}, "en"), ({}, "en")):
        page = client.get(path, headers=header)
        assert f'<html lang="{code}" dir="ltr">' in page.text
        assert page.headers["Content-Language"] == code
        assert {"Accept-Language", "Cookie"} <= set(page.vary.to_header().split(", "))


def test_a_language_from_right_to_left_turns_the_page() -> None:
    assert [Language(code).direction for code in ("en", "de", "ar", "he")] == ["ltr", "ltr", "rtl", "rtl"]


def test_a_language_is_chosen_on_a_phone_and_stays(client: FlaskClient) -> None:
    assert 'value="de"' in client.get("/rules").text
    chosen = client.post("/language", data={"to": "de", "back": "/rules"}, headers={"Origin": "http://localhost"})
    assert (chosen.status_code, chosen.headers["Location"]) == (303, "/rules")
    cookie = chosen.headers["Set-Cookie"]
    assert re.match(r"language=de;.*Max-Age=31536000; HttpOnly; Path=/; SameSite=Lax", cookie)
    page = client.get("/rules", headers={"Accept-Language": "en"}).text
    assert "<h1>Regeln</h1>" in page
    assert 'value="en" lang="en"' in page
    assert client.get("/score?lang=en").text.startswith('<!doctype html>\n<html lang="en" dir="ltr">')


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "evil", "/\n/x", ""])
def test_choosing_a_language_leads_nowhere_else(client: FlaskClient, back: str) -> None:
    chosen = client.post("/language", data={"to": "de", "back": back}, headers={"Origin": "http://localhost"})
    assert chosen.headers["Location"] == "/"


def test_a_language_that_nobody_has_written_is_refused(client: FlaskClient) -> None:
    refused = client.post("/language", data={"to": "tlh"}, headers={"Origin": "http://localhost", **GERMAN})
    assert refused.status_code == 400
    assert "In dieser Sprache gibt es keine Seiten." in refused.text


def test_another_sites_page_chooses_no_language(client: FlaskClient) -> None:
    assert client.post("/language", data={"to": "de"}, headers={"Origin": "http://evil.example"}).status_code == 403


@pytest.mark.parametrize(("path", "says"), [
    ("/nowhere", "Diese Seite gibt es an diesem Tisch nicht."), ("/api/v1/nothing", "Diese Seite gibt es"),
])  # fmt: skip
def test_errors_are_told_in_the_readers_language(client: FlaskClient, path: str, says: str) -> None:
    assert says in client.get(path, headers=GERMAN).get_data(as_text=True)


# --- what is kept ---


def test_the_words_of_scripts_are_kept_for_as_long_as_they_are_the_same(client: FlaskClient) -> None:
    words = client.get(f"/words/de.js?edition={read_languages()['de'].edition}")
    assert words.mimetype == "text/javascript"
    assert "immutable" in words.headers["Cache-Control"]
    assert "Cookie" not in words.headers.get("Vary", "")
    assert client.get("/words/de.js").headers["Cache-Control"] == "no-cache"
    assert client.get("/words/de.js?edition=older").headers["Cache-Control"] == "no-cache"
    for code in ("en", "tlh"):
        assert client.get(f"/words/{code}.js").status_code == 404


def test_the_scripts_of_a_page_come_with_their_words(client: FlaskClient) -> None:
    """In one answer, and kept apart from that of another language."""
    addresses = {}
    for code, header in (("en", {}), ("de", GERMAN)):
        found = re.search(r'<script type="module" src="([^"]+)">', client.get("/score", headers=header).text)
        assert found is not None
        addresses[code] = found[1]
    assert addresses["en"] != addresses["de"]
    assert '"Your turn":"Du bist dran"' in client.get(addresses["de"]).text
    assert "Du bist dran" not in client.get(addresses["en"]).text


@pytest.mark.parametrize("path", ["/api/v1/state", "/api/v1/rules"])
def test_an_answer_kept_in_one_language_is_not_taken_for_the_other(client: FlaskClient, path: str) -> None:
    english = client.get(path)
    tag = english.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    german = client.get(f"{path}?lang=de", headers={"If-None-Match": tag})
    assert german.status_code == 200
    assert german.headers["ETag"] != tag


def test_an_answer_says_the_language_that_it_is_in_and_none_where_it_has_no_words(client: FlaskClient) -> None:
    for path in ("/api/v1/", "/api/v1/openapi.json"):
        assert client.get(path, headers=GERMAN).headers["Content-Language"] == "en"
    german = client.get("/api/v1/rules", headers=GERMAN)
    assert german.headers["Content-Language"] == "de"
    kept = client.get("/api/v1/rules", headers=GERMAN | {"If-None-Match": german.headers["ETag"]})
    assert kept.status_code == 304
    assert "Content-Language" not in kept.headers


# --- the table's own words ---


def test_each_hears_the_table_in_their_own_language(real: ServedTable) -> None:
    def sentence(**headers: str) -> str:
        request = urllib.request.Request(f"{real.server.address}/api/v1/state", headers=headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return str(json.loads(answer.read())["message"]["sentence"])

    assert sentence() == "BOB rolls a 2. ANN starts: throw all five cubes."
    assert sentence(**GERMAN) == "BOB würfelt eine 2. ANN fängt an: Alle fünf Würfel werfen."
    assert real.evening.now.message.sentence == sentence()


def test_a_state_is_put_into_each_language_once(real: ServedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many phones there are: the next state is ready in those that were asked for, before anybody wakes."""
    made: list[str] = []
    make = Rendering._make

    def noted(self: Rendering, language: Language) -> Sendable:
        made.append(language.code)
        return make(self, language)

    monkeypatch.setattr(Rendering, "_make", noted)
    german = read_languages()["de"]
    first = Rendering(real.evening.now)
    for _ in range(3):
        assert first.in_language(ENGLISH).text != first.in_language(german).text
    assert sorted(made) == ["de", "en"]
    following = Rendering(real.evening.now, first.asked)
    assert sorted(made) == ["de", "de", "en", "en"]
    assert following.in_language(german).text == first.in_language(german).text
    assert len(made) == 4
    assert [language.code for language in Rendering(real.evening.now, following.asked).asked] == []


def test_two_phones_of_two_languages_follow_one_game(real: ServedTable, open_page: OpenPage) -> None:
    ann, bob = in_browser(open_page, real, "ANN"), in_browser(open_page, real, "BOB", locale="en-GB")
    expect(ann.get_by_test_id("turn")).to_have_text("Du bist dran")
    expect(bob.get_by_test_id("turn")).to_have_text("ANN plays")
    real.evening.throw_all("4 4 6 6 sun")
    expect(ann.get_by_test_id("whynot")).to_contain_text("FLASH KLÄREN")
    expect(ann.get_by_test_id("option-0")).to_contain_text("6ER-FLASH")
    expect(bob.get_by_test_id("message")).to_have_text(
        "ANN: FLASH OF 6. 60 points at stake. Throw 2 cubes to clear the Flash."
    )
    expect(ann.get_by_test_id("roll-on")).to_contain_text("2 Würfel")
    expect(ann.locator("#announce")).to_contain_text("60 Punkte auf dem Spiel.")


def test_the_switch_turns_the_page_and_what_it_is_told(real: ServedTable, open_page: OpenPage) -> None:
    page = in_browser(open_page, real, "ANN", locale="en-GB")
    expect(page.get_by_test_id("turn")).to_have_text("Your turn")
    page.get_by_test_id("language-de").tap()
    expect(page.get_by_test_id("turn")).to_have_text("Du bist dran")
    expect(page.get_by_test_id("message")).to_have_text("Alle fünf Würfel werfen.")
    page.reload()
    expect(page.get_by_test_id("turn")).to_have_text("Du bist dran")


def test_a_refusal_is_in_the_language_of_who_pressed(real: ServedTable, open_page: OpenPage) -> None:
    page = in_browser(open_page, real, "ANN")
    expect(page.get_by_test_id("turn")).to_have_text("Du bist dran")
    answer = page.evaluate(
        """async () => (await (await fetch("/api/v1/commands?lang=de", {
          method: "POST", headers: {"Content-Type": "application/json"},
          body: JSON.stringify({name: "stop", event: Number(document.body.dataset.event)})})).json()).reason"""
    )
    assert answer == "In diesem Zug wurde noch nicht geworfen."


@pytest.mark.parametrize("path", ["/", "/join", "/score", "/rules"])
@pytest.mark.parametrize("width", [320, 360])
def test_german_words_fit_the_phone(real: ServedTable, open_page: OpenPage, path: str, width: int) -> None:
    real.evening.throw_all("4 4 6 6 sun")
    page = in_browser(open_page, real, "BOB" if path == "/" else None)
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(real.server.address + path)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    if path == "/":
        page.get_by_test_id("change-rule").tap()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    wide = page.evaluate(
        """() => [...document.querySelectorAll("main *, dialog *")].filter((node) => node.checkVisibility()
          && node.getBoundingClientRect().right > document.documentElement.clientWidth + 1
          && !node.closest("svg")).map((node) => node.outerHTML.slice(0, 80))"""
    )
    assert wide == []


def test_the_play_page_stays_light_in_german(real: ServedTable, open_page: OpenPage) -> None:
    """At most 60 KB compressed, words and all, on the first load."""
    asked: list[Request] = []
    page = open_page(real.server, "/nowhere", locale="de-DE")
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(real.server.address + "/")
    expect(page.get_by_test_id("turn")).to_have_text("ANN spielt")
    sizes = [request.sizes() for request in asked if "/events" not in request.url]
    weight = sum(size["responseBodySize"] for size in sizes)
    assert 20_000 < weight <= 60 * 1024
