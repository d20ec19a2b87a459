"""The table decides: what counts, what is refused, what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from controller.errors import TrayError
from controller.feed import Mailbox
from controller.games.game import Game, IllegalMoveError, Start
from controller.games.rulebook import Rulebook
from controller.journal import Journal, JournalError
from controller.ports import (
    Clock,
    Command,
    Device,
    Hands,
    HostView,
    ReadCube,
    Reading,
    Reply,
    RuleChoice,
    RuleSheet,
    Seat,
    Snapshot,
)
from controller.table.absence import Absence
from controller.table.book import Book
from controller.table.commands import Desk
from controller.table.computers import ComputerPlayers
from controller.table.deadlines import Deadlines
from controller.table.devices import Devices
from controller.table.seats import hashed
from controller.table.settings import TableSettings
from controller.table.show import Dice, Shows, VirtualDice
from controller.table.snapshot import Display, Situation
from controller.table.state import State
from controller.table.timers import Timers
from controller.table.watch import TrayWatch

T = TypeVar("T")


class Table:
    """One table with one game on it, restored from its journal as far as that goes.

    `hands`: those of a simulated tray, None at a real one. `counted`: told the cubes that `moved` is judged
    against from now on (`Reader.counted`). `dice`: for the virtual throws of the show at a real tray; without
    them a show needs hands. `devices`: how the parts of the machine are at the start. `on_reading`: told each
    reading and whether it was counted. `wimpout_chance`: that of the next throw, where it is to be shown and known;
    `hint`: what the best player would do, likewise. Neither may wait; `known` tells of a new one. `on_game_over`:
    told the snapshot in which a game has ended, `on_game_given_up` that one won't be played to its end.

    Everything here is called from one thread, but for `seat_of`, `rules`, `rule_sheet`, `lying`, `picture_size`
    and `event`.
    """

    def __init__(
        self,
        settings: TableSettings,
        rulebook: Rulebook,
        journal: Journal,
        feed: Mailbox,
        clock: Clock,
        *,
        hands: Hands | None = None,
        counted: Callable[[tuple[ReadCube, ...]], None] = lambda cubes: None,
        dice: Dice | None = None,
        devices: tuple[Device, ...] = (),
        on_reading: Callable[[Reading, bool], None] = lambda reading, counted: None,
        on_game_over: Callable[[Snapshot], None] = lambda snapshot: None,
        on_game_given_up: Callable[[], None] = lambda: None,
        wimpout_chance: Callable[[Game], float | None] = lambda game: None,
        hint: Callable[[Game], str | None] = lambda game: None,
    ) -> None:
        self._settings = settings
        self._rulebook = rulebook
        self._clock = clock
        self._on_reading = on_reading
        self._on_game_over = on_game_over
        self._on_game_given_up = on_game_given_up
        self._wimpout_chance = wimpout_chance
        self._hint = hint
        self._timers = Timers()
        self._book = Book(journal, rulebook, clock)
        self._watch = TrayWatch(settings, rulebook, self._book, clock, self._timers, hands, counted)
        self._display = Display(feed, self._watch)
        self._desk = Desk(settings, rulebook, self._book, self._watch, clock, lambda: self.hand_entry)
        virtual_dice = VirtualDice(dice, settings.show_seed) if dice is not None else None
        self._shows = Shows(settings, self._book, self._watch, virtual_dice)
        self._absence = Absence(settings, self._book, self._shows, lambda: self.camera_out)
        self._computers = ComputerPlayers(settings, rulebook, self._book, self._watch, virtual_dice)
        self._devices = Devices(devices, clock)
        self._deadlines = Deadlines(
            settings, self._timers, self._book, self._watch, clock, self._shows, self._absence, self._computers,
            self._devices,
        )
        self._due = {
            "abandoned": self._absence.end_game,
            "act": self._computers.act,
            "again": self._computers.throw_again,
            "blocked": self._computers.free_tray,
            "hands": self._computers.hands_late,
            "landed": self._watch.landed,
            "missing": self._watch.missing,
            "show": self._shows.begin,
            "by_hand": lambda: None,
            "skip": lambda: None,
            "warning": lambda: None,
            "journal": self._try_journal_again,
        }
        self._ended = False
        self._restored = self._book.state.event
        self._journal_tries = 0
        self._check_rules()
        self._go_on()

    # --- what others may ask, from any thread ---

    @property
    def event(self) -> int:
        """The id of the last event."""
        return self._book.state.event

    @property
    def lying(self) -> tuple[ReadCube, ...] | None:
        """The cubes last counted, for `Reader.start`; None where nothing was read yet."""
        return self._book.state.lying

    @property
    def picture_size(self) -> tuple[int, int] | None:
        """Width and height of the picture in which those were read."""
        return self._book.state.picture_size

    @property
    def throws(self) -> int:
        """How many throws this table has counted since it was set up, virtual ones left out."""
        return self._watch.throws

    @property
    def games_over(self) -> int:
        """How many games have ended since this table was set up."""
        return self._shows.games_over

    @property
    def rules(self) -> tuple[RuleChoice, ...]:
        """Every rule that can be proposed here."""
        return self._rulebook.choices

    def rule_sheet(self, rules: Mapping[str, Any] | None) -> RuleSheet:
        """How the game is played by `rules`, those of a view; by those of this table's settings where None."""
        return self._rulebook.sheet(self._settings.rules if rules is None else rules)

    def seat_of(self, secret: str) -> Seat | None:
        """Whose seat this secret opens, None for a secret that is no longer one."""
        return self._book.state.secrets.get(hashed(secret))

    def host_view(self) -> HostView:
        """What the host sees beside the snapshot."""
        state = self._book.state
        return HostView(
            event=state.event,
            past=self._desk.host_moves.past(),
            order=tuple(player.seat for player in state.persons),
            rules=self._desk.hosting.rules_to_come(),
            rules_set=state.next_rules is not None,
        )

    # --- what happens at the table ---

    def reading(self, reading: Reading) -> None:
        """The reader has something to say."""
        if reading.tray.status == "moving":
            self._restored = -1
        counted = self._try(lambda: self._watch.reading(reading)) or False
        self._on_reading(reading, counted)
        self._go_on()

    def device(self, device: Device) -> None:
        """A part of the machine is better or worse."""
        self._devices.changed(device)
        if device.part == "camera":
            self._book.sign()
            if device.state != "fine":
                self._watch.camera_lost()
        self._go_on()

    def finished(self) -> None:
        """The recording that the camera plays is at its end."""
        self._ended = True
        self._go_on()

    def known(self) -> None:
        """A chance or a hint that wasn't known before can be shown."""
        self._go_on()

    def command(self, command: Command) -> Reply:
        """A person wishes something."""
        paused = self._state.paused
        reply = self._desk.take(command)
        if reply.accepted:
            self._restored = -1
        if paused and not self._state.paused:
            self._book.count_anew()
            self._computers.think_again()
        self._go_on()
        return reply

    def start_replay(self) -> None:
        """Begin a game of two computer players whose throws come from a recording, without a roll-off."""
        self._ended = False
        self._try(self._shows.begin_replay)
        self._go_on()

    def next_deadline(self) -> float | None:
        """When `tick` is due, in the clock's seconds; None where nothing is."""
        return self._timers.next_due()

    def tick(self) -> None:
        """Do what is due by now."""
        while (name := self._timers.take_due(self._clock.monotonic())) is not None:
            self._try(self._due[name])
            self._go_on()

    # --- what the table does by itself ---

    @property
    def _state(self) -> State:
        return self._book.state

    @property
    def hand_entry(self) -> bool:
        """Whether throws are entered by hand now, because camera or reader are out."""
        in_game = self._state.stage == "playing" and self._state.kind == "people"
        since = self._devices.camera_out_since
        return in_game and since is not None and self._clock.monotonic() - since >= self._settings.by_hand_after_s

    @property
    def camera_out(self) -> bool:
        """Whether camera or reader are in trouble, or switched off."""
        return self._devices.camera_out

    @property
    def _ends_soon(self) -> bool:
        warns_at = self._absence.warns_at()
        return warns_at is not None and self._clock.monotonic() >= warns_at

    def _try(self, deed: Callable[[], T]) -> T | None:
        """Do something that is journaled; None where it could not be written, and so did not happen."""
        try:
            return deed()
        except JournalError:
            return None

    def _go_on(self) -> None:
        if self._book.trouble is None:
            self._try(self._watch.catch_up)
            if not self._state.paused:
                self._try(self._desk.proposals.settle)
        game_ended = self._shows.game_has_ended()
        if self._book.trouble is None:
            self._deadlines.keep()
        else:
            self._deadlines.only_journal(self._journal_tries)
        self._publish()
        if game_ended:
            self._on_game_over(self._display.shown)
        if self._shows.game_was_given_up():
            self._on_game_given_up()

    def _try_journal_again(self) -> None:
        self._journal_tries += 1
        self._book.trouble = None
        self._computers.think_again()

    def _check_rules(self) -> None:
        try:
            self._rulebook.start(Start(("one", "other"), self._settings.rules))
        except IllegalMoveError as error:
            raise TrayError(f"The rules in the settings can't be played: {error}") from error

    # --- what there is to show ---

    def _publish(self) -> None:
        state = self._state
        now = Situation(
            settings=self._settings,
            state=state,
            devices=self._devices.with_journal(self._book.trouble),
            commands=self._desk.legal(),
            offers=self._desk.offers(),
            host_offers=self._desk.host_offers(),
            undoes=self._desk.corrections.undoes(),
            last_throw=self._desk.corrections.last_throw(),
            proposal=self._desk.proposals.shown(),
            hand_entry=self.hand_entry,
            journal_trouble=self._book.trouble,
            decided=self._computers.decided,
            restarted=self._restored == state.event and state.stage == "playing",
            ended=self._ended and state.kind == "replay",
            ends_soon=self._ends_soon,
            wimpout_chance=self._wimpout_chance(state.game) if state.game is not None else None,
            hint=self._hint(state.game) if state.game is not None and self._watch.why_undecided is None else None,
        )
        self._display.show(now)
