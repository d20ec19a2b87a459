"""What the host does in a game: what any player may, at once and for whoever acts, and further back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.game import CubeFell, GameView, IllegalMoveError, Skip, Stop, Throw
from controller.games.phrase import phrase
from controller.ports import Command, CommandName, PastMove, ThrownCube
from controller.table.answers import Answers
from controller.table.asked import last_throw, move_made
from controller.table.corrections import Corrections
from controller.table.cubes import reread
from controller.table.folding.corrections import followed
from controller.table.handler import Handler
from controller.table.playing import Playing
from controller.table.seats import RefusedError
from controller.table.state import HOST, Played

MOST_PAST = 60
"""How many moves a host looks back through: some ten turns."""

_THROWN = Throw | CubeFell
_TAKEN_BACK = Throw | CubeFell | Stop | Skip


class HostMoves(Handler):
    """The commands of the host that are about moves."""

    def __init__(self, playing: Playing, answers: Answers, corrections: Corrections, *others: Any) -> None:
        super().__init__(*others)
        self._playing = playing
        self._answers = answers
        self._corrections = corrections
        self.may: Mapping[CommandName, Callable[[], bool]] = {
            "skip": lambda: self._may(self._require_skippable),
            "undo": lambda: self._may(lambda: self._require_past(None)),
            "correct": lambda: self._may(lambda: self._require_thrown(None)),
            "answer": lambda: self._state.asking is not None and self._state.stage == "playing",
            "confirm": lambda: self._state.undo_asked is not None,
            "enter": lambda: self._may(self._rights.require_game) and self._may(self._rights.require_hand_entry),
            "fell": lambda: self._state.kind == "people" and self._rights.cube_can_fall(),
        }

    def past(self) -> tuple[PastMove, ...]:
        """What can be taken back, the newest first."""
        if not self._may(self._require_game_of_people):
            return ()
        newest = self._rights.correctable()
        moves: list[PastMove] = []
        for played in self._scored():
            if len(moves) == MOST_PAST:
                break
            cubes: tuple[ThrownCube, ...] = ()
            if isinstance(played.move, Throw):
                told = newest is not None and newest.event == played.event
                cubes = (
                    last_throw(self._state, played).cubes if told
                    else tuple(ThrownCube(cube.face, cube.odd) for cube in played.move.thrown)
                )
            made = move_made(played)
            moves.append(PastMove(played.event, played.turn, made.whose, made.what, cubes))
        return tuple(moves)

    def skip(self, command: Command) -> None:
        """End the turn of whoever acts, at once."""
        self._require_skippable()
        self._book.move(Skip(), by="command", record={"skipped_by": HOST})
        self._watch.forget_throw()

    def undo(self, command: Command) -> None:
        """Take the newest throw, stop or skip back, or all since the {"move": event} and that one too; or answer what
        a player asks to take back, with {"agree": bool}."""
        agree = command.value.get("agree")
        if agree is None:
            self._corrections.take_back(self._require_past(command.value.get("move")), HOST)
            return
        self._corrections.require_question(command)
        if agree:
            self.confirm(command)
        else:
            self._book.write("undo_dropped", {"seat": HOST})

    def correct(self, command: Command) -> None:
        """Read the newest throw, or that of the {"move": event}, anew. What followed is kept as it was played where
        {"keep": true} says so and it fits; else it is taken back, and what was decided on the throw decided anew."""
        played = self._require_thrown(command.value.get("move"))
        assert isinstance(played.move, Throw)
        since = self._state.history[self._state.history.index(played) + 1 :]
        newest = not any(isinstance(one.move, _THROWN) for one in since)
        seen = self._state.tray if newest and not self._state.base_due else None
        throw = reread(played.move, seen, command.value.get("cubes"))
        if reason := self._rulebook.check_reading(throw.thrown):
            raise RefusedError(reason)
        game = played.before.play(throw)
        keep = command.value.get("keep") is True
        if keep:
            try:
                followed(played, game, since)
            except IllegalMoveError as error:
                reason = phrase("What followed doesn't fit that throw: {why} Take it back, too.", why=str(error))
                raise RefusedError(reason) from error
        self._corrections.read_anew(played, throw, HOST, kept=keep, newest=newest)

    def answer(self, command: Command) -> None:
        """Name a face that the reader couldn't tell; nobody has to confirm it."""
        self._rights.require_game()
        self._answers.name_face(command, HOST)
        self._answers.accept(HOST)

    def confirm(self, command: Command) -> None:
        """Say yes for whoever has to: to a player's answer, or to what a player asks to take back."""
        asking, asked = self._state.asking, self._state.undo_asked
        if asking is not None and asking.waiting is not None:
            self._rights.require_game()
            self._answers.accept(HOST)
            return
        played = self._state.made(asked[0]) if asked is not None else None
        if played is None or asked is None:
            raise RefusedError(phrase("Nothing waits for a yes."))
        self._corrections.require_question(command)
        self._rights.require_rest()
        self._corrections.take_back(played, HOST, asked[1])

    def enter(self, command: Command) -> None:
        """Enter a throw that no camera has seen, for whoever acts."""
        view = self._rights.require_game()
        self._rights.require_hand_entry()
        self._playing.enter_throw(view, command, HOST)

    def fell(self, command: Command) -> None:
        """A cube left the tray in the throw that was due."""
        self._rights.require_game()
        self._rights.require_rest()
        self._playing.unseen(CubeFell(), HOST)

    # --- conditions ---

    def _scored(self) -> list[Played]:
        return [played for played in reversed(self._state.history) if isinstance(played.move, _TAKEN_BACK)]

    def _require_skippable(self) -> GameView:
        view = self._rights.require_game()
        self._rights.require_rest()
        return view

    def _require_game_of_people(self) -> None:
        if self._state.kind != "people" or self._state.stage not in ("playing", "over"):
            raise RefusedError(phrase("No game is being played."))

    def _require_past(self, event: object) -> Played:
        self._require_game_of_people()
        scored = self._scored()
        played = next((one for one in scored if event is None or one.event == event), None)
        if played is None:
            raise RefusedError(phrase("That has been taken back already, or nobody has thrown yet."))
        self._rights.require_rest()
        return played

    def _require_thrown(self, event: object) -> Played:
        self._require_game_of_people()
        thrown = [played for played in self._scored() if isinstance(played.move, Throw)]
        played = next((one for one in thrown if event is None or one.event == event), None)
        if played is None:
            raise RefusedError(phrase("There is no such throw in this game any more."))
        self._rights.require_rest()
        return played
