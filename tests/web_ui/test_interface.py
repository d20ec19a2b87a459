"""What the interface says of itself: every address, every value, and the example in docs/api.md."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from controller.ports import Picture, Snapshot
from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import FakeTable
from tests.web_ui.pictures import board_picture
from tests.web_ui.scenes import ADA, by_hand, finished, must_clear, playing, real_choice, seating, unsure
from tests.web_ui.stream import Stream
from web_ui.openapi import undescribed as undescribed_addresses
from web_ui.wishes import undescribed as undescribed_commands

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
STATES: dict[str, Callable[[], Snapshot]] = {
    "seating": lambda: seating(ADA), "throw": playing, "choice": real_choice, "must": must_clear,
    "unsure": lambda: unsure(answer=(4, "6", "s1")), "hand": by_hand, "over": finished,
}


@pytest.fixture
def described(client: FlaskClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/openapi.json").get_json()
    return document


def check(described: dict[str, Any], path: str, value: Any, status: int = 200) -> None:
    """Fail unless the value is as described, with no key that the description doesn't know."""
    answer = described["paths"][path]["get"]["responses"][str(status)]["content"]["application/json"]["schema"]
    whole = {**answer, "components": _closed(described["components"])}
    jsonschema_rs.validate(whole, value)


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(one) for key, one in schema.items()}
    if "properties" in schema and isinstance(schema["properties"], dict):
        closed.setdefault("additionalProperties", False)
    return closed


def test_every_address_and_every_command_is_described(client: FlaskClient) -> None:
    assert undescribed_addresses(client.application) == []
    assert undescribed_commands() == set()


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_as_described(
    client: FlaskClient, table: FakeTable, described: dict[str, Any], state: str
) -> None:
    table.publish(STATES[state]())
    check(described, "/api/v1/state", client.get("/api/v1/state").get_json())


def test_a_value_that_is_not_as_described_is_noticed(
    client: FlaskClient, table: FakeTable, described: dict[str, Any]
) -> None:
    table.publish(real_choice())
    state = client.get("/api/v1/state").get_json()
    for broken in ({**state, "more": 1}, {**state, "stage": "asleep"}, {**state, "view": {}}):
        with pytest.raises(jsonschema_rs.ValidationError):
            check(described, "/api/v1/state", broken)


def test_board_and_rules_are_as_described(client: FlaskClient, table: FakeTable, described: dict[str, Any]) -> None:
    check(described, "/api/v1/board", client.get("/api/v1/board").get_json(), 503)
    table.board_picture = board_picture(3)
    check(described, "/api/v1/board", client.get("/api/v1/board").get_json())
    check(described, "/api/v1/rules", client.get("/api/v1/rules").get_json())
    check(described, "/api/v1/me", client.get("/api/v1/me").get_json())
    table.picture = Picture(1, b"\xff\xd8")
    pictures = described["paths"]["/preview.jpg"]["get"]["responses"]["200"]["content"]
    assert client.get("/preview.jpg").mimetype in pictures


def test_what_comes_on_a_line_is_as_described(
    table: FakeTable, serve: Serve, described: dict[str, Any]
) -> None:
    table.board_picture = board_picture(1)
    line = Stream(serve(), "/api/v1/events?board")
    try:
        check(described, "/api/v1/board", line.next("board")[1])
        shown = table.publish(real_choice())
        number, state = line.next("state")
        check(described, "/api/v1/state", state)
        assert number == str(state["number"]) == str(shown.number)
    finally:
        line.close()


def test_the_description_can_be_read_by_people(table: FakeTable, serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(), "/api/v1/", big=True)
    expect(page.get_by_test_id("operation").filter(has_text="GET /api/v1/state")).to_contain_text("Snapshot")
    page.get_by_role("link", name="Snapshot").first.click()
    expect(page.locator("#Snapshot")).to_be_in_viewport()
    leading = page.locator('a[href^="#"]').evaluate_all("links => links.map((one) => one.hash)")
    assert [one for one in set(leading) if page.locator(one).count() != 1] == []


def test_the_example_for_a_display_shows_the_score(table: FakeTable, serve: Serve, tmp_path: Path) -> None:
    table.publish(real_choice())
    found = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    example = tmp_path / "score.py"
    example.write_text(found[1].replace("http://tray.local:8080", serve().address), encoding="utf-8")
    with subprocess.Popen([sys.executable, "-u", example], stdout=subprocess.PIPE, text=True) as display:
        assert display.stdout is not None
        assert display.stdout.readline() == "Ada 120, Ben 235, Sol 0 | 45 at stake\n"
        table.publish(finished())
        assert display.stdout.readline() == "Ada 120, Ben 515, Sol 0 | 0 at stake\n"
        display.kill()
