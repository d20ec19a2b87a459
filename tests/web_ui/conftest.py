"""Applications, servers and browsers for the tests of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Request, expect

from tests.web_ui.fakes import FakePreview, FakeTable
from web_ui.app import create_app
from web_ui.fanout import Fanout
from web_ui.server import WebServer

PATIENCE_MS = 20_000
"""How long a page may take to show what it should: a busy machine is no failure."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def client(table: FakeTable) -> Iterator[FlaskClient]:
    """A Flask client of an application that is stopped afterwards."""
    fanout = Fanout(table, table.board)
    fanout.start()
    yield create_app(table, table, FakePreview(table), table.board, max_streams=2, fanout=fanout).test_client()
    fanout.stop()


Serve = Callable[..., WebServer]


@pytest.fixture
def serve(table: FakeTable) -> Iterator[Serve]:
    """Start a real server over the table: `serve(max_streams=8)`."""
    running: list[WebServer] = []

    def start(**more: Any) -> WebServer:
        settings = {"host": "127.0.0.1", "port": 0, "max_streams": 8} | more
        server = WebServer(table, table, FakePreview(table), table.board, **settings)
        server.start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def server(serve: Serve) -> WebServer:
    return serve()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a page: `open_page(server, "/", secret=ADAS_SECRET)` on a phone, `big=True` on a 1080p screen.

    Every page fails its test when a script of it fails or is refused by the Content-Security-Policy, and when
    it asks another machine for something.
    """
    contexts = []
    troubles: list[str] = []

    def stays_here(server: WebServer, request: Request) -> None:
        if not request.url.startswith(server.address):
            troubles.append(f"asks another machine: {request.url}")

    def open_(server: WebServer, path: str = "/", secret: str | None = None, big: bool = False, **more: Any) -> Page:
        size = {"width": 1920, "height": 1080} if big else {"width": 360, "height": 740}
        phone = {} if big else {"device_scale_factor": 2, "is_mobile": True, "has_touch": True}
        context = browser.new_context(**({"viewport": size} | phone | more))
        contexts.append(context)
        if secret is not None:
            context.add_cookies([{"name": "seat", "value": secret, "url": server.address, "httpOnly": True}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.on("console", lambda line: troubles.append(line.text) if "Content Security" in line.text else None)
        page.on("request", lambda request: stays_here(server, request))
        page.goto(server.address + path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert troubles == []
