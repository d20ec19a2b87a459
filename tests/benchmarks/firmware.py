"""What the firmware takes of the microcontroller."""

from __future__ import annotations

import subprocess
from pathlib import Path


def report(root: Path) -> str:
    """Flash, static RAM and the worst case of the stack, as the firmware's own build computes them."""
    size = subprocess.run(
        ["make", "--silent", "--no-print-directory", "-C", str(root / "firmware"), "size"],
        capture_output=True, text=True, check=True,
    )
    return f"## Firmware\n\n```\n{size.stdout.strip()}\n```"
