"""The browser in which pages are looked at."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = "/usr/bin/chromium"
_WITHOUT = ("background-networking", "component-update", "sync", "gpu", "quic", "default-apps", "dev-shm-usage")
ARGUMENTS = ("--headless=new", "--no-sandbox", "--no-first-run", *(f"--disable-{part}" for part in _WITHOUT))
"""No window, and no errand of its own on the network."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without any errand of its own on the network.

    Raises:
        RuntimeError: it isn't installed.
    """
    if shutil.which(CHROMIUM) is None:
        raise RuntimeError(f"{CHROMIUM} is missing. Run `make test`, or install it: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()
