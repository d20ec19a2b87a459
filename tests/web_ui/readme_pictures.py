"""Makes the README's pictures out of the screenshots that the tests have written, and one of a whole table with its
reader: `make screenshots`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import cv2

from tests.chromium import chromium
from tests.e2e.running import RunningTray

ROOT = Path(__file__).resolve().parents[2]
PICTURES = {
    "phone": ("play-choice", 460), "join": ("join", 360), "score": ("score", 360),
    "rules": ("rules-official-320", 360), "vote": ("play-vote", 360), "misread": ("play-misread", 360),
    "throws": ("past-throws-360", 360), "stats": ("past-stats-360", 360),
    "big": ("big-table", 1600), "host": ("host-desk", 390),
}
"""By the name in docs/: the screenshot, and how wide the picture is."""
TALLEST = 2.1
"""Of a page that is longer than so many times its width the picture shows the beginning."""
QUALITY = 82
TABLE = """
[table]
name = "The Crab Nebula"
think_seconds = 4.0
[simulation]
seed = 7
lean_chance = 0.0
"""
SCORED = """() => Number(document.getElementById("stake").textContent) >= 40
  && document.querySelectorAll(".seen.lit").length > 0 && document.getElementById("moment").hidden"""
PATIENCE_MS = 180_000


def look_at_a_table() -> None:
    """A screenshot of the big screen of a simulated table, at a throw of its show that scored."""
    with (
        tempfile.TemporaryDirectory() as folder, chromium() as browser,
        RunningTray(Path(folder), "--scoreboard", "model", config=TABLE) as table,
    ):
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.goto(f"{table.address}/big")
        page.wait_for_selector("#picture:not([hidden])", timeout=PATIENCE_MS)
        page.wait_for_function(SCORED, timeout=PATIENCE_MS)
        page.screenshot(path=ROOT / "screenshots" / "big-table.png")
        table.stop()


def main() -> int:
    """Write docs/NAME.jpg for each screenshot that there is; say which are missing."""
    (ROOT / "screenshots").mkdir(exist_ok=True)
    look_at_a_table()
    missing = []
    for name, (screenshot, width) in PICTURES.items():
        picture = cv2.imread(str(ROOT / "screenshots" / f"{screenshot}.png"))
        if picture is None:
            missing.append(screenshot)
            continue
        picture = picture[: round(picture.shape[1] * TALLEST)]
        height = round(picture.shape[0] * width / picture.shape[1])
        small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(ROOT / "docs" / f"{name}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if missing:
        print(f"No screenshot of {', '.join(missing)}: the tests that write them have not run.", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
