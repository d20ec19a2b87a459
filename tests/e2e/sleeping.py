"""A phone that can be put to sleep as a real one sleeps: its page is out of sight, then frozen, and its line dies.

Playwright keeps every page of its own awake, as if it were always looked at. So this phone is a Chromium of its own,
to which Playwright only connects.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.chromium import ARGUMENTS, CHROMIUM
from tests.web_ui.fakes import Cable

START_S = 60.0
SIZE = {"width": 360, "height": 740}
DIARY = """
  window.diary = [];
  for (const kind of ["visibilitychange", "freeze", "resume"]) {
    const what = () => (kind === "visibilitychange" ? document.visibilityState : kind);
    document.addEventListener(kind, () => window.diary.push([what(), Number(document.body.dataset.number)]));
  }
"""


class SleepyPhone:
    """A phone with one page. Asleep it answers nothing, so nothing may be asked of `page` until it wakes."""

    def __init__(self, context: BrowserContext, cable: Cable) -> None:
        self.context = context
        self._cable = cable
        context.add_init_script(DIARY)
        self.page: Page = context.new_page()
        self.page.set_viewport_size(SIZE)
        self._devtools: CDPSession = context.new_cdp_session(self.page)

    def open(self, path: str) -> None:
        """Look at a page of the table."""
        self.page.goto(self._cable.address + path)
        self.page.wait_for_selector("body[data-line='live']")

    def sleep(self) -> None:
        """Lock the phone: something else is in front of the page, and it is frozen, so that no timer of it runs. The
        connections that it has are dead from now on, and it isn't told."""
        self._in_front = self.context.new_page()
        self._in_front.bring_to_front()
        self._devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
        self._cable.renew()

    def wake(self) -> None:
        """Unlock it: the page thaws, and is looked at."""
        self._devtools.send("Page.setWebLifecycleState", {"state": "active"})
        self.page.bring_to_front()
        self._in_front.close()

    @property
    def diary(self) -> list[tuple[str, int]]:
        """What has happened to the page, hidden, freeze, resume or visible, each with the number of the state that it
        showed then."""
        return [(what, number) for what, number in self.page.evaluate("window.diary")]


@contextmanager
def sleepy_phone(browser: Browser, folder: Path, address: str) -> Iterator[SleepyPhone]:
    """A phone at the table of `address`, beside those of `browser`; its Chromium keeps its things in `folder`."""
    cable = Cable(address)
    with subprocess.Popen(
        [CHROMIUM, *ARGUMENTS, f"--user-data-dir={folder}", "--remote-debugging-port=0", "about:blank"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:
        try:
            port = _port(folder / "DevToolsActivePort", process)
            connected = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}", no_defaults=True)
            yield SleepyPhone(connected.contexts[0], cable)
            connected.close()
        finally:
            process.terminate()
            cable.close()


def _port(file: Path, process: subprocess.Popen[bytes]) -> int:
    deadline = time.monotonic() + START_S
    while not (file.is_file() and file.read_text(encoding="ascii").strip()):
        assert process.poll() is None, f"Chromium ended with {process.returncode}"
        assert time.monotonic() < deadline, "Chromium says no port to connect to"
        time.sleep(0.02)
    return int(file.read_text(encoding="ascii").split()[0])
