"""A tray of cubes in numbers, a table on a real journal, and a clock that travels."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.clock import TestClock
from controller.feed import Mailbox
from controller.games.game import Select, Stop
from controller.games.wimpout import RULEBOOK
from controller.journal import Event, Journal, read_journal
from controller.ports import (
    Command,
    CommandName,
    Device,
    Face,
    Point,
    Problem,
    ProblemKind,
    ReadCube,
    Reading,
    Reply,
    Seat,
    Snapshot,
    TrayReading,
    Zone,
)
from controller.table import Table, TableSettings
from controller.table.book import Book
from controller.table.commands import Desk
from controller.table.seats import computers
from controller.table.show import VirtualDice
from tests.languages import UntranslatedError, in_german, read_by_people

SIDE = 50.0
ODD = 4
COMMON_FACES: tuple[Face, ...] = ("2", "3", "4", "5", "6", "10")
ODD_FACES: tuple[Face, ...] = ("2", "sun", "4", "5", "6", "10")
OWN_RULES = ("ladder", "unlucky")
OWN_WORDS = {
    "A hand.", "A glass.", "A glass stands in the tray.", "Not clear.", "the disk is full", "Best: stop with 15.",
}
"""What readers, journals and best players of these tests say; the real ones speak German."""
DICE = (COMMON_FACES,) * 4 + (ODD_FACES,)


class TrayOfCubes:
    """Five cubes, the last one odd; what a reader would say of them, judged against what the table counted."""

    def __init__(self) -> None:
        self.faces: dict[int, Face] = {}
        self.places: dict[int, Point] = {}
        self.zones: dict[int, Zone | None] = {}
        self.base: tuple[ReadCube, ...] | None = ()
        self.still: set[int] = set()
        self._number = 0
        self._throws = 0

    def throw(self, faces: dict[int, Face]) -> None:
        """These cubes come to rest somewhere else, with these faces up."""
        self._throws += 1
        for cube, face in faces.items():
            self.faces[cube] = face
            self.zones[cube] = "tray"
            self.places[cube] = (100.0 + 150 * cube, 100.0 + 40 * (self._throws % 12))

    def throw_all(self, words: str) -> None:
        """All five: four common faces and the odd cube's, in this order."""
        self.throw(dict(enumerate(word.rstrip("*") for word in words.split())))

    def set_aside(self, *cubes: int) -> None:
        """These cubes go on the rail."""
        for cube in cubes:
            self.zones[cube] = "rail"
            self.places[cube] = (100.0 + 150 * cube, 900.0)

    def take_away(self, *cubes: int) -> None:
        """These cubes are in somebody's hand, or under the table."""
        for cube in cubes:
            del self.faces[cube], self.places[cube], self.zones[cube]

    def at(self, point: Point) -> int:
        """The cube whose centre is at `point`."""
        return next(cube for cube, place in self.places.items() if place == point)

    def reading(
        self,
        nameless: dict[int, tuple[Face, Face]] | None = None,
        problems: dict[int, ProblemKind] | None = None,
        more: tuple[ProblemKind | Problem, ...] = (),
    ) -> Reading:
        """What the reader says. `nameless`: cubes whose face it can't tell, with the two likeliest."""
        nameless = nameless or {}
        told: dict[int, ProblemKind] = {**dict.fromkeys(nameless, "unsure"), **(problems or {})}
        found = tuple(Problem(kind, self.places[cube]) for cube, kind in told.items())
        found += tuple(one if isinstance(one, Problem) else Problem(one) for one in more)
        nudged = [cube for cube, kind in told.items() if kind == "nudged"]
        cubes = tuple(self._cube(cube, nameless.get(cube), cube in nudged) for cube in sorted(self.faces))
        unclear = any(problem.kind != "foreign" for problem in found)
        if unclear:
            return self._next(TrayReading("test", "unclear", cubes, found, "not clear"))
        return self._next(TrayReading("test", "clear", cubes, found))

    def moving(self) -> Reading:
        return self._next(TrayReading("test", "moving"))

    def blocked(self, detail: str) -> Reading:
        return self._next(TrayReading("test", "blocked", detail=detail))

    def _next(self, tray: TrayReading) -> Reading:
        self._number += 1
        return Reading(self._number, tray, (1280, 960))

    def _cube(self, cube: int, likeliest: tuple[Face, Face] | None, nudged: bool) -> ReadCube:
        x, y = self.places[cube]
        half = SIDE / 2
        corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        face = self.faces[cube] if likeliest is None else None
        alternatives: tuple[tuple[Face, float], ...] = ((self.faces[cube], 0.999),)
        if likeliest is not None:
            alternatives = ((likeliest[0], 0.6), (likeliest[1], 0.3))
        odd = cube == ODD if len(self.faces) == 5 else None
        moved = None
        if self.base is not None:
            moved = not nudged and cube not in self.still and not any(one.center == (x, y) for one in self.base)
        return ReadCube(face, odd, self.zones[cube], (x, y), corners, alternatives, alternatives[0][1], moved)


