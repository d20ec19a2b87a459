"""The first load of the play page on a slow phone of 2018, simulated: what comes over the air, and where time goes.

The phone is a Chromium that is held back. Its line is what Lighthouse calls "slow 4G": 1.6 Mbit/s, and 150 ms to
answer. Its processor is four times slower than a desktop's, Lighthouse's figure for a phone of the middle, by the
clock and not by whatever machine this runs on: a loop of work says how fast the browser is here and now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from tests.web_ui.fakes import ADAS_SECRET
from web_ui.server import WebServer

LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
DESKTOP_MS = 2.5
"""How long the work takes in Chromium on a processor of a desktop that has nothing else to do (AMD Zen, 3 GHz)."""
SLOWER_THAN_A_DESKTOP = 4.0
WORK = """() => {
  const once = () => {
    const began = performance.now();
    let things = Array.from({ length: 4000 }, (_, i) => ({ name: `player ${i % 97}`, points: (i * 7919) % 1000 }));
    for (let round = 0; round < 3; round += 1) {
      things = JSON.parse(JSON.stringify(things)).sort((a, b) => a.points - b.points || a.name.localeCompare(b.name));
    }
    return performance.now() - began;
  };
  Array.from({ length: 10 }, once);
  // The mean, not the best: what else the machine does slows the page down as well.
  const times = Array.from({ length: 40 }, once);
  return times.reduce((sum, one) => sum + one) / times.length;
}"""
WATCH = """
  const tell = () => console.debug("usable", performance.now());
  const usable = () => {
    const button = document.querySelector("#controls:not([hidden]) button:not([hidden]):not([disabled])");
    return button && button.getClientRects().length > 0;
  };
  const watch = new MutationObserver(() => {
    if (!document.getElementById("controls") || !usable()) return;
    watch.disconnect();
    // A task after the frame that shows it: what is drawn can be pressed.
    requestAnimationFrame(() => setTimeout(tell, 0));
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
"""
TIMES = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const needed = ({ initiatorType }) => ["script", "link"].includes(initiatorType);
  const files = performance.getEntriesByType("resource").filter(needed);
  const painted = performance.getEntriesByName("first-contentful-paint")[0];
  return {
    came: Math.max(page.responseEnd, ...files.map((file) => file.responseEnd)), ran: page.domContentLoadedEventEnd,
    painted: painted ? painted.startTime : 0,
  };
}"""


@dataclass(frozen=True)
class FirstLoad:
    """`bytes`: all that came over the air, headers included, in so many answers to `requests`.

    Seconds from the navigation on: `came_s` until page, script and style were there, `painted_s` until something was
    to be seen, `ran_s` until the script had run, `usable_s` until the first button that may be pressed was drawn.
    `throttle`: how often the processor of this machine was slowed down for it.
    """

    bytes: int
    requests: int
    came_s: float
    painted_s: float
    ran_s: float
    usable_s: float
    throttle: float


def first_load(browser: Browser, server: WebServer, language: str = "en", slow: bool = True) -> FirstLoad:
    """Open the play page at Ada's turn, in a browser that has never seen it."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale=language)
    context.add_cookies([{"name": "seat", "value": ADAS_SECRET, "url": server.address, "httpOnly": True}])
    page = context.new_page()
    page.add_init_script(WATCH)
    devtools = context.new_cdp_session(page)
    throttle = _throttle(page) if slow else 1.0
    came = _count(devtools)
    if slow:
        devtools.send("Network.emulateNetworkConditions", LINE)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    # Waiting for a word on the console asks nothing of the page, whose processor it would take time of.
    with page.expect_console_message(lambda line: line.text.startswith("usable"), timeout=60_000) as told:
        page.goto(server.address + "/", wait_until="commit")
    usable_ms = float(told.value.text.split()[1])
    page.wait_for_selector("body[data-line='live']", timeout=60_000)
    page.wait_for_load_state("load")
    times = page.evaluate(TIMES)
    context.close()
    came_s, painted_s, ran_s = (times[name] / 1000 for name in ("came", "painted", "ran"))
    return FirstLoad(sum(came.values()), len(came), came_s, painted_s, ran_s, usable_ms / 1000, throttle)


def _throttle(page: Page) -> float:
    """How often this browser must be slowed down to be the phone; not at all where it is as slow by itself."""
    return max(1.0, SLOWER_THAN_A_DESKTOP * DESKTOP_MS / float(page.evaluate(WORK)))


def _count(devtools: CDPSession) -> dict[str, int]:
    came: dict[str, int] = {}

    def begin(event: dict[str, Any]) -> None:
        came.setdefault(event["requestId"], 0)

    def count_part(event: dict[str, Any]) -> None:
        # A line never finishes: its parts count as they come.
        came[event["requestId"]] = came.get(event["requestId"], 0) + int(event["encodedDataLength"])

    def count(event: dict[str, Any]) -> None:
        came[event["requestId"]] = int(event["encodedDataLength"])

    devtools.on("Network.requestWillBeSent", begin)
    devtools.on("Network.dataReceived", count_part)
    devtools.on("Network.loadingFinished", count)
    devtools.send("Network.enable")
    return came
