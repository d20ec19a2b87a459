"""The table's book: what happens is written to the journal first and only then true; and what can't be followed isn't
written.

Of an idle show by chance only its beginning is written, with the seed of its throws: nobody plays it, nothing in it
lasts, and it goes on day and night, which no memory card bears.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from controller.games.game import ChangeRules, CubeFell, Move, Seat, Start, Throw
from controller.games.moves import move_to_json
from controller.games.rulebook import Rulebook
from controller.journal import Journal, JournalError
from controller.ports import Clock, Player
from controller.table.folding import apply, restore_from
from controller.table.seats import player_to_json
from controller.table.state import GameKind, State


class Book:
    """Journal and state in step.

    `state`: the table; of a show by chance as far as it has come. `trouble`: why nothing can be written, None while
    all is well. Times in the clock's seconds, counted anew after a restart: `active_at`, when the game last moved or
    its player to act gave a sign; `sign_at`, when a move was last made or anybody gave a sign; `paused_at`, when the
    pause between two games began, or somebody sat down in it.
    """

    def __init__(self, journal: Journal, rulebook: Rulebook, clock: Clock) -> None:
        self._journal = journal
        self._rulebook = rulebook
        self._clock = clock
        self.state: State = restore_from(journal, rulebook)
        self._written = self.state
        """The table as its journal has it: `state`, but for what a show by chance has come to."""
        self._shown = 0
        """The last event that was only shown; these count downwards: upwards the journal's own do."""
        self.trouble: str | None = None
        self.active_at = self.sign_at = self.paused_at = clock.monotonic()

    @property
    def next_event(self) -> int:
        """The id that the next event will have."""
        return self._journal.last + 1

    def write(self, kind: str, payload: Mapping[str, Any], begins_game: bool = False) -> None:
        """Journal an event and let it take effect.

        Raises:
            IllegalMoveError: the game doesn't allow it, and it has not happened.
            JournalError: it could not be written, and has not happened.
        """
        game, now = None if begins_game else self._written.game_id, self._clock.now()
        event = self._journal.next(kind, payload, now, game)
        written = apply(self._written, event, self._rulebook)
        show_goes_on = self.state is not self._written and written.kind == "show" and not begins_game
        after = apply(self.state, event, self._rulebook) if show_goes_on else written
        try:
            self._journal.append(kind, payload, now, game)
        except JournalError as error:
            self.trouble = str(error)
            raise
        self.trouble = None
        self._written = written
        self._become(after, kind)

    def _show(self, kind: str, payload: Mapping[str, Any], begins_game: bool = False) -> None:
        """Let an event of a show by chance take effect; a power cut takes the show back to its beginning.

        Raises:
            IllegalMoveError: the game doesn't allow it, and it has not happened.
        """
        number = self._shown - 1
        game = number if begins_game else self.state.game_id
        event = replace(self._journal.next(kind, payload, self._clock.now(), game), id=number)
        after = apply(self.state, event, self._rulebook)
        self._shown = number
        self._become(replace(after, event=self._written.event), kind)

    def _become(self, after: State, kind: str) -> None:
        before, self.state = self.state, after
        if after.game_event != before.game_event:
            self.active_at = self._clock.monotonic()
        if kind in ("game_started", "move"):
            self.sign()
        if after.pause_event != before.pause_event:
            self.paused_at = self._clock.monotonic()

    def sign(self) -> None:
        """Somebody is there."""
        self.sign_at = self._clock.monotonic()

    def count_anew(self) -> None:
        """Nobody could do anything so far: how long people have given no sign counts from now."""
        self.sign_at = self.paused_at = self.active_at = self._clock.monotonic()

    def start_game(
        self,
        kind: GameKind,
        players: tuple[Player, ...],
        rules: Mapping[str, Any],
        starter: Seat | None = None,
        seed: int | None = None,
    ) -> None:
        """Begin a game. `seed`: that of its throws where it begins a show by chance, of which no more is written.

        Raises:
            IllegalMoveError: the rules or the number of players can't be; nothing has happened.
            JournalError: it could not be written.
        """
        self.write("game_started", self._beginning(kind, players, rules, starter, seed), begins_game=True)

    def show_another_game(self, players: tuple[Player, ...], rules: Mapping[str, Any]) -> None:
        """Begin another game of the show by chance that is on.

        Raises:
            IllegalMoveError: the rules or the number of players can't be; nothing has happened.
        """
        self._show("game_started", self._beginning("show", players, rules, None, self.state.seed), begins_game=True)

    def _beginning(
        self, kind: GameKind, players: tuple[Player, ...], rules: Mapping[str, Any], starter: Seat | None,
        seed: int | None,
    ) -> dict[str, Any]:
        start = Start(tuple(player.seat for player in players), rules, starter)
        self._rulebook.start(start)
        seated = [player_to_json(player) for player in players]
        by_chance = {} if seed is None else {"seed": seed}
        return {"kind": kind, "players": seated, "start": move_to_json(start), **by_chance}

    def move(self, move: Move, by: str, record: Mapping[str, Any] | None = None) -> None:
        """Make a move in the game. `by`: who or what made it; `record`: what else the journal keeps of it.

        Raises:
            IllegalMoveError: the game doesn't allow it; nothing has happened.
            JournalError: it could not be written.
        """
        game = self.state.game
        if game is None:
            raise ValueError("a move needs a game")
        game.play(move)
        changes = self._changes_without_a_throw() if isinstance(move, Throw | CubeFell) else ()
        more = {**({"first_under": list(changes)} if changes else {}), **(record or {})}
        happen = self.write if self.state.seed is None else self._show
        happen("move", {"move": move_to_json(move), "seat": self.state.to_act, "by": by, **more})

    def _changes_without_a_throw(self) -> tuple[int, ...]:
        """The changes of the rules that take effect with the next throw, by their events: the moment is kept, too."""
        played = takewhile(lambda one: not isinstance(one.move, Throw | CubeFell), reversed(self.state.history))
        return tuple(reversed([one.event for one in played if isinstance(one.move, ChangeRules)]))
