"""How the parts of the machine are, on the big screen."""

from __future__ import annotations

from playwright.sync_api import expect

from controller.ports import Device
from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import FakeTable
from tests.web_ui.scenes import playing
from web_ui.server import WebServer

HAS_NONE = (
    Device("camera", "/dev/video0", "fine"),
    Device("panel", "off", "off"),
    Device("scoreboard", "auto", "off", "No scoreboard is plugged in; the table plays without one."),
    Device("tray light", "off", "off"),
)


def test_what_a_table_has_not_got_is_no_news_and_what_fails_is(
    server: WebServer, table: FakeTable, open_page: OpenPage
) -> None:
    failing = (*HAS_NONE[:3], Device("tray light", "pwm", "trouble", "Add the line dtoverlay=pwm."))
    table.publish(playing(devices=failing))
    page = open_page(server, "/big", big=True)
    expect(page.locator(".devices li")).to_have_text(["tray light: trouble Add the line dtoverlay=pwm."])
    table.publish(playing(devices=(Device("camera", "/dev/video0", "off"), *HAS_NONE[1:])))
    expect(page.locator(".devices li")).to_have_text(["camera: off"])
    table.publish(playing(devices=HAS_NONE))
    expect(page.locator(".devices li")).to_have_count(0)
