"""A whole table on simulated hardware that notes what it publishes, and when: `... table FOLDER STREAMS`.

It prints its address. On each line from standard input it prints what happened since the one before: what was
published, the processor time of this process, and the most memory it has had.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from controller.app import OpenTable
from controller.ports import Snapshot, as_json
from controller.settings import Settings
from tests.benchmarks.memory import most_memory_mb

SEED = 20_260_107


def main() -> None:
    """Open the table, and report until standard input ends."""
    folder, streams = Path(sys.argv[1]), int(sys.argv[2])
    settings = Settings.model_validate({
        "camera": {"source": "simulated"}, "scoreboard": {"source": "model"}, "panel": {"factory": "mock"},
        "simulation": {"seed": SEED, "lean_chance": 0.0}, "state": {"folder": folder},
        "web": {"host": "127.0.0.1", "port": 0, "max_streams": streams},
    })
    # Unpaced, cubes come to rest sooner than they could: a table as lively as none is, for the sake of many events.
    table = OpenTable(settings, paced=False)
    published: list[dict[str, Any]] = []
    publish = table.feed.publish

    def note(snapshot: Snapshot) -> None:
        published.append({"number": snapshot.number, "at": time.monotonic(), "snapshot": snapshot})
        publish(snapshot)

    table.feed.publish = note  # type: ignore[method-assign]
    table.start()
    print(table.address, flush=True)
    spent = time.process_time()
    for _ in sys.stdin:
        now = time.process_time()
        since, published[:] = list(published), []
        events = [{"number": one["number"], "at": one["at"], "text": _text(one["snapshot"])} for one in since]
        print(json.dumps({
            "published": events,
            "processor_s": now - spent,
            "memory_mb": most_memory_mb(),
        }), flush=True)
        spent = time.process_time()
    table.stop()


def _text(snapshot: Snapshot) -> str:
    return json.dumps(as_json(snapshot), separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    main()
