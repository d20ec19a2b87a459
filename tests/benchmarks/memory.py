"""How much memory a process has had at its most."""

from __future__ import annotations

from pathlib import Path


def most_memory_mb(pid: int | str | None = "self") -> float:
    """Megabytes; 0 for a process that is gone.

    Not getrusage's figure: that one begins with what the process had that started this one.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(found[0].split()[1]) / 1024 if found else 0.0
