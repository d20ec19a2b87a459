"""The host's desk: the machine, its menus, and that it fits and stays still."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import web_ui
from controller.ports import Device
from tests.web_ui.conftest import OpenPage
from tests.web_ui.host.conftest import desk, fits
from tests.web_ui.real import ServedTable, served
from tests.web_ui.test_look import snap
from vision.settings import FAULTS


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