class SimulatedHands:
    """Hands that throw the cubes of the tray by chance; what they were asked for is remembered."""

    def __init__(self, tray: TrayOfCubes, seed: int) -> None:
        self.tray = tray
        self.random = Random(seed)
        self.asked: list[tuple[tuple[Point, ...] | None, tuple[Point, ...]]] = []
        self.in_the_air = False
        self.fumble = False
        self.busy = False
        self.faults = ("black", "frozen")
        self.fault: str | None = None

    def spoil(self, fault: str | None) -> None:
        self.fault = fault

    def throw(
        self, cubes: tuple[Point, ...] | None, keep: tuple[Point, ...] = (), show: tuple[Face | None, ...] = ()
    ) -> None:
        self.asked.append((cubes, keep))
        self.in_the_air = True
        if self.fumble:
            return
        taken = list(range(5)) if cubes is None else [self.tray.at(point) for point in cubes]
        kept = [self.tray.at(point) for point in keep]
        self.tray.set_aside(*kept)
        self.tray.faces.update({cube: face for cube, face in zip(kept, show, strict=False) if face is not None})
        self.tray.throw({cube: self.random.choice(DICE[cube]) for cube in taken})


class Evening:
    """A table, its tray and its people."""

    def __init__(self, folder: Path, with_hands: bool = False, seed: int = 1, **settings: Any) -> None:
        self.clock = TestClock()
        self.tray = TrayOfCubes()
        self.hands = SimulatedHands(self.tray, seed) if with_hands else None
        self.path = folder / "journal.sqlite"
        self.settings = TableSettings(**{"shows": False, "show_seed": seed, **settings})
        self.seen: list[tuple[Reading, bool]] = []
        self.overs: list[Snapshot] = []
        self.given_up = 0
        self.published: list[Snapshot] = []
        self.seats: dict[str, Seat] = {}
        self.secrets: dict[str, str] = {}
        self.devices: tuple[Device, ...] = (Device("camera", "test", "fine"),)
        self.open()

    def open(self) -> None:
        """Switch the table on."""
        self.journal = Journal(self.path)
        self.feed = RememberingMailbox(self.published)
        self.table = Table(
            self.settings, RULEBOOK, self.journal, self.feed, self.clock,
            hands=self.hands, counted=self._counted, dice=DICE, devices=self.devices,
            on_reading=lambda reading, counted: self.seen.append((reading, counted)), on_game_over=self.overs.append,
            on_game_given_up=self._given_up,
        )

    def power_cut(self) -> None:
        """The table goes off and on again; the reader begins where the journal says."""
        self.journal.close()
        self.open()
        self.tray.base = self.table.lying

    def _given_up(self) -> None:
        self.given_up += 1

    def _counted(self, cubes: tuple[ReadCube, ...]) -> None:
        self.tray.base = cubes

    @property
    def now(self) -> Snapshot:
        return self.feed.latest()

    @property
    def view(self) -> Any:
        return self.now.view

    @property
    def events(self) -> list[Event]:
        return read_journal(self.path)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def moves(self) -> list[dict[str, Any]]:
        return [dict(event.payload) for event in self.events if event.kind == "move"]

    def sit(self, name: str, **wish: Any) -> Reply:
        reply = self.table.command(Command("sit", value={"name": name, **wish}))
        if reply.accepted:
            self.seats[name] = reply.value["seat"]
            self.secrets[name] = reply.value["secret"]
        return reply

    def do(self, name: CommandName, who: str | None = None, event: int | None = None, key: str | None = None,
           **value: Any) -> Reply:
        return self.table.command(Command(name, self.seats[who] if who else None, value, event, key))

    def host(self, command: CommandName, event: int | None = None, key: str | None = None, **value: Any) -> Reply:
        """The host says so."""
        return self.table.command(Command(command, None, value, event, key, host=True))

    def read(self, **how: Any) -> bool:
        """The cubes come to rest and are read; whether that counted as a throw."""
        before = len(self.seen)
        self.table.reading(self.tray.moving())
        self.table.reading(self.tray.reading(**how))
        return self.seen[before + 1][1]

    def throw(self, faces: dict[int, Face]) -> bool:
        self.tray.throw(faces)
        return self.read()

    def throw_all(self, words: str) -> bool:
        self.tray.throw_all(words)
        return self.read()

    def wait(self, seconds: float) -> None:
        """Time passes, in which the table does what is due, and hands throw and are read."""
        end = self.clock.monotonic() + seconds
        while True:
            due = self.table.next_deadline()
            if due is None or due > end:
                break
            self.clock.travel(max(0.0, due - self.clock.monotonic()))
            self.table.tick()
            self.read_hands()
        self.clock.travel(max(0.0, end - self.clock.monotonic()))

    def wait_for(self, condition: Callable[[], Any], seconds: float = 3600.0) -> None:
        """Time passes until something is so."""
        end = self.clock.monotonic() + seconds
        while not condition():
            assert self.clock.monotonic() < end, "it never came to be"
            self.wait(0.05)

    def read_hands(self) -> None:
        """What hands have thrown is read, as long as they throw."""
        while self.hands is not None and self.hands.in_the_air and not self.hands.fumble:
            self.hands.in_the_air = False
            self.clock.travel(0.5)
            self.read()

    def begin(self, *names: str, computers: int | None = None) -> None:
        """These people sit down and begin."""
        for name in names:
            assert self.sit(name).accepted
        self.table.reading(self.tray.reading())
        value = {} if computers is None else {"computers": computers}
        reply = self.do("start", names[0], **value)
        assert reply.accepted, reply.reason

    def roll_off(self, winner: str) -> None:
        """Everyone throws one common cube, `winner` the highest."""
        while self.view.phase == "roll_off":
            seat = self.view.to_act
            self.throw({0: "10" if seat == self.seats[winner] else "2"})

    def play(self, *names: str, **how: Any) -> None:
        """A game whose first name begins."""
        self.begin(*names, **how)
        self.roll_off(names[0])


