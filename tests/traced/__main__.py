"""`make traced`: renders the throws, each once, and writes what is true of them to `truth.jsonl`."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cv2
import mitsuba as mi
import numpy as np

from tests.traced.hands import hands

FOLDER = Path("build/traced")
FIRST_SEED = 1
THROWS_A_SET = 6


def main() -> None:
    """Render what isn't there yet."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.traced", description="Renders throws of cubes that other hands have drawn."
    )
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="where the pictures go")
    parser.add_argument("--throws", type=int, default=THROWS_A_SET, help="of each set of cubes")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first")
    options = parser.parse_args()
    try:
        mi.set_variant("llvm_ad_rgb")
    except ImportError:  # without LLVM it is slower by far
        mi.set_variant("scalar_rgb")
    from tests.traced.scene import shot  # Mitsuba's classes are those of the variant

    options.to.mkdir(parents=True, exist_ok=True)
    truth = options.to / "truth.jsonl"
    there = truth.read_text(encoding="utf-8").splitlines() if truth.exists() else []
    rendered = {json.loads(line)["image"] for line in there}
    sets = hands()
    for number in range(options.throws * len(sets)):
        seed = options.first + number
        name = f"{seed:05}.jpg"
        if name in rendered:
            continue
        began = time.monotonic()
        made = shot(seed, sets[number % len(sets)])
        quality = int(np.random.default_rng(seed).integers(70, 96))
        cv2.imwrite(str(options.to / name), made.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        with truth.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"image": name, **made.truth}) + "\n")
        print(f"{number + 1} of {options.throws * len(sets)}: {name}, {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
