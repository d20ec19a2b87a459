"""A misread throw is read anew: by the player, with another's yes, as long as the next player has not thrown."""

from __future__ import annotations

import pytest

from controller.commands.checking import as_bytes, trouble_with_game
from controller.games.wimpout import RULEBOOK
from controller.ports import Device, UndoAsked
from controller.table.folding import apply, restore
from controller.table.state import State

READ = "5 2 10 3 4"
TRUE = ["5", "5", "10", "3", "4"]


def misread(table):
    """Anna's second 5 was read as a 2."""
    table.play("ANNA", "BEN", "CARA")
    table.throw_all(READ)


def corrected(table):
    misread(table)
    assert table.do("correct", "ANNA", cubes=TRUE).accepted
    assert table.do("undo", "BEN", agree=True).accepted


def check_journal(table):
    state = State()
    for event in table.events:
        state = apply(state, event, RULEBOOK)
    assert as_bytes(state.game) == as_bytes(restore(table.events, RULEBOOK).game)
    assert state.view == table.view
    assert trouble_with_game(state, table.events, RULEBOOK) is None
    before = table.now
    table.power_cut()
    assert (table.now.view, table.now.undo_asked) == (before.view, before.undo_asked)


def test_a_correction_needs_anothers_yes_and_scores_what_lies_there(evening):
    table = evening(rules={"entry": 0})
    misread(table)
    assert "correct" in table.now.offers[table.seats["ANNA"]]
    assert "correct" not in table.now.offers[table.seats["BEN"]]
    assert table.do("correct", "ANNA", cubes=TRUE).accepted
    assert table.view.stake == 15
    assert table.now.message.board == "READ ANEW?"
    assert "ANNA says that the last throw shows 5 5 10 3 4. Another player says yes" in table.now.message.sentence
    anna, asked = table.seats["ANNA"], table.now.undo_asked
    assert asked == UndoAsked(anna, anna, "throw 5 2 10 3 4, to be read as 5 5 10 3 4", asked.read, asked.shows)
    assert [cube.face for cube in asked.read] == READ.split()
    assert [cube.face for cube in asked.shows] == TRUE
    assert "Another player" in table.do("undo", "ANNA", agree=True).reason
    check_journal(table)
    assert table.do("confirm", "BEN").accepted
    assert (table.view.stake, table.view.to_throw) == (20, 2)
    assert table.now.tray.cubes[1].face == "5"
    assert set(table.now.scored) == {0, 1, 2}
    check_journal(table)


def test_by_whom_from_what_and_to_what_is_kept_and_nothing_deleted(evening):
    table = evening()
    misread(table)
    before = table.events
    table.do("correct", "ANNA", cubes=TRUE)
    table.do("undo", "BEN", agree=True)
    asked, done = table.events[len(before) :]
    assert table.events[: len(before)] == before
    assert (asked.kind, done.kind) == ("correction_asked", "corrected")
    assert (done.payload["asked_by"], done.payload["seat"]) == (table.seats["ANNA"], table.seats["BEN"])
    assert done.payload["event"] == before[-1].id
    assert [cube["face"] for cube in done.payload["from"]["thrown"]] == READ.split()
    assert [cube["face"] for cube in done.payload["move"]["thrown"]] == TRUE
    assert [cube["odd"] for cube in done.payload["move"]["thrown"]] == [False] * 4 + [True]


def test_the_corrected_cubes_can_be_kept_though_the_reader_goes_on_misreading_them(evening):
    table = evening(rules={"entry": 0})
    corrected(table)
    assert table.table.lying[1].face is None  # what the reader knows it by are the faces that it may show
    assert not table.read()
    assert table.view.stake == 20
    assert table.throw({3: "5", 4: "6"})
    assert table.view.stake == 25
    assert table.now.tray.cubes[1].face == "5"
    assert table.tray.base[1].face is None
    check_journal(table)
    assert table.throw({4: "10"})
    assert table.view.stake == 35


