"""The latest state, made ready to send once a language, however many screens look at it."""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from controller.ports import BoardPicture, Feed, Snapshot, as_json
from web_ui.bidi import isolated_within, turning
from web_ui.languages import ENGLISH, Language

IDLE_S = 0.2
"""How long one look at the feed waits; only how soon a board picture or the end is noticed depends on it."""
BOARD_S = 0.05
"""How often the board's picture is fetched while someone looks at it: twenty pictures a second."""
KEPT = 8
"""States that are kept: who is behind by no more gets each of them; who is further behind gets the latest."""
RETRY_S = 1.0
"""How long a board whose picture could not be fetched is left alone."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sendable:
    """A value with its number, as JSON text in UTF-8."""

    number: int
    text: bytes


def _as_text(plain: Any) -> bytes:
    """Compact JSON."""
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode()


class Rendering:
    """A snapshot as it is sent, made once for each language in which somebody asks for it.

    `at_once`: the languages in which it is made before anybody asks.
    """

    def __init__(self, snapshot: Snapshot, at_once: Iterable[Language] = ()) -> None:
        self.number = snapshot.number
        self._snapshot = snapshot
        self._making = threading.Lock()
        self._made = {language.code: self._make(language) for language in at_once}
        self._asked: dict[str, Language] = {}

    @property
    def asked(self) -> tuple[Language, ...]:
        """The languages in which somebody has asked for it."""
        return tuple(self._asked.values())

    def in_language(self, language: Language) -> Sendable:
        """The snapshot in this language."""
        self._asked.setdefault(language.code, language)
        with self._making:
            if language.code not in self._made:
                self._made[language.code] = self._make(language)
            return self._made[language.code]

    def _make(self, language: Language) -> Sendable:
        said = language.say(as_json(self._snapshot))
        names = turning(self._snapshot.players)
        return Sendable(self.number, _as_text(said if names is None else isolated_within(said, names)))


class Fanout:
    """Follows the feed and the board from one thread, and wakes every stream when either has changed.

    `edition` differs from one start of the server to the next, so that a number alone is never mistaken for
    the same number of an earlier run.
    """

    def __init__(self, feed: Feed, board: Callable[[], BoardPicture | None]) -> None:
        self.edition = secrets.token_hex(4)
        self._feed = feed
        self._board = board
        self._changed = threading.Condition()
        self._state: Rendering | None = None
        self._recent: deque[Rendering] = deque(maxlen=KEPT)
        self._picture: Sendable | None = None
        self._board_watchers = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def closed(self) -> bool:
        """Whether the streams are to end."""
        return self._closed

    def start(self) -> None:
        """Begin to follow the feed."""
        self._thread = threading.Thread(target=self._follow, name="web-fanout", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End every wait at once, and the thread with it. Safe to call twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=2 * IDLE_S + 1)

    def state(self, language: Language = ENGLISH) -> Sendable:
        """The newest snapshot."""
        return self._rendering(self._feed.latest()).in_language(language)

    def board(self) -> Sendable | None:
        """What the board shows now, None while it can't be reached."""
        picture = self._board()
        if picture is None:
            return None
        with self._changed:
            if self._picture is None or self._picture.number != picture.number:
                self._picture = Sendable(picture.number, _as_text(as_json(picture)))
                self._changed.notify_all()
            return self._picture

    def watch_board(self, more: int) -> None:
        """Count the streams that carry the board: +1 when one opens, -1 when it ends."""
        with self._changed:
            self._board_watchers += more

    def wait_for_state(self, seen: int, timeout: float, language: Language = ENGLISH) -> Sendable | None:
        """The snapshot after number `seen`, or the newest where that one is long past; None after `timeout` seconds
        or the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or _differs(self._state, seen), timeout)
            state = self._after(seen)
        return state.in_language(language) if state is not None else None

    def wait_for_either(
        self, seen: int, seen_board: int | None, timeout: float, language: Language = ENGLISH
    ) -> tuple[Sendable | None, Sendable | None]:
        """As `wait_for_state`, for the snapshot and the board's picture: None for each that is as it was seen."""

        def news() -> bool:
            return self._closed or _differs(self._state, seen) or _differs(self._picture, seen_board)

        with self._changed:
            self._changed.wait_for(news, timeout)
            state, picture = self._after(seen), self._picture
        return (
            state.in_language(language) if state is not None else None,
            picture if _differs(picture, seen_board) else None,
        )

    def _after(self, seen: int) -> Rendering | None:
        if not _differs(self._state, seen):
            return None
        following = [rendering for rendering in self._recent if rendering.number > seen]
        keeps_up = 0 < len(following) < len(self._recent)
        return following[0] if keeps_up else self._state

    def _follow(self) -> None:
        number = self._publish(self._feed.latest())
        while not self._closed:
            snapshot = self._feed.wait(number, BOARD_S if self._board_watchers else IDLE_S)
            if snapshot is not None:
                for each in self._feed.since(number) or (snapshot,):
                    number = self._publish(each)
            if self._board_watchers:
                self._look_at_board()

    def _look_at_board(self) -> None:
        try:
            self.board()
        except Exception:  # A broken board must not take the phones' score along.
            log.exception("The scoreboard's picture could not be fetched; the score goes on without it.")
            with self._changed:
                self._changed.wait_for(lambda: self._closed, RETRY_S)

    def _publish(self, snapshot: Snapshot) -> int:
        # Made before anybody is woken: hundreds of streams would wait for the first of them to do it.
        before = self._state
        rendering = Rendering(snapshot, before.asked if before is not None else ())
        with self._changed:
            self._state = rendering
            self._recent.append(rendering)
            self._changed.notify_all()
        return snapshot.number

    def _rendering(self, snapshot: Snapshot) -> Rendering:
        with self._changed:
            if self._state is not None and self._state.number == snapshot.number:
                return self._state
        return Rendering(snapshot)


def _differs(value: Sendable | Rendering | None, seen: int | None) -> bool:
    return value is not None and value.number != seen
