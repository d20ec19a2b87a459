"""People name the faces that the reader couldn't tell, and confirm each other's answers."""

from __future__ import annotations

from controller.games.game import Seat
from controller.games.phrase import listed, phrase
from controller.ports import Command
from controller.table.handler import Handler
from controller.table.seats import RefusedError


class Answers(Handler):
    """The commands about faces that are asked for."""

    def answer(self, command: Command) -> None:
        """Name a face that the reader couldn't tell."""
        self._rights.require_game()
        player = self._rights.require_player(command)
        waiting = self._state.asking.waiting if self._state.asking is not None else None
        named = (command.value.get("cube"), command.value.get("face"))
        if waiting is not None and waiting[:2] == named and waiting[2] != player.seat:
            self.confirm(command)
            return
        self.name_face(command, player.seat)
        if len(self._state.persons_playing) == 1:
            self.accept(None)

    def name_face(self, command: Command, seat: Seat) -> None:
        """Note the face that somebody at `seat` has named; it waits for another's yes."""
        asking = self._state.asking
        if asking is None:
            raise RefusedError(phrase("No face is asked for now."))
        cube, face = command.value.get("cube"), command.value.get("face")
        if isinstance(cube, bool) or not isinstance(cube, int) or cube not in asking.open:
            raise RefusedError(phrase("That cube's face isn't asked for."))
        alternatives = asking.tray.cubes[cube].alternatives
        likely = [likely for likely, _ in alternatives]
        if face not in likely:
            raise RefusedError(phrase("Choose one of {faces}.", faces=listed(*likely)))
        chances = [list(alternative) for alternative in alternatives]
        self._book.write("answered", {"cube": cube, "face": face, "seat": seat, "alternatives": chances})

    def confirm(self, command: Command) -> None:
        """Say yes to another person's answer."""
        self._rights.require_game()
        player = self._rights.require_player(command)
        asking = self._state.asking
        if asking is None or asking.waiting is None:
            raise RefusedError(phrase("No answer waits for a yes."))
        if asking.waiting[2] == player.seat:
            raise RefusedError(phrase("Another player has to confirm your answer."))
        self.accept(player.seat)

    def accept(self, seat: Seat | None) -> None:
        """The answer that waits stands. `seat`: who says yes to it, None where nobody else plays."""
        assert self._state.asking is not None
        assert self._state.asking.waiting is not None
        cube, face, answered_by = self._state.asking.waiting
        self._book.write("confirmed", {"cube": cube, "face": face, "answered_by": answered_by, "seat": seat})
        self._watch.all_answered()
