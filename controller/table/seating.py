"""People sit down, leave, and begin games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.game import GiveUp, IllegalMoveError, Join, Seat, Start
from controller.games.phrase import paragraph, phrase
from controller.journal import JournalError
from controller.ports import Command, Player
from controller.table.handler import Handler
from controller.table.seats import RefusedError, computers, hashed, new_secret, person, player_to_json
from controller.table.state import can_give_up


class Seating(Handler):
    """The commands about seats and games."""

    def sit(self, command: Command) -> Mapping[str, Any]:
        """Sit down: at a table that shows the game it ends the show, during a game it is to join it at 0 before last
        licks, and for the next game from then on."""
        state = self._state
        if command.seat is not None:
            raise RefusedError(phrase("You have a seat here."))
        if state.kind == "replay":
            raise RefusedError(phrase("A recording is being played; nobody can sit down."))
        show = state.kind == "show"
        others = () if show else tuple(one for one in state.players + state.waiting if one.present)
        if len(state.persons) >= self._settings.max_seats:
            raise RefusedError(phrase("All {seats} seats are taken.", seats=self._settings.max_seats))
        seat = f"seat-{self._book.next_event}"
        player = person(seat, command.value, others)
        if show:
            self._book.write("game_abandoned", {"reason": "somebody sits down"})
            self._watch.forget_throw()
        secret = new_secret()
        self._book.write("seat_taken", {**player_to_json(player), "secret": hashed(secret)})
        why_not = self._join(seat)
        told = {"says": paragraph(why_not, phrase("You play in the next game."))} if why_not else {}
        seated = {"seat": seat, "secret": secret, "name": player.name, "colour": player.colour}
        return {**seated, "waiting": why_not is not None, **told}

    def _join(self, seat: Seat) -> str | None:
        """Let the person at `seat` play in the game that is on; why that can't be, None where it can or none is."""
        state = self._state
        if state.game is None:
            return None
        if sum(player.present for player in state.players) >= self._settings.max_seats:
            return phrase("All seats of this game are taken.")
        try:
            self._book.move(Join(seat), by="command")
        except (IllegalMoveError, JournalError) as error:  # the seat is taken all the same
            return str(error)
        return None

    def leave(self, command: Command) -> None:
        """Give the seat up, and with it the game, which ends when everybody has.

        Cubes that the player to act has thrown are read first; then the turn is given up (see `ComputerPlayers`).
        """
        self.give_up(self._rights.require_person(command))

    def give_up(self, player: Player, by: Seat | None = None) -> None:
        """Let `player` leave. `by`: who says so, where it isn't the player."""
        plays = player in self._state.players
        self._book.write("seat_left", {"seat": player.seat, **({} if by is None else {"by": by})})
        state = self._state
        if state.stage != "playing":
            return
        if not any(one.present and one.kind == "person" for one in state.players):
            self._book.write("game_abandoned", {"reason": "everybody left"})
            self._watch.forget_throw()
        elif plays and state.to_act != player.seat and can_give_up(state, player.seat):
            self._book.move(GiveUp(player.seat), by="command")

    def start(self, command: Command) -> None:
        """Those who sit begin."""
        self._require_person_or_host(command)
        if self._state.stage == "over":
            self.rematch(command)
            return
        self.require_startable()
        number = 1 if len(self._state.persons) == 1 else 0
        self._begin(_computers_wished(command, min(number, self._free_seats)), self._starter_wished(command))

    def rematch(self, command: Command) -> None:
        """The same rules once more, as they were changed in the game or chosen by the host, with those who have sat
        down meanwhile; a computer player makes room for them."""
        self._require_person_or_host(command)
        self.require_over()
        if command.event is not None and command.event < self._state.game_event:
            raise RefusedError(phrase("The table has moved on. Look again."))
        before = sum(player.kind == "computer" for player in self._state.players)
        self._begin(_computers_wished(command, min(before, self._free_seats)), self._starter_wished(command))

    def next_rules(self) -> Mapping[str, Any]:
        """The rules of the next game: those that the host has chosen, else those of a game that is played or over, as
        its rematch has them, else those of the settings; and those, too, where what was chosen can't be played any
        more, for a rule of the table's own is gone."""
        state = self._state
        if state.next_rules is not None and self._can_be_played(state.next_rules):
            return state.next_rules
        return state.view.rules if state.view is not None and state.kind == "people" else self._settings.rules

    def _can_be_played(self, rules: Mapping[str, Any]) -> bool:
        try:
            self._rulebook.start(Start(("one", "other"), rules))
        except IllegalMoveError:
            return False
        return True

    def require_startable(self) -> None:
        """Somebody sits here, and no game is on."""
        if self._state.stage not in ("seating", "over"):
            raise RefusedError(phrase("A game is being played already."))
        if not self._state.persons:
            raise RefusedError(phrase("Nobody sits at the table yet."))

    def require_over(self) -> None:
        """A game of people is over, and somebody is still here."""
        if self._state.stage != "over" or self._state.kind != "people":
            raise RefusedError(phrase("There is no game that is over."))
        if not self._state.persons:
            raise RefusedError(phrase("Nobody sits at the table yet."))

    def _require_person_or_host(self, command: Command) -> None:
        if not command.host:
            self._rights.require_person(command)

    def _starter_wished(self, command: Command) -> Seat | None:
        """Who begins where the host leaves the roll-off out, else None."""
        starter = command.value.get("starter") if command.host else None
        if starter is not None and starter not in [one.seat for one in self._state.persons]:
            raise RefusedError(phrase("Who begins is somebody who sits here."))
        return starter

    @property
    def _free_seats(self) -> int:
        return max(0, self._settings.max_seats - len(self._state.persons))

    def _begin(self, number: int, starter: Seat | None) -> None:
        persons = self._state.persons
        if number > self._free_seats:
            raise RefusedError(
                phrase("People and computer players together have {seats} seats.", seats=self._settings.max_seats)
            )
        players = persons + computers(number, self._settings.computers, persons)
        self._book.start_game("people", players, self.next_rules(), starter)
        self._watch.forget_throw()


def _computers_wished(command: Command, otherwise: int) -> int:
    number = command.value.get("computers", otherwise)
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise RefusedError(phrase("Say how many computer players join as a whole number from 0."))
    return number
