"""An evening as people have it: phones, a big screen and a watcher at one table, from the first seat to the rematch.

Everything is real but the tray, which is simulated: the table in a process of its own, its reader in another, and
Chromium.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Expect, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from controller.journal import read_journal
from tests.e2e.running import RunningTray
from tests.e2e.sleeping import sleepy_phone
from tests.waiting import wait_until
from tests.web_ui.fakes import Cable

CONFIG = """
[table]
think_seconds = 0.2
[rules]
goal = 70
entry = 0
[simulation]
seed = 20
lean_chance = 0.0
[scoreboard]
source = "model"
"""
PATIENCE_MS = 60_000
expect = Expect()  # of this evening alone: what is set on Playwright's own is set for all tests
expect.set_options(timeout=PATIENCE_MS)
STALE_MS = 15_000
"""The banner comes within three seconds; a machine that is much too slow may take longer."""


class Evening:
    """The table, which may be switched off and on again, and all who look at it. `cable`: one phone's line to it."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self._folder, self.browser = folder, browser
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.strangers: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.switch_on()
        self.cable = Cable(self.address)

    def switch_on(self) -> None:
        self.table = RunningTray(self._folder, "--port", str(self._port), "--scoreboard", "model", config=CONFIG)
        self.address = self.table.address

    def open(self, path: str, big: bool = False, address: str | None = None) -> Page:
        """A browser of its own, with cookies of its own; what it asks of another machine is noted."""
        phone = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
        context = self.browser.new_context(**({"viewport": {"width": 1920, "height": 1080}} if big else phone))
        context.on("request", lambda request: None if request.url.startswith((self.address, self.cable.address))
                   else self.strangers.append(request.url))
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto((address or self.address) + path)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.cable.close()
        if self.table.process.poll() is None:
            self.table.kill()


@pytest.fixture
def evening(tmp_path: Path, browser: Browser) -> Iterator[Evening]:
    one = Evening(tmp_path, browser)
    yield one
    one.close()


def sit_down(evening: Evening, name: str, address: str) -> Page:
    page = evening.open("/join", address=address)
    page.wait_for_selector("body[data-line='live']")
    page.get_by_test_id("name").tap()
    page.keyboard.type(name)
    page.get_by_test_id("sit").tap()
    page.wait_for_url(address + "/")
    return page


def press(button: Locator) -> bool:
    """Tap the button if it is there and may be pressed; the next state may take it away at any moment."""
    try:
        if button.count() == 0 or not button.is_visible() or not button.is_enabled(timeout=1000):
            return False
        button.tap(timeout=1000)
    except PlaywrightTimeoutError:
        return False
    return True


def act(phones: list[Page], who_stops: list[Page] | None = None) -> None:
    """Whoever can do something does it: answer, agree, stop (all, or `who_stops`), else throw."""
    for page in phones:
        question = page.get_by_test_id("question").locator(".answers button").first
        stop = [page.get_by_test_id("stop")] if who_stops is None or page in who_stops else []
        for button in (question, page.get_by_test_id("confirm"), *stop):
            if press(button):
                return
    for page in phones:
        if page.get_by_test_id("stop").is_hidden() and press(page.get_by_test_id("throw")):
            return


def play_until(evening: Evening, phones: list[Page], what: str, is_so: Callable[[], bool]) -> None:
    """People and the computer player play on until something is so."""

    def done() -> bool:
        if is_so():
            return True
        act(phones)
        return False

    try:
        wait_until(what, done, 180)
    except AssertionError as error:
        shown = [page.inner_text("body") for context in evening.contexts for page in context.pages]
        said = evening.table.output
        raise AssertionError(f"{error}; the screens show {shown}; the table printed {said}") from error


def plays_until(
    phones: list[Page], who_stops: list[Page], what: str, seen: Callable[[Page], bool]
) -> tuple[Page, Page]:
    """People play until a phone shows something: that phone, and the other one."""

    def found() -> Page | None:
        for page in phones:
            if seen(page):
                return page
        act(phones, who_stops)
        return None

    first = wait_until(what, found, 120)
    return first, next(page for page in phones if page is not first)


def shown_number(page: Page) -> int:
    """The number of the state that a page shows."""
    return int(page.locator("body").get_attribute("data-number") or 0)


def score(page: Page) -> list[str]:
    return page.locator("#standings .total").all_inner_texts()