def test_in_a_later_throw_those_thrown_or_all_as_they_lie_are_named(evening):
    for cubes in (["5", "10", "6"], ["5", "5", "10", "10", "6"]):
        table = evening(rules={"entry": 0})
        misread(table)
        assert table.throw({1: "5", 3: "2", 4: "6"})
        assert table.do("correct", "ANNA", cubes=cubes).accepted
        assert table.do("undo", "BEN", agree=True).accepted
        assert table.view.stake == 30
        check_journal(table)


def test_a_misread_wimpout_and_a_stop_on_a_misread_throw_are_decided_anew(evening):
    table = evening(rules={"entry": 0})
    misread(table)
    table.throw({1: "2", 3: "3", 4: "6"})
    following = next(name for name, seat in table.seats.items() if seat == table.view.to_act)
    assert table.do("correct", following, cubes=["5", "3", "6"]).accepted  # the player to act may ask, as for an undo
    assert "ANNA has to say yes" in table.do("confirm", next(
        name for name in ("BEN", "CARA") if name != following)).reason
    assert table.do("confirm", "ANNA").accepted
    assert (table.view.to_act, table.view.stake) == (table.seats["ANNA"], 20)
    assert table.do("stop", "ANNA").accepted
    assert table.do("correct", "ANNA", cubes=["10", "3", "6"]).accepted
    assert table.do("confirm", "BEN").accepted
    assert (table.view.to_act, table.view.stake) == (table.seats["ANNA"], 25)
    check_journal(table)
    assert table.do("undo", "ANNA").accepted
    assert table.do("undo", "BEN", agree=True).accepted
    assert table.view.stake == 15
    check_journal(table)


def test_who_has_come_meanwhile_stays(evening):
    table = evening(rules={"entry": 0})
    misread(table)
    table.sit("DORA")
    table.do("correct", "ANNA", cubes=TRUE)
    assert table.do("confirm", "DORA").accepted
    assert table.view.stake == 20
    assert table.seats["DORA"] in {standing.seat for standing in table.view.standings}
    check_journal(table)


def test_who_plays_alone_needs_no_yes(evening):
    table = evening()
    table.play("ANNA", computers=1)
    table.throw_all("2 2 4 3 6")
    assert table.do("correct", "ANNA", cubes=["2", "2", "4", "3", "sun"]).accepted
    assert table.kinds()[-1] == "corrected"
    assert table.events[-1].payload["asked_by"] is None
    assert table.now.tray.cubes[4].face == "sun"
    check_journal(table)


def test_a_throw_entered_by_hand_can_be_corrected_and_a_roll_off(evening):
    table = evening()
    table.begin("ANNA", "BEN")
    first = next(name for name, seat in table.seats.items() if seat == table.view.to_act)
    table.throw({0: "2"})
    table.do("correct", first, cubes=["10"])
    table.do("confirm", "BEN" if first == "ANNA" else "ANNA")
    table.throw({0: "3"})
    assert table.view.to_act == table.seats[first]
    table.table.device(Device("camera", "test", "trouble", "unplugged"))
    table.wait(3)
    table.do("enter", first, cubes=["5", "2", "10", "3", "4*"])
    assert table.do("correct", first, cubes=["5", "2", "2", "3", "4*"]).accepted
    table.do("confirm", "BEN" if first == "ANNA" else "ANNA")
    assert table.view.stake == 5
    check_journal(table)


def test_the_button_drops_what_was_asked_and_so_does_a_no(evening):
    table = evening()
    misread(table)
    for answer in ({"who": None}, {"who": "BEN", "agree": False}, {"who": "ANNA", "agree": False}):
        assert table.do("correct", "ANNA", cubes=TRUE).accepted
        assert table.do("undo", **answer).accepted
        assert table.kinds()[-1] == "undo_dropped"
        assert (table.now.undo_asked, table.view.stake) == (None, 15)
    assert table.do("undo", "ANNA").accepted
    assert table.do("undo", "BEN", agree=True).accepted
    assert table.kinds()[-1] == "undone"  # what is asked now counts, not the correction of before


