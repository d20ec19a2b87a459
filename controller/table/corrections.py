"""What went wrong is put right: a throw taken back or read anew, a turn skipped."""

from __future__ import annotations

from typing import Any

from controller.games.game import Seat, Skip, Stop, Throw
from controller.games.moves import move_to_json
from controller.games.phrase import phrase
from controller.ports import Command, LastThrow, MoveMade, Player
from controller.table.asked import last_throw, move_made, skip_needs
from controller.table.cubes import reread, with_reread
from controller.table.handler import Handler
from controller.table.seats import RefusedError
from controller.table.state import Played
from controller.table.trays import tray_to_json


class Corrections(Handler):
    """The commands that correct."""

    def skip(self, command: Command) -> None:
        """End the turn of a person who gives no sign, once more than half of the others in the game ask for it."""
        self._rights.require_game()
        speaker = self._rights.require_player(command).seat
        player = self._state.actor
        if player is None or player.kind == "computer":
            raise RefusedError(phrase("Only a person's turn can be skipped."))
        if speaker == player.seat:
            raise RefusedError(phrase("It is your turn; only others can skip it."))
        self._rights.require_rest()
        waited, needed = self._rights.idle_for(), self._settings.skip_after_s
        if waited < needed:
            raise RefusedError(phrase(
                "{name} can be skipped after {needed} s without a sign, not {waited} s.",
                name=player.name, needed=round(needed), waited=round(waited),
            ))
        votes = {*self._state.skip_votes, speaker}
        if skip_needs(self._state, votes) > 0:
            if speaker in self._state.skip_votes:
                raise RefusedError(phrase("You have asked for that already; others have to agree."))
            self._book.write("skip_voted", {"seat": speaker})
            return
        self._book.move(Skip(), by="command", record={"skipped_by": speaker})
        self._watch.forget_throw()

    def undo(self, command: Command) -> None:
        """Take the last throw, stop or skip back: one's own stop at once, all else with another person's yes. Asked
        again and again it goes back to the start of the turn before.

        "Corrected by the player with another's yes, as long as the next player has not thrown": the yes is that of
        the player whose move it was, unless that player asked. The button at the tray speaks for the player to act;
        it asks, and takes back what was asked, but says no yes. The value {"agree": bool} is an answer and never
        asks; whoever may say yes may say no, and so may the player who asked.
        """
        agree, asked = command.value.get("agree"), self._state.undo_asked
        if agree is not None and not isinstance(agree, bool):
            raise RefusedError(phrase("Agree with yes or no."))
        if agree is not None:
            self.require_question(command)
        played = self._require_undo(command)
        speaker = self._speaker(command, played)
        if asked is not None:
            self._answer(command, played, asked[1], agree)
        elif self._needs_nobody(played, speaker):
            self.take_back(played, speaker)
        else:
            self._book.write("undo_asked", {"event": played.event, "seat": speaker})

    def correct(self, command: Command) -> None:
        """Read the last throw anew, with the faces in {"cubes": [...]} as people see them, if another person says yes
        (by `undo` with {"agree": true}, or `confirm`). What was decided on the misread throw is decided anew.
        """
        player = self._rights.require_player(command)
        played = self._require_correctable(player.seat)
        assert isinstance(played.move, Throw)
        throw = reread(played.move, None if self._state.base_due else self._state.tray, command.value.get("cubes"))
        if reason := self._rulebook.check_reading(throw.thrown):
            raise RefusedError(reason)
        played.before.play(throw)
        if self._needs_nobody(played, player.seat):
            self.read_anew(played, throw, player.seat)
        else:
            record = {"event": played.event, "seat": player.seat, "move": move_to_json(throw)}
            self._book.write("correction_asked", record)

    def may_correct(self, seat: Seat) -> bool:
        """Whether the player at `seat` may say that the last throw was misread."""
        return self._may(lambda: self._require_correctable(seat))

    def _require_correctable(self, seat: Seat) -> Played:
        self._require_game_of_people()
        played = self._rights.correctable()
        if played is None:
            raise RefusedError(
                phrase("There is no throw to correct: the next player's turn is over, or nobody has thrown.")
            )
        self._rights.require_decidable()
        asked = self._state.undo_asked
        if asked is not None and asked[1] != seat:
            raise RefusedError(self._asks_already(asked[1]))
        if not self._needs_nobody(played, seat):
            self._require_concerned(played, seat)
        return played

    def read_anew(
        self, played: Played, throw: Throw, seat: Seat | None, asked_by: Seat | None = None, *,
        kept: bool = False, newest: bool = True,
    ) -> None:
        """Count a throw as another one. Keep by whom, from what and to what; the reading itself stays in the journal
        as it was. `kept`: what followed stands; `newest`: nothing was thrown since."""
        assert isinstance(played.move, Throw)
        state = self._state
        record: dict[str, Any] = {
            "event": played.event,
            "seat": seat,
            "asked_by": asked_by,
            "from": move_to_json(played.move),
            "move": move_to_json(throw),
            "tray": None,
        }
        if kept:
            record["kept"] = True
        lies_there = newest or (kept and played.turn == state.turn)
        if lies_there and state.tray is not None and state.picture_size is not None and not state.base_due:
            record["tray"] = tray_to_json(with_reread(state.tray, played.move, throw, newest))
            record["picture_size"] = list(state.picture_size)
        self._book.write("corrected", record)
        self._watch.corrected()

    def may_undo(self, seat: Seat) -> bool:
        """Whether the player at `seat` may ask to take something back, or has a say in what another asks."""
        return self._may(lambda: self._require_undo(Command("undo", seat)))

    def undoes(self) -> MoveMade | None:
        """What an undo takes back or asks for; None where there is nothing, or something is asked already."""
        played = self._rights.undoable() if self._state.kind == "people" and self._state.undo_asked is None else None
        return None if played is None else move_made(played)

    def last_throw(self) -> LastThrow | None:
        """The throw that may be read anew, None where none may."""
        played = self._rights.correctable() if self._state.kind == "people" else None
        return None if played is None else last_throw(self._state, played)

    def agree(self, command: Command) -> None:
        """Say yes to what another person asks to take back."""
        asked = self.require_question(command)
        played = self._require_undoable()
        player = self._rights.require_player(command)
        self._require_asked(played, player.seat, asked[1])
        self.take_back(played, player.seat, asked[1])

    def _answer(self, command: Command, played: Played, asker: Seat, agree: bool | None) -> None:
        own = command.seat in (None, asker)
        if own and agree:
            raise RefusedError(phrase("Another player has to say yes."))
        if not own and agree is None and self._state.correction is not None:
            raise RefusedError(self._asks_already(asker))  # who wants the throw taken back hasn't seen how it is read
        if own or agree is False:
            self._book.write("undo_dropped", {"seat": command.seat})
        else:
            self.take_back(played, command.seat, asker)

    def require_question(self, command: Command) -> tuple[int, Seat]:
        """What somebody asks for, as the state has it, if the answer in `command` is to that very question."""
        asked = self._state.undo_asked
        if asked is None:
            raise RefusedError(phrase("Nobody asks to take anything back."))
        if command.event is not None and command.event < self._state.undo_asked_event:
            raise RefusedError(phrase("The table has moved on. Look again."))
        return asked

    def _asks_already(self, seat: Seat) -> str:
        asker = self._state.seated(seat)
        name = asker.name if asker is not None else phrase("Somebody")
        return phrase("{name} asks for something already. Say yes or no to that first.", name=name)

    def _require_undo(self, command: Command) -> Played:
        played, asked = self._require_undoable(), self._state.undo_asked
        speaker = self._speaker(command, played)
        if asked is None and not self._needs_nobody(played, speaker):
            self._require_concerned(played, speaker)
        if asked is not None and command.seat is not None and speaker != asked[1]:
            self._require_asked(played, speaker, asked[1])
        return played

    def _require_undoable(self) -> Played:
        self._require_game_of_people()
        asked = self._state.undo_asked
        played = self._rights.undoable() if asked is None else self._state.made(asked[0])
        if played is None:
            raise RefusedError(
                phrase("Nothing can be taken back: an undo reaches the start of the turn before, no further.")
            )
        self._rights.require_rest()
        return played

    def _require_game_of_people(self) -> None:
        if self._state.kind != "people" or self._state.stage not in ("playing", "over"):
            raise RefusedError(phrase("No game is being played. Take a seat to begin one."))

    def _speaker(self, command: Command, played: Played) -> Seat | None:
        if command.seat is not None:
            return self._rights.require_player(command).seat
        actor = self._state.actor
        if actor is not None and actor.kind == "person":
            return actor.seat
        mover = self._person_of(played)
        persons = self._state.persons_playing
        return mover.seat if mover is not None else persons[0].seat if persons else None

    def _person_of(self, played: Played) -> Player | None:
        """The person whose move it was, None for a computer player's and for who has left."""
        mover = self._state.seated(played.seat)
        return mover if mover is not None and mover.kind == "person" else None

    def _needs_nobody(self, played: Played, speaker: Seat | None) -> bool:
        alone = len(self._state.persons_playing) < 2
        return alone or (isinstance(played.move, Stop) and speaker == played.seat)

    def _require_concerned(self, played: Played, speaker: Seat | None) -> None:
        mover = self._person_of(played)
        if mover is not None and speaker not in (mover.seat, self._state.to_act):
            raise RefusedError(phrase("{name} or the player to act can ask to take that back.", name=mover.name))

    def _require_asked(self, played: Played, speaker: Seat | None, asker: Seat) -> None:
        if speaker == asker:
            raise RefusedError(phrase("Another player has to say yes."))
        mover = self._person_of(played)
        if mover is not None and mover.seat not in (asker, speaker):
            raise RefusedError(phrase("{name} has to say yes.", name=mover.name))

    def take_back(self, played: Played, seat: Seat | None, asked_by: Seat | None = None) -> None:
        """Take `played` back, and what followed; or, where that is the yes to a correction that the player `asked_by`
        asks for, read it anew."""
        if asked_by is not None and self._state.correction is not None:
            self._rights.require_decidable()
            self.read_anew(played, self._state.correction, seat, asked_by)
            return
        record = {} if asked_by is None else {"asked_by": asked_by}
        self._book.write("undone", {"event": played.event, "seat": seat, **record})
        self._watch.forget_throw()
