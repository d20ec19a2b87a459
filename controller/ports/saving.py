"""Files that a power cut leaves as they were or as they are to be, whole: what every room keeps is saved so."""

from __future__ import annotations

import os
from pathlib import Path


def save(file: Path, content: bytes, private: bool = False) -> None:
    """Write `content` to `file`; folders that are missing are made. `private`: for its owner's eyes alone.

    Raises:
        OSError: it can't be written; what was there before is there still.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.new")
    # One that was left by a power cut may have other rights.
    beside.unlink(missing_ok=True)
    made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if private else 0o666)
    with os.fdopen(made, "wb") as out:
        if private:
            give_to_owner(out.fileno(), file.parent)
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def give_to_owner(file: int, folder: Path) -> None:
    """What root writes belongs to whose folder it is in: `sudo tray host reset-pin` must not lock the table out."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(file, owner.st_uid, owner.st_gid)
