"""The Guiding Light: rules that are proposed while a game is on, the votes, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from controller.journal import Event
from controller.ports import Outcome
from controller.table.state import Proposal, State


def proposed(state: State, event: Event) -> State:
    """A player proposes other rules; that is their own yes."""
    seat, rules, before = (event.payload[key] for key in ("seat", "rules", "before"))
    return replace(state, proposal=Proposal(event.id, seat, dict(rules), dict(before), agreed=(seat,)))


def voted(state: State, event: Event) -> State:
    """A yes or a no."""
    proposal, seat = _open(state), event.payload["seat"]
    if event.payload["agree"]:
        return replace(state, proposal=replace(proposal, agreed=(*proposal.agreed, seat)))
    return replace(state, proposal=replace(proposal, refused_by=seat))


def votes_counted(state: State) -> State:
    """Whether everybody who has a vote has said yes by now; that isn't lost to who joins before it takes effect."""
    proposal = state.proposal
    if proposal is None or proposal.outcome != "open" or proposal.refused_by is not None or proposal.all_agreed:
        return state
    voters = {player.seat for player in state.voters}
    if not voters or not voters <= {*proposal.agreed} or state.seated(proposal.seat) is None:
        return state
    return replace(state, proposal=replace(proposal, all_agreed=True))


def ended(state: State, event: Event) -> State:
    """It comes to nothing."""
    outcome = event.payload["outcome"]
    if outcome not in get_args(Outcome):
        raise ValueError(f"a proposal that ends as {outcome!r}")
    return replace(state, proposal=replace(_open(state), outcome=outcome, ended=state.turn))


def carried(state: State, event: Event) -> State:
    """The change that a proposal was about is made, if the move says that it is that."""
    if event.payload.get("proposal") is None:
        return state
    return replace(state, proposal=replace(_open(state), outcome="agreed", ended=state.turn))


def _open(state: State) -> Proposal:
    if state.proposal is None or state.proposal.outcome != "open":
        raise ValueError("a vote on rules that nobody proposes")
    return state.proposal
