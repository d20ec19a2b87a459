"""How long a reading takes and where the time goes, on one core, in decodings of a JPEG of the same picture."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks import reader_memory
from vision.cameras.camera import Frame, Image
from vision.classifier import FaceClassifier
from vision.eyes import Eyes
from vision.finder import Finder
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.settle import SettleWatch
from vision.simulation.camera import SimulatedTray
from vision.view import view_of_tray

SEEDS = range(700, 712)
REPEATS = 9


def report(_: Path) -> str:
    """Measured on throws of the simulated tray at 1280 x 960, one look a seed."""
    cv2.setNumThreads(1)
    scenes = [_scene(seed) for seed in SEEDS]
    watches = {id(picture): _watching(picture) for picture, _, _ in scenes}
    finder, classifier, eyes = Finder(), FaceClassifier(), Eyes()

    def name(picture: Image, mat: Mat) -> None:
        classifier.classify(picture, [cube.quad for cube in finder.find(view_of_tray(picture, mat)).cubes[:5]])

    parts: dict[str, Callable[[Image, Image, Mat], object]] = {
        "decoding the JPEG": lambda _, jpeg, __: cv2.imdecode(jpeg, cv2.IMREAD_COLOR),
        "finding the mat": lambda picture, _, __: MatFinder().find(picture),
        "the view from above": lambda picture, _, mat: view_of_tray(picture, mat),
        "the view and finding cubes in it": lambda picture, _, mat: finder.find(view_of_tray(picture, mat)),
        "the same and naming five": lambda picture, _, mat: name(picture, mat),
        "a whole reading, mat known": lambda picture, _, mat: eyes.look(picture, mat),
        "watching for rest, a frame": lambda picture, _, __: watches[id(picture)](),
    }
    # In turns, for a machine that slows down for a moment then slows all of them down.
    times = np.array(
        [
            [_milliseconds(functools.partial(part, *scene)) for part in parts.values()]
            for _ in range(REPEATS)
            for scene in scenes
        ]
    )
    yardstick = float(np.median(times[:, 0]))
    lines = ["| part | p50 ms | p99 ms | p50 in decodings |", "| --- | --- | --- | --- |"]
    lines += [_row(words, spent, yardstick) for words, spent in zip(parts, times.T, strict=True)]
    return (
        "## Time of a reading\n\nOne core, 1280 x 960, throws of the simulated tray in "
        f"{len(scenes)} looks, each part {REPEATS} times:\n\n" + "\n".join(lines) + "\n\n"
        f"{reader_memory.report()}"
    )


def _scene(seed: int) -> tuple[Image, Image, Mat]:
    """A picture of five thrown cubes, its JPEG, and the mat in it."""
    tray = SimulatedTray(seed=seed, paced=False)
    try:
        tray.throw(None)
        while tray.lying() is None:
            tray.read()
        frame = tray.read()
    finally:
        tray.close()
    assert frame is not None
    mat = MatFinder().find(frame.image)
    assert mat is not None
    return frame.image, cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1], mat


def _watching(picture: Image) -> Callable[[], None]:
    """Shows a watch one more frame of a camera that sees nothing move."""
    watch = SettleWatch()
    rng = np.random.default_rng(1)
    noise = (rng.integers(0, 6, picture.shape, dtype=np.uint8) for _ in range(2))
    noisy = [np.asarray(cv2.add(picture, each), np.uint8) for each in noise]
    numbers = itertools.count()

    def see() -> None:
        number = next(numbers)
        watch.see(Frame(noisy[number % 2], number / 30, number))

    return see


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _row(words: str, times: np.ndarray, yardstick: float) -> str:
    p50, p99 = np.percentile(times, (50, 99))
    return f"| {words} | {p50:.1f} | {p99:.1f} | {p50 / yardstick:.2f} |"
