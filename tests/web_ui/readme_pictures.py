"""Makes the README's pictures out of the screenshots that the tests have written: `make screenshots`."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parents[2]
PICTURES = {
    "phone": ("play-choice", 460), "join": ("join", 360), "score": ("score", 360),
    "rules": ("rules-official-320", 360), "vote": ("play-vote", 360), "misread": ("play-misread", 360),
    "throws": ("past-throws-360", 360), "stats": ("past-stats-360", 360),
    "big": ("big-choice", 1600), "host": ("host-desk-360", 390),
}
"""By the name in docs/: the screenshot, and how wide the picture is."""
TALLEST = 2.1
"""Of a page that is longer than so many times its width the picture shows the beginning."""
QUALITY = 82


def main() -> int:
    """Write docs/NAME.jpg for each screenshot that there is; say which are missing."""
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
