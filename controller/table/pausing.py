"""A pause: what lay in the tray when it began, and what that means when it ends."""

from __future__ import annotations

from controller.ports import TrayReading
from controller.table.book import Book
from controller.table.cubes import same_places
from controller.table.watch import TrayWatch


class Pause:
    """The pause of a table. After a power cut in it, the journal says how the cubes lay."""

    def __init__(self, book: Book, watch: TrayWatch) -> None:
        self._book = book
        self._watch = watch
        self._lay: TrayReading | None = None
        self._read: int | None = None

    def begin(self) -> None:
        """Nothing that is read from now on decides anything."""
        watch = self._watch
        self._lay = watch.settled if not watch.moving else None
        self._read = watch.latest.number if watch.latest is not None else None

    @property
    def was_moved(self) -> bool:
        """Whether cubes lie elsewhere than when it began, or were on their way then, or can't be seen."""
        state, now = self._book.state, self._watch.settled
        before = self._lay or (state.asking.tray if state.asking is not None else state.tray)
        return now is None or self._watch.moving or before is None or not same_places(now, before)

    def end(self) -> None:
        """Go on with what lies there. What was read before the pause was judged then, and means the same now."""
        latest = self._watch.latest
        self._watch.go_on(judge_anew=latest is not None and latest.number != self._read)
        self._lay = self._read = None
