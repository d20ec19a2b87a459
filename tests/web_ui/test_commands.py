"""How a command gets from a phone to the table's door, and what is turned away before."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from controller.ports import Command, Reply
from tests.web_ui.fakes import ADAS_SECRET, FakeTable
from tests.web_ui.scenes import playing

HOME = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


def send(client: FlaskClient, headers: dict[str, str] | None = None, **body: Any) -> TestResponse:
    return client.post("/api/v1/commands", json=body, headers=HOME if headers is None else headers)


@pytest.fixture
def ada(client: FlaskClient) -> FlaskClient:
    """Ada's phone."""
    client.set_cookie("seat", ADAS_SECRET)
    return client


def test_a_command_reaches_the_door_as_the_seat_of_the_cookie(ada: FlaskClient, table: FakeTable) -> None:
    table.reply = Reply(True, "taken", 18)
    answer = send(ada, name="select", value={"option": 1}, event=17, key="a key of some app")
    assert answer.status_code == 200
    assert answer.get_json() == {"accepted": True, "reason": "taken", "event": 18, "value": {}}
    assert table.commands == [Command("select", "s1", {"option": 1}, 17, "a key of some app")]


def test_a_refusal_comes_back_with_the_tables_reason(ada: FlaskClient, table: FakeTable) -> None:
    table.reply = Reply(False, "A Flash must be cleared.", 18)
    answer = send(ada, name="stop", event=17)
    assert answer.status_code == 409
    assert answer.get_json()["reason"] == "A Flash must be cleared."


def test_a_seat_in_the_body_is_refused(ada: FlaskClient, table: FakeTable) -> None:
    answer = send(ada, name="stop", event=17, seat="s2")
    assert answer.status_code == 400
    assert "'seat'" in answer.get_json()["error"]
    assert table.commands == []


@pytest.mark.parametrize("name", ["stop", "roll_on", "undo", "confirm", "start", "skip", "leave", "throw", "rematch"])
def test_without_a_seat_nothing_is_changed(client: FlaskClient, table: FakeTable, name: str) -> None:
    client.set_cookie("seat", "a secret that opens nothing")
    assert send(client, name=name, event=17).status_code == 403
    assert table.commands == []


@pytest.mark.parametrize("headers", [
    {},
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost.evil.example", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "https://localhost", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "null"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://[", "Sec-Fetch-Site": "same-origin"},
], ids=str)
def test_another_sites_page_changes_nothing(ada: FlaskClient, table: FakeTable, headers: dict[str, str]) -> None:
    answer = send(ada, headers, name="stop", event=17)
    assert answer.status_code == 403
    assert "nothing was changed" in answer.get_json()["error"]
    assert table.commands == []


