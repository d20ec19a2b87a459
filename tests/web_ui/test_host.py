"""The host's page: who gets in, what leaks, and a whole evening's trouble put right from a phone."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import web_ui
from controller.games.wimpout import RULEBOOK
from controller.host.access import HostAccess
from controller.journal import read_journal
from controller.ports import Device
from controller.table.folding import restore
from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import shows
from tests.web_ui.real import ServedTable, served
from tests.web_ui.test_look import snap
from vision.settings import FAULTS

OPENING = "5 2 10 3 4"


@pytest.fixture
def real(tmp_path: Path) -> Iterator[ServedTable]:
    """Ann, Bob and Cara play; Ann has thrown."""
    with served(tmp_path, rules={"entry": 0}) as table:
        table.evening.play("Ann", "Bob", "Cara")
        table.evening.throw_all(OPENING)
        yield table


Ask = Callable[..., HTTPResponse]


@pytest.fixture
def ask(real: ServedTable) -> Iterator[Ask]:
    """Ask the server: `ask("POST", "/host/session", {"pin": "1"})`, as a page of its own does."""
    connections: list[HTTPConnection] = []

    def send(method: str, path: str, body: Any = None, cookie: str = "", **headers: str) -> HTTPResponse:
        connection = HTTPConnection(real.server.address.removeprefix("http://"), timeout=20)
        connections.append(connection)
        sent = {"Origin": real.server.address, "Content-Type": "application/json", "Cookie": cookie, **headers}
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        return connection.getresponse()

    yield send
    for connection in connections:
        connection.close()


def come_in(ask: Ask, real: ServedTable) -> str:
    """The cookie of a host."""
    answer = ask("POST", "/host/session", {"pin": real.host.access.new_pin()})
    assert answer.status == 200
    return str(answer.getheader("Set-Cookie")).split(";")[0]


def wrong_pin(right: str) -> str:
    return f"{(int(right) + 1) % 10**6:06}"


# --- who gets in ---


def test_the_session_is_a_secret_that_no_script_and_no_other_site_gets(real: ServedTable, ask: Ask) -> None:
    answer = ask("POST", "/host/session", {"pin": real.host.access.new_pin()})
    cookie = str(answer.getheader("Set-Cookie"))
    assert {"HttpOnly", "SameSite=Strict", "Path=/host"} <= {part.strip() for part in cookie.split(";")}
    assert json.loads(answer.read()) == {"accepted": True, "reason": ""}
    assert answer.getheader("Cache-Control") == "no-store"


HOSTS = (("GET", "/host/view"), ("POST", "/host/commands"), ("POST", "/host/leave"))
RECORDS = ("/host/log", "/host/journal.sqlite3", "/host/support.zip")


@pytest.mark.parametrize("cookie", ["", "host=", "host=guessed", "seat={secret}", "host={secret}"])
def test_without_a_hosts_session_there_is_nothing_to_see_or_do(real: ServedTable, ask: Ask, cookie: str) -> None:
    real.host.access.new_pin()
    cookie = cookie.format(secret=real.evening.secrets["Ann"])
    before = real.evening.now
    for method, path in HOSTS:
        answer = ask(method, path, {"name": "pause", "event": before.event}, cookie)
        assert answer.status == 403
        assert set(json.loads(answer.read())) == {"accepted", "reason"}
    for path in RECORDS:
        answer = ask("GET", path, cookie=cookie)
        assert (answer.status, answer.getheader("Location")) == (303, "/host")
    assert b'id="pin"' in ask("GET", "/host", cookie=cookie).read()
    assert real.evening.now == before


def test_wrong_pins_are_told_and_make_everybody_wait(real: ServedTable, ask: Ask) -> None:
    pin = real.host.access.new_pin()
    answers = [ask("POST", "/host/session", {"pin": wrong_pin(pin)}) for _ in range(6)]
    assert [answer.status for answer in answers] == [403, 403, 403, 403, 429, 429]
    assert "not the PIN" in json.loads(answers[0].read())["reason"]
    assert answers[4].getheader("Retry-After") == "30"
    assert "seconds" in json.loads(answers[4].read())["reason"]
    assert ask("POST", "/host/session", {"pin": pin}).status == 429, "from another phone, too"
    real.evening.clock.travel(30)
    assert ask("POST", "/host/session", {"pin": pin}).status == 200


@pytest.mark.parametrize("body", [None, [], {}, {"pin": 123456}, {"pin": ""}, {"pin": "1" * 33}, {"pin": None}, "1"])
def test_what_is_no_pin_is_no_try(real: ServedTable, ask: Ask, body: Any) -> None:
    pin = real.host.access.new_pin()
    for _ in range(6):
        assert ask("POST", "/host/session", body).status == 400
    assert ask("POST", "/host/session", {"pin": pin}).status == 200


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""},
                                     {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}])
@pytest.mark.parametrize("path", ["/host/session", "/host/commands", "/host/leave"])
def test_another_sites_page_changes_nothing(real: ServedTable, ask: Ask, path: str, headers: dict[str, str]) -> None:
    cookie = come_in(ask, real)
    before = real.evening.now
    answer = ask("POST", path, {"name": "pause", "event": before.event, "pin": "1"}, cookie, **headers)
    assert answer.status == 403
    assert real.evening.now == before
    assert ask("GET", "/host/view", cookie=cookie).status == 200


def test_a_pin_made_anew_in_another_process_ends_the_session_at_once(
    real: ServedTable, ask: Ask, tmp_path: Path
) -> None:
    cookie = come_in(ask, real)
    assert ask("GET", "/host/view", cookie=cookie).status == 200
    pin = HostAccess(tmp_path, real.evening.clock).new_pin()
    assert ask("GET", "/host/view", cookie=cookie).status == 403
    assert ask("POST", "/host/session", {"pin": pin}).status == 200


def test_who_stops_being_the_host_is_no_host_any_more(real: ServedTable, ask: Ask) -> None:
    cookie = come_in(ask, real)
    assert ask("POST", "/host/leave", cookie=cookie).status == 200
    assert ask("GET", "/host/view", cookie=cookie).status == 403


def test_no_phone_speaks_as_the_host(real: ServedTable, ask: Ask) -> None:
    event, cookie = real.evening.now.event, f"seat={real.evening.secrets['Ann']}"
    for name in ("pause", "remove", "reseat", "end"):
        answer = ask("POST", "/api/v1/commands", {"name": name, "event": event, "value": {}}, cookie)
        assert answer.status == 400
    answer = ask("POST", "/api/v1/commands", {"name": "skip", "event": event, "host": True}, cookie)
    assert answer.status == 400
    assert real.evening.view.to_act == real.evening.seats["Ann"]


@pytest.mark.parametrize("body", [{"name": "pause"}, {"name": "fly", "event": 1}, {"name": "end", "event": "x"}, []])
def test_a_hosts_command_says_what_it_is_and_for_which_state(real: ServedTable, ask: Ask, body: Any) -> None:
    assert ask("POST", "/host/commands", body, come_in(ask, real)).status == 400


def test_a_hosts_command_too_late_is_refused_and_twice_counts_once(real: ServedTable, ask: Ask) -> None:
    cookie, event = come_in(ask, real), real.evening.now.event
    real.evening.do("stop")
    answer = ask("POST", "/host/commands", {"name": "undo", "event": event}, cookie)
    assert answer.status == 409
    assert "moved on" in json.loads(answer.read())["reason"]
    command = {"name": "undo", "event": real.evening.now.event, "key": "one press of many"}
    assert [ask("POST", "/host/commands", command, cookie).status for _ in range(2)] == [200, 200]
    assert real.evening.kinds().count("undone") == 1


# --- what is taken away ---


def test_no_page_and_no_record_holds_a_secret(real: ServedTable, ask: Ask, tmp_path: Path) -> None:
    cookie = come_in(ask, real)
    command = {"name": "reseat", "event": real.evening.now.event, "value": {"seat": real.evening.seats["Ann"]}}
    link = json.loads(ask("POST", "/host/commands", command, cookie).read())["value"]["link"]
    token = link.split("#")[1]
    answers = [ask("GET", path, cookie=cookie) for path in
               ("/host", "/host/view", *RECORDS, "/api/v1/state", "/", "/score", "/seat", "/big")]
    assert {answer.status for answer in answers} == {200}
    told = b"".join(_whole(answer.read()) for answer in answers)
    keys = json.loads((tmp_path / "host.json").read_text())
    secrets = [*real.evening.secrets.values(), token, cookie.removeprefix("host="), keys["pin_hash"], keys["salt"]]
    assert [secret for secret in secrets if secret.encode() in told] == []


def _whole(content: bytes) -> bytes:
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def test_the_journal_that_is_taken_away_is_whole_and_gives_the_same_table(
    real: ServedTable, ask: Ask, tmp_path: Path
) -> None:
    answer = ask("GET", "/host/journal.sqlite3", cookie=come_in(ask, real))
    assert "attachment" in str(answer.getheader("Content-Disposition"))
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(answer.read())
    assert read_journal(copy) == real.evening.events
    assert restore(read_journal(copy), RULEBOOK).secrets, "phones keep their seats at a table that goes on with it"
    assert sorted(path.name for path in tmp_path.glob("journal*")) == [
        "journal.sqlite", "journal.sqlite-shm", "journal.sqlite-wal", "journal.sqlite.lock"
    ]


def test_the_bundle_holds_what_helps_and_seats_are_opened_by_nothing_in_it(
    real: ServedTable, ask: Ask, tmp_path: Path
) -> None:
    (tmp_path / "tray.log").write_text("a line of the log\n")
    real.evening.table.device(Device("scoreboard", "/dev/ttyUSB0", "trouble", "No answer for 4 s."))
    answer = ask("GET", "/host/support.zip", cookie=come_in(ask, real))
    with zipfile.ZipFile(io.BytesIO(answer.read())) as archive:
        assert archive.testzip() is None
        texts = {name: archive.read(name) for name in archive.namelist()}
    assert sorted(texts) == [
        "README.txt", "doctor.json", "journal.sqlite3", "settings.json", "state.json", "tray.log", "versions.json"
    ]
    health = {part["part"]: part["health"] for part in json.loads(texts["doctor.json"])["parts"]}
    assert (health["scoreboard"], health["journal"]) == ("broken", "fine")
    assert json.loads(texts["versions.json"])["packages"]["flask"]
    assert json.loads(texts["settings.json"])["table"]["seats"] == 12
    assert texts["tray.log"] == b"a line of the log\n"
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(texts["journal.sqlite3"])
    events = read_journal(copy)
    assert [event.kind for event in events] == real.evening.kinds()
    hashes = [event.payload["secret"] for event in real.evening.events if "secret" in event.payload]
    assert len(hashes) == 3
    assert not any(one.encode() in texts["journal.sqlite3"] for one in hashes)
    assert restore(events, RULEBOOK).view == real.evening.view
    with closing(sqlite3.connect(copy)) as changed, pytest.raises(sqlite3.Error, match="append-only"):
        changed.execute("DELETE FROM events")


def test_the_evening_is_told_newest_first_and_goes_on(real: ServedTable, ask: Ask) -> None:
    cookie = come_in(ask, real)
    first = ask("GET", "/host/log", cookie=cookie).read().decode()
    assert "Ann throws 5 2 10 3 4*: 15 points, 15 at stake; may stop." in first
    real.evening.do("stop")
    second = ask("GET", "/host/log", cookie=cookie).read().decode()
    assert second.index("Ann stops: 15 points banked.") < second.index("Ann throws 5 2 10 3 4*")
    assert second.count("Ann sits down.") == 1


def test_a_long_evening_is_told_page_by_page(
    real: ServedTable, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web_ui.host.LINES_A_PAGE", 3)
    cookie = come_in(ask, real)
    path: str | None = "/host/log"
    pages = []
    while path:
        page = ask("GET", path, cookie=cookie).read().decode()
        pages.append([int(number) for number in re.findall(r'<li value="(\d+)"', page)])
        assert ('data-testid="newest"' in page) == (len(pages) > 1)
        earlier = re.search(r'<a href="(/host/log\?before=\d+)"', page)
        path = earlier[1] if earlier else None
    told = [event for page in pages for event in page]
    assert told == [event.id for event in reversed(real.evening.events)]
    assert all(len(page) == 3 for page in pages[:-1])
    for odd in ("x", "-1", "9" * 400, ""):
        assert ask("GET", f"/host/log?before={odd}", cookie=cookie).status == 200


def test_the_log_of_a_huge_evening_is_one_short_page(real: ServedTable, ask: Ask) -> None:
    cookie = come_in(ask, real)
    last = real.evening.events[-1]
    with closing(sqlite3.connect(real.evening.path)) as journal, journal:
        journal.executemany(
            "INSERT INTO events (id, evening, game, at, version, kind, payload)"
            " VALUES (?, ?, 0, ?, 1, 'paused', '{}')",
            ((last.id + i, last.evening, last.at) for i in range(1, 20_001)),
        )
    page = _whole(ask("GET", "/host/log", cookie=cookie).read())
    assert page.count(b"<li value=") == 200
    assert len(page) < 60_000


# --- the page ---


def desk(open_page: OpenPage, real: ServedTable, size: tuple[int, int] = (360, 740)) -> Page:
    """The host's phone, which has come in by the PIN."""
    page = open_page(real.server, "/host")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_test_id("pin").fill(real.host.access.new_pin())
    page.get_by_test_id("enter").tap()
    page.wait_for_selector(f"body[data-number='{real.evening.now.number}']")
    return page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


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
        host = desk(open_page, real)
        host.get_by_test_id("part-next").locator("summary").first.tap()
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
        host = desk(open_page, real)
        host.get_by_test_id("part-next").locator("summary").first.tap()
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


