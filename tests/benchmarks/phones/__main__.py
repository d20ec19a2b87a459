"""A crowd of any size: `python -m tests.benchmarks.phones --phones 100 --pressing 12 --seconds 10`."""

from __future__ import annotations

import argparse
import sys

from tests.benchmarks.phones.report import PHONES, PRESSING, SECONDS, beyond_limits, in_words
from tests.benchmarks.phones.run import run


def main() -> int:
    """Print the figures; 1 where they are beyond the limits."""
    wanted = argparse.ArgumentParser(description="What a bar full of phones costs the table.")
    wanted.add_argument("--phones", type=int, default=PHONES)
    wanted.add_argument("--pressing", type=int, default=PRESSING)
    wanted.add_argument("--seconds", type=float, default=SECONDS)
    size = wanted.parse_args()
    done = run(size.phones, size.pressing, size.seconds)
    print(in_words(done))
    for line in (beyond := beyond_limits(done)):
        print(f"Beyond its limit: {line}", file=sys.stderr)
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
