"""The idle show: two computer players play while nobody does, by chance where no simulated hands can throw."""

from __future__ import annotations

from random import Random

from controller.games.game import Cube, Face, GameView, Throw
from controller.ports import Player
from controller.table.book import Book
from controller.table.seats import computers
from controller.table.settings import TableSettings
from controller.table.watch import TrayWatch

Dice = tuple[tuple[Face, ...], ...]
"""The faces of each cube of the set, the odd cube last."""


class VirtualDice:
    """Throws by chance, for a show without cubes. They are marked as such wherever they are seen.

    `seed`: of the shows' own seeds; None for chance.
    """

    def __init__(self, dice: Dice, seed: int | None) -> None:
        self._common = dice[:-1]
        self._odd = dice[-1]
        self._seeds = Random(seed)
        self._random = Random(0)

    def another_seed(self) -> int:
        """That of the next show."""
        return self._seeds.getrandbits(32)

    def begin(self, seed: int) -> None:
        """The throws that come next are those of the show with this seed, from its first one."""
        self._random = Random(seed)

    def throw(self, view: GameView) -> Throw:
        """The throw that comes next in a game."""
        with_odd = bool(view.odd_to_throw) and view.phase != "roll_off"
        common = self._common[: view.to_throw - with_odd]
        thrown = [Cube(self._random.choice(faces), False) for faces in common]
        if with_odd:
            thrown.append(Cube(self._random.choice(self._odd), True))
        return Throw(tuple(thrown))


class Shows:
    """When the show begins, and the games that nobody has to begin.

    `games_over`: how many games have ended since the table was set up.
    """

    def __init__(self, settings: TableSettings, book: Book, watch: TrayWatch, dice: VirtualDice | None) -> None:
        self._settings = settings
        self._book = book
        self._watch = watch
        self._dice = None if watch.hands.are_there else dice
        self._possible = settings.shows and (watch.hands.are_there or dice is not None)
        self._goes_on = False
        """Whether the show that is on follows from its seed by these settings, for it was begun by them."""
        if self._dice is not None and book.state.seed is not None:
            self._dice.begin(book.state.seed)
        self._noticed = book.state.game_id if self._is_over else 0
        self._played = 0
        self.games_over = 0

    @property
    def _is_over(self) -> bool:
        view = self._book.state.view
        return view is not None and view.phase == "over"

    @property
    def _rested(self) -> bool:
        """Whether as many games were shown as were to be."""
        return self._settings.show_games is not None and self.games_over >= self._settings.show_games

    def game_has_ended(self) -> bool:
        """Whether a game is over that was not when this was asked last."""
        if not self._is_over or self._noticed == self._book.state.game_id:
            return False
        self._noticed = self._book.state.game_id
        self.games_over += 1
        return True

    def game_was_given_up(self) -> bool:
        """Whether the game that was being played when this was asked last is gone without having come to its end."""
        before, self._played = self._played, 0 if self._is_over else self._book.state.game_id
        return before not in (0, self._book.state.game_id)

    def due_at(self) -> float | None:
        """When a game of the show begins, in the clock's seconds, if nothing happens before; None: it doesn't."""
        wait = self._wait()
        return None if wait is None else self._book.paused_at + wait

    def seats_end_at(self) -> float | None:
        """When people who don't begin a game lose their seats to the show; None where they don't."""
        state = self._book.state
        waited_for = state.persons and state.kind in (None, "people")
        return self.due_at() if waited_for else None

    def _wait(self) -> float | None:
        """How long a pause lasts before a game of the show begins, in seconds."""
        state, settings = self._book.state, self._settings
        if settings.replay:
            return None
        if state.kind == "replay" or (state.kind == "show" and not self._possible):
            return 0.0
        if not self._possible:
            return None
        if state.kind == "show" and state.game is not None:
            return settings.show_pause_s if self._is_over and not self._rested else None
        if state.stage == "playing":
            return None
        if state.persons:
            return settings.over_s
        return 0.0 if not self._rested else None

    def begin(self) -> None:
        """Clear the table of what was there, and begin a game of the show where there can be one."""
        state = self._book.state
        if state.kind in ("people", "replay") or state.persons or not self._possible:
            self._book.write("cleared", {})
        if self._possible:
            self._begin_game(computers(2, self._settings.computers, ()))
        self._watch.forget_throw()

    def _begin_game(self, players: tuple[Player, ...]) -> None:
        rules = self._settings.rules
        if self._goes_on and self._book.state.seed is not None:
            self._book.show_another_game(players, rules)
            return
        seed = self._dice.another_seed() if self._dice is not None else None
        self._book.start_game("show", players, rules, seed=seed)
        if self._dice is not None and seed is not None:
            self._dice.begin(seed)
            self._goes_on = True

    def begin_replay(self) -> None:
        """Begin a game whose throws come from a recording: no roll-off, the first player starts."""
        if self._book.state.game is not None or self._book.state.persons:
            self._book.write("cleared", {})
        players = computers(2, self._settings.computers, ())
        self._book.start_game("replay", players, self._settings.rules, starter=players[0].seat)
        self._watch.forget_throw()
