"""What the tests of the Guiding Light have in common."""

from __future__ import annotations

from controller.commands.checking import as_bytes, trouble_with_game
from controller.games.wimpout import RULEBOOK
from controller.table.folding import apply, restore
from controller.table.state import State

SAMPLER = {"rules": {"sampler": True}}
OPENING = "5 2 10 3 4"


def offers(table, name):
    return table.now.offers[table.seats[name]]


def three(evening, **settings):
    """Anna has thrown; Ben and Cara look on."""
    table = evening(**{"rules": {"entry": 0}, **settings})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all(OPENING)
    return table


def vote(table, *names, agree=True):
    for name in names:
        reply = table.do("vote", name, agree=agree)
        assert reply.accepted, reply.reason


def rules(table):
    return {name: value for name, value in table.view.rules.items() if name != "entry"}


def seats(table, *names):
    return tuple(table.seats[name] for name in names)


def check_journal(table):
    """The journal alone says the same, and a restart shows the same."""
    state = State()
    for event in table.events:
        state = apply(state, event, RULEBOOK)
    assert as_bytes(state) == as_bytes(restore(table.events, RULEBOOK))
    assert trouble_with_game(state, table.events, RULEBOOK) is None
    before, events = table.now, table.events
    table.power_cut()
    assert (table.now.view, table.now.proposal, table.events) == (before.view, before.proposal, events)
    for seat, offered in table.now.offers.items():
        assert offered & {"propose", "vote"} == before.offers[seat] & {"propose", "vote"}
