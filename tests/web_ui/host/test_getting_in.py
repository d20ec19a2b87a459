"""Who gets in as the host, and who does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.host.access import HostAccess
from tests.web_ui.host.conftest import RECORDS, Ask, come_in, wrong_pin
from tests.web_ui.real import ServedTable


def test_the_session_is_a_secret_that_no_script_and_no_other_site_gets(real: ServedTable, ask: Ask) -> None:
    answer = ask("POST", "/host/session", {"pin": real.host.access.new_pin()})
    cookie = str(answer.getheader("Set-Cookie"))
    assert {"HttpOnly", "SameSite=Strict", "Path=/host"} <= {part.strip() for part in cookie.split(";")}
    assert json.loads(answer.read()) == {"accepted": True, "reason": ""}
    assert answer.getheader("Cache-Control") == "no-store"


HOSTS = (("GET", "/host/view"), ("POST", "/host/commands"), ("POST", "/host/leave"))


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
