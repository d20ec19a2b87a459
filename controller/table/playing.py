"""What the player to act does: decide, throw, or enter what was thrown."""

from __future__ import annotations

from controller.games.game import CubeFell, GameView, RollOn, Seat, Select, Stop, Throw
from controller.games.phrase import one_of, phrase
from controller.ports import Command
from controller.table.cubes import counts_allowed, entered, on_the_mat
from controller.table.handler import Handler
from controller.table.seats import RefusedError


class Playing(Handler):
    """The commands of a turn."""

    def stop(self, command: Command) -> None:
        """STOP: bank the points of the selected option."""
        self._rights.require_turn(command)
        self._rights.require_decidable()
        self._book.move(Stop(), by="command")

    def roll_on(self, command: Command) -> None:
        """ROLL ON: the selected option stands, the next move is a throw."""
        self._rights.require_turn(command)
        self._rights.require_decidable()
        self._book.move(RollOn(), by="command")

    def select(self, command: Command) -> None:
        """Preselect one of the options by its number."""
        self._rights.require_turn(command)
        self._rights.require_decidable()
        option = command.value.get("option")
        if isinstance(option, bool) or not isinstance(option, int):
            raise RefusedError(phrase("Say which option by its number."))
        self._book.move(Select(option), by="command")

    def next_option(self, command: Command) -> None:
        """The SUN button: preselect the next option."""
        view = self._rights.require_turn(command)
        self._rights.require_decidable()
        if len(view.options) < 2:
            raise RefusedError(phrase("There is nothing to choose now."))
        self._book.move(Select((view.selected + 1) % len(view.options)), by="command")

    def throw(self, command: Command) -> None:
        """At a simulated tray: the hands throw for the person."""
        self._rights.require_turn(command)
        if not self._watch.hands.are_there:
            raise RefusedError(phrase("Take the cubes and throw them into the tray."))
        self._rights.require_rest()
        if self._watch.settled is None:
            raise RefusedError(phrase("The cubes can't be seen now; wait until they can."))
        self._watch.throw()

    def enter(self, command: Command) -> None:
        """A throw that no camera has seen, entered by hand."""
        view = self._rights.require_game()
        player = self._rights.require_player(command)
        self._rights.require_hand_entry()
        actor = self._state.actor
        if actor is not None and actor.kind == "person" and actor.seat != player.seat:
            raise RefusedError(phrase("It is {name}'s turn.", name=actor.name))
        self.enter_throw(view, command, player.seat)

    def enter_throw(self, view: GameView, command: Command, by: Seat) -> None:
        """Count the throw that somebody at the seat `by` has entered."""
        cubes = entered(command.value.get("cubes"))
        allowed = counts_allowed(view)
        if len(cubes) not in allowed:
            raise RefusedError(phrase(
                "{due} to be thrown, {entered} entered.",
                due=one_of(map(str, sorted(allowed))), entered=len(cubes),
            ))
        reason = self._rulebook.check_reading(cubes)
        if reason:
            raise RefusedError(reason)
        self.unseen(Throw(cubes), by)

    def fell(self, command: Command) -> None:
        """A cube left the tray, and the rules make something of that."""
        self._rights.require_game()
        player = self._rights.require_player(command)
        self._rights.require_rest()
        if self._rights.cube_can_fall() and not self.may_say_fell(player.seat):
            raise RefusedError(phrase("No cube of a throw is missing. Who throws can say that one left the tray."))
        self.unseen(CubeFell(), player.seat)

    def may_say_fell(self, seat: Seat) -> bool:
        """Who throws may always say that a cube left the tray; others where one of the throw that lies there is
        missing, and for a computer player whose throws are entered by hand."""
        state, tray = self._state, self._watch.settled
        if state.kind != "people" or state.stage != "playing" or not self._rights.cube_can_fall():
            return False
        if tray is None:
            by_hand = self._may(self._rights.require_hand_entry)
            return seat == state.to_act or (by_hand and (state.actor is None or state.actor.kind == "computer"))
        missing = self._watch.why_undecided is not None and len(on_the_mat(tray)) < self._rulebook.cubes
        return seat == state.to_act or missing

    def unseen(self, move: Throw | CubeFell, by: Seat) -> None:
        """A throw of which somebody at the seat `by` has said what it was."""
        self._book.move(move, by="hand", record={"entered_by": by})
        self._watch.forget_throw()
        self._watch.throws += 1
