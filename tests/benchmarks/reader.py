"""How right and how fast the reader is on pictures that are not in this repository."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.figures import Figures, NotHereError
from tests.benchmarks.throws import beyond
from tests.benchmarks.yardstick import best_of
from vision.measure import measure, summary
from vision.pictures import load_picture
from vision.reader import TrayReader


def report(root: Path) -> Figures:
    """The photographs in the folder beside the checkout.

    Raises:
        NotHereError: they aren't there.
    """
    photos = root.parent / "shared" / "photos"
    if not (photos / "truth.jsonl").exists():
        raise NotHereError("the photographs to measure on lack")
    cv2.setNumThreads(1)
    results = list(measure(photos))
    first = next(photos.glob("*.jpg")).read_bytes()
    decode = best_of(9, lambda: cv2.imdecode(np.frombuffer(first, np.uint8), cv2.IMREAD_COLOR))
    times = [result.seconds for result in results if result.case != "video"]
    ratio = float(np.median(times)) / decode
    others = sorted((root.parent / "shared" / "real-dice").glob("**/*.jpg"))
    mistaken = _named_and_clear(others)
    text = (
        f"## Reader\n\n{len(results)} path-traced photographs and videos with their truth, none of them trained on; "
        "thresholds were set with an eye on them:\n\n"
        f"```\n{summary(results)}\n```\n\n"
        f"A whole reading of a file takes {ratio:.1f} times the decoding of one of these JPEGs, its own included."
    )
    if others:
        text += (
            f"\n\nIn {len(mistaken)} of {len(others)} camera photographs of ordinary pipped dice, none of the "
            "game's, a clear reading named one."
        )
    wrong = [f"{name}: ordinary dice, of which a clear reading named one." for name in mistaken]
    return Figures(text, (*beyond(results, "photographs"), *wrong))


def _named_and_clear(files: Sequence[Path]) -> list[str]:
    """The names of those of the photographs that read as if cubes of the game lay there."""
    reader = TrayReader()
    readings = ((file.name, reader.read_picture(load_picture(file))) for file in files)
    return [name for name, reading in readings if reading.status == "clear" and any(c.face for c in reading.cubes)]
