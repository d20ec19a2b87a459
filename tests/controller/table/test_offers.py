"""What each person's phone offers: what the table would accept from that person, and nothing else."""

from __future__ import annotations

import pytest

from controller.ports import UndoAsked
from controller.table.seats import PALETTE

OPENING = "5 2 10 3 4"
WIMPOUT = {1: "2", 3: "3", 4: "6"}


def offers(table, name):
    return table.now.offers[table.seats[name]]


def thrown(table):
    """Anna has thrown once; Ben, Cara and Dora, who has come late, look on."""
    table.play("ANNA", "BEN", "CARA")
    table.sit("DORA")
    table.throw_all(OPENING)


def next_and_last(table):
    """The player after Anna, and one who is neither."""
    to_act = table.view.to_act
    names = sorted(("BEN", "CARA", "DORA"), key=lambda name: table.seats[name] != to_act)
    return names[0], names[1]


def stopped(table):
    thrown(table)
    table.do("stop", "ANNA")


def asked_by_the_next(table):
    stopped(table)
    assert table.do("undo", next_and_last(table)[0]).accepted


def asked_by_the_mover(table):
    thrown(table)
    assert table.do("undo", "ANNA").accepted


def wimped_out(table):
    thrown(table)
    table.throw(WIMPOUT)


def idle(table):
    thrown(table)
    table.wait(91)


def computers_turn(table):
    table.play("ANNA", "BEN", computers=1)
    table.throw_all(OPENING)
    table.do("stop", "ANNA")
    table.sit("DORA")


def unsure(table):
    table.play("ANNA", "BEN", "CARA")
    table.sit("DORA")
    table.tray.throw_all(OPENING)
    table.read(nameless={2: ("10", "6")})
    assert table.do("answer", "BEN", cube=2, face="10").accepted


def over(table):
    table.play("ANNA", "BEN", "CARA")
    table.sit("DORA")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop", "ANNA")
    while table.now.stage != "over":
        table.throw_all("2 3 4 6 2")


def one_waits(table):
    """Anna has reached the goal; who sits down now plays in the next game."""
    table.play("ANNA", "BEN")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop", "ANNA")
    assert table.sit("DORA").value["waiting"]


SITUATIONS = (
    thrown, stopped, asked_by_the_next, asked_by_the_mover, wimped_out, idle, computers_turn, unsure, over,
    one_waits,
)  # fmt: skip


def at(evening, situation):
    rules = {"entry": 0, "goal": 50 if situation in (over, one_waits) else 200}
    table = evening(rules=rules, think_s=1000, with_hands=True)
    situation(table)
    return table


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.__name__)
def test_each_phone_offers_exactly_what_the_table_accepts(evening, situation):
    first = at(evening, situation)
    assert set(first.now.offers) == set(first.seats.values())
    for who in first.seats:
        for name in ("stop", "roll_on", "next_option", "throw", "confirm", "undo", "rematch"):
            table = at(evening, situation)
            offered = name in offers(table, who)
            # An undo that is asked for takes a yes by `confirm` too; phones say it by `undo`.
            if name == "confirm" and table.now.undo_asked is not None:
                continue
            assert table.do(name, who, event=table.now.event).accepted == offered, (who, name)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda one: one.__name__)
def test_a_skip_is_offered_to_those_whose_skip_counts(evening, situation):
    for who in at(evening, situation).seats:
        table = at(evening, situation)
        acts = table.seats[who] == table.view.to_act
        offered = "skip" in offers(table, who)
        # Who is to act could; but a press is a sign, and then there is a better one.
        assert offered == (not acts and table.do("skip", who, event=table.now.event).accepted), who


def test_before_a_game_those_who_sit_may_start(evening):
    table = evening()
    table.sit("ANNA")
    assert offers(table, "ANNA") == {"start"}


def test_what_is_asked_back_is_named_with_who_asks_and_whose_it_is(evening):
    table = at(evening, asked_by_the_mover)
    anna = table.seats["ANNA"]
    assert table.now.undo_asked == UndoAsked(anna, anna, "throw 5 2 10 3 4")
    table = at(evening, asked_by_the_next)
    asker = table.seats[next_and_last(table)[0]]
    assert table.now.undo_asked == UndoAsked(asker, table.seats["ANNA"], "stop with 15 points")
    assert at(evening, thrown).now.undo_asked is None


def test_a_yes_takes_back_and_a_no_leaves_it(evening):
    table = at(evening, asked_by_the_mover)
    assert table.do("undo", "BEN", agree=False).accepted
    assert table.kinds()[-1] == "undo_dropped"
    assert table.now.undo_asked is None
    assert table.do("undo", "ANNA").accepted
    assert table.do("undo", "CARA", agree=True).accepted
    assert table.kinds()[-1] == "undone"
    assert table.view.stake == 0


def test_who_has_no_say_can_neither_agree_nor_refuse(evening):
    for agree in (True, False):
        table = at(evening, asked_by_the_next)
        assert "ANNA has to say yes" in table.do("undo", next_and_last(table)[1], agree=agree).reason
        assert table.do("undo", "ANNA", agree=agree).accepted


def test_who_asks_drops_it_and_does_not_agree_to_it(evening):
    table = at(evening, asked_by_the_mover)
    assert "Another player" in table.do("undo", "ANNA", agree=True).reason
    assert table.do("undo", "ANNA", agree=False).accepted
    assert table.kinds()[-1] == "undo_dropped"


@pytest.mark.parametrize("agree", [True, False])
def test_an_answer_that_comes_too_late_asks_for_nothing(evening, agree):
    table = at(evening, asked_by_the_next)
    asker, seen = next_and_last(table)[0], table.now.event
    table.do("undo", asker, agree=False)
    # Without the answer's own word her press would take her stop back at once.
    reply = table.do("undo", "ANNA", event=seen, agree=agree)
    assert "Nobody asks" in reply.reason
    assert table.view.to_act == table.seats[asker]


@pytest.mark.parametrize("agree", ["yes", 1, []])
def test_an_answer_is_yes_or_no(evening, agree):
    assert "yes or no" in at(evening, asked_by_the_mover).do("undo", "BEN", agree=agree).reason


def test_a_rematch_from_an_old_page_is_refused(evening):
    table = evening(rules={"entry": 0, "goal": 50})
    table.play("ANNA", computers=0)
    old = table.now.event
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop", "ANNA")
    assert "moved on" in table.do("rematch", "ANNA", event=old).reason
    assert table.now.stage == "over"
    table.sit("BEN", colour=PALETTE[5])
    assert table.do("rematch", "ANNA", event=table.now.event - 1).accepted
