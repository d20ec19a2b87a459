"""The scenes: one short file a moment, with `SECONDS` and a pure `draw(scene, seconds)`.

A new scene is a new file and its line in `SCENES`; a moment for which a word is enough is a line in `announced`.
`draw` gets the scene and the seconds since it began (0 <= seconds < SECONDS) and answers a picture; it remembers
nothing. When it is over, the snapshot's own picture follows. Scenes are short, for the next throw is never kept
waiting; a new snapshot's scene cuts the old one. All are moments of the game but `waiting`, which opens the
invitation of a table at which nobody plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from controller.ports import Snapshot
from hardware.canvas import Picture, Size
from hardware.scenes import (
    announced,
    banked,
    flash,
    freight_train,
    game_over,
    instant_win,
    last_licks,
    reroll,
    roll_off,
    scored,
    skipped,
    starter,
    supernova,
    train_wreck,
    waiting,
    wimpout,
)
from hardware.scenes.scene import Scene

LONGEST_SECONDS = 1.5

SCENES: dict[str, ModuleType] = {
    "scored": scored,
    "flash": flash,
    "freight_train": freight_train,
    "instant_win": instant_win,
    "supernova": supernova,
    "wimpout": wimpout,
    "train_wreck": train_wreck,
    "reroll": reroll,
    "banked": banked,
    "last_licks": last_licks,
    "roll_off": roll_off,
    "starter": starter,
    "game_over": game_over,
    "skipped": skipped,
    "waiting": waiting,
    **dict.fromkeys(announced.WORDS, announced),
}

_SAID_BY = {"scored": {"flash", "freight_train"}, "wimpout": {"train_wreck"}}
"""A moment that a greater one of the same move tells as well."""


@dataclass(frozen=True, slots=True)
class Act:
    """One scene of a move, and when it begins, in seconds after the move."""

    name: str
    scene: Scene
    begins: float
    seconds: float


def acts(snapshot: Snapshot, size: Size) -> Iterator[Act]:
    """The scenes of a snapshot's moments, one after the other."""
    names = {moment.name for moment in snapshot.moments}
    begins = 0.0
    for moment in snapshot.moments:
        module = SCENES.get(moment.name)
        if module is None or names & _SAID_BY.get(moment.name, set()):
            continue
        yield Act(moment.name, Scene(snapshot, moment, size), begins, module.SECONDS)
        begins += module.SECONDS


def scene_picture(snapshot: Snapshot, size: Size, seconds: float) -> Picture | None:
    """The picture `seconds` after the snapshot's moments; None once their scenes are over."""
    for act in acts(snapshot, size):
        if act.begins <= seconds < act.begins + act.seconds:
            picture: Picture = SCENES[act.name].draw(act.scene, seconds - act.begins)
            return picture
    return None
