"""People go without a word: their game ends as it stands, and their seats are given up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.table.book import Book
from controller.table.settings import TableSettings
from controller.table.show import Shows
from controller.table.state import State

WARNING_S = 60.0
"""How long before the end people are warned; half of the whole time where that is shorter."""


class Absence:
    """Notices that nobody gives a sign any more. `camera_out`: whether nobody could give one at the tray."""

    def __init__(self, settings: TableSettings, book: Book, shows: Shows, camera_out: Callable[[], bool]) -> None:
        self._settings = settings
        self._book = book
        self._shows = shows
        self._camera_out = camera_out

    def game_ends_at(self) -> float | None:
        """When the game of people that is being played ends unless somebody gives a sign, in the clock's seconds.

        Not while the camera is out: people may be at work on it, and can't be seen.
        """
        state = self._book.state
        if state.kind != "people" or state.stage != "playing" or self._camera_out():
            return None
        return self._book.sign_at + self._settings.abandoned_s

    def warns_at(self) -> float | None:
        """When people are warned that their game ends, or that their seats are given up; None where nothing does."""
        game_ends_at, seats_end_at = self.game_ends_at(), self._shows.seats_end_at()
        if game_ends_at is not None:
            return game_ends_at - min(WARNING_S, self._settings.abandoned_s / 2)
        if seats_end_at is not None:
            return seats_end_at - min(WARNING_S, self._settings.over_s / 2)
        return None

    def end_game(self) -> None:
        """End the game with its scores as they stand, and clear the table for others."""
        reason = f"nobody gave a sign for {self._settings.abandoned_s:.0f} s"
        self._book.write("game_abandoned", {"reason": reason, "scores": scores_as_they_stand(self._book.state)})
        self._shows.begin()


def scores_as_they_stand(state: State) -> list[dict[str, Any]]:
    """The scores of a game that ends without a winner, as the journal keeps them."""
    assert state.view is not None
    totals = {standing.seat: standing.total for standing in state.view.standings}
    return [{"seat": one.seat, "name": one.name, "total": totals[one.seat]} for one in state.players]
