"""What the interface offers: each address, what it takes, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from controller.ports import BoardPicture, RuleChoice, Seat, Snapshot
from web_ui.described import Answer, Operation, refusal


@dataclass(frozen=True)
class Me:
    """Whose phone is asking; None for one without a seat."""

    seat: Seat | None


@dataclass(frozen=True)
class Answered:
    """The table's reply to a command: accepted, or refused with the reason in words. `event`: the last event then."""

    accepted: bool
    reason: str
    event: int
    value: dict[str, Any]


STATE = Operation(
    "The state", {200: Answer("Everything there is to show now", Snapshot)}, unless_known=True,
    says="All that the pages show, whole. `/api/v1/events` sends the same as it changes.",
)
BOARD = Operation(
    "What the LED scoreboard shows",
    {200: Answer("Its pixels and its ring of light", BoardPicture), 503: refusal("It can't be reached now")},
    unless_known=True,
)
CAMERA = Operation(
    "The camera's picture of the tray",
    {200: Answer("The latest; `tray` in the state says what was read in it", media="image/jpeg"),
     503: refusal("There is none now")},
    unless_known=True,
)
ME = Operation("Whose seat the cookie opens", {200: Answer("The seat", Me)})
RULES = Operation(
    "Every rule that can be proposed", {200: Answer("The rules", tuple[RuleChoice, ...])}, unless_known=True,
)
COMMANDS = Operation(
    "Press something",
    {200: Answer("The table has done it", Answered), 400: refusal("That is no command"),
     403: refusal("Only who has a seat may do that, or another site's page asks for it"),
     409: Answer("The table refuses, and says why", Answered),
     413: refusal("Nothing that long is a command"), 415: refusal("A command is sent as application/json")},
    says="A command is meant for the state that a person was looking at, and names its `event`: for an older one it "
         "is refused. The state says in `offers`, by seat, what the table would accept.",
    takes="Command", changes=True,
)
