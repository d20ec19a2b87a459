"""A lost phone is seated again: the host hands out a link, and the phone that follows it has the seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.games.game import Seat
from controller.games.phrase import phrase
from controller.ports import Clock, Command
from controller.table.handler import Handler
from controller.table.seats import RefusedError, hashed, new_secret

LINK_S = 600
"""How long a link opens its seat: long enough to find another phone, short enough to be forgotten on a table."""


@dataclass(frozen=True, slots=True)
class _Link:
    seat: Seat
    ends_at: float


class Reseating(Handler):
    """The commands about lost phones. Links are kept in memory: after a restart the host makes another one."""

    def __init__(self, clock: Clock, *others: Any) -> None:
        super().__init__(*others)
        self._clock = clock
        self._links: dict[str, _Link] = {}

    def reseat(self, command: Command) -> Mapping[str, Any]:
        """Make a link for the person at {"seat": seat}; one that was made before for that seat opens nothing more.

        The phone that has the seat keeps it until the link is followed: a mistaken link does no harm.
        """
        seat = command.value.get("seat")
        player = self._state.seated(seat) if isinstance(seat, Seat) else None
        if player is None or player.kind != "person":
            raise RefusedError(phrase("No person sits there any more."))
        token = new_secret()
        others = {key: link for key, link in self._links.items() if link.seat != player.seat}
        self._links = {**others, hashed(token): _Link(player.seat, self._clock.monotonic() + LINK_S)}
        return {"token": token, "seconds": LINK_S, "name": player.name}

    def take_seat(self, command: Command) -> Mapping[str, Any]:
        """Have the seat of the link with this {"token": str}, once; no other phone has it any more."""
        token = command.value.get("token")
        link = self._links.get(hashed(token)) if isinstance(token, str) else None
        player = self._state.seated(link.seat) if link is not None else None
        if link is None or player is None or self._clock.monotonic() >= link.ends_at:
            raise RefusedError(phrase("This link is used up or too old. Ask the host for another one."))
        if command.seat is not None and command.seat != link.seat:
            raise RefusedError(phrase("This phone has a seat of its own. Leave that one first, then open the link."))
        secret = new_secret()
        self._book.write("reseated", {"seat": link.seat, "secret": hashed(secret)})
        del self._links[hashed(str(token))]
        return {"seat": link.seat, "secret": secret, "name": player.name, "colour": player.colour}
