"""What all tests share: the browser, since a second would not start beside it, and signals as a terminal has them."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.chromium import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session", autouse=True)
def signals_as_in_a_terminal() -> None:
    """Neither ignored: nohup and a shell's background would hand that down to the tests and all that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
