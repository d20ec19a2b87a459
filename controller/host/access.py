"""Who is the host: a PIN of six digits, tried seldom, and the sessions that it has opened."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from controller.games.phrase import counted, paragraph, phrase
from controller.host.keys import AccessError, KeyFile, Keys, Session
from controller.ports import Clock, Entry

__all__ = ["AccessError", "HostAccess"]

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


class HostAccess:
    """The PIN and the sessions of the tables in one state folder. Safe from any thread.

    Times to wait are those of this machine's running: after a restart they begin anew, for its clock may be wrong.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._file = KeyFile(folder / "host.json")
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong_seen = 0
        self._wait_from = clock.monotonic()
        with self._lock, suppress(AccessError):  # a table plays without a host; who wants to be one is told why
            self._keys()

    @property
    def has_pin(self) -> bool:
        """Whether a PIN was made.

        Raises:
            AccessError: it can't be read.
        """
        with self._lock:
            return bool(self._keys().pin_hash)

    def new_pin(self) -> str:
        """Make a PIN; the one before, and every session, opens nothing any more.

        Raises:
            AccessError: it can't be written; all is as it was.
        """
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        salt = secrets.token_bytes(16)
        with self._changing():
            self._file.write(Keys(salt.hex(), _hash(pin, salt)))
        return pin

    def enter(self, pin: str) -> Entry:
        """Try a PIN. It counts as wrong before it is looked at, so that pulling the plug gives nobody another try.

        Raises:
            AccessError: nothing can be written, so nobody may try.
        """
        with self._changing() as keys:
            if not keys.pin_hash:
                return Entry(None, NO_PIN)
            if (wait := self._wait_s(keys)) > 0:
                return Entry(None, _wait_words(wait), wait)
            tried = replace(keys, wrong=keys.wrong + 1)
            self._file.write(tried)
            if not hmac.compare_digest(_hash(pin, bytes.fromhex(keys.salt)), keys.pin_hash):
                self._note_wrong(tried)
                wait = self._wait_s(tried)
                wrong = phrase("That is not the PIN.")
                return Entry(None, paragraph(wrong, _wait_words(wait)) if wait else wrong, wait)
            secret = secrets.token_urlsafe(32)
            sessions = (*self._valid(keys), Session(_hashed(secret), self._clock.now()))[-MOST_SESSIONS:]
            self._file.write(replace(keys, wrong=0, sessions=sessions))
            return Entry(secret)

    def knows(self, session: str) -> bool:
        """Whether this secret is that of a host who was let in within a day.

        Raises:
            AccessError: it can't be read.
        """
        with self._lock:
            known = [one.secret for one in self._valid(self._keys())]
        return any(hmac.compare_digest(_hashed(session), one) for one in known)

    def leave(self, session: str) -> None:
        """Forget this secret.

        Raises:
            AccessError: it can't be written.
        """
        with self._changing() as keys:
            left = tuple(one for one in keys.sessions if one.secret != _hashed(session))
            self._file.write(replace(keys, sessions=left))

    @contextmanager
    def _changing(self) -> Iterator[Keys]:
        """What the file holds, and nobody else changes it, in this process or another."""
        with self._lock, self._file.held():
            yield self._keys()

    def _keys(self) -> Keys:
        keys = self._file.read()
        self._note_wrong(keys)
        return keys

    def _note_wrong(self, keys: Keys) -> None:
        if keys.wrong != self._wrong_seen:
            self._wrong_seen = keys.wrong
            self._wait_from = self._clock.monotonic()

    def _wait_s(self, keys: Keys) -> int:
        """How many seconds nobody may try yet."""
        if keys.wrong <= FREE_TRIES:
            return 0
        doubled: int = FIRST_WAIT_S << min(keys.wrong - FREE_TRIES - 1, 16)
        left = self._wait_from + min(LONGEST_WAIT_S, doubled) - self._clock.monotonic()
        return max(0, math.ceil(left))

    def _valid(self, keys: Keys) -> list[Session]:
        now = datetime.fromisoformat(self._clock.now())
        return [one for one in keys.sessions if now - datetime.fromisoformat(one.since) < SESSION_LASTS]


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