def test_the_machine_is_told_and_the_game_ended(real: ServedTable, open_page: OpenPage) -> None:
    host = desk(open_page, real)
    host.get_by_test_id("part-machine").locator("summary").tap()
    real.evening.table.device(Device("camera", "/dev/video0", "trouble", "It was unplugged."))
    expect(host.get_by_test_id("machine").locator("[data-part=camera]")).to_contain_text("trouble")
    expect(host.get_by_test_id("machine").locator("[data-part=camera]")).to_contain_text("It was unplugged.")
    host.get_by_test_id("part-next").locator("summary").first.tap()
    host.get_by_test_id("end").tap()
    host.get_by_test_id("sure-yes").tap()
    expect(host.get_by_test_id("start")).to_be_visible()
    host.get_by_test_id("log").tap()
    expect(host.get_by_test_id("log")).to_contain_text("The game is closed: the host ends it.")


def test_nothing_moves_from_under_the_finger_once_the_desk_is_there(real: ServedTable, open_page: OpenPage) -> None:
    host = desk(open_page, real)
    host.add_init_script("""
        const height = (node) => node.getBoundingClientRect().top;
        window.places = () => Array.from(document.querySelectorAll("main > details > summary"), height);
        new MutationObserver(() => {
          if (document.body?.dataset.number) window.first ??= places();
        }).observe(document, { attributes: true, subtree: true });
    """)
    host.reload()
    expect(host.get_by_test_id("undo")).to_be_visible()
    host.wait_for_load_state("networkidle")
    assert host.evaluate("first") == host.evaluate("places()")


