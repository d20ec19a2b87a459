"""A proposal across turns, throws, restarts and the end of the game; and what an undo leaves of a change."""

from __future__ import annotations

from controller.games.game import ChangeRules
from controller.games.wimpout import RULEBOOK
from controller.ports import Device
from controller.table.folding import restore
from tests.controller.table.guiding import SAMPLER, check_journal, offers, rules, seats, three, vote


def test_it_stays_open_across_turns_and_restarts(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    table.do("stop", "ANNA")
    table.throw_all("2 3 4 6 2")
    table.power_cut()
    vote(table, "CARA")
    table.power_cut()
    assert table.now.proposal.asked == seats(table, "BEN")
    table.read()
    vote(table, "BEN")
    assert rules(table) == {"sampler": 25}


def test_cubes_on_their_way_were_thrown_by_the_old_rules(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.do("propose", "ANNA", **SAMPLER)
    table.tray.throw_all("2 3 4 5 10")
    table.table.reading(table.tray.moving())
    vote(table, "BEN")
    assert rules(table) == {}
    assert table.now.proposal.asked == ()
    check_journal(table)
    table.table.reading(table.tray.reading())
    assert (table.view.stake, rules(table)) == (15, {"sampler": 25})
    assert [event.kind for event in table.events][-2:] == ["move", "move"]


def held_back(evening):
    """Everybody has said yes to Anna while cubes are on their way."""
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.do("propose", "ANNA", **SAMPLER)
    table.table.reading(table.tray.moving())
    vote(table, "BEN")
    assert rules(table) == {}
    return table


def test_what_all_have_agreed_on_is_not_lost_to_who_joins_before_it_takes_effect(evening):
    table = held_back(evening)
    assert table.sit("CARA").accepted
    assert table.now.proposal.asked == ()
    assert table.now.proposal.agreed == seats(table, "ANNA", "BEN")
    assert not any("vote" in offers(table, name) for name in table.seats)
    assert "Everybody has said yes" in table.do("vote", "CARA", agree=False).reason
    check_journal(table)
    table.read()
    assert rules(table) == {"sampler": 25}
    check_journal(table)


def test_nor_is_it_where_the_proposer_leaves_before(evening):
    table = held_back(evening)
    table.do("leave", "ANNA")
    table.read()
    assert rules(table) == {"sampler": 25}
    check_journal(table)


def test_a_table_that_went_off_before_the_last_yes_took_effect_lets_it_take_effect(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.do("propose", "ANNA", **SAMPLER)
    table.table.reading(table.tray.moving())
    vote(table, "BEN")
    table.power_cut()
    assert rules(table) == {}  # nobody knows yet what lies there
    table.read()
    assert rules(table) == {"sampler": 25}


def test_without_a_camera_it_takes_effect_all_the_same(evening):
    table = three(evening)
    table.table.device(Device("camera", "test", "trouble", "unplugged"))
    table.wait(3)
    table.do("propose", "ANNA", **SAMPLER)
    vote(table, "BEN", "CARA")
    assert rules(table) == {"sampler": 25}


def test_it_ends_with_the_game(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("ANNA", "BEN")
    table.do("propose", "BEN", **SAMPLER)
    table.throw_all("6 6 6 6 6")
    assert table.now.stage == "over"
    assert (table.kinds()[-1], table.events[-1].payload["outcome"]) == ("rules_proposal_ended", "game_over")
    assert table.now.proposal is None
    assert not any({"propose", "vote"} & offered for offered in table.now.offers.values())
    check_journal(table)
    assert table.do("rematch", "ANNA").accepted
    assert table.now.proposal is None
    assert "propose" in offers(table, "ANNA")


def test_it_ends_with_a_game_that_everybody_leaves(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.do("propose", "BEN", **SAMPLER)
    table.do("leave", "ANNA")
    assert rules(table) == {"sampler": 25}  # nobody else is left to ask
    table.do("propose", "BEN", rules={"sampler": False, "tag": True})
    table.do("leave", "BEN")
    assert table.now.proposal is None


def test_a_rematch_keeps_the_rules_that_all_have_agreed_on(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("ANNA", "BEN")
    table.do("propose", "BEN", **SAMPLER)
    vote(table, "ANNA")
    table.throw_all("6 6 6 6 6")
    assert table.do("rematch", "ANNA").accepted
    assert table.view.rules == {"goal": 50, "entry": 0, "sampler": 25}


def test_what_has_become_of_it_is_shown_until_the_turn_after_is_over(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    vote(table, "BEN", agree=False)
    for _ in range(2):
        assert table.now.proposal.outcome == "refused"
        table.do("stop")
        table.throw_all("5 2 10 3 4")
    assert table.now.proposal is None


# --- undo ---


def test_an_undo_of_a_throw_before_the_change_keeps_what_all_have_agreed_on(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    vote(table, "BEN", "CARA")
    table.throw({1: "5", 3: "2", 4: "6"})
    for left in (15, 0):
        table.do("undo", "ANNA")
        assert table.do("undo", "BEN", agree=True).accepted
        assert (table.view.stake, rules(table)) == (left, {"sampler": 25})
        check_journal(table)
    table.throw_all("2 3 4 5 10")
    assert table.view.stake == 25
    assert table.events[-1].payload["first_under"]
    check_journal(table)


def test_a_throw_before_the_change_is_read_anew_by_the_rules_of_then(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("2 2 4 5 10")
    table.do("propose", "ANNA", **SAMPLER)
    vote(table, "BEN")
    table.do("correct", "ANNA", cubes=["2", "3", "4", "5", "10"])
    table.do("undo", "BEN", agree=True)
    assert (table.view.stake, rules(table)) == (15, {"sampler": 25})
    assert isinstance(restore(table.events, RULEBOOK).history[-1].move, ChangeRules)
    check_journal(table)


def test_an_undo_leaves_an_open_proposal_open(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    table.do("undo", "ANNA")
    assert table.do("undo", "BEN", agree=True).accepted
    assert table.now.proposal.outcome == "open"
    vote(table, "BEN", "CARA")
    assert rules(table) == {"sampler": 25}
