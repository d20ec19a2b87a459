"""The chronicle of a table: right after each event, after a restart, and never in the table's way."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from controller.chronicle.chronicle import JournalChronicle
from controller.chronicle.store import GameStore, program_of
from controller.games.game import Game, Throw
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.odds.luck import ThrowLuck, WimpoutFortune
from controller.journal import Journal
from controller.pictures import Album
from tests.controller.chronicle.conftest import EveningMaker, Open, a_game_worked_by_hand, throws
from tests.controller.table.conftest import Evening, written_shows


def wait_until_counted(chronicle: JournalChronicle) -> None:
    deadline = time.monotonic() + 20
    while chronicle.statistics().progress < 1:
        assert time.monotonic() < deadline, "it is never counted"
        time.sleep(0.01)


def two_evenings(at: Evening) -> None:
    """A game tonight after an unfinished one, and a first throw on the next evening."""
    a_game_worked_by_hand(at)
    at.do("stop", "Bob")
    at.clock.travel(24 * 3600)
    at.wait(1)  # the people who walked away have lost their seats
    at.play("Cid", "Dan")
    at.throw_all("5 10 2 3 4*")


def test_each_throw_is_there_as_soon_as_it_is_in_the_journal(evening: EveningMaker, look_back: Open) -> None:
    at = evening()
    at.play("Ann", "Bob")
    chronicle = look_back(at)
    wait_until_counted(chronicle)
    for faces in (dict(enumerate(("5", "10", "2", "3", "4"))), {2: "2", 3: "3", 4: "4"}):
        at.throw(faces)
        chronicle.written(at.events[-1])
        newest = chronicle.throws().throws[0]
        assert newest.event == at.events[-1].id
    assert [throw.event for throw in reversed(chronicle.throws().throws)] == [throw.event for throw in throws(at)]


def test_evenings_are_told_apart(evening: EveningMaker, look_back: Open) -> None:
    at = evening()
    two_evenings(at)
    chronicle = look_back(at)
    wait_until_counted(chronicle)
    today = chronicle.throws()
    assert (today.evening, today.tonight, today.earlier, today.later) == ("2026-01-03", True, "2026-01-02", None)
    assert {throw.name for throw in today.throws} == {"Cid", "Dan"}
    before = chronicle.throws("2026-01-02")
    assert (before.tonight, before.earlier, before.later) == (False, None, "2026-01-03")
    assert {throw.name for throw in before.throws} == {"Ann", "Bob"}
    assert chronicle.throws("1999-01-01").throws == ()
    statistics = chronicle.statistics()
    assert (statistics.evening, statistics.tonight) == ("2026-01-03", True)
    assert statistics.evenings == ("2026-01-03", "2026-01-02")
    assert {one.name for one in statistics.of_evening.people} == {"Cid", "Dan"}
    assert {one.name for one in statistics.of_all.people} == {"Ann", "Bob", "Cid", "Dan"}
    best = statistics.of_all.best
    assert best is not None
    assert (best.name, best.points) == ("Bob", 45)
    assert chronicle.statistics("2026-01-02").of_evening.best == best
    assert chronicle.statistics("1999-01-01").of_evening.people == ()


def test_before_anybody_has_played_this_evening_the_last_one_is_shown(evening: EveningMaker, look_back: Open) -> None:
    at = evening()
    a_game_worked_by_hand(at)
    at.clock.travel(3 * 24 * 3600)
    chronicle = look_back(at)
    wait_until_counted(chronicle)
    assert (chronicle.throws().evening, chronicle.throws().tonight) == ("2026-01-02", False)
    assert (chronicle.statistics().evening, chronicle.statistics().tonight) == ("2026-01-02", False)


def test_a_table_that_has_never_played_has_nothing_to_tell(evening: EveningMaker, tmp_path: Path) -> None:
    at = evening()
    chronicle = JournalChronicle(
        at.path, tmp_path / "games", Album(tmp_path / "p", 0), RULEBOOK, WimpoutFortune(), at.clock.now
    )
    chronicle.start()
    assert (chronicle.throws().throws, chronicle.throws().tonight) == ((), True)
    assert chronicle.throw(1) is None
    assert chronicle.picture(1) is None
    told = chronicle.statistics()
    assert (told.of_all.games, told.of_all.best, told.progress) == (0, None, 1.0)
    assert [test.verdict for test in told.of_all.faces] == ["few", "few"]
    chronicle.stop()
    chronicle.stop()


def test_a_throw_is_shown_with_what_was_seen_and_its_neighbours(evening: EveningMaker, look_back: Open) -> None:
    at = evening()
    a_game_worked_by_hand(at)
    chronicle = look_back(at)
    wait_until_counted(chronicle)
    told = chronicle.throws().throws
    corrected = chronicle.throw(told[1].event)
    assert corrected is not None
    assert corrected.throw == told[1]
    assert (corrected.earlier, corrected.later) == (told[2].event, told[0].event)
    assert corrected.picture_size == (1280, 960)
    assert [(cube.face, cube.read, cube.said, cube.scored) for cube in corrected.cubes] == [
        ("10", "5", True, True), ("2", "2", False, False), ("3", "3", False, False), ("4", "4", False, False),
        ("6", "6", False, False),
    ]  # fmt: skip
    with_kept = chronicle.throw(told[2].event)
    assert with_kept is not None
    assert [(cube.face, cube.thrown) for cube in with_kept.cubes] == [
        ("5", False), ("10", False), ("2", True), ("3", True), ("4", True)
    ]  # fmt: skip
    assert chronicle.throw(told[0].event + 1) is None
    assert chronicle.throw(10**9) is None


def test_faces_that_people_named_are_marked(evening: EveningMaker, look_back: Open) -> None:
    at = evening()
    at.play("Ann", "Bob")
    at.tray.throw_all("5 10 2 3 4*")
    at.read(nameless={1: ("10", "6")})
    at.do("answer", "Ann", cube=1, face="10")
    at.do("confirm", "Bob")
    chronicle = look_back(at)
    wait_until_counted(chronicle)
    shown = chronicle.throw(chronicle.throws().throws[0].event)
    assert shown is not None
    assert [(cube.face, cube.read, cube.said) for cube in shown.cubes][:2] == [("5", "5", False), ("10", None, True)]


def test_a_throw_has_its_picture_and_nobody_elses(evening: EveningMaker, look_back: Open, tmp_path: Path) -> None:
    at = evening()
    at.play("Ann", "Bob")
    at.throw_all("5 10 2 3 4*")
    album = Album(tmp_path / "pictures", 1 << 20)
    event = at.events[-1]
    chronicle = look_back(at, album)
    wait_until_counted(chronicle)
    assert (chronicle.picture(event.id), chronicle.throws().throws[0].picture) == (None, False)
    album.keep(event.id, event.at, b"that throw")
    album.keep(event.id - 1, "2020-01-01T00:00:00+00:00", b"of another journal")
    assert (chronicle.picture(event.id), chronicle.throws().throws[0].picture) == (b"that throw", True)
    assert chronicle.picture(event.id - 1) is None


class CountingRulebook(type(RULEBOOK)):  # type: ignore[misc]
    """Knows how many games were begun anew."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0

    def start(self, move):  # type: ignore[no-untyped-def]
        self.begun += 1
        return super().start(move)


