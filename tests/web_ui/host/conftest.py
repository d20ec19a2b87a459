"""A table with a host: what the host asks of the server, and the desk on the host's phone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web_ui.conftest import OpenPage
from tests.web_ui.real import ServedTable, served

OPENING = "5 2 10 3 4"
RECORDS = ("/host/log", "/host/journal.sqlite3", "/host/support.zip")


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
