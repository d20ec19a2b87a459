"""The table as its journal has it: who sits there, which game is on, what lies in the tray and what is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from controller.games.game import Face, Game, GameView, GiveUp, IllegalMoveError, Message, Move, Seat, Throw
from controller.ports import Outcome, Player, ReadCube, TrayReading
from controller.table.cubes import as_read

GameKind = Literal["show", "people", "replay"]
Stage = Literal["show", "seating", "playing", "over"]

HOST = "host"
"""Who has done something where the journal names a seat, and it was the host."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move in effect: the event that holds it, the turn it was made in, by whom, and the game before it."""

    event: int
    turn: int
    seat: Seat | None
    move: Move
    before: Game


@dataclass(frozen=True, slots=True)
class Asking:
    """Faces that people are asked for. `given`: confirmed answers; `waiting`: one that needs another's yes."""

    tray: TrayReading
    picture_size: tuple[int, int]
    cubes: tuple[int, ...]
    given: Mapping[int, Face] = field(default_factory=dict)
    waiting: tuple[int, Face, Seat] | None = None

    @property
    def open(self) -> tuple[int, ...]:
        """The cubes that have no confirmed face yet."""
        return tuple(cube for cube in self.cubes if cube not in self.given)


@dataclass(frozen=True, slots=True)
class Proposal:
    """`rules` that the player at `seat` proposes, held by the `event`, and how these are `before`. `agreed`: who has
    said yes, the proposer first; `all_agreed`: everybody who had a vote at some moment had, so that who joins later
    isn't asked; `refused_by`: whose no ends it, that of the proposer withdraws it. `ended`: the turn in which it came
    to its `outcome`."""

    event: int
    seat: Seat
    rules: Mapping[str, Any]
    before: Mapping[str, Any]
    agreed: tuple[Seat, ...]
    all_agreed: bool = False
    refused_by: Seat | None = None
    outcome: Outcome = "open"
    ended: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The table after an event.

    `event` is the last one, `game_event` the last one that changed what a player decides on, `moments_event`
    the one whose moments are shown. `view` is that of `game`, kept because it is looked at often. `players` sit
    at the game (or at the table, before one), `waiting` sit down for the next. `secrets` maps the hash of a
    seat's secret to the seat. `turn` counts turns, `furthest` is the highest turn that this game has reached.
    `tray` is the reading last counted and `lying` its cubes. `base_due`: the next reading shows how the cubes
    lie and is not scored. `refused`: why the throw that lies there was not counted; it has to be repaired before
    anything else is decided. `by` says who threw last: "reader", "hand" (entered by hand) or "virtual" (the show
    without cubes). `undo_asked`: the event of a move that the player at a seat asks to take back, or to
    correct where there is a `correction`: how the throw is to be read instead; `undo_asked_event`: when that was
    asked. `undone`: the last event that took a move back. `skip_asked`: who asks to skip the turn, and the
    `game_event` at which they did.
    `proposal`: the rules that were proposed last in this game, whatever has become of it.
    `pause_event`: the last event at which a pause between two games began, or somebody sat down. `paused`: the host
    lets everything wait. `seed`: that of the throws in a show by chance, of which the journal has the beginning
    alone; what happens in it is numbered from -1 downwards. `order`: how people sit from the next game on, those who
    aren't named after the others; `next_rules`: the rules of the next game where the host has chosen any, as a start
    of it names them.
    """

    event: int = 0
    game_event: int = 0
    game_id: int = 0
    kind: GameKind | None = None
    game: Game | None = None
    view: GameView | None = None
    players: tuple[Player, ...] = ()
    waiting: tuple[Player, ...] = ()
    secrets: Mapping[str, Seat] = field(default_factory=dict)
    history: tuple[Played, ...] = ()
    turn: int = 0
    furthest: int = 0
    moments_event: int = 0
    tray: TrayReading | None = None
    picture_size: tuple[int, int] | None = None
    base_due: bool = False
    asking: Asking | None = None
    refused: Message | None = None
    by: str = "reader"
    undo_asked: tuple[int, Seat] | None = None
    undo_asked_event: int = 0
    correction: Throw | None = None
    undone: int = 0
    skip_asked: tuple[int, tuple[Seat, ...]] = (0, ())
    proposal: Proposal | None = None
    pause_event: int = 0
    paused: bool = False
    seed: int | None = None
    order: tuple[Seat, ...] = ()
    next_rules: Mapping[str, Any] | None = None

    @property
    def stage(self) -> Stage:
        if self.view is None:
            return "seating"
        if self.kind == "show":
            return "show"
        return "over" if self.view.phase == "over" else "playing"

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is; None without a game and once it is over."""
        return None if self.view is None else self.view.to_act

    @property
    def actor(self) -> Player | None:
        """The player to act; None where nobody is, or has left."""
        return None if self.to_act is None else self.seated(self.to_act)

    @property
    def lying(self) -> tuple[ReadCube, ...] | None:
        """The cubes last counted, as a reader knows them again."""
        return None if self.tray is None else as_read(self.tray.cubes)

    @property
    def persons(self) -> tuple[Player, ...]:
        """The people who sit here now, at the game or for the next, in the order of the next game."""
        here = tuple(one for one in self.players + self.waiting if one.kind == "person" and one.present)
        named = {seat: place for place, seat in enumerate(self.order)}
        return tuple(sorted(here, key=lambda one: named.get(one.seat, len(named)))) if named else here

    @property
    def persons_playing(self) -> tuple[Player, ...]:
        """The people who sit at this game."""
        return tuple(one for one in self.players if one.kind == "person" and one.present)

    @property
    def voters(self) -> tuple[Player, ...]:
        """Those whose yes a change of rules needs: the people who are still in this game.

        Computer players agree to everything, for rules are there for the people who play by them; and who is out,
        or has given up the seat, plays by no rule any more.
        """
        standings = {} if self.view is None else {one.seat: one for one in self.view.standings}
        return tuple(one for one in self.persons_playing if one.seat in standings and not standings[one.seat].out)

    @property
    def skip_votes(self) -> tuple[Seat, ...]:
        """Who asks to skip the turn as it stands: whatever happens in the game makes these votes void."""
        asked_at, seats = self.skip_asked
        return seats if asked_at == self.game_event else ()

    def made(self, event: int) -> Played | None:
        """The move in effect that this event holds, None where none does."""
        return next((played for played in self.history if played.event == event), None)

    def who(self, seat: Seat | None) -> Player | None:
        """The player at `seat`, or who sat there before leaving this game; None for nobody."""
        return next((one for one in self.players + self.waiting if one.seat == seat), None)

    def seated(self, seat: Seat | None) -> Player | None:
        """The player at `seat`, None for nobody or for someone who left."""
        return next((one for one in self.players + self.waiting if one.seat == seat and one.present), None)


def can_give_up(state: State, seat: Seat) -> bool:
    """Whether the game goes on if the player at `seat` gives it up: nobody wins it by somebody's leaving alone."""
    if state.game is None:
        return False
    try:
        return state.game.play(GiveUp(seat)).view.phase != "over"
    except IllegalMoveError:
        return False
