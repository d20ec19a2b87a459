"""Moves as plain JSON values and back, for journals and wires; the same for every game.

A move is an object whose "kind" names it and whose other keys are its fields:

    {"kind": "throw", "thrown": [{"face": "5", "odd": false}, {"face": "sun", "odd": true}], "kept": null}

Reading is strict: what isn't exactly a move is refused with a text that says where it went wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.game import (
    ChangeRules,
    Cube,
    CubeFell,
    GiveUp,
    Join,
    Move,
    RollOn,
    Select,
    Skip,
    Start,
    Stop,
    Throw,
)

FIELDS = {
    "start": {"seats", "rules", "starter"},
    "throw": {"thrown", "kept"},
    "select": {"option"},
    "roll_on": set[str](),
    "stop": set[str](),
    "skip": set[str](),
    "cube_fell": set[str](),
    "change_rules": {"rules"},
    "join": {"seat", "after"},
    "give_up": {"seat"},
}


def move_to_json(move: Move) -> dict[str, Any]:
    """`move` as a dict of strings, numbers, booleans, lists, dicts and None."""
    match move:
        case Start(seats, rules, starter):
            return {"kind": "start", "seats": list(seats), "rules": dict(rules), "starter": starter}
        case Throw(thrown, kept):
            return {
                "kind": "throw",
                "thrown": _cubes_to_json(thrown),
                "kept": None if kept is None else _cubes_to_json(kept),
            }
        case Select(option):
            return {"kind": "select", "option": option}
        case RollOn():
            return {"kind": "roll_on"}
        case Stop():
            return {"kind": "stop"}
        case Skip():
            return {"kind": "skip"}
        case CubeFell():
            return {"kind": "cube_fell"}
        case ChangeRules(rules):
            return {"kind": "change_rules", "rules": dict(rules)}
        case Join(seat, after):
            return {"kind": "join", "seat": seat, "after": after}
        case GiveUp(seat):
            return {"kind": "give_up", "seat": seat}


def move_from_json(data: object) -> Move:
    """The move that `move_to_json` wrote.

    Raises:
        ValueError: `data` is not exactly such a move; the text says what is wrong with it.
    """
    if not isinstance(data, Mapping):
        raise ValueError(f"A move is an object, not {data!r}.")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise ValueError(f"A move's kind is one of {', '.join(FIELDS)}; not {kind!r}.")
    _require_fields(data, FIELDS[kind] | {"kind"}, what=f"The move {kind!r}")
    match kind:
        case "start":
            return Start(_seats(data["seats"]), _rules(data["rules"]), _seat_or_none(data["starter"], "starter"))
        case "throw":
            kept = data["kept"]
            return Throw(_cubes(data["thrown"], "thrown"), None if kept is None else _cubes(kept, "kept"))
        case "select":
            return Select(_option(data["option"]))
        case "roll_on":
            return RollOn()
        case "stop":
            return Stop()
        case "skip":
            return Skip()
        case "cube_fell":
            return CubeFell()
        case "change_rules":
            return ChangeRules(_rules(data["rules"]))
        case "join":
            return Join(_seat(data["seat"]), _seat_or_none(data["after"], "after"))
        case _:
            return GiveUp(_seat(data["seat"]))


def _cubes_to_json(cubes: tuple[Cube, ...]) -> list[dict[str, Any]]:
    return [{"face": cube.face, "odd": cube.odd} for cube in cubes]


def _require_fields(data: Mapping[Any, Any], fields: set[str], what: str) -> None:
    missing = fields - set(data)
    if missing:
        raise ValueError(f"{what} lacks {', '.join(sorted(missing))}.")
    unknown = set(data) - fields
    if unknown:
        raise ValueError(f"{what} has no {', '.join(sorted(map(str, unknown)))}.")


def _list(value: object, what: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{what} is a list, not {value!r}.")
    return value


def _cubes(value: object, what: str) -> tuple[Cube, ...]:
    return tuple(_cube(item, f"{what}[{number}]") for number, item in enumerate(_list(value, what)))


def _cube(value: object, what: str) -> Cube:
    if not isinstance(value, Mapping):
        raise ValueError(f"{what} is a cube with a face, not {value!r}.")
    _require_fields(value, {"face", "odd"}, what)
    face, odd = value["face"], value["odd"]
    if not isinstance(face, str):
        raise ValueError(f"{what}: a face is a string, not {face!r}.")
    if odd is not None and not isinstance(odd, bool):
        raise ValueError(f"{what}: odd is true, false or null, not {odd!r}.")
    return Cube(face, odd)


def _seats(value: object) -> tuple[str, ...]:
    return tuple(map(_seat, _list(value, "seats")))


def _seat(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"A seat is a string, not {value!r}.")
    return value


def _rules(value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"rules is an object, not {value!r}.")
    for name in value:
        if not isinstance(name, str):
            raise ValueError(f"A rule's name is a string, not {name!r}.")
    return dict(value)


def _seat_or_none(value: object, what: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{what} is a seat or null, not {value!r}.")
    return value


def _option(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"option is a whole number, not {value!r}.")
    return value
