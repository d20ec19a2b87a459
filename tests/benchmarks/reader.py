"""How right and how fast the reader is on pictures that are not in this repository."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.figures import Figures, NotHereError
from tests.benchmarks.throws import beyond
from tests.benchmarks.yardstick import best_of
from vision.measure import measure, summary


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
    text = (
        f"## Reader\n\n{len(results)} path-traced photographs and videos with their truth, none of them trained on; "
        "thresholds were set with an eye on them:\n\n"
        f"```\n{summary(results)}\n```\n\n"
        f"A whole reading of a file takes {ratio:.1f} times the decoding of one of these JPEGs, its own included."
    )
    return Figures(text, tuple(beyond(results, "photographs")))
