"""How soon a phone of 2018 that has never been here can play."""

from __future__ import annotations

from pathlib import Path
from statistics import median

from tests.benchmarks.figures import Figures
from tests.chromium import chromium
from tests.web_ui.fakes import FakePreview, FakeTable
from tests.web_ui.first_load import LINE, SLOWER_THAN_A_DESKTOP, FirstLoad, first_load
from tests.web_ui.scenes import real_choice
from web_ui.server import WebServer

LOADS = 9
MOST_BYTES = 60_000
USABLE_S = 1.0


def report(_root: Path) -> Figures:
    """The first load of the play page, some times over."""
    table = FakeTable()
    table.publish(real_choice())
    server = WebServer(table, table, FakePreview(table), table.board, host="127.0.0.1", port=0, max_streams=8)
    server.start()
    try:
        with chromium() as browser:
            loads = [first_load(browser, server) for _ in range(LOADS)]
    finally:
        server.stop()
    return Figures(in_words(loads), beyond_limits(loads))


def beyond_limits(loads: list[FirstLoad]) -> tuple[str, ...]:
    """Which limits these loads didn't keep: the heaviest of them, and the one in the middle by time."""
    heaviest, usable_s = max(load.bytes for load in loads), median(load.usable_s for load in loads)
    limits = {
        f"the first load is {heaviest} bytes, and may be {MOST_BYTES}": heaviest <= MOST_BYTES,
        f"the play page is usable after {usable_s:.2f} s, and may take {USABLE_S:g} s": usable_s <= USABLE_S,
    }
    return tuple(says for says, kept in limits.items() if not kept)


def in_words(loads: list[FirstLoad]) -> str:
    """The figures of some loads."""
    rows = {
        "page, style and script have come": [load.came_s for load in loads],
        "something is to be seen": [load.painted_s for load in loads],
        "the script has run": [load.ran_s for load in loads],
        "**a button is drawn and can be pressed**": [load.usable_s for load in loads],
    }
    heaviest = max(loads, key=lambda load: load.bytes)
    throttles = sorted(load.throttle for load in loads)
    return "\n".join([
        "## The play page on a slow phone", "",
        f"First load of `/` at one's turn, {len(loads)} times over, each in a Chromium that was never there before, "
        f"on a line of {LINE['downloadThroughput'] * 8 / 1e6:.1f} Mbit/s that takes {LINE['latency']} ms to answer, "
        f"with a processor {SLOWER_THAN_A_DESKTOP:g} times slower than a desktop's, a phone of 2018: this machine "
        f"was slowed down {throttles[0]:.1f} to {throttles[-1]:.1f} times for it "
        "(CDP, `Emulation.setCPUThrottlingRate`).", "",
        "| seconds from the navigation until | median | best | worst |",
        "| --- | --- | --- | --- |",
        *(f"| {what} | {median(times):.2f} | {min(times):.2f} | {max(times):.2f} |" for what, times in rows.items()),
        "", f"At most {heaviest.bytes} bytes came in {heaviest.requests} answers, headers included (at most "
        f"{MOST_BYTES}). Usable within {USABLE_S:g} s is the limit, for the median.",
    ])
