"""The long run, `make soak`: frames over a bad line, and a game whose scoreboard is upset again and again."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from tests.e2e.scoreboard import bad_line, restarts

FRAMES, UPSETS = 100_000, 500


def main() -> int:
    """Run what the command line asks for; the exit status."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--frames", type=int, default=FRAMES, help="frames over the bad line (default %(default)s)")
    parser.add_argument("--upsets", type=int, default=UPSETS, help="resets and unpluggings (default %(default)s)")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6, help="for the same run again")
    wanted = parser.parse_args()
    print(f"seed {wanted.seed}", flush=True)
    try:
        _told("bad line", lambda: bad_line.run(wanted.frames, wanted.seed, _progress))
        _told("restarts", lambda: restarts.run(wanted.upsets, wanted.seed, _progress))
    except AssertionError as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    return 0


def _progress(line: str) -> None:
    print(f"  {line}", flush=True)


def _told(name: str, work: Callable[[], object]) -> None:
    began = time.monotonic()
    print(f"{name}: {work()}; {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
