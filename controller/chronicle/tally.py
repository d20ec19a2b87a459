"""Figures that add up: of a game, of an evening, of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import reduce
from typing import Any

from controller.games.game import Face
from controller.ports import as_json


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """What somebody has played; the figures are those of `controller.ports.PlayerFigures`. `variance`: that of the
    luck. `best`: the points of the best turn, and when it ended."""

    games: int = 0
    won: int = 0
    turns: int = 0
    points: int = 0
    wimpouts: int = 0
    train_wrecks: int = 0
    flashes: int = 0
    trains: int = 0
    throws: int = 0
    luck: float = 0.0
    variance: float = 0.0
    lucky_throws: int = 0
    best: tuple[int, str] | None = None

    def plus(self, other: PlayerTally) -> PlayerTally:
        """Both together; of equal turns the earlier one stays the best."""
        sums = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in _NUMBERS}
        turns = [best for best in (self.best, other.best) if best is not None]
        return PlayerTally(**sums, best=max(turns, key=lambda best: best[0], default=None))


_NUMBERS = [one for one in fields(PlayerTally) if one.name != "best"]


@dataclass(frozen=True, slots=True)
class Whose:
    """Who played, as they were called last: people go by their names, whatever seat they had."""

    name: str
    colour: str
    computer: bool

    @property
    def key(self) -> str:
        """Equal for one and the same player of several games."""
        return f"{'computer' if self.computer else 'person'} {' '.join(self.name.casefold().split())}"


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of several games. `games` played to their end, `shows` of the idle show. `players` by their keys.
    `turns`: how many turns of people banked so many points, 0 where they were lost. `common`, `odd`: how often each
    face came up."""

    games: int = 0
    shows: int = 0
    players: Mapping[str, tuple[Whose, PlayerTally]] = field(default_factory=dict)
    turns: Mapping[int, int] = field(default_factory=dict)
    common: Mapping[Face, int] = field(default_factory=dict)
    odd: Mapping[Face, int] = field(default_factory=dict)

    def plus(self, later: Tally) -> Tally:
        """Both together."""
        players = dict(self.players)
        for key, (whose, tally) in later.players.items():
            players[key] = (whose, players[key][1].plus(tally) if key in players else tally)
        return Tally(
            self.games + later.games, self.shows + later.shows, players, added(self.turns, later.turns),
            added(self.common, later.common), added(self.odd, later.odd),
        )  # fmt: skip


def together(tallies: Iterable[Tally]) -> Tally:
    """All of them, in order."""
    return reduce(Tally.plus, tallies, Tally())


def added(one: Mapping[Any, int], other: Mapping[Any, int]) -> dict[Any, int]:
    """Numbers that belong to the same thing, added."""
    return {key: one.get(key, 0) + other.get(key, 0) for key in (*one, *(key for key in other if key not in one))}


def tally_to_json(tally: Tally) -> dict[str, Any]:
    """`tally` as plain JSON values."""
    plain: dict[str, Any] = as_json(tally)
    return plain


def tally_from_json(data: Mapping[str, Any]) -> Tally:
    """The tally that `tally_to_json` wrote."""
    players = {key: (Whose(**whose), _player(tally)) for key, (whose, tally) in data["players"].items()}
    turns = {int(points): number for points, number in data["turns"].items()}
    return Tally(data["games"], data["shows"], players, turns, data["common"], data["odd"])


def _player(data: Mapping[str, Any]) -> PlayerTally:
    best = data["best"]
    return PlayerTally(**{**data, "best": None if best is None else (best[0], best[1])})