def test_a_yes_is_to_what_was_asked_and_to_nothing_that_was_asked_since(evening):
    table = evening()
    misread(table)
    assert table.do("correct", "ANNA", cubes=["5", "3", "10", "3", "4"]).accepted
    first = table.now.event
    assert table.do("undo", "ANNA", agree=False).accepted
    assert table.do("correct", "ANNA", cubes=TRUE).accepted
    for answer in (("undo", {"agree": True}), ("confirm", {})):
        assert "moved on" in table.do(answer[0], "BEN", event=first, **answer[1]).reason
    assert table.kinds()[-1] == "correction_asked"
    assert table.do("undo", "BEN", event=table.now.event, agree=True).accepted
    assert table.view.stake == 20


def test_who_wants_the_throw_taken_back_says_no_yes_to_how_another_reads_it(evening):
    table = evening()
    misread(table)
    before = table.now.event
    assert table.do("correct", "ANNA", cubes=TRUE).accepted
    assert "ANNA asks for something already" in table.do("undo", "BEN", event=before).reason
    assert table.kinds()[-1] == "correction_asked"


@pytest.mark.parametrize(("cubes", "reason"), [
    (["5", "5"], "of 5, 2 named"),
    (READ.split(), "That is how the throw was read"),
    (["sun", "sun", "2", "3", "4"], "sun"),
    (["5", "5", "10", "4", "3"], "odd cube"),
    (["7", "2", "10", "3", "4"], "7"),
    (None, "Enter the faces"),
    ("5 5 10 3 4", "Enter the faces"),
])  # fmt: skip
def test_what_cannot_lie_there_is_refused(evening, cubes, reason):
    table = evening()
    misread(table)
    event = table.now.event
    assert reason in table.do("correct", "ANNA", cubes=cubes).reason
    assert table.now.event == event


def test_too_early_too_late_and_not_for_everybody(evening):
    table = evening(rules={"entry": 0})
    assert not table.do("correct", None, cubes=TRUE).accepted
    table.begin("ANNA", "BEN", "CARA")
    assert "nobody has thrown" in table.do("correct", "ANNA", cubes=TRUE).reason
    table.roll_off("ANNA")
    table.throw_all(READ)
    assert "ANNA or the player to act" in table.do("correct", "CARA", cubes=TRUE).reason
    table.table.reading(table.tray.moving())
    assert "on their way" in table.do("correct", "ANNA", cubes=TRUE).reason
    assert "correct" not in table.now.commands
    table.table.reading(table.tray.reading())
    table.do("undo", "ANNA")
    assert "ANNA asks for something already" in table.do("correct", "BEN", cubes=TRUE).reason
    table.do("undo", "ANNA", agree=False)
    table.do("stop", "ANNA")
    table.throw_all("10 2 3 4 6")
    assert not table.do("correct", "ANNA", cubes=TRUE).accepted


def test_what_was_set_aside_was_counted_before(evening):
    table = evening(rules={"entry": 0})
    misread(table)
    table.throw({1: "5", 3: "2", 4: "6"})
    assert "set aside" in table.do("correct", "ANNA", cubes=["6", "5", "10", "10", "6"]).reason


def test_a_throw_from_before_the_turn_before_stands(evening):
    table = evening(rules={"entry": 0}, skip_after_s=90)
    misread(table)
    table.do("stop", "ANNA")
    assert "correct" in table.now.offers[table.seats["ANNA"]]
    table.wait(91)
    others = [name for name in ("ANNA", "BEN", "CARA") if table.seats[name] != table.view.to_act]
    assert all(table.do("skip", name).accepted for name in others)
    assert "correct" not in table.now.offers[table.seats["ANNA"]]
    assert "no throw to correct" in table.do("correct", "ANNA", cubes=TRUE).reason
