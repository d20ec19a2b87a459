"""Measures the reader on pictures whose truth is known: `python -m vision.measure DIR`.

DIR holds pictures and videos and a `truth.jsonl` with one JSON object a line: `image` or `video` (a file's name),
`expected` (the status a reader must give), `case` (what kind of picture it is), and `cubes`, each with `face`, `odd`,
`zone`, `center` and `quad` in pixels; for a video also `settled_frame`, counted from 1 at 30 frames a second.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from controller.ports import ReadCube, TrayReading
from vision.files import read_files

SAME_CUBE = 0.5
"""A cube that was read this part of its width from where one lies, is that one."""
TRUTH_FPS = 30.0


@dataclass(frozen=True, slots=True)
class Result:
    """One picture or video: what was read, against the truth.

    `status`: of the first reading; `clear`: whether any is. `right`: status, faces, colours, zones and number of
    cubes are all as they should be; for a picture that can't be read, the status alone. `named`: the cubes whose face
    is right; `cubes_right`: those whose colour and zone are, too. `sureness`: of each cube that was seen the
    confidence, and whether the likeliest face is its own.
    """

    name: str
    case: str
    expected: str
    status: str
    clear: bool
    right: bool
    cubes: int
    named: int
    cubes_right: int
    detail: str
    seconds: float
    sureness: tuple[tuple[float, bool], ...] = ()

    @property
    def wrongly_clear(self) -> bool:
        """Called clear, and yet wrong: the one thing that must not be."""
        return self.clear and not self.right


def measure(folder: Path) -> Iterator[Result]:
    """Read every picture and video of `folder/truth.jsonl` and compare.

    Raises:
        OSError: there is no truth to compare with.
    """
    truths = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    files = {str(folder / (truth.get("image") or truth["video"])): truth for truth in truths}
    began = time.perf_counter()
    for name, readings in groupby(read_files(files), key=lambda read: read[0]):
        given = [reading for _, reading in readings]
        ended = time.perf_counter()
        yield compare(files[name], given, ended - began)
        began = time.perf_counter()


def compare(truth: dict[str, Any], readings: Sequence[TrayReading | Exception], seconds: float) -> Result:
    """One file's readings against its truth; more than one reading is as wrong as none."""
    name, case = truth.get("image") or truth["video"], truth.get("case", "video")
    first = readings[0] if readings else None
    clear = any(isinstance(reading, TrayReading) and reading.status == "clear" for reading in readings)
    if not isinstance(first, TrayReading):
        cubes = len(truth["cubes"])
        return Result(name, case, truth["expected"], "error", clear, False, cubes, 0, 0, str(first), seconds)
    pairs = [(cube, _read_at(cube, first)) for cube in truth["cubes"]]
    named = [(cube, read) for cube, read in pairs if read is not None and cube["face"] == read.face]
    right = [cube for cube, read in named if (cube["odd"], cube["zone"]) == (read.odd, read.zone)]
    whole = len(readings) == 1 and first.status == truth["expected"]
    if truth["expected"] == "clear":
        whole = whole and len(right) == len(pairs) == len(first.cubes)
    sureness = tuple(
        (read.confidence, read.alternatives[0][0] == cube["face"])
        for cube, read in pairs if read is not None and read.alternatives
    )  # fmt: skip
    return Result(
        name, case, truth["expected"], first.status, clear, whole, len(pairs), len(named), len(right),
        _words(truth, first), seconds, sureness,
    )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; the exit status is 1 if one reading was called clear and is wrong."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if len(given) != 1 or not (Path(given[0]) / "truth.jsonl").is_file():
        print("usage: python -m vision.measure DIR, where DIR holds pictures and their truth.jsonl", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    results = []
    for result in measure(Path(given[0])):
        results.append(result)
        if not result.right or result.detail:
            print(f"{'  ' if result.right else '! '}{result.name}  {result.case}: {result.status}  {result.detail}")
    print(summary(results))
    return int(any(result.wrongly_clear for result in results))


def summary(results: Sequence[Result]) -> str:
    """The figures as text."""
    lines = [f"{'case':10} {'right':>6} {'of':>4}"]
    of, right = Counter(each.case for each in results), Counter(each.case for each in results if each.right)
    lines += [f"{case:10} {right[case]:6} {number:4}" for case, number in sorted(of.items())]
    clear = [each for each in results if each.expected == "clear"]
    cubes, named = sum(each.cubes for each in clear), sum(each.named for each in clear)
    cubes_right = sum(each.cubes_right for each in clear)
    whole, refused = sum(each.right for each in clear), sum(each.status != "clear" for each in clear)
    wrong = sum(each.wrongly_clear for each in results)
    times = np.array([each.seconds for each in results if each.case != "video"] or [0.0]) * 1000
    return "\n".join([
        *lines,
        f"readable, entirely right: {whole} of {len(clear)} ({whole / max(1, len(clear)):.1%})",
        f"readable, refused: {refused} of {len(clear)}",
        f"cubes of readable pictures named right: {named} of {cubes} ({named / max(1, cubes):.2%})",
        f"and with colour and zone: {cubes_right} of {cubes} ({cubes_right / max(1, cubes):.2%})",
        f"called clear and wrong: {wrong} of {len(results)}",
        f"time of a picture with its decoding: p50 {np.percentile(times, 50):.0f} ms, "
        f"p99 {np.percentile(times, 99):.0f} ms",
    ])


def _read_at(cube: dict[str, Any], reading: TrayReading) -> ReadCube | None:
    width = float(np.linalg.norm(np.subtract(cube["quad"][0], cube["quad"][1])))
    near = [
        (float(np.linalg.norm(np.subtract(read.center, cube["center"]))), index)
        for index, read in enumerate(reading.cubes)
    ]
    distance, index = min(near, default=(np.inf, 0))
    return reading.cubes[index] if distance <= SAME_CUBE * width else None


def _words(truth: dict[str, Any], reading: TrayReading) -> str:
    """What is worth a look: cubes that were missed, misnamed, doubted or seen where none is, and the settling."""
    words = [f"{problem.kind}" for problem in reading.problems]
    for cube in truth["cubes"]:
        read = _read_at(cube, reading)
        if read is None:
            words.append(f"missed the {cube['face']}")
        elif (read.face, read.odd, read.zone) != (cube["face"], cube["odd"], cube["zone"]):
            chances = " ".join(f"{face}:{chance:.3f}" for face, chance in read.alternatives)
            words.append(f"{cube['face']} odd={cube['odd']} {cube['zone']} as {read.face} odd={read.odd} "
                         f"{read.zone} ({chances})")
    if reading.status == "clear" != truth["expected"]:
        words.append(f"called clear, and it is {truth['expected']}: {truth.get('case', 'video')}")
    if len(reading.cubes) > len(truth["cubes"]):
        words.append(f"{len(reading.cubes)} cubes for {len(truth['cubes'])}")
    if "settled_frame" in truth and reading.settled_at is not None:
        words.append(f"settled at {reading.settled_at:.3f} s, truth {(truth['settled_frame'] - 1) / TRUTH_FPS:.3f} s")
    return "; ".join(words)


if __name__ == "__main__":
    sys.exit(main())
