"""Simulated hands after an undo: what has to stay lies there again, and the rest is thrown."""

from __future__ import annotations

import pytest


@pytest.fixture
def third_throw(evening):
    """Anna has thrown three times in a turn at a simulated tray: 5 2 10 3 4*, then 5 2 6*, then 10 4*."""
    table = evening(with_hands=True)
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.set_aside(0, 2)
    table.throw({1: "5", 3: "2", 4: "6"})
    table.tray.set_aside(1)
    table.throw({3: "10", 4: "4"})
    assert table.view.stake == 30
    table.hands.asked.clear()
    return table


def undo(table, times):
    for _ in range(times):
        assert table.do("undo", "ANNA").accepted
        assert table.do("undo", "BEN", agree=True).accepted
        table.table.reading(table.tray.reading())


def test_after_one_undo_the_last_cubes_are_thrown_again(third_throw):
    table = third_throw
    undo(table, 1)
    assert table.do("throw", "ANNA").accepted
    (take, _), = table.hands.asked
    assert {round((x - 100) / 150) for x, _ in take} == {3, 4}  # each cube keeps to its column


def test_after_two_undos_the_cubes_of_the_second_throw_are_thrown_and_counted(third_throw):
    table = third_throw
    undo(table, 2)
    assert (table.view.stake, table.view.to_throw) == (15, 3)
    assert table.do("throw", "ANNA").accepted
    table.read_hands()
    (take, keep), = table.hands.asked
    assert len(take) == 3
    assert keep == ()
    assert sorted(table.tray.faces[cube] for cube, zone in table.tray.zones.items() if zone == "rail") == ["10", "5"]
    assert table.now.message.board not in ("WRONG COUNT", "WRONG CUBES")


def test_a_cube_that_was_thrown_since_is_turned_back_to_the_face_that_it_had(third_throw):
    table = third_throw
    # What had scored first lies in the tray with other faces: as after an undo back into the turn before.
    table.tray.throw({0: "2", 2: "2", 1: "3"})
    undo(table, 2)
    assert table.do("throw", "ANNA").accepted
    table.read_hands()
    kept = [cube for cube, zone in table.tray.zones.items() if zone == "rail"]
    assert sorted(table.tray.faces[cube] for cube in kept) == ["10", "5"]
    assert 4 not in kept
    assert table.now.message.board not in ("WRONG COUNT", "WRONG CUBES")