@pytest.mark.parametrize("host", [
    "192.168.7.20:8080", "10.0.0.1", "[fe80::1]:8080", "localhost:8080", "LOCALHOST", "cosmic", "cosmic:8080",
    "cosmic.local", "cosmic.local.:8080", "Tray.example:8080",
])
def test_a_command_to_a_name_of_this_machine_is_heard(
    client: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Cosmic")
    table.publish(playing(address="http://tray.example:8080"))
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    assert send(client, headers, name="sit", value={"name": "Ada"}).status_code == 200


@pytest.mark.parametrize("host", [
    "evil.example", "evil.example:8080", "192.168.7.20.evil.example", "cosmic.evil.example", "localhost.evil.example",
    "evil.local", "[", "192.168.7",
])
@pytest.mark.parametrize("address", ["http://192.168.7.20:8080", ""])
def test_a_name_that_was_made_to_lead_here_changes_nothing(
    client: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch, host: str, address: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "cosmic")
    table.publish(playing(address=address))
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    answer = send(client, headers, name="sit", value={"name": "Ada"})
    assert answer.status_code == 403
    assert "another name" in answer.get_json()["error"]
    assert address in answer.get_json()["error"]
    assert table.commands == []


@pytest.mark.parametrize(("body", "wrong"), [
    (b"", "JSON"), (b"[]", "object"), (b"{", "JSON"), (b"\xff", "JSON"), (b"[" * 500, "nest"),
    (b'{"name": "fly", "event": 1}', "Unknown command 'fly'"), (b'{"name": ["stop"], "event": 1}', "Unknown command"),
    (b'{"name": "stop"}', "'event' is missing"), (b'{"name": "stop", "event": true}', "whole number"),
    (b'{"name": "stop", "event": "17"}', "whole number"), (b'{"name": "stop", "event": 1, "value": [1]}', "'value'"),
    (b'{"name": "stop", "event": 1, "key": 5}', "'key'"),
    (b'{"name": "stop", "event": 1, "key": "123456789012345"}', "16 to 64 characters"),
    (b'{"name": "sit", "value": {"name": "Ada"}, "key": "a"}', "16 to 64 characters"),
    (b'{"name": "sit"}', "what you are called"), (b'{"name": "sit", "value": {"name": 5}}', "what you are called"),
], ids=str)
def test_what_is_no_command_is_told_what_is_wrong(
    ada: FlaskClient, table: FakeTable, body: bytes, wrong: str
) -> None:
    answer = ada.post("/api/v1/commands", data=body, headers=HOME, content_type="application/json")
    assert answer.status_code == 400
    assert wrong in answer.get_json()["error"]
    assert table.commands == []


@pytest.mark.parametrize("body", [
    '{"name": "take_seat", "value": {"token": "\\ud800"}}',
    '{"name": "sit", "value": {"name": "Ada", "\\udfff": 1}}',
    '{"name": "sit", "value": {"name": "Ada"}, "key": "0123456789abcde\\ud800"}',
    '{"name": "sit", "value": {"name": "Ada", "years": 1e999}}',
    '{"name": "sit", "value": {"name": "Ada", "years": [NaN]}}',
])
def test_half_a_character_and_a_number_without_end_are_refused(
    client: FlaskClient, table: FakeTable, body: str
) -> None:
    answer = client.post("/api/v1/commands", data=body, content_type="application/json", headers=HOME)
    assert answer.status_code == 400
    assert "whole characters" in answer.get_json()["error"]
    assert table.commands == []


def test_a_form_of_another_page_is_no_command(ada: FlaskClient, table: FakeTable) -> None:
    answer = ada.post("/api/v1/commands", data='{"name":"stop","event":1}', headers=HOME, content_type="text/plain")
    assert answer.status_code == 415
    assert table.commands == []


def test_a_body_that_is_too_long_is_refused(ada: FlaskClient, table: FakeTable) -> None:
    assert send(ada, name="enter", event=1, value={"cubes": ["5"] * 5000}).status_code == 413
    assert table.commands == []


def test_sitting_down_puts_the_secret_in_a_cookie_and_nowhere_else(client: FlaskClient, table: FakeTable) -> None:
    table.reply = Reply(True, "", 3, {"seat": "s1", "secret": ADAS_SECRET})
    answer = send(client, name="sit", value={"name": "Ada L", "colour": "#ffe119", "seat": "s2"})
    assert table.commands == [Command("sit", None, {"name": "Ada L", "colour": "#ffe119"}, None, None)]
    assert ADAS_SECRET not in answer.text
    assert answer.get_json()["value"] == {"seat": "s1"}
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"seat={ADAS_SECRET};")
    for part in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=31536000"):
        assert part in cookie
    assert client.get("/api/v1/me").get_json() == {"seat": "s1"}


def test_leaving_takes_the_cookie_back(ada: FlaskClient, table: FakeTable) -> None:
    answer = send(ada, name="leave", event=4)
    assert "Max-Age=0" in answer.headers["Set-Cookie"]
    assert ada.get("/api/v1/me").get_json() == {"seat": None}


def test_a_refused_seat_leaves_no_cookie(client: FlaskClient, table: FakeTable) -> None:
    table.reply = Reply(False, "Ada sits here already; choose another name.", 3)
    answer = send(client, name="sit", value={"name": "Ada"})
    assert answer.status_code == 409
    assert "Set-Cookie" not in answer.headers
