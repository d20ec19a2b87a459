"""Where the wishes of people arrive: each is done once, or refused with the reason."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from controller.games.game import IllegalMoveError, Seat
from controller.games.phrase import phrase
from controller.games.rulebook import Rulebook
from controller.journal import JournalError
from controller.ports import Clock, Command, CommandName, Reply
from controller.table.answers import Answers
from controller.table.book import Book
from controller.table.corrections import Corrections
from controller.table.host_moves import HostMoves
from controller.table.hosting import Hosting
from controller.table.offers import May, offers
from controller.table.playing import Playing
from controller.table.proposals import Proposals
from controller.table.reseating import Reseating
from controller.table.rights import Rights
from controller.table.seating import Seating
from controller.table.seats import RefusedError
from controller.table.settings import TableSettings
from controller.table.watch import TrayWatch

Method = Callable[[Command], Mapping[str, Any] | None]

_Known = tuple[Seat | None, bool, str | None, str]
"""What tells a command that comes again: seat, host, client and key."""
_SECRETS = frozenset({"secret", "token"})
"""What opens a seat in the value of a reply."""

log = logging.getLogger(__name__)

REMEMBERED = 512
"""How many commands are known again when they arrive twice."""

_FOR_WHO_ACTS: frozenset[CommandName] = frozenset({"stop", "roll_on", "select", "next_option", "throw"})
"""What the host may do for the person whose turn it is, as the buttons at the tray do."""
_IN_A_PAUSE: frozenset[CommandName] = frozenset({"sit", "leave", "take_seat"})
_NOT_EVEN_THE_HOST: frozenset[CommandName] = frozenset({
    "start", "rematch", "stop", "roll_on", "select", "next_option", "throw", "answer", "confirm", "enter", "fell",
})
"""What has to wait in a pause. The host may still put right what went wrong, and say who sits where."""


class Desk:
    """Where commands arrive. `hand_entry` says whether throws are entered by hand now. `corrections` and `proposals`
    know what is open between people."""

    def __init__(
        self,
        settings: TableSettings,
        rulebook: Rulebook,
        book: Book,
        watch: TrayWatch,
        clock: Clock,
        hand_entry: Callable[[], bool],
    ) -> None:
        self._book = book
        self._clock = clock
        self._rights = rights = Rights(settings, book, watch, clock, hand_entry)
        self._answered: OrderedDict[_Known, tuple[Command, Reply]] = OrderedDict()
        common = (settings, rulebook, book, watch, rights)
        seating, playing, reseating = Seating(*common), Playing(*common), Reseating(clock, *common)
        self._answers = answers = Answers(*common)
        self.corrections = corrections = Corrections(*common)
        self.proposals = proposals = Proposals(*common)
        self.hosting = hosting = Hosting(seating, *common)
        self.host_moves = moves = HostMoves(playing, answers, corrections, *common)
        for_both: dict[CommandName, Method] = {
            "start": seating.start,
            "rematch": seating.rematch,
            "stop": playing.stop,
            "roll_on": playing.roll_on,
            "select": playing.select,
            "next_option": playing.next_option,
            "throw": playing.throw,
        }
        self._methods: dict[CommandName, Method] = {
            **for_both,
            "sit": seating.sit,
            "leave": seating.leave,
            "enter": playing.enter,
            "fell": playing.fell,
            "answer": answers.answer,
            "confirm": self._confirm,
            "skip": corrections.skip,
            "correct": corrections.correct,
            "undo": corrections.undo,
            "propose": proposals.propose,
            "vote": proposals.vote,
            "take_seat": reseating.take_seat,
        }
        self._host_methods: dict[CommandName, Method] = {
            **for_both,
            "pause": hosting.pause,
            "resume": hosting.resume,
            "end": hosting.end,
            "order": hosting.order,
            "remove": hosting.remove,
            "reseat": reseating.reseat,
            "set_rules": hosting.set_rules,
            "spoil": hosting.spoil,
            "sit": hosting.sit,
            "skip": moves.skip,
            "undo": moves.undo,
            "correct": moves.correct,
            "answer": moves.answer,
            "confirm": moves.confirm,
            "enter": moves.enter,
            "fell": moves.fell,
        }
        self._may: May = {
            "fell": playing.may_say_fell,
            "undo": corrections.may_undo,
            "correct": corrections.may_correct,
            "propose": proposals.may_propose,
            "vote": proposals.may_vote,
        }

    def take(self, command: Command) -> Reply:
        """Do what a person wishes, or say why not."""
        key = _known_by(command)
        if key is not None and key in self._answered:
            first, answer = self._answered[key]
            same = (first.name, first.value) == (command.name, command.value)
            return answer if same else self._refused(phrase("This key was another command's. Use a new one."))
        self._book.sign()
        reply = self._decide(command)
        if key is not None:
            self._answered[key] = command, reply if command.client is not None else _without_secrets(reply)
            while len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
        return reply

    def legal(self) -> frozenset[CommandName]:
        """What may be done now: by the player to act, or, where nobody is to act, by those who sit."""
        return self._rights.legal()

    def offers(self) -> Mapping[Seat, frozenset[CommandName]]:
        """What each person's phone offers now."""
        if self._book.state.paused:
            return {person.seat: frozenset() for person in self._book.state.persons}
        return offers(self._book.state, self._rights.legal(), self._may)

    def host_offers(self) -> frozenset[CommandName]:
        """What the host is offered now."""
        may = {**self.hosting.may, **self.host_moves.may}
        offered = {name for name, may_do in may.items() if may_do()} | (self._rights.legal() & _FOR_WHO_ACTS)
        return frozenset(offered - _NOT_EVEN_THE_HOST if self._book.state.paused else offered)

    def _decide(self, command: Command) -> Reply:
        before = self._book.state.event
        try:
            method = self._method(command)
            self._rights.require_seat(command)
            self._rights.require_fresh(command)
            value = method(command) or {}
        except (RefusedError, IllegalMoveError, JournalError) as error:
            return self._refused(str(error))
        except Exception:
            if self._book.state.event != before:  # half done: only the journal knows what is so
                raise
            log.exception("The command %s failed; nothing was changed.", command.name)
            return self._refused(phrase("The table couldn't do that; nothing was changed."))
        self._notice(command)
        return Reply(True, "", self._book.state.event, value)

    def _refused(self, reason: str) -> Reply:
        return Reply(False, reason, self._book.state.event)

    def _method(self, command: Command) -> Method:
        method = (self._host_methods if command.host else self._methods).get(command.name)
        if method is None:
            if command.name in self._host_methods:
                raise RefusedError(phrase("Only the host can do that."))
            if command.name in self._methods:
                raise RefusedError(phrase("That is for who has a seat to do; the host has none."))
            raise RefusedError(phrase("The table knows no command {name}.", name=repr(command.name)))
        waits = command.name in _NOT_EVEN_THE_HOST if command.host else command.name not in _IN_A_PAUSE
        if self._book.state.paused and waits:
            raise RefusedError(phrase("The table is paused. It goes on when the host says so."))
        return method

    def _confirm(self, command: Command) -> None:
        """A yes: to another person's answer, or else to what another asks to take back."""
        asking = self._book.state.asking
        if self._book.state.undo_asked is not None and (asking is None or asking.waiting is None):
            self.corrections.agree(command)
        else:
            self._answers.confirm(command)

    def _notice(self, command: Command) -> None:
        """The player to act has given a sign."""
        to_act = self._book.state.to_act
        if to_act is not None and command.seat in (None, to_act):
            self._book.active_at = self._clock.monotonic()


def _known_by(command: Command) -> _Known | None:
    if command.key is None:
        return None
    # A phone that asks once more for a seat may have it already: its cookie came, the rest of the answer didn't.
    seat = command.seat if command.client is None else None
    return seat, command.host, command.client, command.key


def _without_secrets(reply: Reply) -> Reply:
    # Whoever sends a key again without saying who they are may be anybody who has heard or guessed it.
    return replace(reply, value={name: item for name, item in reply.value.items() if name not in _SECRETS})