def again(at: Evening, **more: object) -> tuple[JournalChronicle, CountingRulebook]:
    """The chronicle after a restart, and how many games it has followed since."""
    rulebook = CountingRulebook()
    chronicle = JournalChronicle(
        at.path, at.path.parent / "games.sqlite3", Album(at.path.parent / "pictures", 1 << 20), rulebook,
        WimpoutFortune(), at.clock.now,
    )  # fmt: skip
    chronicle.start()
    deadline = time.monotonic() + 20
    while not chronicle.throws().complete or chronicle.throws().throws == ():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return chronicle, rulebook


def test_after_a_restart_only_the_game_that_is_on_is_counted_anew(evening: EveningMaker) -> None:
    at = evening()
    two_evenings(at)
    first, rulebook = again(at)
    statistics, past = first.statistics("2026-01-02"), first.throws("2026-01-02")
    assert rulebook.begun == 2
    first.stop()
    second, rulebook = again(at)
    assert rulebook.begun == 1
    assert second.statistics("2026-01-02") == statistics
    assert second.throws("2026-01-02") == past
    second.stop()


@pytest.mark.parametrize(
    "harm", ["gone", "damaged", "rubbish in it", "another program", "another journal", "a folder in its place"]
)
def test_what_was_kept_may_be_lost_damaged_or_wrong(evening: EveningMaker, harm: str) -> None:
    at = evening()
    two_evenings(at)
    chronicle, _ = again(at)
    right = chronicle.statistics()
    chronicle.stop()
    file = at.path.parent / "games.sqlite3"
    if harm == "gone":
        file.unlink()
    elif harm == "damaged":
        file.write_bytes(file.read_bytes()[:3000] + b"rubbish" * 500)
    elif harm == "rubbish in it":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE games SET tally = '{}'")
    elif harm == "another program":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE counted SET program = 'older'")
            connection.execute("UPDATE games SET tally = '{}'")
    elif harm == "another journal":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE counted SET at = '2020-01-01T00:00:00+00:00'")
            connection.execute("UPDATE games SET tally = '{}'")
    else:
        for part in file.parent.glob("games.sqlite3*"):
            part.unlink()
        file.mkdir()
    chronicle, rulebook = again(at)
    assert rulebook.begun == 2
    assert chronicle.statistics() == right
    chronicle.stop()


