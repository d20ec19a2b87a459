"""Computer players: they decide, and throw by simulated hands or, in a show without cubes, by chance."""

from __future__ import annotations

from controller.games.game import GameView, GiveUp, Seat, Select, Skip, Stop
from controller.games.rulebook import Rulebook
from controller.table.book import Book
from controller.table.settings import TableSettings
from controller.table.show import VirtualDice
from controller.table.state import can_give_up
from controller.table.watch import TrayWatch

PATIENCE = 12
"""How often the show's hands try to repair one throw."""


class ComputerPlayers:
    """Plays for whoever has nobody to play: computer players, and seats that were given up."""

    def __init__(
        self, settings: TableSettings, rulebook: Rulebook, book: Book, watch: TrayWatch, dice: VirtualDice | None
    ) -> None:
        self._settings = settings
        self._rulebook = rulebook
        self._book = book
        self._watch = watch
        self._dice = dice
        self._decided: int | None = None
        self._repaired = (0, 0)
        self._repairs = 0

    @property
    def decided(self) -> bool:
        """Whether the player to act has made up its mind; all that is left is a throw."""
        return self._decided == self._book.state.game_event

    @property
    def may_act(self) -> bool:
        """Whether there is something to decide, and nothing about the cubes is open."""
        state = self._book.state
        person = state.actor is not None and state.actor.kind == "person"
        if state.to_act is None or person or state.kind == "replay" or self.decided:
            return False
        if self._watch.virtual or (not self._watch.hands.are_there and self._watch.latest is None):
            return True
        return self._watch.at_rest

    @property
    def thinks_s(self) -> float:
        """How long the player to act takes to decide; a seat that was given up doesn't."""
        return 0.0 if self._book.state.actor is None else self._settings.think_s

    def act(self) -> None:
        """Decide for the player to act; throw for it where hands or chance can."""
        state = self._book.state
        if state.view is None:
            return
        self._decided = state.game_event
        if state.actor is None:
            self._play_on_without(state.to_act, state.view)
            return
        move = self._rulebook.advise(state.view, self._settings.nerve)
        if isinstance(move, Stop | Select):
            self._book.move(move, by="computer")
        elif self._watch.virtual and self._dice is not None:
            self._book.move(self._dice.throw(state.view), by="virtual")
        elif self._watch.hands.are_there:
            self._watch.throw()

    def _play_on_without(self, absent: Seat | None, view: GameView) -> None:
        """End the turn of a player who has left; the game, where those who are still in it have all left.

        The seat is given up, or skipped where the last of several players would have won by that.
        """
        state = self._book.state
        out = {standing.seat for standing in view.standings if standing.out}
        if not any(player.present and player.seat not in out for player in state.players):
            self._abandon("nobody who is still in the game is left")
        elif absent is not None and can_give_up(state, absent):
            self._book.move(GiveUp(absent), by="absent")
        else:
            self._book.move(Skip(), by="absent")

    def think_again(self) -> None:
        """What was decided has not happened."""
        self._decided = None

    def throw_again(self) -> None:
        """What was thrown couldn't be counted. A show whose cubes are beyond repair makes room for another."""
        state = self._book.state
        if self._is_beyond_repair():
            self._abandon("the cubes can't be read")
        else:
            # Before the first turn nothing has to stay where it lies, and five cubes are found more easily than one.
            in_roll_off = state.view is not None and state.view.phase == "roll_off"
            self._watch.throw(everything=in_roll_off and self._repairs % 3 == 0)

    @property
    def blocked(self) -> tuple[int, int, int] | None:
        """What hands have tried in vain at a tray in which something is in the way; None where nothing is."""
        state = self._book.state
        if not (self._watch.hands.play and self._watch.blocked):
            return None
        return state.game_id, len(state.history), self._repairs

    def free_tray(self) -> None:
        """Something has been in the way for long at a tray where only simulated hands are at work: what the reader
        takes for it moves away with the next throw, if all cubes may be thrown; else the show begins anew."""
        view = self._book.state.view
        if self._is_beyond_repair():
            self._abandon("the cubes can't be read")
        elif view is not None and (view.phase == "roll_off" or view.to_throw == self._rulebook.cubes):
            self._watch.throw(everything=True)

    def _is_beyond_repair(self) -> bool:
        """Count one more attempt at this throw; whether there were too many for a show."""
        state = self._book.state
        throw = (state.game_id, len(state.history))
        self._repairs = self._repairs + 1 if self._repaired == throw else 1
        self._repaired = throw
        return state.kind == "show" and self._repairs > PATIENCE

    def _abandon(self, reason: str) -> None:
        self._book.write("game_abandoned", {"reason": reason})
        self._watch.forget_throw()

    def hands_late(self) -> None:
        """Nothing was read of what the hands threw: camera or reader were out, or the cubes fell as they lay."""
        latest = self._watch.latest
        if latest is not None and latest.tray.status == "moving":
            self._watch.hands.wait()
            return
        self._watch.hands.flying = False
        if self._watch.settled is None:
            self.think_again()  # as soon as the tray is seen again
        elif self._watch.hands.play:
            self.throw_again()
