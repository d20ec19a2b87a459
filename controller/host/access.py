"""Who is the host: a PIN of six digits, tried seldom, and the sessions that it has opened.

All of it is in one small file of the state folder, so that a power cut forgets neither a session nor how often the
PIN was guessed at. Another process (`tray host reset-pin`) may write the file while a table runs: it is read anew
whenever it has changed, and changed only under a lock.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
import math
import os
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from controller.errors import TrayError
from controller.games.phrase import counted, paragraph, phrase
from controller.ports import Clock, Entry

PIN_DIGITS = 6
FREE_TRIES = 4
"""Wrong PINs in a row after which nobody has to wait yet: fingers slip in the dark."""
FIRST_WAIT_S, LONGEST_WAIT_S = 30, 900
"""How long nobody may try after one wrong PIN more; each doubles it. At the longest a million PINs take 28 years."""
MOST_SESSIONS = 8
SESSION_LASTS = timedelta(hours=24)
NO_PIN = phrase("There is no PIN yet: `tray host reset-pin` on the table's own machine makes one.")
_SCRYPT = {"n": 2**14, "r": 8, "p": 1}
"""16 MB and a tenth of a second on a Pi for each try (RFC 7914)."""


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
    sessions: tuple[Session, ...] = field(default_factory=tuple)


class HostAccess:
    """The PIN and the sessions of the tables in one state folder. Safe from any thread."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._file = folder / "host.json"
        self._clock = clock
        self._lock = threading.Lock()
        self._read_from: tuple[int, int, int] | None = None
        self._keys = Keys()
        self._wrong_seen = 0
        self._wait_from = clock.monotonic()
        with self._lock, suppress(AccessError):  # a table plays without a host; who wants to be one is told why
            self._fresh()

    @property
    def has_pin(self) -> bool:
        """Whether a PIN was made."""
        with self._lock:
            return bool(self._fresh().pin_hash)

    def new_pin(self) -> str:
        """Make a PIN; the one before, and every session, opens nothing any more.

        Raises:
            AccessError: it can't be written; all is as it was.
        """
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        salt = secrets.token_bytes(16)
        with self._changing():
            self._write(Keys(salt.hex(), _hash(pin, salt)))
        return pin

    def enter(self, pin: str) -> Entry:
        """Try a PIN.

        A try counts as wrong before it is looked at, so that pulling the plug gives nobody another one. The time to
        wait is that of this machine's running: after a restart it begins anew, for clocks may be wrong then.

        Raises:
            AccessError: nothing can be written, so nobody may try.
        """
        with self._changing():
            keys = self._keys
            if not keys.pin_hash:
                return Entry(None, NO_PIN)
            if (wait := self._wait_s()) > 0:
                return Entry(None, _wait_words(wait), wait)
            self._write(replace(keys, wrong=keys.wrong + 1))
            self._note_wrong()
            if not hmac.compare_digest(_hash(pin, bytes.fromhex(keys.salt)), keys.pin_hash):
                wait = self._wait_s()
                wrong = phrase("That is not the PIN.")
                return Entry(None, paragraph(wrong, _wait_words(wait)) if wait else wrong, wait)
            secret = secrets.token_urlsafe(32)
            sessions = (*self._valid(keys), Session(_hashed(secret), self._clock.now()))[-MOST_SESSIONS:]
            self._write(replace(keys, wrong=0, sessions=sessions))
            return Entry(secret)

    def knows(self, session: str) -> bool:
        """Whether this secret is that of a host who was let in within a day."""
        with self._lock:
            known = [one.secret for one in self._valid(self._fresh())]
        return any(hmac.compare_digest(_hashed(session), one) for one in known)

    def leave(self, session: str) -> None:
        """Forget this secret.

        Raises:
            AccessError: it can't be written.
        """
        with self._changing():
            left = tuple(one for one in self._keys.sessions if one.secret != _hashed(session))
            self._write(replace(self._keys, sessions=left))

    # --- waiting ---

    def _wait_s(self) -> int:
        """How many seconds nobody may try yet."""
        wrong = self._keys.wrong
        if wrong <= FREE_TRIES:
            return 0
        doubled: int = FIRST_WAIT_S << min(wrong - FREE_TRIES - 1, 16)
        left = self._wait_from + min(LONGEST_WAIT_S, doubled) - self._clock.monotonic()
        return max(0, math.ceil(left))

    def _note_wrong(self) -> None:
        if self._keys.wrong != self._wrong_seen:
            self._wrong_seen = self._keys.wrong
            self._wait_from = self._clock.monotonic()

    def _valid(self, keys: Keys) -> list[Session]:
        now = datetime.fromisoformat(self._clock.now())
        return [one for one in keys.sessions if now - datetime.fromisoformat(one.since) < SESSION_LASTS]

    # --- the file ---

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Nobody else changes the file, in this process or another."""
        with self._lock:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                lock = os.open(f"{self._file}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                _give_to_owner(lock, self._file.parent)
            except OSError as error:
                raise self._in_words(error) from error
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self._fresh()
                yield
            finally:
                os.close(lock)

    def _fresh(self) -> Keys:
        try:
            found = self._file.stat()
        except FileNotFoundError:
            self._keys, self._read_from = Keys(), None
        except OSError as error:
            raise self._in_words(error) from error
        else:
            identity = (found.st_ino, found.st_mtime_ns, found.st_size)
            if identity != self._read_from:
                self._keys, self._read_from = self._read(), identity
        self._note_wrong()
        return self._keys

    def _read(self) -> Keys:
        try:
            data = json.loads(self._file.read_text(encoding="utf-8"))
            sessions = tuple(Session(str(one["secret"]), str(one["since"])) for one in data["sessions"])
            for one in sessions:
                datetime.fromisoformat(one.since)
            return Keys(bytes.fromhex(data["salt"]).hex(), str(data["pin_hash"]), int(data["wrong"]), sessions)
        except OSError as error:
            raise self._in_words(error) from error
        except (ValueError, LookupError, TypeError):
            # Damaged: nobody is the host, until the console makes another PIN.
            return Keys()

    def _write(self, keys: Keys) -> None:
        content: dict[str, Any] = asdict(keys)
        try:
            save_private(self._file, json.dumps(content, indent=1).encode())
            found = self._file.stat()
        except OSError as error:
            raise self._in_words(error) from error
        self._keys, self._read_from = keys, (found.st_ino, found.st_mtime_ns, found.st_size)

    def _in_words(self, error: OSError) -> AccessError:
        return AccessError(
            f"{self._file}: can't be read or written: {error.strerror}. Name a folder in state.folder that this user "
            "may write in."
        )


def save_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner may read; a power cut leaves the old or the new one, whole.

    Raises:
        OSError: it can't be written; what was there before is there still.
    """
    beside = file.with_name(f"{file.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as out:
        _give_to_owner(out.fileno(), file.parent)
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _give_to_owner(file: int, folder: Path) -> None:
    """What root writes belongs to whose folder it is in: `sudo tray host reset-pin` must not lock the table out."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(file, owner.st_uid, owner.st_gid)


def _hash(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode(), salt=salt, **_SCRYPT).hex()


def _hashed(secret: str) -> str:
    """What the file holds of a session: enough to know it again, not enough to be the host."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _wait_words(seconds: int) -> str:
    too_often = phrase("A wrong PIN was tried too often.")
    if seconds < 90:
        again = counted("Try again in {number} second.", "Try again in {number} seconds.", seconds)
    else:
        again = counted("Try again in {number} minute.", "Try again in {number} minutes.", -(-seconds // 60))
    return paragraph(too_often, again)
