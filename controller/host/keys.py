"""The file in which the state folder keeps who is the host: hashes, for its owner's eyes alone.

Another process may write it while a table runs (`tray host reset-pin`): it is read anew whenever it has changed, and
changed only under a lock. A power cut leaves the old or the new one, whole.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from controller.errors import TrayError
from controller.ports.saving import give_to_owner, save


class AccessError(TrayError):
    """Who is the host can't be read or written; its text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Session:
    """A host who was let in: the hash of the secret, and `since` when, in ISO 8601 with the zone."""

    secret: str
    since: str


@dataclass(frozen=True, slots=True)
class Keys:
    """What the file holds. `salt` and `pin_hash` are hexadecimal, empty where there is no PIN yet. `wrong`: how many
    wrong PINs were tried since the last right one."""

    salt: str = ""
    pin_hash: str = ""
    wrong: int = 0
    sessions: tuple[Session, ...] = ()


class KeyFile:
    """The file at `path`. One thread of this process at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._keys = Keys()
        self._read_from: tuple[int, int, int] | None = None

    def read(self) -> Keys:
        """What it holds now; nothing where there is none, or it is damaged: nobody is the host then, until the
        console makes another PIN.

        Raises:
            AccessError: it can't be read.
        """
        try:
            identity = self._identity()
            if identity != self._read_from:
                self._keys = _parsed(self._path.read_bytes())
                self._read_from = identity
        except FileNotFoundError:
            self._keys, self._read_from = Keys(), None
        except OSError as error:
            raise self._in_words(error) from error
        return self._keys

    def write(self, keys: Keys) -> None:
        """Let it hold `keys`; see `held`.

        Raises:
            AccessError: it can't be written, and holds what it held.
        """
        try:
            save(self._path, json.dumps(asdict(keys), indent=1).encode(), private=True)
            self._keys, self._read_from = keys, self._identity()
        except OSError as error:
            raise self._in_words(error) from error

    @contextmanager
    def held(self) -> Iterator[None]:
        """No other process changes it.

        Raises:
            AccessError: nothing can be written here.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(f"{self._path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise self._in_words(error) from error
        try:
            give_to_owner(lock, self._path.parent)
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _identity(self) -> tuple[int, int, int]:
        found = self._path.stat()
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _in_words(self, error: OSError) -> AccessError:
        return AccessError(
            f"{self._path}: can't be read or written: {error.strerror}. Name a folder in state.folder that this user "
            "may write in."
        )


def _parsed(content: bytes) -> Keys:
    try:
        data = json.loads(content)
        sessions = tuple(Session(str(one["secret"]), str(one["since"])) for one in data["sessions"])
        if any(datetime.fromisoformat(one.since).utcoffset() is None for one in sessions):
            raise ValueError("a session that began at no time of any zone")
        return Keys(bytes.fromhex(data["salt"]).hex(), str(data["pin_hash"]), int(data["wrong"]), sessions)
    except (ValueError, LookupError, TypeError, RecursionError):
        return Keys()
