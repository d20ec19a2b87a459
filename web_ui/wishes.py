"""What phones may wish for, described: the value that goes with each command, and the whole of a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Required, get_args

from pydantic import Field
from typing_extensions import TypedDict  # pydantic reads typing's own only from Python 3.12 on

from controller.ports import PlayerCommand
from web_ui.commands import LONGEST_KEY, SHORTEST_KEY, WITHOUT_SEAT

CubeName = Annotated[str, Field(description='A face, with a star for the odd cube: "5", "10", "sun*".')]


class Nothing(TypedDict):
    """No value."""


class SitDown(TypedDict, total=False):
    """Who sits down. Without a colour the table gives one out."""

    name: Required[str]
    colour: Annotated[str | None, Field(description="One that nobody at the table has, as #rrggbb.")]


class Begin(TypedDict, total=False):
    """With how many computer players the game begins."""

    computers: int


class Choice(TypedDict):
    """An index into the view's `options`."""

    option: int


class Cubes(TypedDict):
    """What the thrown cubes show."""

    cubes: list[CubeName]


class Named(TypedDict):
    """What a cube shows that the reader couldn't tell: an index into the tray's `cubes`, and a face."""

    cube: int
    face: str


class Yes(TypedDict, total=False):
    """A yes or a no to what somebody asks."""

    agree: bool


class Rules(TypedDict):
    """Rules by their names, as `/api/v1/rules` lists them."""

    rules: dict[str, Any]


class Link(TypedDict):
    """What the host's link for a lost phone says."""

    token: str


VALUES: Mapping[str, tuple[Any, str]] = {
    "sit": (SitDown, "Take a seat; the answer sets the cookie that opens it."),
    "leave": (Nothing, "Give the seat up."),
    "start": (Begin, "Those who sit begin."),
    "rematch": (Nothing, "Once more with the same seats and rules."),
    "stop": (Nothing, "STOP: take the points."),
    "roll_on": (Nothing, "ROLL ON: say aloud what throwing says as well."),
    "select": (Choice, "Choose what the throw shall be."),
    "next_option": (Nothing, "SUN: choose the next of the options."),
    "throw": (Nothing, "At a simulated tray: throw for me."),
    "enter": (Cubes, "Enter a throw by hand, while the camera is out."),
    "fell": (Nothing, "A cube left the tray in this throw, where a house rule makes something of it."),
    "answer": (Named, "Say what a cube shows that the reader can't tell."),
    "confirm": (Nothing, "Say yes to another player's answer."),
    "skip": (Nothing, "End the turn of a player who doesn't answer."),
    "correct": (Cubes, "The last throw was misread: what it showed."),
    "undo": (Yes, "Take a move back, or ask for it; with `agree` the answer to who asks."),
    "propose": (Rules, "Propose to play by other rules."),
    "vote": (Yes, "Answer to what is proposed; who proposed withdraws it by a no."),
    "take_seat": (Link, "Have a seat anew by the host's link; the answer sets the cookie that opens it."),
}
"""By the command's name: what its value is, and what it does."""


def command_schemas(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The schema of each command; `values` has those of the values, by the command's name."""
    return [_command(name, says, values[name]) for name, (_, says) in VALUES.items()]


def undescribed() -> set[str]:
    """Commands that have no description yet: there are none."""
    return set(get_args(PlayerCommand)) - set(VALUES)


def _command(name: str, says: str, value: Any) -> dict[str, Any]:
    key: dict[str, Any] = {"type": ["string", "null"], "minLength": SHORTEST_KEY, "maxLength": LONGEST_KEY}
    key["description"] = "Random, of your own making: what comes twice with the same key counts once."
    event: dict[str, Any] = {"type": "integer", "description": "The state's `event` that the person was looking at."}
    if name in WITHOUT_SEAT:
        event["type"] = ["integer", "null"]
    else:
        value = {"anyOf": [value, {"type": "null"}]}
    return {
        "title": name, "description": says, "type": "object",
        "properties": {"name": {"const": name}, "value": value, "event": event, "key": key},
        "required": ["name", "value"] if name in WITHOUT_SEAT else ["name", "event"],
        "additionalProperties": False,
    }
