"""Saves a file so that a power cut leaves the old or the new one, whole."""

from __future__ import annotations

import os
from pathlib import Path


def save(file: Path, content: bytes) -> None:
    """Write `content` to `file`; folders that are missing are made.

    Raises:
        OSError: it can't be written; what was there before is there still.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".new")
    with beside.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
