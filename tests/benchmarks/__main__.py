"""Runs benchmarks and writes their sections of benchmarks.md: `make bench` all of them, `make bench ARGS="odds pi"`
some."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from tests.benchmarks import (
    aarch64,
    engine,
    firmware,
    laid,
    lights,
    odds,
    page,
    path,
    pi,
    reader,
    reading_time,
    scoreboard,
    scoring,
    settling,
    teaching,
    throws,
    traced,
    unrest,
)
from tests.benchmarks.figures import Figures, NotHereError
from tests.benchmarks.phones import report as phones
from tests.benchmarks.sections import write_section
from tests.benchmarks.yardstick import loop_seconds

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS: dict[str, Callable[[Path], str | Figures]] = {
    "reader": reader.report, "reading": reading_time.report, "settling": settling.report,
    "throws": throws.report, "keeping": throws.keeping, "leaning": throws.leaning, "near": throws.near,
    "traced": traced.report, "laid": laid.report, "lights": lights.report, "unrest": unrest.report,
    "teaching": teaching.report, "aarch64": aarch64.report,
    "path": path.report, "engine": engine.report, "scoring": scoring.report, "odds": odds.report,
    "firmware": firmware.report, "phones": phones.report, "page": page.report, "scoreboard": scoreboard.report,
    "pi": pi.report,
}


def main() -> int:
    """Run those named on the command line, or all, and write what each says as soon as it is known; 1 where one is
    beyond its limits."""
    names = sys.argv[1:] or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"There is no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    measured = _measured()
    beyond: list[str] = []
    for name in names:
        print(f"{name}...", file=sys.stderr)
        try:
            found = BENCHMARKS[name](ROOT)
        except NotHereError as lacking:
            print(f"Not measured: {lacking}. What benchmarks.md says of it is left as it is.", file=sys.stderr)
            continue
        figures = Figures(found) if isinstance(found, str) else found
        print(figures.section, end="\n\n")
        write_section(ROOT / "benchmarks.md", figures.section, measured)
        beyond += figures.beyond
    for line in beyond:
        print(f"Beyond its limit: {line}", file=sys.stderr)
    return 1 if beyond else 0


def _measured() -> str:
    return (
        f"Measured on {date.today().isoformat()}: {_processor()}, {platform.system()} {platform.machine()}, Python "
        f"{platform.python_version()}; one loop {loop_seconds() * 1000:.1f} ms."
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith(("model name", "Model")):
            return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


if __name__ == "__main__":
    sys.exit(main())
