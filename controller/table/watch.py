"""What lies in the tray: readings are judged and counted here, and simulated hands throw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from controller.games.game import Message, Stop
from controller.games.phrase import phrase, phrase_to_json
from controller.games.rulebook import Rulebook
from controller.ports import Clock, Hands, Point, ReadCube, Reading, TrayReading
from controller.table import judge, messages
from controller.table.book import Book
from controller.table.cubes import (
    as_read,
    on_the_mat,
    same_places,
    was_thrown,
    with_faces,
    with_known_faces,
)
from controller.table.settings import TableSettings
from controller.table.simulated_hands import SimulatedHands
from controller.table.timers import Timers
from controller.table.trays import tray_to_json

SETTLED = ("clear", "unclear")


class TrayWatch:
    """The tray of a table.

    `latest`: the newest reading, None while there is none (camera out). `trouble`: what is the matter with it.
    `hands`: those of a simulated tray. `throws`: how many throws were counted.
    """

    def __init__(
        self,
        settings: TableSettings,
        rulebook: Rulebook,
        book: Book,
        clock: Clock,
        timers: Timers,
        hands: Hands | None,
        counted: Callable[[tuple[ReadCube, ...]], None],
    ) -> None:
        self._settings = settings
        self._rulebook = rulebook
        self._book = book
        self._clock = clock
        self._timers = timers
        self._tell_counted = counted
        self.hands = SimulatedHands(settings, rulebook, book, clock, timers, hands)
        self.latest: Reading | None = None
        self.throws = 0
        self.trouble: Message | None = None
        self._again: tuple[Point, ...] = ()
        self._lay_anew: tuple[Point, ...] = ()
        self._unwritten = False
        self._forget_doubts()

    # --- what there is to know ---

    @property
    def shown(self) -> tuple[TrayReading | None, tuple[int, int] | None]:
        """The reading to show and the size of its picture: the one that people are asked about, the latest, or the
        one last counted."""
        if self._book.state.asking is not None:
            return self._book.state.asking.tray, self._book.state.asking.picture_size
        if self.latest is not None:
            return self.latest.tray, self.latest.picture_size
        return self._book.state.tray, self._book.state.picture_size

    @property
    def moving(self) -> bool:
        """Whether cubes are on their way."""
        return self.hands.flying or (self.latest is not None and self.latest.tray.status == "moving")

    @property
    def settled(self) -> TrayReading | None:
        """The latest reading if it shows cubes at rest."""
        return self.latest.tray if self.latest is not None and self.latest.tray.status in SETTLED else None

    @property
    def why_undecided(self) -> str | None:
        """Why nothing but the cubes decides just now: a throw is under way or in question."""
        if self.moving:
            return phrase("The cubes are on their way; wait until they are read.")
        if self._in_question:
            return phrase("A throw lies in the tray that isn't counted yet.")
        return None

    @property
    def at_rest(self) -> bool:
        """Whether the cubes lie still and nothing about them is open."""
        return self.settled is not None and not self.hands.flying and not self._in_question and not self._refused

    @property
    def blocked(self) -> bool:
        """Whether something is in the way."""
        return self.latest is not None and self.latest.tray.status == "blocked"

    @property
    def refused(self) -> bool:
        """Whether what was thrown, and lies there in full view, has to be thrown again."""
        return self._refused and self.settled is not None and not self.hands.flying

    # --- readings ---

    def reading(self, reading: Reading) -> bool:
        """Take a reading; whether it was counted as a throw.

        Raises:
            JournalError: it means something that could not be written down.
        """
        if self._book.state.paused:
            self._look_on(reading)
            return False
        self._forget_doubts()
        self.latest = reading
        if reading.tray.status == "moving":
            self._book.active_at = self._clock.monotonic()
            if not self.hands.are_there:
                self._book.sign()  # simulated hands move cubes for nobody, too
            self._timers.drop("missing")
            self.hands.movement_seen = True
            return False
        if reading.tray.status == "blocked":
            self.trouble = messages.blocked(reading.tray)
            return False
        counted = self._book.state.tray
        tray = with_known_faces(reading.tray, counted.cubes if counted is not None else None)
        self.latest = replace(reading, tray=tray)
        if self.hands.at_work:
            self.hands.wait_for_landing()
            return False
        return self._judge(tray)

    def landed(self) -> None:
        """What rested before the hands had finished may be all that they have thrown."""
        if self.hands.at_work:
            self.hands.wait_for_landing()
        elif self.hands.flying and self.settled is not None:
            self._judge(self.settled)

    def catch_up(self) -> None:
        """Do what a new game, a restart or a journal that couldn't be written has left to do."""
        if self._book.state.paused:
            return
        asking = self._book.state.asking
        if asking is not None and not asking.open:
            self.all_answered()
        elif self.settled is not None and not self.moving and (self._unwritten or self._base_is_due):
            self._judge(self.settled)

    def camera_lost(self) -> None:
        """Nothing is seen any more, not even what hands have thrown."""
        self.latest = None
        self.hands.flying = False
        self._forget_doubts()
        self._timers.drop("missing")

    def corrected(self) -> None:
        """People have said what lies there. The reader goes on to judge against what it has read."""
        counted = self._book.state.tray
        if self.latest is not None and counted is not None and same_places(self.latest.tray, counted):
            self.latest = replace(self.latest, tray=counted)
        self.forget_throw()

    def forget_throw(self) -> None:
        """What was thrown before counts no more: the game went another way. Cubes in the air stay there."""
        self._forget_doubts()
        self._timers.drop("missing")
        if not self.hands.flying:
            self._timers.drop("hands")

    @property
    def _base_is_due(self) -> bool:
        state = self._book.state
        return state.base_due and state.game is not None and state.kind != "replay" and not self.virtual

    @property
    def _uncounted_have_landed(self) -> bool:
        """Whether all cubes of a throw that isn't to be counted lie there."""
        state, tray = self._book.state, self.settled
        if tray is None or not (state.game is None or state.base_due):
            return False
        return self.hands.movement_seen and len(on_the_mat(tray)) >= self._rulebook.cubes

    def _forget_doubts(self) -> None:
        """All but a throw that was refused and isn't repaired yet."""
        refused = self._book.state.refused
        self.trouble = refused
        self._again = self._lay_anew = ()
        self._in_question = refused is not None
        self._refused = refused is not None
        self._unwritten = False

    def _judge(self, tray: TrayReading) -> bool:
        verdict = judge.Nothing() if self.virtual else self._verdict(tray)
        if not isinstance(verdict, judge.Missing):
            self._timers.drop("missing")
        if self._uncounted_have_landed or not isinstance(verdict, judge.Nothing | judge.BaseLine | judge.Nudged):
            self.hands.have_thrown()
        elif self.hands.flying and isinstance(verdict, judge.BaseLine):
            return False  # the cubes that are still in the air belong to it
        self._unwritten = True
        counted = self._follow(verdict, tray)
        self._unwritten = False
        return counted

    def _verdict(self, tray: TrayReading) -> judge.Verdict:
        return judge.judge(self._book.state, tray, self._rulebook, simulated=self.hands.are_there)

    def _follow(self, verdict: judge.Verdict, tray: TrayReading) -> bool:
        match verdict:
            case judge.Nothing():
                self._drop_question()
            case judge.BaseLine():
                self._lay("base", tray)
            case judge.Nudged(settled):
                if settled:
                    self._lay("nudged", tray)
                self.trouble = messages.NUDGED
            case judge.Missing():
                self._in_question = True
                self._timers.keep("missing", "missing", self._clock.monotonic() + self._settings.missing_s)
            case judge.Refuse():
                self._refuse(tray, verdict)
            case judge.Ask(cubes):
                self._ask(tray, cubes)
            case judge.Count():
                self._count(tray, verdict)
                return True
        return False

    def missing(self) -> None:
        """A cube has been out of view for too long."""
        self.trouble = messages.missing(simulated=self.hands.are_there)
        self._refused = True

    def _refuse(self, tray: TrayReading, refuse: judge.Refuse) -> None:
        self._drop_question()
        self.trouble = refuse.message
        self._again, self._lay_anew = refuse.again, refuse.lay
        self._refused = True
        # Too few cubes moved leave the decision open; anything else that moved and isn't counted is a throw.
        self._in_question = bool(refuse.again) or refuse.settled or tray.status == "unclear"
        if refuse.settled:
            thrown = [index for index, cube in enumerate(tray.cubes) if was_thrown(cube)]
            phrases = [text and phrase_to_json(text) for text in refuse.message]
            self._lay("not_counted", tray, {"message": list(refuse.message), "phrases": phrases, "thrown": thrown})

    def _count(self, tray: TrayReading, verdict: judge.Count) -> None:
        if verdict.stop_first:
            self._book.move(Stop(), by="recording")
        self._book.move(verdict.throw, by="reader", record=self._record(tray))
        self._forget_doubts()
        self.throws += 1
        self._tell_counted(as_read(tray.cubes))

    def _lay(self, kind: str, tray: TrayReading, more: dict[str, Any] | None = None) -> None:
        self._book.write(kind, {**self._record(tray), **(more or {})})
        self._tell_counted(as_read(tray.cubes))

    def _record(self, tray: TrayReading) -> dict[str, Any]:
        assert self.latest is not None
        record = {
            "tray": tray_to_json(tray),
            "picture_size": list(self.latest.picture_size),
            "reading": self.latest.number,
        }
        asking = self._book.state.asking
        if asking is not None and asking.given:
            record["named_by_people"] = {str(cube): face for cube, face in asking.given.items()}
        return record

    # --- faces that people name ---

    def _ask(self, tray: TrayReading, cubes: tuple[int, ...]) -> None:
        self._in_question = True
        asked = [tray.cubes[index] for index in cubes]
        self._again = tuple(cube.center for cube in asked if was_thrown(cube, recorded=True))
        self._lay_anew = tuple(cube.center for cube in asked if not was_thrown(cube, recorded=True))
        if not self._book.state.persons or self.hands.play:
            self.trouble = messages.UNSURE
            self._refused = True
            return
        asking = self._book.state.asking
        if asking is None or not same_places(asking.tray, tray):
            self._book.write("asked", {**self._record(tray), "cubes": list(cubes)})

    def _drop_question(self) -> None:
        if self._book.state.asking is not None:
            self._book.write("ask_dropped", {})

    def all_answered(self) -> None:
        """Every face was named and confirmed: the throw can be judged."""
        asking = self._book.state.asking
        if asking is None or asking.open:
            return
        tray = with_faces(asking.tray, dict(asking.given))
        self.latest = Reading(self.latest.number if self.latest else 0, tray, asking.picture_size)
        self._forget_doubts()
        self._judge(tray)

    # --- a pause ---

    def go_on(self, judge_anew: bool) -> None:
        """A pause is over. `judge_anew`: something was read in it."""
        if self.hands.flying:
            self.hands.wait_for_landing() if self.hands.at_work else self.hands.have_thrown()
        if judge_anew:
            self.forget_throw()
            if self.settled is not None and not self.moving:
                self._judge(self.settled)

    def _look_on(self, reading: Reading) -> None:
        """Take a reading that decides nothing."""
        counted = self._book.state.tray
        tray = with_known_faces(reading.tray, counted.cubes if counted is not None else None)
        self.latest = replace(reading, tray=tray)
        if self.settled is not None and not self.hands.at_work:
            self.hands.have_thrown()

    # --- simulated hands ---

    @property
    def virtual(self) -> bool:
        """Whether the game is a show without cubes; what lies in the tray means nothing to it."""
        return not self.hands.are_there and self._book.state.kind == "show"

    def throw(self, everything: bool = False) -> None:
        """Let the hands throw `everything`, or else what is in doubt again, or else what the game says.

        A kept cube in doubt is laid anew, never thrown.

        Raises:
            ValueError: there are no hands, no game, or no cubes in view.
        """
        tray = self.settled
        if tray is None and not everything:
            raise ValueError("a throw needs cubes in view")
        self.hands.throw(None if everything else tray, self._again, self._lay_anew)
        self._forget_doubts()
