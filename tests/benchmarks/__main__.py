"""Runs benchmarks and writes their sections of benchmarks.md: `make bench` all of them, `make bench ARGS="odds pi"`
some."""

from __future__ import annotations

import platform
import subprocess
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
CPUINFO = Path("/proc/cpuinfo")
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
    on = [processor(), f"{platform.system()} {platform.machine()}", f"Python {platform.python_version()}"]
    return (
        f"Measured on {date.today().isoformat()}: {', '.join([*on, *commit()])}; one loop "
        f"{loop_seconds() * 1000:.1f} ms."
    )


def processor() -> str:
    """What runs this, and of an x86-64 whether it has AVX-512 and bfloat16, by which readings and their times
    differ."""
    lines = CPUINFO.read_text(encoding="utf-8").splitlines() if CPUINFO.exists() else []
    said = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    name = said.get("model name") or said.get("Model") or platform.processor() or "unknown processor"
    if "flags" not in said:
        return name
    flags = said["flags"].split()
    if "avx512f" not in flags:
        return f"{name} without AVX-512"
    return f"{name} with AVX-512 {'and' if 'avx512_bf16' in flags else 'but no'} bfloat16"


def commit() -> list[str]:
    """Of which commit this is, and whether anything but the figures was changed since; nothing where git can't
    tell."""
    try:
        head = _git("rev-parse", "--short", "HEAD")
        changes = _git("status", "--porcelain", "--", ".", ":!benchmarks.md")
    except (OSError, subprocess.CalledProcessError):
        return []
    return [f"commit {head}{' + changes' if changes else ''}"]


def _git(*words: str) -> str:
    command = ["git", "--no-optional-locks", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
