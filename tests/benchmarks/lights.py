"""What a bar's light does to the reader: the same throws dim, in one colour and lit from one side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from controller.ports import TrayReading
from tests.benchmarks.figures import Figures
from tests.vision.reader.lit import Light, dimmed
from vision.cube_set import SET_SIZE
from vision.light import trouble_with_light
from vision.measure import Result, compare
from vision.measure_throws import cube_set_of, truth_of
from vision.reader import TrayReader
from vision.simulation.camera import SimulatedTray

SEEDS = range(72_000, 72_048)
THROWS_A_LOOK = 5
LIGHTS: dict[str, Light] = {
    "as it is": Light(noise=0.0),
    "half of it": dimmed(0.5),
    "a quarter of it": dimmed(0.25),
    "red": Light((0.25, 0.35, 1.0)),
    "blue": Light((1.0, 0.35, 0.25)),
    "amber": Light((0.15, 0.6, 1.0)),
    "green": Light((0.35, 1.0, 0.25)),
    "from one side": Light(falls=0.65),
    "dim amber from one side": Light((0.08, 0.3, 0.5), falls=0.4),
}
LEAST_RIGHT = {
    "as it is": 0.89, "half of it": 0.89, "a quarter of it": 0.89, "red": 0.83, "blue": 0.86, "amber": 0.82,
    "green": 0.80, "from one side": 0.88, "dim amber from one side": 0.78,
}
"""Shares of the throws in each light that are clear and entirely right: ten points, rounded to a whole, below what
benchmarks.md had on 2026-11-30. Networks that are trained anew should stay above that."""


@dataclass(frozen=True, slots=True)
class Read:
    """One throw in one light: `outcome` in words."""

    light: str
    result: Result
    outcome: str


def report(_: Path) -> Figures:
    """How many throws are read in each light, and why others aren't."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        read = [each for of_look in pool.map(_measured, range(len(SEEDS)), chunksize=4) for each in of_look]
    wrong = [
        f"- {each.result.name}, {each.light}: {each.result.detail}" for each in read if each.result.wrongly_clear
    ]
    text = "\n".join([
        "## A bar's light", "",
        f"{len(SEEDS) * THROWS_A_LOOK} throws of the simulated tray in {len(SEEDS)} looks, in which no cube leans, "
        "and the same in other lights, with the noise of a camera. What is too dark is `blocked`, and that is said.",
        "",
        "| light | clear and entirely right | named right where not too dark | too dark | odd one not told "
        "| otherwise refused | clear and wrong |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *(_row(light, [each for each in read if each.light == light]) for light in LIGHTS),
        *(["", "Called clear and wrong:", "", *wrong] if wrong else []),
    ])  # fmt: skip
    return Figures(text, tuple(beyond(read)))


def beyond(read: Sequence[Read]) -> Iterator[str]:
    """A sentence for each limit that the readings, some in each light, didn't keep."""
    wrong = sum(each.result.wrongly_clear for each in read)
    if wrong:
        yield f"in other lights {wrong} throws were called clear and are wrong; none may be."
    for light, least in LEAST_RIGHT.items():
        outcomes = [each.outcome for each in read if each.light == light]
        share = outcomes.count("right") / len(outcomes)
        if share < least:
            yield f"{light}: {share:.1%} of the throws are clear and right, not {least:.0%}."


def _measured(look: int) -> list[Read]:
    cv2.setNumThreads(1)
    reader, rng = TrayReader(), np.random.default_rng(SEEDS[look])
    tray = SimulatedTray(seed=SEEDS[look], cube_set=cube_set_of(look), paced=False, lean_chance=0.0)
    read = []
    try:
        for throw in range(THROWS_A_LOOK):
            tray.throw(None)
            tray.come_to_rest()
            frame, lying = tray.read(), tray.lying()
            assert frame is not None
            assert lying is not None
            name = f"look {SEEDS[look]}, throw {throw}"
            truth = truth_of(name, lying, np.zeros(2), zones=True)
            for words, light in LIGHTS.items():
                picture = light.on(frame.image, rng)
                reading = reader.read_picture(picture, name)
                result = compare(truth, [reading], 0.0)
                too_dark = trouble_with_light(picture) is not None
                read.append(Read(words, result, _outcome(reading, result, too_dark)))
    finally:
        tray.close()
    return read


def _outcome(reading: TrayReading, result: Result, too_dark: bool) -> str:
    if result.right:
        return "right"
    if result.wrongly_clear:
        return "wrong"
    if too_dark:
        return "too dark"
    named = result.named == result.cubes == SET_SIZE
    return "odd" if named and all(cube.odd is None for cube in reading.cubes) else "refused"


def _row(light: str, read: Sequence[Read]) -> str:
    outcomes = Counter(each.outcome for each in read)
    seen = [each.result for each in read if each.outcome != "too dark"]
    named, cubes = sum(result.named for result in seen), sum(result.cubes for result in seen)
    return (
        f"| {light} | {outcomes['right']} ({outcomes['right'] / len(read):.1%}) | {named} of {cubes} "
        f"({named / max(1, cubes):.2%}) | {outcomes['too dark']} | {outcomes['odd']} | {outcomes['refused']} | "
        f"{outcomes['wrong']} |"
    )
