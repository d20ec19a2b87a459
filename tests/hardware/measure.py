"""Measures the scoreboard: `python -m tests.hardware.measure` prints one JSON object.

Python time to draw a picture, bytes of a frame on the wire, and for the model and the real firmware in simavr (built
with `make -C firmware all sim-build`) the time from a snapshot to its acknowledgement and to the picture at the pins.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

from controller.games.game import Moment
from controller.ports import Snapshot
from hardware.canvas import Picture, Size
from hardware.layout import final_picture, steady_picture
from hardware.protocol import Message, MessageType, pack_frame
from hardware.scenes import SCENES, scene_picture
from hardware.scoreboards import open_scoreboard
from tests.hardware.support import DeviceLog, OneSnapshotFeed, RealClock, game_view, snapshot, wait_until

SIZE = Size()
EVENTS = 300
BYTES_A_SECOND = 25_000
BUILD = Path(__file__).parents[2] / "firmware" / "build"


def drawing_ms() -> dict[str, float]:
    """Milliseconds of Python for one picture: steady ones, and the dearest of the scenes."""
    shown = snapshot(game_view("s2", stake=125, to_throw=3), board="CLEAR THE FLASH")
    scenes = [snapshot(game_view(), Moment(name, "s2", 60)) for name in SCENES]
    dearest = max(_mean_ms(partial(_scene, scene), 90) for scene in scenes)
    return {
        "final": _mean_ms(lambda t: final_picture(shown, SIZE), 500),
        "steady": _mean_ms(lambda t: steady_picture(shown, SIZE, t, t), 500),
        "dearest_scene": dearest,
    }


def latency_ms(source: str) -> dict[str, dict[str, float]]:
    """Milliseconds from a snapshot put into the feed to its acknowledgement, and to its final picture being shown."""
    board = open_scoreboard(source, BUILD, RealClock(), scenes=False)
    feed = OneSnapshotFeed(snapshot())
    board.start(feed, DeviceLog().append)
    acknowledged, shown = [], []
    try:
        wait_until("the first picture", lambda: board.acknowledged()[0] == feed.latest().number)
        for event in range(EVENTS):
            newer = snapshot(game_view(totals=(5 * event, 45, 0, 310), stake=5 * (event % 20)))
            rows = final_picture(newer, SIZE).rows()
            began = time.monotonic()
            feed.put(newer)
            wait_until("its picture", lambda: (told := board.picture()) and told.pixels == rows)  # noqa: B023
            shown.append(1000 * (time.monotonic() - began))
            wait_until("its acknowledgement", lambda: board.acknowledged()[0] == newer.number)  # noqa: B023
            acknowledged.append(1000 * (board.acknowledged()[1] - began))
    finally:
        board.stop()
    return {"acknowledged": _percentiles(acknowledged), "shown": _percentiles(shown)}


def _scene(shown: Snapshot, seconds: float) -> Picture | None:
    return scene_picture(shown, SIZE, seconds % 1.0)


def _mean_ms(draw: Callable[[float], Any], times: int) -> float:
    began = time.perf_counter()
    for number in range(times):
        draw(number / 30)
    return round(1000 * (time.perf_counter() - began) / times, 3)


def _percentiles(values: list[float]) -> dict[str, float]:
    cuts = quantiles(values, n=100)
    return {"p50": round(cuts[49], 1), "p99": round(cuts[98], 1)}


def main() -> None:
    picture = final_picture(snapshot(game_view(stake=60)), SIZE)
    frame = Message(MessageType.FRAME, 1, pack_frame(4, picture.pixels, picture.ring)).to_wire()
    print(json.dumps({
        "drawing_ms": drawing_ms(),
        "frame_bytes": len(frame),
        "frames_a_second_on_the_wire": round(BYTES_A_SECOND / len(frame), 1),
        "latency_ms": {source: latency_ms(source) for source in ("model", "simavr")},
    }, indent=2))


if __name__ == "__main__":
    main()
