"""The log of an evening in words, whenever it is asked for; copies are tested where they are downloaded."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.games.wimpout import RULEBOOK
from controller.host.records import EveningLog, forget_copies, journal_copy
from controller.house_rules import rulebook_with
from controller.journal import read_journal
from controller.ports import RecordError
from tests.controller.table.conftest import Evening
from tests.languages import in_german

LADDER = """
from controller.games.wimpout.house import HouseRule, Way

class Ladder(HouseRule):
    name = "ladder"
    says = "Ladder: 2, 3, 4, 6 and 6 on one throw score 75 points."

    def ways(self, thrown, ways):
        if sorted(cube.face for cube in thrown) != ["2", "3", "4", "6", "6"]:
            return ways
        return (Way(75, kept=thrown, left=(), label="LADDER"), *ways)
"""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Ann and Bob play; it is eight in the evening."""
    evening = Evening(tmp_path, rules={"entry": 0}, abandoned_s=10**7, over_s=10**7)
    evening.play("Ann", "Bob")
    yield evening
    evening.journal.close()


def log_of(evening: Evening) -> EveningLog:
    return EveningLog(evening.path, RULEBOOK, evening.clock)


def told(log: EveningLog) -> list[str]:
    return [line.says for line in log.lines()]


def turn(evening: Evening) -> None:
    evening.throw_all("5 2 10 3 4")
    evening.do("stop")


def test_every_event_is_a_line_in_order_and_asked_again_the_new_ones_come(evening: Evening) -> None:
    log = log_of(evening)
    before = told(log)
    assert before[:2] == ["Ann sits down.", "Bob sits down."]
    turn(evening)
    assert told(log) == told(log_of(evening))
    assert told(log)[: len(before)] == before
    assert [line.event for line in log.lines()] == [event.id for event in evening.events]


def test_a_game_that_goes_on_into_another_evening_is_told_from_there_on(evening: Evening) -> None:
    turn(evening)
    log = log_of(evening)
    assert len(told(log)) > 5
    evening.clock.travel(20 * 3600)
    assert told(log) == []
    assert told(log_of(evening)) == [], "nor where it was never asked before"
    asked_by_day = log_of(evening)
    told(asked_by_day)
    turn(evening)
    assert told(log) == told(asked_by_day) == told(log_of(evening))
    assert told(log)[-1].endswith("stops: 15 points banked.")
    assert len(told(log)) == 2


def test_games_of_other_evenings_are_counted_but_not_told(evening: Evening) -> None:
    evening.host("end")
    evening.clock.travel(24 * 3600)
    evening.host("start")
    assert [line.split(":")[0] for line in told(log_of(evening)) if "begins" in line] == ["Game 2 begins"]


def test_a_journal_that_cant_be_read_is_said_to_be_so(evening: Evening) -> None:
    with closing(sqlite3.connect(evening.path)) as other:
        at = "2026-01-02T20:00:00+00:00"
        other.execute("INSERT INTO events VALUES (99, '2026-01-02', 0, ?, 1, 'undone', '{}')", (at,))
        other.commit()
    with pytest.raises(RecordError, match="Event 99"):
        log_of(evening).lines()


