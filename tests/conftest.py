"""The browser of the tests: one for all of them, since a second would not start beside it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without any errand of its own on the network."""
    if shutil.which(CHROMIUM) is None:
        raise RuntimeError(f"{CHROMIUM} is missing. Run `make test`, or install it: sudo apt-get install chromium")
    quiet = ("background-networking", "component-update", "sync", "gpu", "quic", "default-apps", "dev-shm-usage")
    arguments = ["--headless=new", "--no-sandbox", "--no-first-run", *(f"--disable-{part}" for part in quiet)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()
