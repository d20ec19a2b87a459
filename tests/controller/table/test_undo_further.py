"""One after the other, what happened is taken back as far as the start of the turn before the present one."""

from __future__ import annotations

import pytest

from controller.commands.checking import as_bytes, trouble_with_game
from controller.games.wimpout import RULEBOOK
from controller.ports import MoveMade
from controller.table.folding import restore

OPENING = "5 2 10 3 4"


def game(table):
    return as_bytes(restore(table.events, RULEBOOK).game)


def by_seat(table, seat):
    return next(name for name, its in table.seats.items() if its == seat)


def one_back(table):
    """Whoever may takes one step back, and whoever has to agrees."""
    for asker in table.seats:
        if not table.do("undo", asker).accepted:
            continue
        if table.now.undo_asked is not None:
            assert any(table.do("undo", other, agree=True).accepted for other in table.seats if other != asker)
        assert table.kinds()[-1] == "undone"
        return True
    return False


def three_turns(evening):
    """Three turns of three steps each (throw, throw, stop), two throws in a fourth; and the game before each step,
    with the turn that it was made in."""
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    steps = []
    for turn in range(4):
        steps.append((turn, game(table)))
        table.throw_all(OPENING)
        steps.append((turn, game(table)))
        table.throw({1: "5", 3: "2", 4: "6"})
        if turn < 3:
            steps.append((turn, game(table)))
            assert table.do("stop").accepted
    return table, steps


def test_all_throws_and_the_stop_of_the_turn_before_are_taken_back_step_by_step_and_nothing_before_it(evening):
    table, steps = three_turns(evening)
    for turn, before in reversed([step for step in steps if step[0] >= 2]):
        assert one_back(table), turn
        assert game(table) == before
    assert not one_back(table)
    assert "start of the turn before" in table.do("undo", "ANNA").reason
    assert table.now.undoes is None
    assert table.kinds().count("undone") == 5
    assert trouble_with_game(restore(table.events, RULEBOOK), table.events, RULEBOOK) is None


def test_nothing_is_deleted_and_a_restart_between_the_steps_changes_nothing(evening):
    table, steps = three_turns(evening)
    events = table.events
    back = 0
    while one_back(table):
        back += 1
        table.power_cut()
        table.read()
    assert back == 5
    assert table.events[: len(events)] == events
    assert game(table) == next(before for turn, before in steps if turn == 2)


def test_from_there_the_game_goes_on(evening):
    table, _ = three_turns(evening)
    while one_back(table):
        pass
    first = table.view.to_act
    table.throw_all("10 10 2 3 4")
    assert table.do("stop", by_seat(table, first)).accepted
    assert table.view.to_act != first
    assert one_back(table)


def test_a_wimpout_and_a_skip_are_steps_too(evening):
    table = evening(rules={"entry": 0}, skip_after_s=90)
    table.play("ANNA", "BEN")
    steps = [game(table)]
    table.throw_all(OPENING)
    steps.append(game(table))
    table.throw({1: "2", 3: "3", 4: "6"})  # a Wimpout
    while steps:
        assert one_back(table)
        assert game(table) == steps.pop()
    table.wait(91)
    before = game(table)
    assert table.do("skip", "BEN").accepted
    assert one_back(table)
    assert game(table) == before


def test_a_cube_on_the_floor_is_a_step_of_its_own(evening):
    table = evening(rules={"entry": 0, "off_the_cloth": True})
    table.play("ANNA", "BEN")
    table.throw_all(OPENING)
    before = game(table)
    assert table.do("fell", "ANNA").accepted
    assert table.now.undoes == MoveMade(table.seats["ANNA"], "throw off the tray")
    assert one_back(table)
    assert game(table) == before


def test_phones_are_told_what_an_undo_takes_back(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    anna = table.seats["ANNA"]
    table.throw_all(OPENING)
    assert table.now.undoes == MoveMade(anna, "throw 5 2 10 3 4")
    table.do("stop", "ANNA")
    assert table.now.undoes == MoveMade(anna, "stop with 15 points")
    table.do("undo", "ANNA")
    assert table.now.undoes == MoveMade(anna, "throw 5 2 10 3 4")
    table.do("undo", "ANNA")
    assert table.now.undoes is None
    assert table.now.undo_asked is not None


@pytest.mark.parametrize("with_hands", [True, False], ids=["simulated-tray", "real-tray"])
def test_a_computer_player_waits_after_an_undo_so_that_its_person_can_go_further_back(evening, with_hands):
    table = evening(rules={"entry": 0}, with_hands=with_hands, seed=2, think_s=1, undo_pause_s=8)
    table.play("ANNA", computers=1)
    before = game(table)
    table.throw_all(OPENING)
    table.do("stop", "ANNA")
    if with_hands:
        table.wait_for(lambda: table.now.undoes.what.startswith("throw"), 5)
    else:
        table.throw_all("10 2 3 4 6")
    assert table.view.stake > 0
    for _ in range(2):
        assert table.do("undo", "ANNA").accepted
        table.wait(7)
    assert table.do("undo", "ANNA").accepted
    assert game(table) == before
