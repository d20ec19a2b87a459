"""A folder of pictures, each that of an event in the journal."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path

RESERVE = 64 * 1024 * 1024
"""Bytes of the disk that pictures leave free: the journal needs room before they do."""
_SUFFIX, _UNFINISHED = ".jpg", ".new"

log = logging.getLogger("tray")


class Album:
    """Pictures under the events that they belong to; the oldest make room for new ones.

    `folder` needn't exist. `most_bytes`: what all pictures together may take; 0 keeps none. An event is named by its
    number and its time, so that a new journal, which counts from one again, doesn't get an old journal's pictures.
    A power cut leaves whole pictures only. Safe from any thread.
    """

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder = folder
        self._most = most_bytes
        self._lock = threading.Lock()
        self._sizes: dict[str, int] = {}
        try:
            self._look_round()
            self._make_room_for(0)
        except OSError as error:
            log.warning("The pictures of throws in %s can't be looked through: %s", folder, error.strerror)

    def keep(self, event: int, at: str, jpeg: bytes) -> None:
        """Keep the picture of the event with this number and time; when this returns it outlasts a power cut.

        Raises:
            OSError: it could not be written; the pictures kept before are there still.
        """
        with self._lock:
            if len(jpeg) > self._most:
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            self._make_room_for(len(jpeg))
            name = _name(event, at)
            _save(self._folder / name, jpeg)
            self._sizes[name] = len(jpeg)

    def has(self, event: int, at: str) -> bool:
        """Whether the picture of this event is there."""
        return _name(event, at) in self._sizes

    def get(self, event: int, at: str) -> bytes | None:
        """The JPEG of this event, None where none was kept, or not any more."""
        if not self.has(event, at):
            return None
        try:
            return (self._folder / _name(event, at)).read_bytes()
        except OSError:
            return None

    def _look_round(self) -> None:
        if not self._folder.is_dir():
            return
        for file in sorted(self._folder.iterdir()):
            if file.suffix == _SUFFIX:
                self._sizes[file.name] = file.stat().st_size
            elif file.suffix == _UNFINISHED:
                file.unlink()  # the power went while it was written

    def _make_room_for(self, size: int) -> None:
        oldest = sorted(self._sizes)
        while oldest and (sum(self._sizes.values()) + size > self._most or self._free() < RESERVE + size):
            name = oldest.pop(0)
            with contextlib.suppress(FileNotFoundError):
                (self._folder / name).unlink()
            del self._sizes[name]
        if size and self._free() < RESERVE + size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _free(self) -> int:
        return shutil.disk_usage(self._folder).free


def _name(event: int, at: str) -> str:
    """Names sort by time."""
    return f"{datetime.fromisoformat(at).astimezone(UTC):%Y%m%dT%H%M%S.%f}-{event}{_SUFFIX}"


def _save(file: Path, content: bytes) -> None:
    beside = file.with_suffix(_UNFINISHED)
    try:
        with beside.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
