"""`python -m vision.training.measure DIR`: how finder and classifier do on pictures with a truth.jsonl beside them.

Prints what went wrong, picture by picture, then the sums. The pictures are only looked at, never trained on.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.classifier import FaceClassifier
from vision.finder import Finder, FinderResult, width_of
from vision.networks import STRIDE, Picture
from vision.search import search
from vision.view import plain_view

_FOUND_WITHIN = 0.4  # of a cube's width


@dataclass
class Tally:
    """Sums over all pictures."""

    pictures: int = 0
    right: int = 0
    cubes: int = 0
    found: int = 0
    named: int = 0
    leaning: int = 0
    extra: int = 0
    foreign: int = 0
    seconds: list[tuple[float, float, float]] = field(default_factory=list)
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    widths_off: list[float] = field(default_factory=list)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.measure", description=__doc__)
    parser.add_argument("folder", type=Path, help="pictures and truth.jsonl")
    parser.add_argument("--unknown-scale", action="store_true", help="don't tell the finder how wide a cube is")
    parser.add_argument("--save", type=Path, help="write the pictures with what was found drawn in to this folder")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    finder, classifier, tally = Finder(), FaceClassifier(), Tally()
    for line in (options.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        if "image" in truth:
            _measure(options.folder / truth["image"], truth, finder, classifier, tally, options)
    _print(tally)


def _measure(
    file: Path,
    truth: dict[str, Any],
    finder: Finder,
    classifier: FaceClassifier,
    tally: Tally,
    options: argparse.Namespace,
) -> None:
    data = np.frombuffer(file.read_bytes(), np.uint8)
    started = time.perf_counter()
    picture: Picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    decoded = time.perf_counter()
    quads = [np.array(cube["quad"]) for cube in truth["cubes"]]
    width = float(np.median([np.hypot(*(np.roll(quad, -1, 0) - quad).T).mean() for quad in quads]))
    if options.unknown_scale:
        found = search(finder, picture, classifier.glance)
    else:
        found = finder.find(plain_view(picture, width))
    looked = time.perf_counter()
    names = classifier.classify(picture, [cube.quad for cube in found.cubes])
    tally.seconds.append((decoded - started, looked - decoded, time.perf_counter() - looked))
    wrong, matched = [], set()
    for cube, quad in zip(truth["cubes"], quads, strict=True):
        side = float(np.hypot(*(np.roll(quad, -1, 0) - quad).T).mean())
        distances = [float(np.hypot(*(np.array(one.center) - cube["center"]))) for one in found.cubes]
        at = int(np.argmin(distances)) if distances else -1
        tally.cubes += 1
        if at < 0 or distances[at] > _FOUND_WITHIN * side or at in matched:
            wrong.append(f"missed {cube['face']} at {cube['center']}")
            continue
        matched.add(at)
        tally.found += 1
        tally.widths_off.append(width_of(found.cubes[at].quad) / side - 1)
        leans = found.cubes[at].cocked > 0.5
        tally.leaning += leans == (cube["tilt"] > 10)
        if leans != (cube["tilt"] > 10):
            wrong.append(f"leaning {found.cubes[at].cocked:.2f} for tilt {cube['tilt']} at {cube['center']}")
        right = names[at].best == cube["face"]
        tally.named += right
        tally.confidences.append((names[at].confidence, right))
        if not right:
            wrong.append(f"{cube['face']} read as {names[at].best} {names[at].confidence:.3f} at {cube['center']}")
    for at, one in enumerate(found.cubes):
        if at not in matched and names[at].best != "none":
            tally.extra += 1
            wrong.append(
                f"nothing, found as {names[at].best} {one.score:.2f} {names[at].confidence:.2f} at "
                f"{one.center[0]:.0f}, {one.center[1]:.0f}"
            )
    covered = float((found.obstruction > 0.5).mean())
    if truth["case"] == "hand" or covered > 0.02:
        wrong.append(f"covered {100 * covered:.1f} %")
    if truth["case"] == "foreign" or found.foreign:
        wrong.append(
            f"foreign {[(round(one.center[0]), round(one.center[1]), round(one.score, 2)) for one in found.foreign]}"
        )
    tally.foreign += bool(found.foreign) == (truth["case"] == "foreign")
    tally.pictures += 1
    tally.right += not any(word.startswith(("missed", "nothing", "leaning")) or "read as" in word for word in wrong)
    if wrong:
        print(
            f"{file.name} {truth['case']} {truth.get('style')} {truth.get('level')} {truth.get('floor')}: "
            + "; ".join(wrong)
        )
    if options.save:
        options.save.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(options.save / file.name), _drawn(picture, found, [name.best for name in names]))


def _drawn(picture: Picture, found: FinderResult, names: list[str]) -> Picture:
    drawn = picture.copy()
    for cube, name in zip(found.cubes, names, strict=True):
        colour = (0, 0, 255) if cube.cocked > 0.5 else (0, 255, 0)
        cv2.polylines(drawn, [np.round(cube.quad * 16).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 4)
        cv2.putText(drawn, name, (round(cube.center[0]) + 30, round(cube.center[1])), 0, 0.8, colour, 2, cv2.LINE_AA)
    for thing in found.foreign:
        cv2.drawMarker(drawn, (round(thing.center[0]), round(thing.center[1])), (255, 0, 255), 0, 40, 2)
    in_view = cv2.resize(found.obstruction, None, fx=STRIDE, fy=STRIDE)
    covered = cv2.warpPerspective(in_view, found.view.to_picture, picture.shape[1::-1]) > 0.5
    drawn[covered] //= 2
    return drawn


def _print(tally: Tally) -> None:
    times = 1000 * np.array(tally.seconds)
    print(
        f"pictures {tally.pictures}, all right {tally.right}; cubes {tally.cubes}, found {tally.found}, named right "
        f"{tally.named}, leaning told right {tally.leaning}; found too many {tally.extra}; pictures in which foreign "
        f"things were rightly told {tally.foreign}"
    )
    if tally.widths_off:
        print(
            f"widths off by {100 * np.mean(tally.widths_off):+.1f} % on average, "
            f"{100 * np.std(tally.widths_off):.1f} % spread"
        )
    wrong = sorted((confidence for confidence, right in tally.confidences if not right), reverse=True)
    print(f"confidences of wrong names: {[round(one, 3) for one in wrong]}")
    print(f"of right names below 0.99: {sum(1 for one, right in tally.confidences if right and one < 0.99)}")
    for name, column in zip(("decode", "find", "name"), times.T, strict=True):
        print(f"{name}: p50 {np.median(column):.1f} ms, p99 {np.percentile(column, 99):.1f} ms")


if __name__ == "__main__":
    main()
