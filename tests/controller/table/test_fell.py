"""A cube that leaves the tray: people say so, and by the rule Off the Cloth it is a Wimpout."""

from __future__ import annotations

import pytest

from controller.ports import Device

RULE = {"entry": 0, "off_the_cloth": True}


def offers(table, name):
    return table.now.offers[table.seats[name]]


def opened(evening, **rules):
    table = evening(rules={**RULE, **rules})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("5 2 10 3 4")
    return table


def fallen(table):
    """Anna throws on with three cubes, one of which ends on the floor."""
    table.tray.throw({1: "5", 4: "6"})
    table.tray.take_away(3)
    table.read()
    table.wait(4)


@pytest.mark.parametrize("who", ["ANNA", "BEN", "CARA"])
def test_everybody_may_say_that_a_missing_cube_fell_which_ends_the_turn(evening, who):
    table = opened(evening)
    fallen(table)
    assert table.now.message.board == "CUBE MISSING"
    assert "fell" in offers(table, who)
    assert table.do("fell", who).accepted
    assert [moment.name for moment in table.view.moments] == ["wimpout"]
    assert table.now.message.sentence.startswith("ANNA: Wimpout. 15 points lost.")
    assert table.view.to_act != table.seats["ANNA"]


def test_the_next_throw_counts_once_the_cube_is_back_and_all_five_are_thrown(evening):
    table = opened(evening)
    fallen(table)
    table.do("fell", "BEN")
    table.tray.throw({3: "2"})
    table.read()
    assert table.view.stake == 0
    table.throw_all("10 10 2 3 4")
    assert table.view.stake == 20


def test_who_throws_may_say_so_while_all_cubes_are_in_view_and_the_others_may_not(evening):
    table = opened(evening)
    assert "fell" in offers(table, "ANNA")
    assert "fell" not in offers(table, "BEN")
    assert "missing" in table.do("fell", "BEN").reason
    assert table.view.stake == 15
    assert table.do("fell", "ANNA").accepted
    assert table.view.stake == 0


def test_cubes_in_the_hand_of_who_throws_have_not_fallen(evening):
    table = opened(evening)
    table.tray.take_away(1, 3, 4)
    table.read()
    assert "fell" not in offers(table, "BEN")
    assert not table.do("fell", "BEN").accepted


def test_without_the_rule_it_is_thrown_again(evening):
    table = opened(evening, off_the_cloth=False)
    fallen(table)
    assert "fell" not in offers(table, "ANNA")
    assert "thrown again" in table.do("fell", "ANNA").reason
    table.throw({1: "5", 3: "10", 4: "6"})
    assert table.view.stake == 30


def test_it_is_taken_back_like_any_other_throw(evening):
    table = opened(evening)
    fallen(table)
    table.do("fell", "BEN")
    assert table.now.undoes.what == "throw off the tray"
    assert table.do("undo", "ANNA").accepted
    assert table.do("undo", "BEN", agree=True).accepted
    assert table.view.stake == 15


def test_nothing_falls_in_a_roll_off_or_between_games(evening):
    table = evening(rules=RULE)
    table.sit("ANNA")
    assert "fell" not in offers(table, "ANNA")
    table.sit("BEN")
    table.do("start", "ANNA", computers=0)
    assert table.view.phase == "roll_off"
    assert "fell" not in offers(table, "ANNA")
    assert not table.do("fell", "ANNA").accepted


def test_while_the_camera_is_out_it_is_entered_by_hand(evening):
    table = opened(evening)
    table.table.device(Device("camera", "test", "trouble"))
    table.wait(3)
    assert "fell" in offers(table, "ANNA")
    assert "fell" not in offers(table, "BEN")
    assert table.do("fell", "ANNA").accepted
    assert table.moves()[-1]["by"] == "hand"