def test_a_store_forgets_what_another_program_has_told(tmp_path: Path) -> None:
    assert program_of() == program_of()
    own = tmp_path / "rule.py"
    own.write_text("one")
    before = program_of([own])
    own.write_text("two")
    assert before not in (program_of([own]), program_of())
    store = GameStore(tmp_path / "games.sqlite3", "one")
    assert store.counted == (0, "")
    store.close()


class SlowFortune(WimpoutFortune):
    """Luck that takes for ever to work out."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.may_answer = threading.Event()

    def luck(self, game: Game, throw: Throw) -> ThrowLuck | None:
        self.asked.set()
        self.may_answer.wait(20)
        return super().luck(game, throw)


def test_the_table_never_waits_for_statistics(evening: EveningMaker, tmp_path: Path) -> None:
    at = evening()
    at.play("Ann", "Bob")
    at.throw_all("5 10 2 3 4*")
    fortune = SlowFortune()
    chronicle = JournalChronicle(
        at.path, tmp_path / "games", Album(tmp_path / "p", 0), RULEBOOK, fortune, at.clock.now
    )
    at.journal.close()
    at.journal = Journal(at.path, chronicle.written)
    chronicle.start()
    asking = threading.Thread(target=chronicle.statistics)
    asking.start()
    assert fortune.asked.wait(20)
    for _ in range(20):
        at.journal.append("undo_dropped", {}, at.clock.now())  # returns, although statistics are being worked out
    assert asking.is_alive()
    fortune.may_answer.set()
    asking.join(20)
    assert chronicle.throws().complete
    chronicle.stop()


def test_an_old_journal_is_counted_bit_by_bit_and_says_how_far_it_is(evening: EveningMaker, tmp_path: Path) -> None:
    at = evening()
    written_shows(at, games=6, goal=200)
    chronicle = JournalChronicle(
        at.path, tmp_path / "games", Album(tmp_path / "p", 0), RULEBOOK, WimpoutFortune(), at.clock.now
    )
    chronicle.start()
    seen = [chronicle.statistics().progress]
    deadline = time.monotonic() + 20
    while seen[-1] < 1:
        assert time.monotonic() < deadline
        seen.append(chronicle.statistics().progress)
    assert seen == sorted(seen)
    assert chronicle.statistics().of_all.shows == 6
    chronicle.stop()
