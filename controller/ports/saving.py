"""Files that a power cut leaves as they were or as they are to be, whole: what every room keeps is saved so."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from glob import escape
from pathlib import Path
from secrets import token_hex

ABANDONED = 3600.0
"""Seconds after which what was begun to be written is taken for what a power cut has left: nothing takes so long."""


def save(file: Path, content: bytes, private: bool = False) -> None:
    """Write `content` to `file`; folders that are missing are made. `private`: for its owner's eyes alone.

    Raises:
        OSError: it can't be written, and names `file`; what was there before is there still.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    # A name that nobody else has: whoever saves the same file meanwhile writes another one.
    beside = file.with_name(f"{file.name}.{token_hex(4)}.new")
    try:
        _write(beside, content, private)
        beside.replace(file)
    except BaseException as error:
        with suppress(OSError):  # what went wrong first is what counts
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(file), None
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    with suppress(OSError):  # the file is saved
        _tidy(file)


def discard_unfinished(file: Path) -> None:
    """Remove what was begun to be written as `file`, where whoever wrote it was killed and nobody else does.

    Raises:
        OSError: it can't be removed.
    """
    for begun in _unfinished(file):
        begun.unlink()


def _tidy(file: Path) -> None:
    """Remove what earlier saves of `file` have left that ended in a power cut."""
    now = file.stat().st_mtime
    for begun in _unfinished(file):
        if now - begun.stat().st_mtime > ABANDONED:
            begun.unlink()


def _unfinished(file: Path) -> Iterable[Path]:
    return file.parent.glob(f"{escape(file.name)}.{'[0-9a-f]' * 8}.new")


def _write(file: Path, content: bytes, private: bool) -> None:
    made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if private else 0o666)
    with os.fdopen(made, "wb") as out:
        if private:
            give_to_owner(out.fileno(), file.parent)
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def give_to_owner(file: int, folder: Path) -> None:
    """What root writes belongs to whose folder it is in: `sudo tray host reset-pin` must not lock the table out."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(file, owner.st_uid, owner.st_gid)