def test_the_desk_is_there_though_its_view_is_never_answered(real: ServedTable, open_page: OpenPage) -> None:
    host = desk(open_page, real)
    host.route("**/host/view*", lambda _: None)
    host.reload()
    host.get_by_test_id("pause").tap()
    expect(host.get_by_test_id("resume")).to_be_visible()
    host.unroute("**/host/view*")
    host.get_by_test_id("resume").tap()
    expect(host.get_by_test_id("undo")).to_be_visible()


def test_a_name_is_a_name_whatever_it_looks_like(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path) as real:
        real.evening.sit("<i>Ann</i>")
        host = desk(open_page, real)
        host.get_by_test_id("part-seats").locator("summary").tap()
        expect(host.get_by_test_id("seat").locator("bdi")).to_have_text("<i>Ann</i>")
        host.get_by_test_id("remove").tap()
        expect(host.get_by_test_id("sure")).to_contain_text("Remove <i>Ann</i>?")
        host.goto(f"{real.server.address}/host/log")
        expect(host.get_by_test_id("log")).to_contain_text("<i>Ann</i> sits down.")


def test_a_new_pin_sends_a_host_back_to_the_door(real: ServedTable, open_page: OpenPage) -> None:
    host = desk(open_page, real)
    real.host.access.new_pin()
    real.evening.do("stop")
    expect(host.get_by_test_id("pin")).to_be_visible()


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (1280, 800)])
def test_everything_fits_and_is_large_enough_for_a_thumb(
    real: ServedTable, open_page: OpenPage, size: tuple[int, int]
) -> None:
    host = desk(open_page, real, size)
    for part in ("past", "seats", "next", "machine"):
        host.get_by_test_id(f"part-{part}").locator("summary").first.tap()
    expect(host.get_by_test_id("next-rules")).to_be_visible()
    host.get_by_test_id("next-rules").tap()
    assert fits(host)
    small = host.evaluate("""[...document.querySelectorAll("main :is(button, select, input, summary, .records a)")]
      .filter((node) => node.offsetParent && !node.closest(".rule") && node.getBoundingClientRect().height < 44)
      .map((node) => node.outerHTML.slice(0, 80))""")
    assert small == []
    found = Axe().run(host)
    assert found.violations_count == 0, found.generate_report()
    snap(host, f"host-{size[0]}")


