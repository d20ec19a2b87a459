"""Which Raspberry Pi is fast enough: what reader and scoreboard cost on one core here, and how much slower a Pi's is.

Run on a Pi, the first row of its table is that Pi, measured.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

import cv2

from tests.benchmarks.figures import Figures
from tests.benchmarks.scoreboard import drawing_seconds
from vision.settle import HOLD
from vision.simulation.camera import SimulatedTray
from vision.watch import TrayWatch

SEED = 8
THROWS = 12
REST_FRAMES = 30
LOOKS_A_SECOND = 10
"""Pictures of the camera that have to be looked at a second, so that rest and hands are noticed soon."""
PICTURES_A_SECOND = 30
"""Of the scoreboard."""
READ_WITHIN_S = 2.0
"""From rest to the reading, of 19 throws in 20."""
SHARE = 0.8
"""Of one core, what watching and drawing may take all the time."""
MARGIN = 4 / 3
"""For caches and memory, and the clock that a PC may raise above its own while it measures."""


@dataclass(frozen=True, slots=True)
class Core:
    """A processor's core by its maker's data: clock in GHz, bits that it multiplies and adds in a cycle,
    instructions that it begins in a cycle."""

    name: str
    ghz: float
    vector_bits: int
    begun: int

    def slower_than(self, other: Core) -> float:
        """How many times slower at most, whether a program is held up by its sums or by the rest."""
        return MARGIN * other.ghz / self.ghz * max(other.vector_bits / self.vector_bits, other.begun / self.begun)


PIS = (
    Core("Raspberry Pi 5 (Cortex-A76)", 2.4, 256, 4),
    Core("Raspberry Pi 4 at 1.8 GHz (Cortex-A72; boards since 2021)", 1.8, 128, 3),
    Core("Raspberry Pi 4 at 1.5 GHz (older boards)", 1.5, 128, 3),
    Core("Raspberry Pi 3 B+ (Cortex-A53)", 1.4, 64, 2),
)
SMALLEST = PIS[2]
"""The plans in `hardware/build` say that a Raspberry Pi 4 is fast enough, and mean the older boards, too."""
BEGUN = 6
"""Of a PC's or a server's core of these years."""
CPUINFO = Path("/proc/cpuinfo")
MEASURED = "**this machine, measured**"


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one core: of a look at a picture with its decoding, of a reading (usual, and of 19 in 20), of a
    picture of the scoreboard in the dearest scene."""

    look: float
    usual_reading: float
    slow_reading: float
    drawing: float

    @property
    def steadily(self) -> float:
        """The part of one core that goes all the time."""
        return LOOKS_A_SECOND * self.look + PICTURES_A_SECOND * self.drawing

    def row(self, name: str, slower: float) -> str:
        """A line of the table for a core that is so many times slower."""
        usual, slow = (HOLD + slower * seconds for seconds in (self.usual_reading, self.slow_reading))
        return (
            f"| {name} | {slower:.1f} | {slower * self.steadily:.0%} | {usual:.1f} | {slow:.1f} | "
            f"{'yes' if self.is_enough(slower) else 'no'} |"
        )

    def is_enough(self, slower: float) -> bool:
        """Whether a core that is so many times slower is fast enough."""
        return slower * self.steadily <= SHARE and HOLD + slower * self.slow_reading <= READ_WITHIN_S


def report(_root: Path) -> Figures:
    """The measured machine, then each Pi as it is derived."""
    cost = measure()
    here = Core("here", _gigahertz(), _vector_bits(), BEGUN)
    slower = {MEASURED: 1.0}
    if "Raspberry Pi" not in _model():
        slower |= {core.name: core.slower_than(here) for core in PIS}
    return Figures(_in_words(cost, here, slower), tuple(beyond(cost, slower)))


def beyond(cost: Cost, slower: Mapping[str, float]) -> Iterator[str]:
    """A sentence where the smallest Pi that has to be fast enough isn't. `slower`: how many times slower each core
    is, by its name; on a Pi only what is measured, which has to be itself."""
    smallest = SMALLEST.name if SMALLEST.name in slower else MEASURED
    if not cost.is_enough(slower[smallest]):
        yield f"{smallest.strip('*')}: not fast enough, and has to be."


def _in_words(cost: Cost, here: Core, slower: Mapping[str, float]) -> str:
    rows = [cost.row(name if name == MEASURED else f"{name}, derived", times) for name, times in slower.items()]
    return "\n".join([
        "## Which Raspberry Pi", "",
        f"{THROWS} simulated throws on one core, 1280 x 960: a look at a picture takes {1000 * cost.look:.1f} ms, "
        f"its decoding included; a reading {1000 * cost.usual_reading:.0f} ms, 19 in 20 less than "
        f"{1000 * cost.slow_reading:.0f} ms. Fast enough is a core that looks {LOOKS_A_SECOND} times a second and "
        f"draws the scoreboard {PICTURES_A_SECOND} times with {SHARE:.0%} of its time, and reads 19 throws in 20 "
        f"within {READ_WITHIN_S} s of coming to rest ({HOLD} s of that is rest itself). The smallest that has to be "
        f"is a {SMALLEST.name}.", "",
        "| core | times slower | watching, drawing | rest to reading, s | 19 in 20, s | fast enough |",
        "| --- | ---: | ---: | ---: | ---: | --- |", *rows, "",
        f"Derived is not measured: a Pi's core is taken to be slower by its clock ({here.ghz:.1f} GHz here), by the "
        f"larger of what fewer bits it multiplies at once ({here.vector_bits} here) and what fewer instructions it "
        "begins, and by a third more for memory. A Pi has four cores, which read faster together; that is not "
        "counted. "
        "`python -m tests.benchmarks pi` on a Pi measures it.",
    ])  # fmt: skip


def measure() -> Cost:
    """What simulated throws cost, on one core."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        looks, readings = _watch_throws()
    finally:
        cv2.setNumThreads(threads)
    _, _, scene = drawing_seconds()
    return Cost(median(looks), median(readings), quantiles(readings, n=20)[-1], scene)


def _watch_throws() -> tuple[list[float], list[float]]:
    """Processor seconds of each look without a reading, and of each reading."""
    tray, watch = SimulatedTray(seed=SEED, paced=False, lean_chance=0.0), TrayWatch("simulated")
    looks, readings = [], []
    for _ in range(THROWS):
        tray.throw(None)
        at_rest = 0
        while at_rest < REST_FRAMES:
            frame = tray.read()
            assert frame is not None
            _, sent = cv2.imencode(".jpg", frame.image)
            began = time.process_time()
            cv2.imdecode(sent, cv2.IMREAD_COLOR)
            reading = watch.watch(frame)
            took = time.process_time() - began
            is_reading = reading is not None and reading.status in ("clear", "unclear")
            (readings if is_reading else looks).append(took)
            at_rest = at_rest + 1 if tray.truth() else 0
    tray.close()
    return looks, readings


def _vector_bits() -> int:
    return 512 if "avx512f" in CPUINFO.read_text(encoding="utf-8").split() else 256


def _gigahertz() -> float:
    found = re.search(r"^cpu MHz\s*: ([\d.]+)", CPUINFO.read_text(encoding="utf-8"), re.MULTILINE)
    return float(found[1]) / 1000 if found else 3.0


def _model() -> str:
    model = Path("/proc/device-tree/model")
    return model.read_text(encoding="utf-8") if model.exists() else ""