def written_shows(at: Evening, games: int = 1, moves: int = 10_000, **rules: Any) -> Book:
    """Shows by chance with each of their moves in the journal, as earlier versions wrote them: so many games by
    `rules`, each to its end or for so many moves."""
    book, dice = Book(at.journal, RULEBOOK, at.clock), VirtualDice(DICE, seed=1)
    for _ in range(games):
        book.start_game("show", computers(2, at.settings.computers, ()), rules)
        for _ in range(moves):
            view = book.state.view
            assert view is not None
            if view.phase == "over":
                break
            move = RULEBOOK.advise(view, nerve=45)
            if isinstance(move, Stop | Select):
                book.move(move, by="computer")
            else:
                book.move(dice.throw(view), by="virtual")
    return book


class RememberingMailbox(Mailbox):
    """The real mailbox; it lets a test see every snapshot that was ever published."""

    def __init__(self, published: list[Snapshot]) -> None:
        super().__init__()
        self._published = published

    def publish(self, snapshot: Snapshot) -> None:
        self._published.append(snapshot)
        super().publish(snapshot)


EveningMaker = Callable[..., Evening]


@pytest.fixture(autouse=True)
def everything_is_said_in_german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a table shows or answers in these tests can be said in German, but for the words of own rules."""
    untold: set[str] = set()

    def check(value: Snapshot | Reply) -> None:
        for text in set(read_by_people(value, own=OWN_RULES)) - OWN_WORDS:
            try:
                in_german(text)
            except UntranslatedError as error:
                untold.add(str(error))

    def publish(feed: Mailbox, snapshot: Snapshot) -> None:
        check(snapshot)
        published(feed, snapshot)

    def take(desk: Desk, command: Command) -> Reply:
        reply = taken(desk, command)
        check(reply)
        return reply

    published, taken = Mailbox.publish, Desk.take
    monkeypatch.setattr(Mailbox, "publish", publish)
    monkeypatch.setattr(Desk, "take", take)
    yield
    assert untold == set()


@pytest.fixture
def evening() -> Iterator[EveningMaker]:
    """Makes evenings, each with a journal of its own; keywords are settings of the table.

    The journals lie in memory where the system has a folder there: each event waits for the disk, which is
    tested elsewhere.
    """
    made: list[Evening] = []
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:

        def make(**settings: Any) -> Evening:
            made.append(Evening(Path(folder) / str(len(made)), **settings))
            return made[-1]

        yield make
        for one in made:
            one.journal.close()
