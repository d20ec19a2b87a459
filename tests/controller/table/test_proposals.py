"""The Guiding Light at the table: one proposes, everybody in the game says yes, and the rules change."""

from __future__ import annotations

import pytest

from controller.ports import RuleChange
from tests.controller.table.guiding import SAMPLER, check_journal, offers, rules, seats, three, vote

# --- propose, vote, effect ---


def test_when_everybody_has_said_yes_the_rules_change(evening):
    table = three(evening)
    assert table.do("propose", "BEN", **SAMPLER).accepted
    assert rules(table) == {}
    vote(table, "ANNA")
    assert rules(table) == {}
    vote(table, "CARA")
    assert rules(table) == {"sampler": 25}
    assert table.now.message.sentence.startswith("The rules are changed.")
    check_journal(table)


def test_phones_are_told_what_is_proposed_by_whom_and_who_is_still_asked(evening):
    table = three(evening)
    assert table.now.proposal is None
    table.do("propose", "BEN", **SAMPLER)
    proposal = table.now.proposal
    assert (proposal.seat, proposal.outcome, proposal.event) == (table.seats["BEN"], "open", table.now.event)
    assert (proposal.agreed, set(proposal.asked)) == (seats(table, "BEN"), {*seats(table, "ANNA", "CARA")})
    (change,) = proposal.changes
    assert change == RuleChange("sampler", change.says, False, 25)
    assert "no two alike" in change.says
    check_journal(table)
    vote(table, "CARA")
    assert (table.now.proposal.agreed, table.now.proposal.asked) == (
        seats(table, "BEN", "CARA"), seats(table, "ANNA"),
    )  # fmt: skip
    check_journal(table)


