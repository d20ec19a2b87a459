"""The cubes are drawn in the colours that the camera sees, and can be read in all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page

from controller.ports import Snapshot
from tests.web_ui.conftest import OpenPage, Serve
from tests.web_ui.fakes import ADAS_SECRET, FakeTable, shows
from tests.web_ui.scenes import real_choice


def coloured(common: str, odd: str) -> Snapshot:
    shown = real_choice()
    assert shown.tray is not None
    cubes = tuple(replace(cube, colour=odd if cube.odd else common) for cube in shown.tray.cubes)
    return replace(shown, tray=replace(shown.tray, cubes=cubes))


def drawn(page: Page, odd: bool) -> tuple[str, str]:
    cube = page.locator(f"[data-testid=cube][data-odd={str(odd).lower()}]").first
    top = cube.locator(".top").evaluate("node => getComputedStyle(node).fill")
    ink = cube.locator(".ink").evaluate("node => getComputedStyle(node).color")
    return top, ink


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(", ")]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("common", "odd"), [
    ("#f4f0e6", "#c81e1e"), ("#101014", "#e8e4d8"), ("#1f6f3a", "#f2c200"), ("#777777", "#2a4fd0"),
])
def test_cubes_wear_the_colours_that_were_seen(
    table: FakeTable, serve: Serve, open_page: OpenPage, common: str, odd: str
) -> None:
    shown = table.publish(coloured(common, odd))
    page = open_page(serve(), "/", ADAS_SECRET)
    shows(page, shown)
    for is_odd, colour in ((False, common), (True, odd)):
        top, ink = drawn(page, is_odd)
        assert top == f"rgb({int(colour[1:3], 16)}, {int(colour[3:5], 16)}, {int(colour[5:], 16)})"
        lighter, darker = sorted((luminance(top), luminance(ink)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 3, "symbols of graphics need a contrast of 3 to 1"


def test_cubes_of_unknown_colour_are_told_apart_all_the_same(
    table: FakeTable, serve: Serve, open_page: OpenPage
) -> None:
    shown = table.publish(real_choice())
    page = open_page(serve(), "/", ADAS_SECRET)
    shows(page, shown)
    assert drawn(page, True) != drawn(page, False)
