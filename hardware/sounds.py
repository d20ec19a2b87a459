"""What the buzzer has to say of a game: which sound belongs to what has just happened.

Sounds are for what people would else have to look up for: whose turn it is, that something needs a hand, the great
moments. None while the tray is read: it is quiet until the cubes have spoken, and so is the table under them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from controller.ports import Snapshot
from hardware.show import is_being_read

Sounds = Literal["off", "few", "all"]
"""`few`: only what calls for somebody, their turn or their help; `all`: the great moments too."""

Sound = tuple[float, ...]
"""Seconds of tone and of silence in turn, tone first and last."""

YOUR_TURN: Sound = (0.06,)
TROUBLE: Sound = (0.15, 0.1, 0.15)
MOMENTS: Mapping[str, Sound] = MappingProxyType({
    "game_over": (0.08, 0.06, 0.08, 0.06, 0.08, 0.06, 0.45),
    "instant_win": (0.08, 0.06, 0.08, 0.06, 0.08, 0.06, 0.45),
    "supernova": (0.9,),
    "freight_train": (0.12, 0.1, 0.1, 0.07, 0.08, 0.05, 0.06, 0.03, 0.06),
    "train_wreck": (0.25, 0.06, 0.2, 0.06, 0.5),
    "wimpout": (0.4,),
    "last_licks": (0.1, 0.1, 0.1, 0.1, 0.1),
    "flash": (0.04, 0.05, 0.04),
    "reroll": (0.03, 0.03, 0.03),
})  # fmt: skip
"""The greater moments first: of several in a move one is heard."""


class Sounder:
    """Hears a game, snapshot by snapshot."""

    def __init__(self, which: Sounds) -> None:
        self._which = which
        self._last: Snapshot | None = None
        self._in_trouble = False

    def hear(self, snapshot: Snapshot) -> Sound | None:
        """The sound for what has happened up to this snapshot; None where nothing is to be said. What happened before
        the first one is not news, and the idle show plays for nobody."""
        if is_being_read(snapshot):
            self._in_trouble = self._in_trouble and "reading" not in snapshot.lamps
            return None
        last, self._last = self._last, snapshot
        was_in_trouble, self._in_trouble = self._in_trouble, "trouble" in snapshot.lamps
        if last is None or snapshot.stage == "show" or self._which == "off":
            return None
        moment = self._moment(last, snapshot)
        if moment is not None:
            return moment
        if self._in_trouble and not was_in_trouble:
            return TROUBLE
        return YOUR_TURN if _is_a_persons_turn(snapshot) and not _same_turn(last, snapshot) else None

    def _moment(self, last: Snapshot, snapshot: Snapshot) -> Sound | None:
        if self._which != "all" or snapshot.moments_event == last.moments_event:
            return None
        names = {moment.name for moment in snapshot.moments}
        return next((sound for name, sound in MOMENTS.items() if name in names), None)


def _is_a_persons_turn(snapshot: Snapshot) -> bool:
    player = snapshot.player(snapshot.view.to_act) if snapshot.view is not None else None
    return player is not None and player.kind == "person"


def _same_turn(last: Snapshot, snapshot: Snapshot) -> bool:
    return last.view is not None and snapshot.view is not None and last.view.to_act == snapshot.view.to_act