def test_a_copy_is_of_one_moment_though_the_table_writes_on(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    before = evening.events
    with journal_copy(evening.path) as copied:
        turn(evening)
        (tmp_path / "copy" / "copy.sqlite3").write_bytes(copied.read())
    assert read_journal(tmp_path / "copy" / "copy.sqlite3") == before
    assert len(evening.events) > len(before)


def test_where_there_is_no_room_nothing_is_left_behind(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("controller.host.records._copy", full)
    with pytest.raises(RecordError, match="room on the disk"):
        journal_copy(evening.path)
    assert list(evening.path.parent.glob(".copy*")) == []


def test_what_a_power_cut_has_left_of_a_copy_is_gone_after_the_next_start(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as cut:
        cut.setattr("pathlib.Path.unlink", lambda *_, **__: None)
        journal_copy(evening.path).close()
    [left] = evening.path.parent.glob(".copy*")
    forget_copies(evening.path.with_name("another.sqlite"))
    assert left.exists()
    forget_copies(evening.path)
    assert not left.exists()
    assert evening.path.exists()


def spoil(evening: Evening, which: str) -> None:
    """Make events of the journal unreadable for who reads them."""
    with closing(sqlite3.connect(evening.path)) as other:
        other.execute("DROP TRIGGER events_are_never_changed")
        assert other.execute(f"UPDATE events SET payload = 'spoilt' WHERE {which}").rowcount
        other.commit()


def test_moves_of_other_evenings_are_not_even_read(evening: Evening) -> None:
    for hours in (0, 24):  # the newest game of another evening is followed, for it may go on
        turn(evening)
        evening.host("end")
        evening.clock.travel(hours * 3600)
        evening.host("start")
    turn(evening)
    before = told(log_of(evening))
    spoil(evening, "kind = 'move' AND game = (SELECT min(game) FROM events WHERE game > 0)")
    assert told(log_of(evening)) == before != []


def test_of_the_idle_show_it_is_told_that_it_began(tmp_path: Path) -> None:
    idle = Evening(tmp_path, with_hands=True, shows=True, think_s=0)
    idle.table.reading(idle.tray.reading())
    idle.wait_for(lambda: idle.kinds().count("move") > 5)
    idle.sit("Ann")
    log = log_of(idle)
    before = told(log)
    assert "Game 1 begins" in before[0]
    assert not [line for line in before if "throws" in line]
    spoil(idle, "kind = 'move'")
    assert told(log_of(idle)) == before
    idle.do("start", "Ann")
    idle.table.reading(idle.tray.reading())
    idle.throw({0: "10"})
    assert "Ann throws" in told(log)[-1]
    idle.journal.close()


def with_own_rules(monkeypatch: pytest.MonkeyPatch, *files: Path) -> None:
    """Tables that are opened from now on have these house rules of their own."""
    monkeypatch.setattr("tests.controller.table.conftest.RULEBOOK", rulebook_with(files))


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables have the house rule `ladder` of their own."""
    rule = tmp_path / "ladder.py"
    rule.write_text(LADDER)
    with_own_rules(monkeypatch, rule)


@pytest.mark.usefixtures("ladder")
def test_a_game_by_a_rule_that_is_gone_is_told_as_far_as_the_journal_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Evening(tmp_path / "table", rules={"entry": 0, "ladder": True}, skip_after_s=0)
    table.play("Ann", "Cid", "Bob")
    table.throw_all("2 3 4 6 6")
    table.throw_all("5 2 3 4 sun")
    table.do("next_option")
    assert table.do("stop", "Ann").accepted
    table.throw_all("5 2 10 3 4")
    assert table.do("correct", "Bob", cubes=["10", "2", "10", "3", "4"]).accepted
    assert table.do("undo", "Ann", agree=True).accepted
    assert table.do("undo", "Bob").accepted
    assert table.do("undo", "Ann", agree=True).accepted
    assert table.do("skip", "Ann").accepted
    assert table.do("skip", "Cid").accepted
    assert table.sit("Dan").accepted
    assert table.do("leave", "Bob").accepted
    assert table.host("skip").accepted
    assert table.host("end").accepted

    with_own_rules(monkeypatch)
    table.settings = replace(table.settings, rules={"entry": 0})
    table.power_cut()
    assert table.host("start").accepted
    table.roll_off("Ann")
    table.throw_all("5 2 10 3 4")
    says = told(log_of(table))
    table.journal.close()
    begun, again = (says.index(next(one for one in says if f"Game {game} begins" in one)) for game in (1, 2))
    assert says[begun:again] == [
        "Game 1 begins: Ann, Cid, Bob. Rules: entry 0, ladder on. "
        "From here on the points of this game can't be told: the table has no rule ladder any more.",
        "The cubes lie as they do; nothing is scored.",
        "Ann throws 10.",
        "Bob throws 2.",
        "Cid throws 2.",
        "Ann throws 2 3 4 6 6*.",
        "Ann throws 5 2 3 4 sun*.",
        "Ann chooses how it scores.",
        "Ann stops.",
        "Bob throws 5 2 10 3 4*.",
        "Bob says that event 13 shows 10 2 10 3 4*.",
        "Bob corrects, and Ann agrees: event 13, read as 5 2 10 3 4*, shows 10 2 10 3 4*.",
        "Bob asks to take event 15 back.",
        "Event 15 is taken back.",
        "Ann asks to skip the turn.",
        "Bob is skipped.",
        "Dan sits down.",
        "Dan joins the game.",
        "Bob leaves.",
        "Bob gives up.",
        "Cid is skipped by the host.",
        "The game is closed: the host ends it. Ann 85, Cid 0, Bob 0, Dan 0.",
    ]
    assert says[-1] == "Ann throws 5 2 10 3 4*: 15 points, 15 at stake; may stop."
    for text in says:
        in_german(text)


@pytest.mark.usefixtures("ladder")
def test_a_game_is_followed_up_to_the_change_that_brought_in_a_rule_that_is_gone(tmp_path: Path) -> None:
    table = Evening(tmp_path / "table", rules={"entry": 0})
    table.play("Ann", "Bob")
    turn(table)
    assert table.do("propose", "Bob", rules={"ladder": True}).accepted
    assert table.do("vote", "Ann", agree=True).accepted
    turn(table)
    log = log_of(table)
    says = told(log)
    changed = says.index(next(one for one in says if "The rules are changed: ladder on." in one))
    assert says[changed - 3] == "Ann stops: 15 points banked."
    assert says[changed].endswith("the table has no rule ladder any more.")
    assert says[changed + 1 :] == ["Bob throws 5 2 10 3 4*, the first throw under the changed rules.", "Bob stops."]
    table.do("leave", "Ann")
    assert told(log) == told(log_of(table)), "asked again it goes on from there"
    assert told(log)[-1] == "Ann leaves."
    table.journal.close()


def test_a_game_by_a_rule_that_says_otherwise_now_is_told_though_it_cant_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = tmp_path / "ladder.py"
    rule.write_text(LADDER.replace("kept=thrown, left=()", "kept=thrown[:3], left=thrown[3:]"))
    with_own_rules(monkeypatch, rule)
    table = Evening(tmp_path / "table", rules={"entry": 0, "ladder": True})
    table.play("Ann", "Bob")
    table.throw_all("2 3 4 6 6")
    assert table.throw({3: "5", 4: "2"})
    assert table.do("stop").accepted
    other = tmp_path / "other" / "ladder.py"
    other.parent.mkdir()
    other.write_text(LADDER.replace('["2", "3", "4", "6", "6"]', "[]"))
    says = told(EveningLog(table.path, rulebook_with([other]), table.clock))
    table.journal.close()
    assert [one for one in says if "From here on the points of this game can't be told: " in one]
    assert says[-1] == "Ann stops."
