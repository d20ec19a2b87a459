"""What a browser without a script gets, and what every answer carries."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest
from flask.testing import FlaskClient

from controller.ports import Picture, Player
from tests.web_ui.fakes import ADAS_SECRET, FakeTable
from tests.web_ui.pictures import board_picture
from tests.web_ui.scenes import ADA, BEN, by_hand, finished, must_clear, playing, real_choice, seating, unsure

PAGES = ("/", "/join", "/score", "/big")
STATES = {
    "seating": lambda: seating(ADA, BEN), "throw": playing, "choice": real_choice, "must": must_clear,
    "unsure": unsure, "hand": by_hand, "over": finished,
}


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("state", STATES)
def test_every_page_is_there_in_every_state(client: FlaskClient, table: FakeTable, path: str, state: str) -> None:
    table.publish(STATES[state]())
    answer = client.get(path)
    assert answer.status_code == 200
    assert "<bdi>Ada</bdi>" in answer.text


@pytest.mark.parametrize("path", ["/", "/score", "/big"])
def test_without_a_script_the_score_is_there_and_refreshes(client: FlaskClient, table: FakeTable, path: str) -> None:
    table.publish(real_choice())
    page = client.get(path).text
    assert re.search(r'data-testid="total-s1">120<', page)
    assert re.search(r'data-testid="total-s2">235<', page)
    assert re.search(r'data-testid="stake">45<', page)
    assert '<noscript><meta http-equiv="refresh" content="4"></noscript>' in page


@pytest.mark.parametrize("path", PAGES)
def test_what_is_simulated_says_so_on_every_page(client: FlaskClient, table: FakeTable, path: str) -> None:
    table.publish(playing())
    badge = re.search(r'<p class="simulated"[^>]*>.*?</p>', client.get(path).text, re.DOTALL)
    assert badge is not None
    assert "hidden" not in badge.group().split(">")[0]
    assert "camera: simulated tray" in badge.group()
    table.publish(playing(simulated=()))
    badge = re.search(r'<p class="simulated"[^>]*>', client.get(path).text)
    assert badge is not None
    assert "hidden" in badge.group()


@pytest.mark.parametrize("path", PAGES)
def test_names_are_shown_and_never_run(client: FlaskClient, table: FakeTable, path: str) -> None:
    evil = Player("s1", "<script>a()", '#fff"><script>', "person")
    table.publish(seating(evil, BEN, table_name="<b>Bar</b>"))
    page = client.get(path).text
    assert "<script>a()" not in page
    assert '"><script>' not in page
    assert "<b>Bar</b>" not in page
    assert "&lt;b&gt;Bar&lt;/b&gt;" in page


@pytest.mark.parametrize("path", [
    *PAGES, "/rules", "/api/v1/", "/api/v1/openapi.json", "/api/v1/state", "/api/v1/me", "/static/play.js",
    "/qr.svg", "/nowhere", "/api/v1/nowhere",
])
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", [*PAGES, "/rules", "/api/v1/"])
def test_a_page_may_run_what_we_wrote_and_nothing_else(client: FlaskClient, table: FakeTable, path: str) -> None:
    table.publish(real_choice(table_name="</script><script>a()</script><style>*{}</style>"))
    answer = client.get(path)
    page, policy = answer.text, answer.headers["Content-Security-Policy"]
    within = re.compile(r"<(script|style)(?![^>]*\bsrc=)[^>]*>(.*?)</\1>", re.DOTALL)
    held = [(kind, f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
            for kind, text in within.findall(page)]
    for kind in ("script", "style"):
        ours = [digest for one, digest in held if one == kind]
        assert " ".join([f"{kind}-src 'self'", *ours]) in policy.split("; ")
    assert len(held) == (2 if path == "/" else 0)
    page = within.sub("", page)
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page) == []
    assert re.findall(r'(?:src|href)="(?![/#])', page) == []


def test_the_code_to_join_leads_to_the_tables_address(client: FlaskClient, table: FakeTable) -> None:
    before = client.get("/qr.svg")
    assert before.mimetype == "image/svg+xml"
    table.publish(replace(table.latest(), address="http://10.0.0.1:8080"))
    assert client.get("/qr.svg").data != before.data
    assert "10.0.0.1:8080/join" in client.get("/big").text


def test_no_page_shows_a_secret(client: FlaskClient, table: FakeTable) -> None:
    table.publish(real_choice())
    client.set_cookie("seat", ADAS_SECRET)
    for path in (*PAGES, "/rules", "/api/v1/", "/api/v1/state", "/api/v1/me", "/api/v1/board"):
        assert ADAS_SECRET not in client.get(path).text


def test_the_cameras_picture_and_the_board_are_served_while_they_are_there(
    client: FlaskClient, table: FakeTable
) -> None:
    assert client.get("/preview.jpg").status_code == 503
    assert client.get("/api/v1/board").status_code == 503
    table.picture = Picture(7, b"\xff\xd8 a picture")
    table.board_picture = board_picture(3)
    picture = client.get("/preview.jpg")
    assert (picture.mimetype, picture.data) == ("image/jpeg", b"\xff\xd8 a picture")
    board = client.get("/api/v1/board").get_json()
    assert board["number"] == 3
    assert board["pixels"] == list(board_picture().pixels)
    assert len(board["ring"]) == 60


def test_what_a_browser_knows_already_is_not_sent_again(client: FlaskClient, table: FakeTable) -> None:
    tag = client.get("/api/v1/state").headers["ETag"]
    assert client.get("/api/v1/state", headers={"If-None-Match": tag}).status_code == 304
    table.publish(playing())
    assert client.get("/api/v1/state", headers={"If-None-Match": tag}).status_code == 200


def test_the_state_is_the_whole_snapshot(client: FlaskClient, table: FakeTable) -> None:
    shown = table.publish(real_choice())
    state = client.get("/api/v1/state").get_json()
    assert state["number"] == shown.number
    assert state["view"]["options"][0]["label"] == "SUN AS 10"
    assert state["tray"]["cubes"][3]["face"] == "sun"
    assert state["commands"] == sorted(shown.commands)
