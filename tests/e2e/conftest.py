"""A page, and the built firmware, for the tests across the rooms."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]

@pytest.fixture(scope="session")
def firmware() -> None:
    """The scoreboard's firmware and its simulator, built."""
    if shutil.which("avr-gcc") is None:
        pytest.fail("avr-gcc is missing: run `make test`, which installs what the tests need")
    subprocess.run(["make", "--silent", "-C", str(ROOT / "firmware"), "all", "sim-build"], check=True)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page without cookies."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    yield context.new_page()
    context.close()
