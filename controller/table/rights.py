"""Who may do what, and when."""

from __future__ import annotations

from collections.abc import Callable

from controller.games.game import CubeFell, GameView, IllegalMoveError, Skip, Stop, Throw
from controller.games.phrase import phrase
from controller.ports import Clock, Command, CommandName, Player
from controller.table.book import Book
from controller.table.seats import RefusedError
from controller.table.settings import TableSettings
from controller.table.state import Played, State
from controller.table.watch import TrayWatch

_WHATEVER_HAS_HAPPENED = {
    "sit", "leave", "start", "rematch", "propose", "vote", "take_seat",
    "pause", "resume", "order", "remove", "reseat", "set_rules", "spoil",
}
"""What doesn't turn on what the last throw or decision was."""


class Rights:
    """What is legal at the table now. Each `require_` raises a RefusedError that says why not."""

    def __init__(
        self, settings: TableSettings, book: Book, watch: TrayWatch, clock: Clock, hand_entry: Callable[[], bool]
    ) -> None:
        self._settings = settings
        self._book = book
        self._watch = watch
        self._clock = clock
        self._hand_entry = hand_entry

    @property
    def _state(self) -> State:
        return self._book.state

    def legal(self) -> frozenset[CommandName]:
        """What may be done now: by the player to act, or, where nobody is to act, by those who sit."""
        state = self._state
        if state.paused:
            return frozenset()
        if state.stage == "seating":
            return frozenset({"start"} if state.persons else ())
        if state.kind != "people":
            return frozenset()
        names: set[CommandName] = set()
        if self.undoable() is not None and not self._watch.moving:
            names.add("undo")
            if state.undo_asked is not None:
                names.add("confirm")
            if self.correctable() is not None and self._watch.why_undecided is None:
                names.add("correct")
        if state.stage == "over":
            return frozenset(names | {"rematch"}) if state.persons else frozenset(names)
        if state.asking is not None:
            names |= {"answer", "confirm"} if state.asking.waiting else {"answer"}
        if self._hand_entry():
            names.add("enter")
        if self.cube_can_fall():
            names.add("fell")
        if state.view is not None and state.actor is not None and state.actor.kind == "person":
            names |= self._legal_for_actor(state.view)
        return frozenset(names)

    def _legal_for_actor(self, view: GameView) -> set[CommandName]:
        names = set[CommandName]()
        if self._watch.why_undecided is None:
            names |= {"stop"} if view.may_stop else set()
            names |= {"roll_on"} if view.may_roll else set()
            names |= {"select", "next_option"} if len(view.options) > 1 and view.may_roll else set()
        if self._watch.hands.are_there and self._watch.settled is not None and not self._watch.moving:
            names.add("throw")
        if self.idle_for() >= self._settings.skip_after_s and not self._watch.moving:
            names.add("skip")
        return names

    def undoable(self) -> Played | None:
        """The newest throw, stop or skip, if it belongs to this turn or the one before.

        One after the other, everything can be taken back as far as the start of the turn before, and no further.
        """
        scored = Throw | CubeFell | Stop | Skip
        newest = next((played for played in reversed(self._state.history) if isinstance(played.move, scored)), None)
        return newest if newest is not None and newest.turn >= self._state.furthest - 1 else None

    def correctable(self) -> Played | None:
        """The newest throw, if it belongs to this turn or the one before."""
        thrown = (played for played in reversed(self._state.history) if isinstance(played.move, Throw | CubeFell))
        newest = next(thrown, None)
        if newest is None or not isinstance(newest.move, Throw) or newest.turn < self._state.furthest - 1:
            return None
        return newest

    def cube_can_fall(self) -> bool:
        """Whether the rules make something of a cube that leaves the tray, in a throw that is due now."""
        if self._state.game is None or self._watch.moving:
            return False
        try:
            self._state.game.play(CubeFell())
        except IllegalMoveError:
            return False
        return True

    def all_counted(self) -> bool:
        """Whether no throw is under way, in question, or lies where nobody has looked since a restart."""
        seen = self._watch.settled is not None or self._hand_entry()
        return seen and self._watch.why_undecided is None

    def idle_for(self) -> float:
        """Seconds since the player to act gave a sign."""
        return self._clock.monotonic() - self._book.active_at

    # --- conditions ---

    def require_seat(self, command: Command) -> None:
        """A seat that speaks is still somebody's."""
        if command.seat is not None and self._state.seated(command.seat) is None:
            raise RefusedError(phrase("This seat was given up. Sit down again."))

    def require_fresh(self, command: Command) -> None:
        """The command is for the state that the table is in."""
        if command.event is None or command.name in _WHATEVER_HAS_HAPPENED:
            return
        if not self._state.game_event <= command.event <= self._state.event:
            raise RefusedError(phrase("The table has moved on. Look again."))

    def require_game(self) -> GameView:
        """People are playing; their game's view."""
        view = self._state.view
        if view is None or self._state.kind != "people" or self._state.stage != "playing":
            raise RefusedError(phrase("No game is being played. Take a seat to begin one."))
        return view

    def require_turn(self, command: Command) -> GameView:
        """The player to act is the person that speaks, or the host speaks for that person; the game's view."""
        view = self.require_game()
        player = self._state.actor
        if player is None:
            raise RefusedError(phrase("The player whose turn it is has left; the turn is skipped."))
        if player.kind == "computer":
            raise RefusedError(phrase("It is {name}'s turn, who decides alone.", name=player.name))
        if command.seat not in (None, player.seat):
            raise RefusedError(phrase("It is {name}'s turn.", name=player.name))
        return view

    def require_rest(self) -> None:
        """No cubes are on their way."""
        if self._watch.moving:
            raise RefusedError(phrase("The cubes are on their way; wait until they are read."))

    def require_decidable(self) -> None:
        """No throw is under way or in question."""
        if self._watch.why_undecided is not None:
            raise RefusedError(self._watch.why_undecided)

    def require_person(self, command: Command) -> Player:
        """Somebody with a seat speaks."""
        player = self._state.seated(command.seat)
        if player is None:
            raise RefusedError(phrase("Only people with a seat can do that; use a phone."))
        return player

    def require_player(self, command: Command) -> Player:
        """Somebody who plays in this game speaks, not somebody who waits for the next."""
        player = self.require_person(command)
        if player in self._state.waiting:
            raise RefusedError(phrase("You play in the next game; this one is for those who play it."))
        return player

    def require_hand_entry(self) -> None:
        """Throws are entered by hand now."""
        if not self._hand_entry():
            raise RefusedError(phrase("The camera reads the cubes; throws are entered by hand only while it is out."))
