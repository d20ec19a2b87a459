"""What the host does to the table: the game waits, people sit in another order, the next game has other rules."""

from __future__ import annotations

from dataclasses import replace

from controller.journal import Event
from controller.table.state import State


def paused(state: State, event: Event) -> State:
    """Everything waits."""
    return replace(state, paused=True)


def resumed(state: State, event: Event) -> State:
    """It goes on. Cubes that were moved meanwhile lie as they do, and what was asked about them is asked no more."""
    moved = bool(event.payload["moved"])
    return replace(
        state,
        paused=False,
        base_due=state.base_due or (moved and state.game is not None),
        asking=None if moved else state.asking,
        game_event=event.id,
    )


def ordered(state: State, event: Event) -> State:
    """People sit in another order from the next game on; in this one the turns go on as they went."""
    order = tuple(event.payload["seats"])
    seated = replace(state, order=order)
    return replace(seated, players=seated.persons) if state.game is None else seated


def rules_set(state: State, event: Event) -> State:
    """The next game has other rules, or none of its own any more."""
    return replace(state, next_rules=event.payload["rules"])


def reseated(state: State, event: Event) -> State:
    """A phone has a seat anew; the one that had it before has it no more."""
    seat = event.payload["seat"]
    secrets = {secret: whose for secret, whose in state.secrets.items() if whose != seat}
    return replace(state, secrets={**secrets, event.payload["secret"]: seat})
