"""What a game counts beside points stands beside the player's name."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import FakeTable
from tests.web_ui.scenes import playing, view
from web_ui.server import WebServer


@pytest.mark.parametrize("address", ["/big", "/score"])
def test_train_wrecks_tokens_and_interrupted_turns_are_shown(
    server: WebServer, table: FakeTable, open_page: OpenPage, address: str
) -> None:
    ada, ben, *others = view().standings
    counts = {"tokens": 2, "train_wrecks": 1}
    standings = (ada._replace(counts=counts), ben._replace(interrupted=True), *others)
    table.publish(playing(view(standings=standings)))
    page = open_page(server, address, big=address == "/big")
    expect(page.locator(f'[data-seat="{ada.seat}"] small')).to_have_text("2 tokens · 1 train wreck")
    expect(page.locator(f'[data-seat="{ben.seat}"] small')).to_have_text("turn to go on")