def test_what_lies_there_is_scored_as_it_was_thrown_and_the_next_throw_by_the_new_rules(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("2 3 4 5 10")
    table.do("propose", "ANNA", **SAMPLER)
    vote(table, "BEN")
    assert (table.view.stake, table.view.to_throw) == (15, 3)
    table.do("stop", "ANNA")
    table.throw_all("2 3 4 5 10")
    assert (table.view.stake, table.view.to_throw) == (25, 5)
    check_journal(table)


def test_one_no_ends_it(evening):
    table = three(evening)
    table.do("propose", "BEN", **SAMPLER)
    vote(table, "ANNA")
    vote(table, "CARA", agree=False)
    assert table.kinds()[-2:] == ["rule_voted", "rules_proposal_ended"]
    assert (table.now.proposal.outcome, table.now.proposal.refused_by) == ("refused", table.seats["CARA"])
    assert "No change" in table.do("vote", "ANNA", agree=True).reason
    assert rules(table) == {}
    check_journal(table)


def test_who_has_said_yes_may_still_say_no(evening):
    table = three(evening)
    table.do("propose", "BEN", **SAMPLER)
    vote(table, "ANNA")
    assert "yes already" in table.do("vote", "ANNA", agree=True).reason
    vote(table, "ANNA", agree=False)
    assert table.now.proposal.outcome == "refused"


def test_the_proposer_withdraws(evening):
    table = three(evening)
    table.do("propose", "BEN", **SAMPLER)
    assert "yes already" in table.do("vote", "BEN", agree=True).reason
    vote(table, "BEN", agree=False)
    assert table.now.proposal.outcome == "withdrawn"
    assert table.events[-1].payload["outcome"] == "withdrawn"
    assert table.do("propose", "BEN", **SAMPLER).accepted


def test_several_rules_are_one_proposal_and_those_that_stay_are_left_out(evening):
    table = three(evening)
    table.do("propose", "ANNA", rules={"tag": True, "goal": 300, "sampler": False, "keep": "all"})
    assert [(one.name, one.now, one.then) for one in table.now.proposal.changes] == [
        ("goal", 500, 300), ("tag", False, True),
    ]  # fmt: skip
    vote(table, "BEN", "CARA")
    assert rules(table) == {"goal": 300, "tag": True}


def test_proposals_votes_and_the_moment_of_taking_effect_are_in_the_journal(evening):
    table = three(evening)
    before = table.events
    table.do("propose", "BEN", **SAMPLER)
    vote(table, "ANNA", "CARA")
    table.throw({1: "5", 3: "2", 4: "6"})
    table.throw({3: "5", 4: "6"})
    assert table.events[: len(before)] == before
    proposed, first, second, change, throw, later = table.events[len(before) :]
    assert (proposed.kind, proposed.payload["rules"]) == ("rules_proposed", {"sampler": 25})
    assert (first.kind, second.kind) == ("rule_voted", "rule_voted")
    assert (first.payload["seat"], first.payload["proposal"]) == (table.seats["ANNA"], proposed.id)
    assert change.payload["move"] == {"kind": "change_rules", "rules": {"sampler": 25}}
    assert (change.payload["by"], change.payload["proposal"]) == ("vote", proposed.id)
    assert change.payload["agreed"] == [*seats(table, "BEN", "ANNA", "CARA")]
    assert throw.payload["first_under"] == [change.id]
    assert "first_under" not in later.payload


# --- who has a vote ---


def test_who_plays_with_computers_alone_decides_alone(evening):
    table = evening(rules={"entry": 0}, think_s=1000)
    table.play("ANNA", computers=3)
    assert table.do("propose", "ANNA", **SAMPLER).accepted
    assert rules(table) == {"sampler": 25}
    assert table.now.proposal.outcome == "agreed"


def test_who_leaves_is_asked_no_more(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    vote(table, "BEN")
    table.do("leave", "CARA")
    assert rules(table) == {"sampler": 25}
    check_journal(table)


def test_who_leaves_with_a_proposal_takes_it_along(evening):
    table = three(evening)
    table.do("propose", "CARA", **SAMPLER)
    table.do("leave", "CARA")
    assert table.now.proposal.outcome == "left"
    assert "vote" not in offers(table, "BEN")
    assert "propose" in offers(table, "BEN")
    check_journal(table)


def test_who_joins_is_asked_too(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    table.sit("DORA")
    vote(table, "BEN", "CARA")
    assert table.now.proposal.asked == seats(table, "DORA")
    assert rules(table) == {}
    vote(table, "DORA")
    assert rules(table) == {"sampler": 25}
    check_journal(table)


def test_who_is_out_has_no_vote_and_proposes_nothing(evening):
    table = evening(rules={"entry": 0, "sun_completes_train": True})
    table.play("ANNA", "BEN", "CARA")
    table.do("propose", "BEN", **SAMPLER)
    vote(table, "CARA")
    table.throw_all("10 10 10 10 sun")  # a Supernova
    assert rules(table) == {"sun_completes_train": True, "sampler": 25}
    assert "out of this game" in table.do("propose", "ANNA", rules={"tag": True}).reason
    assert not offers(table, "ANNA") & {"propose", "vote"}
    table.do("propose", "BEN", rules={"tag": True})
    assert "out of this game" in table.do("vote", "ANNA", agree=False).reason


def test_who_waits_for_the_next_game_has_no_vote(evening):
    table = evening(max_seats=2, rules={"entry": 0})
    table.play("ANNA", computers=1)
    assert table.sit("CARA").value["waiting"]
    assert "next game" in table.do("propose", "CARA", **SAMPLER).reason
    assert not offers(table, "CARA") & {"propose", "vote"}


def test_the_buttons_at_the_tray_neither_propose_nor_vote(evening):
    table = three(evening)
    assert "use a phone" in table.do("propose", None, **SAMPLER).reason
    table.do("propose", "ANNA", **SAMPLER)
    assert "use a phone" in table.do("vote", None, agree=True).reason
    assert not table.now.commands & {"propose", "vote"}


def test_phones_offer_what_the_table_takes(evening):
    table = three(evening)
    assert all("propose" in offers(table, name) and "vote" not in offers(table, name) for name in table.seats)
    table.do("propose", "ANNA", **SAMPLER)
    assert all("vote" in offers(table, name) and "propose" not in offers(table, name) for name in table.seats)
    vote(table, "BEN", "CARA")
    assert all("propose" in offers(table, name) and "vote" not in offers(table, name) for name in table.seats)


# --- what can't be ---


@pytest.mark.parametrize(("wished", "reason"), [
    ({"bumper": True}, "no rule 'bumper'"),
    ({"goal": 45}, "multiple of 5"),
    ({"sampler": 30}, "25 or 50"),
    ({"keep": "some"}, "one of all, free"),
    ({"sampler": False}, "how you play already"),
    ({"goal": 500, "entry": 0}, "how you play already"),
    ({}, "Say which rules"),
    (["sampler"], "Say which rules"),
    (None, "Say which rules"),
    ("sampler", "Say which rules"),
])  # fmt: skip
def test_what_no_rule_can_be_is_refused_with_the_games_own_reason(evening, wished, reason):
    table = three(evening)
    event = table.now.event
    assert reason in table.do("propose", "ANNA", rules=wished).reason
    assert table.now.event == event


@pytest.mark.parametrize("agree", ["yes", 1, None, []])
def test_a_vote_is_yes_or_no(evening, agree):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    assert "yes or no" in table.do("vote", "BEN", agree=agree).reason


def test_one_at_a_time(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    assert "ANNA proposes a change already" in table.do("propose", "BEN", rules={"tag": True}).reason
    assert "ANNA proposes a change already" in table.do("propose", "ANNA", rules={"tag": True}).reason


def test_only_while_people_play(evening):
    table = evening(shows=True, rules={"entry": 0, "goal": 50})
    table.sit("ANNA")
    assert "No game" in table.do("propose", "ANNA", **SAMPLER).reason
    assert "No change" in table.do("vote", "ANNA", agree=True).reason
    assert not offers(table, "ANNA") & {"propose", "vote"}


def test_a_vote_for_one_proposal_is_none_for_the_next(evening):
    table = three(evening)
    table.do("propose", "ANNA", **SAMPLER)
    seen = table.now.event
    vote(table, "ANNA", agree=False)
    table.do("propose", "ANNA", rules={"bump": True})
    assert "another one" in table.do("vote", "BEN", event=seen, agree=True).reason
    assert table.now.proposal.agreed == seats(table, "ANNA")


def test_a_throw_meanwhile_makes_no_vote_too_late_and_a_vote_no_stop(evening):
    table = three(evening)
    table.do("propose", "BEN", **SAMPLER)
    seen = table.now.event
    table.throw({1: "5", 3: "2", 4: "6"})
    assert table.do("vote", "CARA", event=seen, agree=True).accepted
    seen = table.now.event
    assert table.do("vote", "ANNA", event=seen, agree=True).accepted
    assert table.do("stop", "ANNA", event=seen).accepted
