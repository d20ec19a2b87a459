"""How right the reader is on cubes that other hands have drawn, seen by another renderer: see `tests.traced`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from tests.benchmarks.figures import Figures, NotHereError
from tests.benchmarks.throws import beyond
from vision.measure import Result, compare
from vision.pictures import load_picture
from vision.reader import TrayReader

LOOKED_AT = "a"
"""Sets whose names begin so were looked at while the reader was worked on; no other was."""


@dataclass(frozen=True, slots=True)
class _Read:
    truth: dict[str, Any]
    result: Result


def report(root: Path) -> Figures:
    """The pictures that `make traced` has rendered.

    Raises:
        NotHereError: there are none, or none yet of the sets that weren't looked at.
    """
    folder = root / "build" / "traced"
    truth = folder / "truth.jsonl"
    if not truth.exists():
        raise NotHereError("no traced throws are there; `make traced` renders them")
    truths = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = [(folder, truths[start : start + 20]) for start in range(0, len(truths), 20)]
        read = [each for part in pool.map(_read, parts) for each in part]
    unseen = [each for each in read if not each.truth["set"].startswith(LOOKED_AT)]
    if not unseen:
        raise NotHereError("too few traced throws are there; `make traced` renders the others")
    looked_at = [each for each in read if each.truth["set"].startswith(LOOKED_AT)]
    wrong = [f"- {each.result.name}: {each.result.detail}" for each in read if each.result.wrongly_clear]
    text = "\n".join([
        "## Cubes of other hands", "",
        f"{len(read)} throws of {len({each.truth['set'] for each in read})} sets of cubes that other hands have "
        "drawn, rendered by a path tracer: `make traced`. Neither drawings, floors, lights nor renderer are of those "
        "that the networks learned from. The sets of the second row were looked at while the reader was worked on; "
        "all other rows are of the rest.", "",
        "| | throws | clear and entirely right | cubes | named right | clear and wrong |",
        "| --- | --- | --- | --- | --- | --- |",
        _row("all", unseen), _row("sets that were looked at", looked_at),
        *_rows("set", unseen, lambda truth: truth["set"]), *_rows("floor", unseen, lambda truth: truth["floor"]),
        *_rows("light", unseen, lambda truth: truth["light"]),
        *_rows("camera", unseen, lambda truth: ("good", "fair", "bad")[truth["level"]]),
        *_rows("cubes", unseen, lambda truth: "worn" if truth["wear"] else "as new"),
        *(["", "Called clear and wrong:", "", *wrong] if wrong else []),
    ])  # fmt: skip
    return Figures(text, tuple(beyond([each.result for each in unseen], "traced throws")))


def _read(part: tuple[Path, Sequence[dict[str, Any]]]) -> list[_Read]:
    cv2.setNumThreads(1)
    folder, truths = part
    reader = TrayReader()
    read = []
    for truth in truths:
        reading = reader.read_picture(load_picture(folder / truth["image"]), truth["image"])
        read.append(_Read(truth, compare(truth, [reading], 0.0)))
    return read


def _rows(words: str, read: Sequence[_Read], of: Callable[[dict[str, Any]], str]) -> list[str]:
    names = sorted({of(each.truth) for each in read})
    return [_row(f"{words}: {name}", [each for each in read if of(each.truth) == name]) for name in names]


def _row(words: str, read: Sequence[_Read]) -> str:
    results = [each.result for each in read]
    right, wrong = sum(result.right for result in results), sum(result.wrongly_clear for result in results)
    cubes, named = sum(result.cubes for result in results), sum(result.named for result in results)
    return (
        f"| {words} | {len(read)} | {right} ({right / max(1, len(read)):.1%}) | {cubes} | {named} "
        f"({named / max(1, cubes):.2%}) | {wrong} |"
    )
