"""Table -> outputs: everything there is to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from controller.games.game import Face, GameView, Message, Moment, Seat
from controller.ports.commands import CommandName
from controller.ports.consent import LastThrow, MoveMade, RulesProposal, UndoAsked
from controller.ports.reader import Device
from controller.ports.readings import TrayReading

Lamp = Literal["ready", "reading", "trouble", "stop", "roll_on", "sun", "undo"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat. `colour` as "#rrggbb"; `present`: False for a seat that was given up."""

    seat: Seat
    name: str
    colour: str
    kind: Literal["person", "computer"]
    present: bool = True


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything there is to show, whole. Outputs need only the latest one.

    `number` rises with each snapshot, `event` is the last event in the journal. `stage`: `show` (idle: two
    computer players show the game), `seating` (people sit down), `playing`, `over`. `view` is None while seating.
    `tray`: the latest reading, `picture_size` its picture's width and height; `scored` are indexes into
    `tray.cubes` of the cubes that score under the selected option. `message`: the one thing to say now, tray
    troubles included. `moments` with `moments_event`: the scenes of the last move; an output plays them once per
    `moments_event`, which is below 0 where the journal doesn't have the move, in an idle show by chance. `lamps` are
    lit; a button's lamp is lit exactly when pressing it is legal. `commands`: what the player to act may do. `asks`:
    indexes into `tray.cubes` whose face people are asked for; `answer`, the answer that waits for another player's
    yes: (cube, face, seat). `simulated`: one line a simulated part ("camera: simulated tray"). `hand_entry`: throws
    are entered by hand now, because camera or reader are out.
    `offers`: for each person at the table, by seat, what their phone offers; the table would accept each.
    `host_offers`: likewise what the host is offered. `paused`: the host lets everything wait.
    `undo_asked`: what waits for the yes or no of those who are offered `undo`; the no of who asked drops it.
    `undoes`: what an `undo` takes back, or asks for, None where there is nothing or something is asked already.
    `last_throw`: what those who are offered `correct` may read anew. `proposal`: the rules that are proposed, or a
    little longer what has become of them.
    `wimpout_chance`: 0..1, that the throw to come is a Wimpout; None where it isn't known or not to be shown.
    `hint`: what the best player would do now, in a sentence; None likewise.
    `chance_on_phones`, `hint_on_phones`: whether phones show it too, not the big screen alone.
    `seats_free`: how many people can still sit down.
    """

    number: int
    event: int
    stage: Literal["show", "seating", "playing", "over"]
    players: tuple[Player, ...]
    view: GameView | None
    tray: TrayReading | None
    picture_size: tuple[int, int] | None
    scored: tuple[int, ...]
    message: Message
    moments: tuple[Moment, ...]
    moments_event: int
    lamps: frozenset[Lamp]
    commands: frozenset[CommandName]
    asks: tuple[int, ...]
    answer: tuple[int, Face, Seat] | None
    devices: tuple[Device, ...]
    simulated: tuple[str, ...]
    hand_entry: bool
    address: str
    table_name: str
    offers: Mapping[Seat, frozenset[CommandName]] = field(default_factory=dict)
    undo_asked: UndoAsked | None = None
    undoes: MoveMade | None = None
    last_throw: LastThrow | None = None
    proposal: RulesProposal | None = None
    wimpout_chance: float | None = None
    chance_on_phones: bool = False
    hint: str | None = None
    hint_on_phones: bool = False
    host_offers: frozenset[CommandName] = frozenset()
    paused: bool = False
    seats_free: int = 1

    def player(self, seat: Seat | None) -> Player | None:
        """The player at `seat`, None for nobody."""
        return next((player for player in self.players if player.seat == seat), None)


class Feed(Protocol):
    """The latest snapshot; a slow reader misses those in between and never holds up the table."""

    def latest(self) -> Snapshot:
        """The newest snapshot. Never waits."""
        ...

    def wait(self, after: int, timeout: float) -> Snapshot | None:
        """The newest snapshot once its `number` is above `after`; None if `timeout` seconds pass before."""
        ...

    def since(self, after: int) -> tuple[Snapshot, ...]:
        """The snapshots whose `number` is above `after`, oldest first, as far as they are kept: for an output that
        shows each of them. Never waits."""
        ...
