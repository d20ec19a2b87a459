"""The hands at a simulated tray: when they throw, what they take up, and how long they are waited for."""

from __future__ import annotations

from controller.games.game import GameView
from controller.games.rulebook import Rulebook
from controller.ports import Clock, Hands, Point, TrayReading
from controller.table.book import Book
from controller.table.cubes import on_the_mat, to_throw
from controller.table.laying import Laying, laid_as_the_game_has_them
from controller.table.settings import TableSettings
from controller.table.timers import Timers

LANDED_S = 0.25
"""How soon it is looked again whether hands have finished."""


class SimulatedHands:
    """Hands that throw for whoever has none; at a real tray there are none.

    `flying`: they have thrown and nothing was read since. `movement_seen`: since then something moved.
    """

    def __init__(
        self,
        settings: TableSettings,
        rulebook: Rulebook,
        book: Book,
        clock: Clock,
        timers: Timers,
        hands: Hands | None,
    ) -> None:
        self._settings = settings
        self._rulebook = rulebook
        self._book = book
        self._clock = clock
        self._timers = timers
        self._hands = hands
        self.flying = False
        self.movement_seen = False

    @property
    def are_there(self) -> bool:
        """Whether the tray is a simulated one."""
        return self._hands is not None

    @property
    def play(self) -> bool:
        """Whether they throw by themselves for whoever is to act."""
        state = self._book.state
        if self._hands is None or state.to_act is None or state.kind == "replay":
            return False
        return state.kind == "show" or state.actor is None or state.actor.kind == "computer"

    @property
    def at_work(self) -> bool:
        """Whether they still hold cubes or cubes of theirs are in the air, whatever rests meanwhile."""
        return self.flying and self._hands is not None and self._hands.busy

    def throw(self, tray: TrayReading | None, again: tuple[Point, ...] = (), lay: tuple[Point, ...] = ()) -> None:
        """Throw the cubes `again` and lay the kept ones `lay` anew; where nothing is in doubt, throw what the game
        says. `tray`: how the cubes lie; None throws them all.

        Raises:
            ValueError: there are no hands, or there is no game.
        """
        view = self._book.state.view
        if self._hands is None or view is None:
            raise ValueError("a throw needs hands and a game")
        if tray is None:
            self._hands.throw(None)
        elif again or lay:
            self._hands.throw(again, lay)
        elif (laying := self._as_the_game_has_them(view, tray)) is not None:
            self._hands.throw(laying.take, laying.keep, laying.show)
        else:
            self._hands.throw(*to_throw(view, on_the_mat(tray), self._rulebook.cubes))
        self.flying = True
        self.movement_seen = False
        self.wait()

    @property
    def faults(self) -> tuple[str, ...]:
        """What can go wrong with the camera; nothing at a real tray."""
        return self._hands.faults if self._hands is not None else ()

    def spoil(self, fault: str | None) -> None:
        """Let that one of `faults` go on from now on; None: the camera is whole again."""
        if self._hands is not None:
            self._hands.spoil(fault)

    def _as_the_game_has_them(self, view: GameView, tray: TrayReading) -> Laying | None:
        """How cubes are laid that no longer lie as the game has them; None where they may well do."""
        state = self._book.state
        if state.refused is None and state.undone != state.game_event:
            return None
        return laid_as_the_game_has_them(view, on_the_mat(tray), self._rulebook.cubes)

    def wait(self) -> None:
        """Give them their time from now on."""
        self._timers.drop("hands")
        self._timers.keep("hands", "hands", self._clock.monotonic() + self._settings.hands_timeout_s)

    def wait_for_landing(self) -> None:
        """Look soon again whether they have finished."""
        self._timers.drop("landed")
        self._timers.keep("landed", "landed", self._clock.monotonic() + LANDED_S)

    def have_thrown(self) -> None:
        """What they threw lies there and was judged."""
        self.flying = False
        self._timers.drop("hands")
