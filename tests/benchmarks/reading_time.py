"""How long a reading takes and where the time goes, on one core, in decodings of a JPEG of the same picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks import reader_memory
from tests.benchmarks.figures import Figures
from tests.benchmarks.filmed import JPEG_QUALITY, FrameWatch, film, live_readings
from vision.allocation import keep_memory
from vision.cameras.camera import Image
from vision.classifier import FaceClassifier
from vision.eyes import Eyes
from vision.finder import Finder, FoundCube
from vision.leaning import LeaningWatch
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.simulation.camera import SimulatedTray
from vision.stalls import StallWatch
from vision.view import view_of_tray

SEEDS = range(700, 712)
FILMED = 3
"""Of so many looks a whole throw is filmed."""
REPEATS, IN_A_ROW = 9, 10
ROUND_CUBES = 75
"""Pixels that a picture from near shows round the cubes."""
MOST_DECODINGS, MOST_WATCHING, MOST_MEMORY_MB = 6.0, 0.3, 250.0
"""Of a whole reading with the mat known, and of watching a frame, in decodings; of the reader's process."""

READING, WATCHING = "a whole reading, mat known", "watching for rest, a frame"
RECORDING = "watching a recording, which may stall"


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """A picture of five thrown cubes, the mat in it, what the cubes lie in of it, its JPEG, and what the finder
    finds."""

    picture: Image
    mat: Mat
    near: Image
    jpeg: NDArray[np.uint8]
    cubes: list[FoundCube]


def report(_: Path) -> Figures:
    """Measured on throws of the simulated tray at 1280 x 960, one look a seed."""
    cv2.setNumThreads(1)
    keep_memory()
    finder, classifier, leaning, eyes = Finder(), FaceClassifier(), LeaningWatch(), Eyes()
    scenes = [_scene(seed, finder) for seed in SEEDS]
    films = [film(seed) for seed in SEEDS[:FILMED]]
    watch, recording = FrameWatch(films), FrameWatch(films, StallWatch())
    parts: dict[str, Callable[[_Scene], object]] = {
        "decoding the JPEG": lambda scene: cv2.imdecode(scene.jpeg, cv2.IMREAD_COLOR),
        "finding the mat, once": lambda scene: MatFinder().find(scene.picture),
        "the view from above": lambda scene: view_of_tray(scene.picture, scene.mat),
        "that, and finding cubes in it": lambda scene: finder.find(view_of_tray(scene.picture, scene.mat)),
        "telling whether five cubes lean": lambda scene: leaning.look(
            scene.picture, scene.mat, [cube.quad for cube in scene.cubes]
        ),
        "naming five faces": lambda scene: classifier.classify(scene.picture, [cube.quad for cube in scene.cubes]),
        READING: lambda scene: eyes.look(scene.picture, scene.mat),
        "a whole reading without a mat in view": lambda scene: eyes.look(scene.near, None),
        WATCHING: lambda _: watch.see(),
        RECORDING: lambda _: recording.see(),
    }
    decoded = {WATCHING: watch.decode_next, RECORDING: recording.decode_next}
    spent: dict[str, list[float]] = {words: [] for words in parts}
    # In turns, for a machine that slows down for a moment then slows all of them down; but look by look, for at a
    # table the mat stays where it is, and what is watched comes frame after frame.
    for scene in scenes:
        for _ in range(REPEATS):
            for words, part in parts.items():
                for _ in range(IN_A_ROW if words in decoded else 1):
                    spent[words].append(_milliseconds(scene, part, decoded.get(words)))
    yardstick = float(np.median(spent["decoding the JPEG"]))
    spent["a reading at a watched tray, three pictures voting"] = live_readings(films, REPEATS)
    memory_mb, read = reader_memory.measured()
    text = "\n".join([
        "## Time of a reading", "",
        f"One core, 1280 x 960, throws of the simulated tray in {len(scenes)} looks, each part {REPEATS} times; what "
        f"is watched are whole throws of {FILMED} of them, {IN_A_ROW} frames in a row:", "",
        "| part | p50 ms | p99 ms | p50 in decodings |",
        "| --- | --- | --- | --- |",
        *(_row(words, each, yardstick) for words, each in spent.items()), "",
        f"Memory of the reader's process at its most, while it read {read}: {memory_mb:.0f} MB.",
    ])  # fmt: skip
    return Figures(text, tuple(beyond({words: float(np.median(each)) / yardstick for words, each in spent.items()},
                                      memory_mb)))  # fmt: skip


def beyond(decodings: Mapping[str, float], memory_mb: float) -> Iterator[str]:
    """A sentence for each limit that isn't kept. `decodings`: what each part takes, in those of its picture."""
    for words, most in ((READING, MOST_DECODINGS), (WATCHING, MOST_WATCHING), (RECORDING, MOST_WATCHING)):
        if decodings[words] > most:
            yield f"{words}: {decodings[words]:.2f} decodings, not {most}."
    if memory_mb > MOST_MEMORY_MB:
        yield f"the reader's process takes {memory_mb:.0f} MB, not {MOST_MEMORY_MB:.0f}."


def _scene(seed: int, finder: Finder) -> _Scene:
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
    jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    cubes = finder.find(view_of_tray(frame.image, mat)).cubes[:5]
    return _Scene(frame.image, mat, _near(frame.image, cubes), jpeg, cubes)


def _near(picture: Image, cubes: Sequence[FoundCube]) -> Image:
    """The part of a picture in which the cubes lie."""
    corners = np.concatenate([cube.quad for cube in cubes])
    left, top = np.maximum(0, corners.min(axis=0) - ROUND_CUBES).astype(int)
    right, bottom = (corners.max(axis=0) + ROUND_CUBES).astype(int)
    return np.ascontiguousarray(picture[top:bottom, left:right])


def _milliseconds(scene: _Scene, part: Callable[[_Scene], object], decode: Callable[[], None] | None) -> float:
    """Of a part that comes, as frames do, right after a picture was decoded. `decode`: decodes the one that it is
    about; None for that of the scene."""
    if decode is None:
        cv2.imdecode(scene.jpeg, cv2.IMREAD_COLOR)
    else:
        decode()
    began = time.perf_counter()
    part(scene)
    return (time.perf_counter() - began) * 1000


def _row(words: str, times: Sequence[float], yardstick: float) -> str:
    p50, p99 = np.percentile(times, (50, 99))
    return f"| {words} | {p50:.1f} | {p99:.1f} | {p50 / yardstick:.2f} |"