def test_a_simulated_camera_goes_wrong_by_menu(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path, shows=False, with_hands=True) as table:
        table.evening.play("ANN", "BOB")
        host = desk(open_page, table)
        host.get_by_test_id("part-machine").locator("summary").tap()
        host.get_by_test_id("fault-frozen").tap()
        expect(host.get_by_test_id("fault-frozen")).to_have_attribute("aria-pressed", "true")
        assert table.evening.hands is not None
        assert table.evening.hands.fault == "frozen"
        assert fits(host)
        snap(host, "host-faults")
        host.get_by_test_id("fault-none").tap()
        expect(host.get_by_test_id("fault-none")).to_have_attribute("aria-pressed", "true")
        assert table.evening.hands.fault is None


def test_where_the_camera_is_real_there_is_no_such_menu(real: ServedTable, open_page: OpenPage) -> None:
    host = desk(open_page, real)
    host.get_by_test_id("part-machine").locator("summary").tap()
    expect(host.get_by_test_id("journal")).to_be_visible()
    expect(host.get_by_test_id("faults")).to_be_hidden()


def test_the_menu_has_everything_that_can_go_wrong() -> None:
    menu = (Path(web_ui.__file__).parent / "static" / "hostfaults.js").read_text(encoding="utf-8")
    assert [fault for fault in FAULTS if f'["{fault}", _(' not in menu] == []
