"""Who sits at the table: names, colours, the secret that opens a seat, and computer players to fill up."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from controller.games.phrase import listed, phrase
from controller.ports import Player
from controller.table.names import complaint, tidied

PALETTE = (
    "#e6194b", "#3cb44b", "#ffe119", "#4363d8", "#f58231", "#911eb4",
    "#42d4f4", "#f032e6", "#bfef45", "#fabed4", "#469990", "#dcbeff",
)  # fmt: skip
"""Twelve colours that people tell apart, lit as LEDs too."""


class RefusedError(Exception):
    """A wish that the table does not grant; its text says why, to the person who had it."""


def new_secret() -> str:
    """A secret that opens one seat."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """What the journal holds of a secret: enough to know it again, not enough to open the seat."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def person(seat: str, wish: Mapping[str, Any], others: Iterable[Player]) -> Player:
    """The person who wishes to sit down with {"name": str, "colour": "#rrggbb"?}.

    Raises:
        RefusedError: a name or colour that can't be, or is taken.
    """
    others = tuple(others)
    return Player(seat, _name(wish.get("name"), others), _colour(wish.get("colour"), others), "person")


def player_to_json(player: Player) -> dict[str, Any]:
    """A player as the event that seats them holds it."""
    return {"seat": player.seat, "name": player.name, "colour": player.colour, "kind": player.kind}


def player_from_json(data: Mapping[str, Any]) -> Player:
    """The player that `player_to_json` wrote."""
    return Player(data["seat"], data["name"], data["colour"], data["kind"])


def computers(number: int, names: Iterable[str], others: Iterable[Player]) -> tuple[Player, ...]:
    """`number` computer players whose names and colours are none of the others'."""
    sitting = list(others)
    taken = {_folded(player.name) for player in sitting}
    free = [name for name in names if _folded(name) not in taken]
    free += [f"COMPUTER {count}" for count in range(1, number + 1)]
    seated = []
    for count, name in enumerate(free[:number], start=1):
        player = Player(f"computer-{count}", name, _colour(None, tuple(sitting)), "computer")
        sitting.append(player)
        seated.append(player)
    return tuple(seated)


def _name(wish: object, others: tuple[Player, ...]) -> str:
    if not isinstance(wish, str):
        raise RefusedError(phrase("Say a name to sit down with."))
    name = tidied(wish)
    if reason := complaint(name):
        raise RefusedError(reason)
    if any(_folded(player.name) == _folded(name) for player in others):
        raise RefusedError(phrase("{name} sits here already; choose another name.", name=name))
    return name


def _colour(wish: object, others: tuple[Player, ...]) -> str:
    taken = {player.colour for player in others}
    free = [colour for colour in PALETTE if colour not in taken]
    if wish is None:
        return free[0] if free else PALETTE[len(others) % len(PALETTE)]
    if not isinstance(wish, str) or wish.lower() not in PALETTE:
        raise RefusedError(phrase("The colour is one of {colours}.", colours=listed(*PALETTE)))
    if wish.lower() in taken:
        raise RefusedError(phrase("Somebody at the table has this colour; choose another."))
    return wish.lower()


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
