"""What the host does to the table itself: everything waits or goes on, people sit and go, the next game begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.game import Seat, Start
from controller.games.phrase import phrase
from controller.ports import Command, CommandName, Player
from controller.table.absence import scores_as_they_stand
from controller.table.handler import Handler
from controller.table.pausing import Pause
from controller.table.seating import Seating
from controller.table.seats import RefusedError
from controller.table.state import HOST


class Hosting(Handler):
    """The commands of the host that are about people and games; those about moves are in `host_moves`."""

    def __init__(self, seating: Seating, *others: Any) -> None:
        super().__init__(*others)
        self._seating = seating
        self._pause = Pause(self._book, self._watch)
        self.may: Mapping[CommandName, Callable[[], bool]] = {
            "pause": lambda: not self._state.paused,
            "resume": lambda: self._state.paused,
            "end": lambda: self._may(self._require_people_playing),
            "start": lambda: self._may(self._seating.require_startable),
            "rematch": lambda: self._may(self._seating.require_over),
            "sit": lambda: self._state.kind != "replay",
            "order": lambda: len(self._state.persons) > 1,
            "remove": lambda: any(self._removable(one) for one in self._state.players + self._state.waiting),
            "reseat": lambda: bool(self._state.persons),
            "set_rules": lambda: self._state.kind != "replay",
            "spoil": lambda: self._watch.hands.are_there,
        }

    def pause(self, command: Command) -> None:
        """Let everything wait. A throw that isn't counted yet is to be thrown again afterwards."""
        if self._state.paused:
            raise RefusedError(phrase("The table is paused already."))
        self._book.write("paused", {})
        self._pause.begin()

    def resume(self, command: Command) -> None:
        """Go on as it was. Cubes that were moved meanwhile are no throw: they lie as they do."""
        if not self._state.paused:
            raise RefusedError(phrase("The table isn't paused."))
        self._book.write("resumed", {"moved": self._pause.was_moved})
        self._pause.end()

    def end(self, command: Command) -> None:
        """End the game with its scores as they stand; people keep their seats, and the next game has its rules."""
        self._require_people_playing()
        rules = dict(self._seating.next_rules())
        if self._state.next_rules is None and rules != self._in_settings():
            self._book.write("rules_set", {"rules": rules})
        scores = scores_as_they_stand(self._state)
        self._book.write("game_abandoned", {"reason": "the host ends it", "scores": scores})
        self._watch.forget_throw()

    def sit(self, command: Command) -> Mapping[str, Any]:
        """Seat somebody who has no phone; a link gives one the seat later."""
        told = self._seating.sit(command)
        return {key: told[key] for key in told if key != "secret"}

    def order(self, command: Command) -> None:
        """Say how people sit, clockwise, from the next game on: all of them, each once."""
        seats = command.value.get("seats")
        here = [player.seat for player in self._state.persons]
        if not isinstance(seats, list) or sorted(map(str, seats)) != sorted(here):
            raise RefusedError(phrase("Name everybody who sits here, each once. Somebody may have come or gone."))
        if seats != here:
            self._book.write("ordered", {"seats": seats})

    def remove(self, command: Command) -> None:
        """Give somebody's seat up; the game goes on without them."""
        player = self._player_named(command)
        if not self._removable(player):
            raise RefusedError(phrase("{name} plays the show; it ends when somebody sits down.", name=player.name))
        self._seating.give_up(player, by=HOST)

    def set_rules(self, command: Command) -> None:
        """Choose the goal and other rules of the next game."""
        rules = command.value.get("rules")
        if rules is None:
            if self._state.next_rules is not None:
                self._book.write("rules_set", {"rules": None})
            return
        if not isinstance(rules, Mapping):
            raise RefusedError(phrase('Say which rules change, by their names and values, like {"goal": 300}.'))
        chosen = {**self._seating.next_rules(), **rules}
        game = self._rulebook.start(Start(("one", "other"), chosen))
        self._book.write("rules_set", {"rules": dict(game.view.rules)})

    def spoil(self, command: Command) -> None:
        """Let the camera of a simulated tray go wrong, for whoever would see what the table does then."""
        fault, faults = command.value.get("fault"), self._watch.hands.faults
        if not self._watch.hands.are_there:
            raise RefusedError(phrase("Only the camera of a simulated tray goes wrong at a word."))
        if fault is not None and fault not in faults:
            raise RefusedError(phrase("The camera can't go wrong so; it can so: {faults}.", faults=", ".join(faults)))
        self._watch.hands.spoil(fault)

    def rules_to_come(self) -> dict[str, Any]:
        """Every rule by its name with its value in the next game."""
        game = self._rulebook.start(Start(("one", "other"), self._seating.next_rules()))
        unlike_official = game.view.rules
        return {choice.name: unlike_official.get(choice.name, choice.official) for choice in self._rulebook.choices}

    def _in_settings(self) -> dict[str, Any]:
        """The rules of the settings, as a view names them."""
        return dict(self._rulebook.start(Start(("one", "other"), self._settings.rules)).view.rules)

    def _player_named(self, command: Command) -> Player:
        seat = command.value.get("seat")
        player = self._state.seated(seat) if isinstance(seat, Seat) else None
        if player is None:
            raise RefusedError(phrase("Nobody sits there any more."))
        return player

    def _removable(self, player: Player) -> bool:
        return player.present and self._state.kind not in ("show", "replay")

    def _require_people_playing(self) -> None:
        if self._state.kind != "people" or self._state.stage != "playing":
            raise RefusedError(phrase("No game is being played."))
