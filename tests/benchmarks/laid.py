"""Pictures that may not be scored: six cubes in a heap, cubes that lean, and such that a hand covers, laid there by
somebody who tries it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.figures import Figures
from tests.vision.networks.laid import (
    AROUND,
    CLOSE,
    from_near,
    one_on_a_crumb,
    one_that_leans,
    one_under_a_hand,
    one_under_any_hand,
    six_cubes_that_touch,
    thrown_flat,
)
from vision.cameras.camera import Image
from vision.reader import TrayReader

SEEDS = range(3200, 3230)
SIZES = (15.0, 18.0)
"""Millimetres: the smallest and the largest cubes."""

Laid = Callable[[int, float, float], tuple[Image, NDArray[np.float64]]]
"""By a seed, the cubes' size in millimetres and how worn they are, a picture and the corners of the tops in it."""


def _six(columns: int) -> Laid:
    return lambda seed, size, wear: six_cubes_that_touch(seed, columns, size, wear)


def _leaning(others: int) -> Laid:
    return lambda seed, size, wear: one_that_leans(seed, others, size, wear)


PREPARED: dict[str, tuple[Laid, int]] = {
    "six cubes that touch, in two columns, on the mat": (_six(2), 0),
    "in three columns, on the mat": (_six(3), 0),
    "in a row, on the mat": (_six(6), 0),
    "six cubes that touch, in two columns, without a mat": (_six(2), AROUND),
    "in three columns, without a mat": (_six(3), AROUND),
    "in a row, without a mat": (_six(6), AROUND),
    "five cubes of which one leans, on the mat": (_leaning(4), 0),
    "the same without a mat": (_leaning(4), AROUND),
    "three cubes of which one leans, without a mat": (_leaning(2), AROUND),
    "two cubes of which one leans, without a mat": (_leaning(1), AROUND),
    "a cube that leans on a wall, without a mat": (_leaning(0), AROUND),
    "the same from very near": (_leaning(0), CLOSE),
    "a hand over one of five cubes, on the mat": (one_under_a_hand, 0),
    "a hand over one of five cubes, without a mat": (one_under_a_hand, AROUND),
    "anybody's hand, from any side but the far one, on the mat": (one_under_any_hand, 0),
    "anybody's hand, without a mat": (one_under_any_hand, AROUND),
}
"""What is laid, and how much of the table is seen round it without a mat, in pixels; 0 with the whole mat."""
RAISED = ((10.0, 12.0), (12.0, 15.0), (15.0, 20.0), (20.0, 30.0))
"""By how many degrees a cube is raised on an edge that nothing is beside, as on a crumb."""
FEW = (1, 2, 3, 4)
"""So many cubes, fewer than a set, without a mat."""


def report(_: Path) -> Figures:
    """How many of each are refused, and how many of fewer cubes than a set that lie flat are read."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        statuses = {what: list(pool.map(partial(_status, what), SEEDS, chunksize=10)) for what in PREPARED}
        raised = {by: list(pool.map(partial(_raised, by), SEEDS, chunksize=10)) for by in RAISED}
        flat = {many: list(pool.map(partial(_read_flat, many), SEEDS, chunksize=10)) for many in FEW}
    text = "\n".join([
        "## Laid pictures", "",
        f"{len(SEEDS)} pictures of each kind, none of which may be called clear: cubes of 15 to 18 mm, half of them "
        "worn, half of the drawings in manners that training never saw.", "",
        "| what is laid there | pictures | refused | of these `blocked` |",
        "| --- | --- | --- | --- |",
        *(
            f"| {what} | {len(each)} | {len(each) - each.count('clear')} | {each.count('blocked')} |"
            for what, each in statuses.items()
        ),
        "",
        "Five cubes on the mat, one of them raised on an edge as on a crumb, though nothing is beside it to lean on: "
        "simulated throws have none such, and no limit is set.", "",
        "| raised by | pictures | refused |",
        "| --- | --- | --- |",
        *(
            f"| {least:.0f} to {most:.0f} degrees | {len(each)} | {len(each) - each.count('clear')} |"
            for (least, most), each in raised.items()
        ),
        "",
        "The same cubes, fewer than a set, lying flat anywhere in the tray and seen from near, without a mat. Near "
        "its walls one or two can't be told from such as lean on them.", "",
        "| flat cubes | pictures | clear and right | clear and wrong |",
        "| --- | --- | --- | --- |",
        *(f"| {many} | {len(read)} | {read.count('right')} | {read.count('wrong')} |" for many, read in flat.items()),
    ])  # fmt: skip
    return Figures(text, tuple(beyond(statuses, flat)))


def beyond(statuses: Mapping[str, Sequence[str]], flat: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """A sentence for each kind of picture of which one was called clear and mustn't have been. `statuses`: by what is
    laid there, `flat`: by how many cubes lie flat, what was made of the picture of each seed."""
    wrong = {
        what: [seed for seed, status in zip(SEEDS, each, strict=True) if status == "clear"]
        for what, each in statuses.items()
    } | {
        f"{many} flat cubes, wrongly": [seed for seed, one in zip(SEEDS, read, strict=True) if one == "wrong"]
        for many, read in flat.items()
    }  # fmt: skip
    for what, seeds in wrong.items():
        if seeds:
            named = ", ".join(map(str, seeds))
            yield f"{what}: called clear in {len(seeds)} of {len(SEEDS)} pictures (seeds {named})."


def _status(what: str, seed: int) -> str:
    cv2.setNumThreads(1)
    laid, around = PREPARED[what]
    picture, corners = laid(seed, *_size_and_wear(seed))
    seen = from_near(picture, corners, around) if around else picture
    return _reader().read_picture(seen, what).status


def _raised(by: tuple[float, float], seed: int) -> str:
    cv2.setNumThreads(1)
    picture, _ = one_on_a_crumb(seed, *by, *_size_and_wear(seed))
    return _reader().read_picture(picture, "raised").status


def _read_flat(many: int, seed: int) -> str:
    """How flat cubes are read: "right", "wrong" or "refused"."""
    cv2.setNumThreads(1)
    picture, corners, faces = thrown_flat(seed, many, *_size_and_wear(seed))
    reading = _reader().read_picture(from_near(picture, corners), "flat")
    if reading.status != "clear":
        return "refused"
    return "right" if sorted(str(cube.face) for cube in reading.cubes) == sorted(faces) else "wrong"


def _size_and_wear(seed: int) -> tuple[float, float]:
    rng = np.random.default_rng([seed, 13])
    return float(rng.uniform(*SIZES)), max(0.0, float(rng.uniform(-1.0, 1.0)))


@cache
def _reader() -> TrayReader:
    """One a process."""
    return TrayReader()
