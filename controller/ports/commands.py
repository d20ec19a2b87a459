"""Buttons and phones -> table: what people wish, and what the table answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from controller.games.game import Seat
from controller.games.rulebook import RuleChoice, RuleSheet

PlayerCommand = Literal[
    "sit",          # take a seat: value {"name": str, "colour": "#rrggbb"?}; the reply carries the seat's secret
    "leave",        # give the seat up
    "start",        # the seated people begin: value {"computers": int?}
    "rematch",      # the same seats and rules once more
    "stop",         # STOP
    "roll_on",      # ROLL ON
    "select",       # one of the options: value {"option": int}
    "next_option",  # the SUN button: the next of the options
    "throw",        # at a simulated tray: throw for me
    "enter",        # a throw entered by hand while camera or reader are out: value {"cubes": ["5", "sun*", ...]}
    "fell",         # a cube left the tray in the throw that was due; only where a house rule makes something of it
    "answer",       # name a face that the reader couldn't tell: value {"cube": int, "face": str}
    "confirm",      # another player's yes to such an answer
    "skip",         # end the turn of a player who doesn't answer (host)
    "correct",      # the last throw was misread: value {"cubes": ["5", "sun*", ...]}, those thrown or all as they lie
    "undo",         # take the last scored event back; a yes or no to another's wish: value {"agree": bool}
    "propose",      # the Guiding Light: other rules from now on: value {"rules": {...}}
    "vote",         # a yes or no to what is proposed: value {"agree": bool}; the no of who proposed withdraws it
    "take_seat",    # a phone has a seat anew by the host's link: value {"token": str}; the reply carries the secret
]
"""What people do by buttons and phones; the host does most of it too, at once and for whoever acts:

`start` and `rematch` of the host: value {"starter": seat?} as well, which leaves the roll-off out. `undo`: value
{"move": event?}, back to before that move, however long ago. `correct`: value {"cubes": [...], "move": event?,
"keep": bool?}, whether what followed that throw stands (where it can) or is taken back."""

HostCommand = Literal[
    "pause",        # everything waits
    "resume",       # and goes on; cubes that were moved meanwhile are no throw
    "end",          # end the game with its scores as they stand
    "order",        # who sits next to whom from the next game on, clockwise: value {"seats": [seat, ...]}
    "remove",       # give somebody's seat up: value {"seat": seat}
    "reseat",       # a link for a lost phone: value {"seat": seat}; the reply carries the {"token", "seconds"}
    "spoil",        # at a simulated tray: let its camera go wrong: value {"fault": one of `Hands.faults`, or null}
    "set_rules",    # for the next game: value {"rules": {...}}, the others stay; null for those of the settings
]
"""What only the host does."""

CommandName = Literal[PlayerCommand, HostCommand]


@dataclass(frozen=True, slots=True)
class Command:
    """A wish of a person. `seat`: None for the buttons at the tray, which speak for the player to act.

    `event`: the journal event that the person was looking at; None for buttons. A command for an older state
    is refused with the reason. `host`: the host speaks, whom whoever hands the command over has let in; then there is
    no seat. `key`: makes a command that arrives twice count once, from the same `client`: the phone that sends it, as
    far as whoever hands it over can tell. The answer to a command that comes again has no secret in it for an unknown
    client.
    """

    name: CommandName
    seat: Seat | None = None
    value: Mapping[str, Any] = field(default_factory=dict)
    event: int | None = None
    key: str | None = None
    host: bool = False
    client: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """The table's answer: accepted, or refused with the reason in words. `event` is the journal's last event."""

    accepted: bool
    reason: str
    event: int
    value: Mapping[str, Any] = field(default_factory=dict)


class CommandDoor(Protocol):
    """The one door by which commands reach the table."""

    def submit(self, command: Command) -> Reply:
        """Hand a command over and wait for the answer (at most a few seconds; then refused: "table is busy")."""
        ...

    def seat_of(self, secret: str) -> Seat | None:
        """Whose seat this secret opens, None for a secret that is no longer one."""
        ...

    @property
    def rules(self) -> tuple[RuleChoice, ...]:
        """Every rule that can be proposed at this table; always the same."""
        ...

    def rule_sheet(self, rules: Mapping[str, Any] | None) -> RuleSheet:
        """How the game is played by `rules`, those of a view; by those of this table's settings where None."""
        ...
