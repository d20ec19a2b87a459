"""From what a phone sent to a command, or to a clear word on what is wrong with it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, cast, get_args

from controller.ports import Command, CommandName, HostCommand, PlayerCommand, Seat, listed, phrase

NAMES: frozenset[str] = frozenset(get_args(PlayerCommand))
"""What a phone may send; the rest is the host's."""
HOST_NAMES: frozenset[str] = frozenset(get_args(PlayerCommand) + get_args(HostCommand))
WITHOUT_SEAT = frozenset({"sit", "take_seat"})
SHORTEST_KEY, LONGEST_KEY = 16, 64
"""Characters of a key. Shorter ones would be guessed, or be made twice by phones that press at the same time."""
MAX_NESTING = 32


class BadCommandError(Exception):
    """What was sent is not a command; the text says what is wrong."""


class NoSeatError(Exception):
    """Only who has a seat may do this."""


def read_command(body: bytes, seat: Seat | None, client: str | None = None) -> Command:
    """The command in a request's JSON body: `name`, and as the command needs them `value`, `event` and `key`.

    The seat is the one that the phone's cookie opens; a seat in the body is an unknown key like any other. `client`:
    what tells this phone from others before it has a seat, None where nothing does.

    Raises:
        BadCommandError: not JSON, an unknown key or name, a value of the wrong kind.
        NoSeatError: a command for players, from a phone without a seat.
    """
    name, value, event, key = _parts(body, NAMES)
    if name not in WITHOUT_SEAT:
        if seat is None:
            raise NoSeatError(phrase("Only who has a seat at this table may do that. Take one at /join."))
        _require_event(event)
    if name == "sit":
        value = _sitting_down(value)
    return Command(name, seat, value, event, key, client=client if name in WITHOUT_SEAT else None)


def read_host_command(body: bytes, session: str) -> Command:
    """The command of a host in a request's JSON body; a host is at no seat. `session`: tells this host's phone from
    that of another host.

    Raises:
        BadCommandError: not JSON, an unknown key or name, a value of the wrong kind.
    """
    name, value, event, key = _parts(body, HOST_NAMES)
    _require_event(event)
    if name == "sit":
        value = _sitting_down(value)
    return Command(name, None, value, event, key, host=True, client=session)


def _require_event(event: int | None) -> None:
    if event is None:
        raise BadCommandError(
                phrase("'event' is missing: the number of the event that the person was looking at.")
            )


def _parts(body: bytes, names: frozenset[str]) -> tuple[CommandName, dict[str, Any], int | None, str | None]:
    wish = json_object(body)
    unknown = sorted(set(wish) - {"name", "value", "event", "key"})
    if unknown:
        raise BadCommandError(
            phrase("Unknown key {key}: a command has name, value, event and key.", key=repr(unknown[0]))
        )
    name = wish.get("name")
    if not isinstance(name, str) or name not in names:
        raise BadCommandError(
            phrase("Unknown command {name}: known are {names}.", name=repr(name), names=listed(*sorted(names)))
        )
    value, event, key = wish.get("value"), wish.get("event"), wish.get("key")
    if value is None:
        value = {}
    if not isinstance(value, dict):
        raise BadCommandError(phrase("'value' is an object."))
    if key is not None and not (isinstance(key, str) and SHORTEST_KEY <= len(key) <= LONGEST_KEY):
        raise BadCommandError(
            phrase("'key' is a text of {least} to {most} characters.", least=SHORTEST_KEY, most=LONGEST_KEY)
        )
    if event is not None and (not isinstance(event, int) or isinstance(event, bool)):
        raise BadCommandError(phrase("'event' is a whole number."))
    return cast(CommandName, name), value, event, key


def json_object(body: bytes) -> dict[str, Any]:
    """What a phone has sent as a JSON object.

    Raises:
        BadCommandError: it is none, nests too deep, or holds half a character or a number without end.
    """
    # A deep nest would exhaust the small stack of a server thread before the parser gives up.
    if body.count(b"[") + body.count(b"{") > MAX_NESTING:
        raise BadCommandError(phrase("A command does not nest that deep."))
    try:
        wish = json.loads(body)
    except ValueError as error:
        raise BadCommandError(phrase("A command is a JSON object in UTF-8; this is not JSON.")) from error
    if not isinstance(wish, dict):
        raise BadCommandError(phrase("A command is a JSON object."))
    if not _is_sound(wish):
        raise BadCommandError(phrase("A command holds whole characters and finite numbers."))
    return wish


def _is_sound(value: object) -> bool:
    """Whether a value can be kept and said: JSON escapes allow half a character, Python reads numbers without end."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, int | float):
        return math.isfinite(value) if isinstance(value, float) else True
    if isinstance(value, dict):
        return all(_is_sound(key) and _is_sound(one) for key, one in value.items())
    return all(_is_sound(one) for one in value) if isinstance(value, list) else True


def _sitting_down(value: Mapping[str, Any]) -> dict[str, Any]:
    # What a name and a colour may be is the table's to say, so that no page is of another opinion.
    sitting = {key: value[key] for key in ("name", "colour") if value.get(key) is not None}
    if not isinstance(sitting.get("name"), str):
        raise BadCommandError(phrase("Please say what you are called."))
    return sitting
