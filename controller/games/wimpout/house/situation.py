"""What a house rule is shown, and what it may answer: frozen values, nothing else of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.games.game import Cube, Face, MustRoll, Seat
from controller.games.wimpout.players import Player


@dataclass(frozen=True, slots=True)
class Situation:
    """A throw, and the turn and the players round it.

    `thrown`: the cubes judged together, in any order; empty where one has left the tray. `aside`: the cubes set
    aside before it. `uncleared`: the Flash faces that it was to clear; `clearing`: how many throws, this one
    included, have been made to clear them. `points` of the turn without this throw. `player` threw; `others` are
    those still in the game beside them.
    """

    thrown: tuple[Cube, ...]
    aside: tuple[Cube, ...]
    uncleared: frozenset[Face]
    clearing: int
    points: int
    player: Player
    others: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """Instead of a Wimpout `cubes` of the throw, or all of it where None, are thrown again.

    `must_roll` says by which rule. `costs`: what the throw takes from the player's counters. With `optional` the
    player may STOP instead, and takes the Wimpout. `scene`: the moment that it is, for screens to play.
    """

    must_roll: MustRoll
    cubes: tuple[Cube, ...] | None = None
    costs: Mapping[str, int] = field(default_factory=dict)
    optional: bool = False
    scene: str = "reroll"


@dataclass(frozen=True, slots=True)
class Landing:
    """A player has stopped and moved on to a new score.

    `player` with the points banked, `before`: their score before this turn. `others`: those still in the game
    beside them, `before_last_turn` telling where each of them came from.
    """

    player: Player
    before: int
    others: tuple[Player, ...]

    def scores(self, changed: Mapping[Seat, int]) -> Landing:
        """The landing after house rules have moved these players to other scores."""
        def moved(one: Player) -> Player:
            return one._replace(total=changed.get(one.seat, one.total))

        return Landing(moved(self.player), self.before, tuple(map(moved, self.others)))