def test_an_evening_with_everything_that_happens_in_one(evening: Evening, tmp_path: Path) -> None:
    ann = sit_down(evening, "Ann", evening.cable.address)
    bob = sit_down(evening, "Bob", evening.address)
    big, watcher = evening.open("/big", big=True), evening.open("/score")
    everybody = [ann, bob, big, watcher]
    expect(big.get_by_test_id("standings").locator("bdi")).to_have_text(["Ann", "Bob"])
    ann.get_by_test_id("computers-1").tap()
    ann.get_by_test_id("start").tap()
    for page in everybody:
        expect(page.locator("#standings li")).to_have_count(3)

    # A vote: one proposes, the other agrees, and everybody is told.
    bob.get_by_test_id("change-rule").tap()
    bob.get_by_test_id("rule-sampler-25").tap()
    bob.get_by_test_id("propose").tap()
    ann.get_by_test_id("rule-yes").tap()
    for page in (ann, bob):
        expect(page.get_by_test_id("outcome")).to_contain_text("sampler")
        page.get_by_test_id("rule-seen").tap()

    # A misread: who threw names another face, the other player agrees.
    thrower, other = plays_until([ann, bob], [], "a throw to correct", lambda page: (
        page.get_by_test_id("was-misread").is_visible() and page.get_by_test_id("stop").is_visible()
    ))
    thrower.get_by_test_id("was-misread").tap()
    read = thrower.get_by_test_id("slot-0").get_attribute("aria-label")
    thrower.get_by_test_id("slot-0").tap()
    thrower.locator("#misread .keys .answer:not(.chosen)").first.tap()
    expect(thrower.get_by_test_id("slot-0")).not_to_have_attribute("aria-label", read or "")
    thrower.get_by_test_id("misread-ask").tap()
    other.get_by_test_id("agree").tap()
    expect(thrower.get_by_test_id("takeback")).to_be_hidden()
    expect(other.get_by_test_id("takeback")).to_be_hidden()

    # A stop that is taken back: Bob's, for it is Ann who comes after him, and she doesn't throw at once.
    stopper, other = plays_until([ann, bob], [ann], "a turn that Bob may stop", lambda page: (
        page is bob and page.get_by_test_id("stop").is_visible()
    ))
    before = score(watcher)
    wait_until("the stop counts", lambda: press(stopper.get_by_test_id("stop")) or score(watcher) != before)
    wait_until("the watcher sees it", lambda: score(watcher) != before)

    def taken_back() -> bool:
        if score(watcher) == before:
            return True
        press(stopper.get_by_test_id("undo"))
        press(other.get_by_test_id("agree"))
        return False

    wait_until("it is taken back", taken_back)

    # Ann's phone loses the network while Bob's plays on, and another with her seat that sleeps soundly.
    with sleepy_phone(evening.browser, tmp_path / "chromium", evening.address) as phone:
        phone.context.add_cookies(ann.context.cookies())
        phone.open("/")
        phone.sleep()
        evening.cable.pull_out()
        expect(ann.get_by_test_id("stale")).to_be_visible(timeout=STALE_MS)
        number = shown_number(bob)
        play_until(evening, [bob], "the game to go on", lambda: shown_number(bob) > number)
        evening.cable.put_back()
        phone.wake()
        for page in (ann, phone.page):
            expect(page.get_by_test_id("stale")).to_be_hidden()
            wait_until("the phone is up to date", lambda page=page: score(page) == score(bob))
        wait_until("the phone that slept is up to date", lambda: shown_number(phone.page) >= shown_number(bob))
        expect(phone.page.get_by_test_id("leave")).to_be_visible()
        (_, before_sleep), *_ = diary = phone.diary
        assert [what for what, _ in diary] == ["hidden", "freeze", "resume", "visible"]
        assert before_sleep <= number, "it was asleep before the game went on"
        assert diary[2][1] == diary[1][1], "nothing reached it in its sleep"

    # The plug is pulled, and put back: the same seats, the same score.
    before = score(watcher)
    evening.table.kill()
    for page in everybody:
        expect(page.get_by_test_id("stale")).to_be_visible(timeout=STALE_MS)
    evening.switch_on()
    for page in everybody:
        expect(page.get_by_test_id("stale")).to_be_hidden()
        page.wait_for_selector("body[data-line='live']")
    assert score(watcher) == before

    # To the end, on every screen; and once more with the same seats.
    play_until(evening, [ann, bob], "the game to end", lambda: ann.get_by_test_id("rematch").is_visible())
    final = score(ann)
    assert max(map(int, final)) >= 70
    for page in everybody:
        expect(page.locator("#standings .total")).to_have_text(final)
        expect(page.get_by_test_id("turn")).to_contain_text("won")
    ann.get_by_test_id("rematch").tap()
    for page in everybody:
        expect(page.locator("#standings .total")).to_have_text(["0", "0", "0"])
    assert evening.strangers == []
    kinds = {event.kind for event in read_journal(tmp_path / "state" / "simulated.sqlite3")}
    assert {"rules_proposed", "correction_asked", "corrected", "undone"} <= kinds
