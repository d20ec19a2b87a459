"""What those who carry out commands have in common."""

from __future__ import annotations

from collections.abc import Callable

from controller.games.rulebook import Rulebook
from controller.table.book import Book
from controller.table.rights import Rights
from controller.table.seats import RefusedError
from controller.table.settings import TableSettings
from controller.table.state import State
from controller.table.watch import TrayWatch


class Handler:
    """Carries out commands on the table; `rights` says who may do what. A method a command, which raises a
    RefusedError that says why not."""

    def __init__(
        self, settings: TableSettings, rulebook: Rulebook, book: Book, watch: TrayWatch, rights: Rights
    ) -> None:
        self._settings = settings
        self._rulebook = rulebook
        self._book = book
        self._watch = watch
        self._rights = rights

    @property
    def _state(self) -> State:
        return self._book.state

    def _may(self, require: Callable[[], object]) -> bool:
        """Whether what is required is so."""
        try:
            require()
        except RefusedError:
            return False
        return True
