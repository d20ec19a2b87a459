"""Follows the events of the journal and makes of each game what there is to tell of it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from controller.chronicle.tally import PlayerTally, Tally, Whose
from controller.chronicle.throws import MoveInEffect, NotedThrow, ToldThrow, in_effect, noted, told
from controller.games.fortune import Fortune
from controller.games.game import Cube, CubeFell, Face, Seat, Throw
from controller.games.rulebook import Rulebook
from controller.journal import Event
from controller.ports import Player
from controller.table.folding import apply
from controller.table.state import State

_ENDS = ("game_started", "game_abandoned", "cleared")
_TURNS = {"banked", "wimpout", "train_wreck", "supernova", "instant_win"}
_TRAINS = {"freight_train", "instant_win", "supernova"}

log = logging.getLogger("tray")


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game by the event that began it, its evening, its throws in order, and its figures."""

    game: int
    evening: str
    throws: tuple[ToldThrow, ...]
    tally: Tally


class GameFollower:
    """Takes the journal's events in order, and tells of the game that they belong to.

    What is told is a pure function of the game's own events. A game that these rules can't follow isn't told of.
    """

    def __init__(self, rulebook: Rulebook, fortune: Fortune) -> None:
        self._rulebook = rulebook
        self._fortune = fortune
        self._begin(None)

    def _begin(self, start: Event | None) -> None:
        self._start = start
        self._state = State()
        self._asked: Event | None = None
        self._noted: dict[int, NotedThrow] = {}
        self._first: dict[int, int] = {}
        """The event that holds a throw by the events of its corrections."""
        self._at: dict[int, str] = {}

    @property
    def game(self) -> int | None:
        """The event that began the game that is followed; None between two games."""
        return self._start.id if self._start is not None else None

    def follow(self, event: Event) -> GameTold | None:
        """Take one more event; what there is to tell of the game that it ends, if it ends one."""
        ended = self.told() if event.kind in _ENDS else None
        if event.kind in _ENDS:
            self._begin(event if event.kind == "game_started" else None)
        if self._start is not None:
            try:
                self._take(event)
            except Exception as error:  # whatever a journal of other rules may lead to
                log.warning("Game %d can't be counted: event %d: %s", self._start.id, event.id, error)
                self._begin(None)
        return ended

    def _take(self, event: Event) -> None:
        self._state = apply(self._state, event, self._rulebook)
        if event.kind == "move":
            self._at[event.id] = event.at
            note = noted(event, self._asked)
            if note is not None:
                self._noted[event.id] = note
        elif event.kind == "corrected":
            first = self._first.get(event.payload["event"], event.payload["event"])
            self._first[event.id] = first
            self._noted[first] = self._noted[first].corrected(event.payload)
        elif event.kind == "asked":
            self._asked = event

    def told(self) -> GameTold | None:
        """What there is to tell of the game so far, None between two games."""
        start, state = self._start, self._state
        if start is None:
            return None
        moves = in_effect(state)
        who: dict[Seat | None, Player] = {player.seat: player for player in (*state.waiting, *state.players)}
        by_event = {self._first.get(move.played.event, move.played.event): move for move in moves}
        throws = tuple(
            told(note, by_event.get(event), who) for event, note in self._noted.items() if note.by != "virtual"
        )
        thrown = {event: note.by for event, note in self._noted.items()}
        real = [move for event, move in by_event.items() if thrown.get(event) != "virtual"]
        return GameTold(start.id, start.evening, throws, self._tally(moves, real, who))

    # --- figures ---

    def _tally(
        self, moves: Iterable[MoveInEffect], real: Iterable[MoveInEffect], who: Mapping[Seat | None, Player]
    ) -> Tally:
        over = self._state.stage == "over" or (self._state.view is not None and self._state.view.phase == "over")
        common, odd = self._faces(real)
        if self._state.kind == "show":
            return Tally(shows=int(over), common=common, odd=odd)
        players = {player.seat: PlayerTally() for player in self._state.players}
        turns: Counter[int] = Counter()
        for move in moves:
            seat = move.played.seat
            if seat not in players:
                continue
            players[seat] = self._with(players[seat], move)
            moment = move.moment
            if moment is not None and moment.name in _TURNS and who[seat].kind == "person":
                turns[moment.points if moment.name == "banked" else 0] += 1
        winner = self._state.view.winner if self._state.view is not None else None
        if over:
            players = {
                seat: replace(tally, games=1, won=int(seat == winner)) for seat, tally in players.items()
            }
        whose = {seat: Whose(who[seat].name, who[seat].colour, who[seat].kind == "computer") for seat in players}
        by_key: dict[str, tuple[Whose, PlayerTally]] = {}
        for seat, tally in players.items():
            _, before = by_key.get(whose[seat].key, (None, PlayerTally()))
            both = before.plus(tally)  # of who has left and sat down again in the same game
            by_key[whose[seat].key] = whose[seat], replace(both, games=min(1, both.games), won=min(1, both.won))
        return Tally(int(over), 0, by_key, turns, common, odd)

    def _with(self, tally: PlayerTally, move: MoveInEffect) -> PlayerTally:
        """`tally` with one move more."""
        moment = move.moment
        name = moment.name if moment is not None else ""
        points = moment.points if moment is not None and name == "banked" else 0
        more = PlayerTally(
            turns=int(name in _TURNS), points=points, wimpouts=int(name in ("wimpout", "train_wreck")),
            train_wrecks=int(name == "train_wreck"), flashes=int(name == "flash"), trains=int(name in _TRAINS),
            throws=int(isinstance(move.played.move, Throw | CubeFell) and name != "roll_off"),
            best=(points, self._at[move.played.event]) if points else None,
        )  # fmt: skip
        throw = move.played.move
        luck = self._fortune.luck(move.played.before, throw) if isinstance(throw, Throw) else None
        if luck is not None:
            more = replace(more, luck=luck.points, variance=luck.variance, lucky_throws=1)
        return tally.plus(more)

    def _faces(self, moves: Iterable[MoveInEffect]) -> tuple[Counter[Face], Counter[Face]]:
        """How often each face came up on the common cubes and on the odd one, as far as it is known on which."""
        common, odd = Counter[Face](), Counter[Face]()
        for move in moves:
            for cube in move.played.move.thrown if isinstance(move.played.move, Throw) else ():
                kind = self._kind(cube)
                if kind is not None:
                    (odd if kind else common)[cube.face] += 1
        return common, odd

    def _kind(self, cube: Cube) -> bool | None:
        """Whether `cube` is the odd one; None where its face doesn't tell either."""
        if cube.odd is not None:
            return cube.odd
        having = [kind.odd for kind in self._fortune.kinds if cube.face in kind.faces]
        return having[0] if len(having) == 1 else None
