"""What a table needs of a game, and nothing more.

A game is a frozen value. `play` answers the value after a move and leaves the old one untouched, so that a
game is a pure function of the moves that were played: the journal stores the moves, replaying them gives the
same game. A game knows no clock, no names, no threads and no I/O; seats are opaque strings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol, Self

Seat = str
Face = str
"""A mark on a cube as the reader names it: "2" "3" "4" "5" "6" "10" "sun" for Cosmic Wimpout."""


class IllegalMoveError(Exception):
    """A move that the rules do not allow now; its text says why, to the person who made it."""


class Cube(NamedTuple):
    """One cube as it lies: the face that is up, and whether it is the odd one of another colour.

    `odd` is None where the reader could not tell (fewer than five cubes in view).
    """

    face: Face
    odd: bool | None = False


# --- moves: what the journal stores ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """The first move of a game: who sits where (in seating order), by which rules, who begins.

    With `starter` None the players roll off.
    """

    seats: tuple[Seat, ...]
    rules: Mapping[str, Any] = field(default_factory=dict)
    starter: Seat | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    """Cubes were thrown and read. `kept` are the cubes that were not thrown, None where they are not known.

    Which cubes were taken up and thrown answers an open choice, as far as it can.
    """

    thrown: tuple[Cube, ...]
    kept: tuple[Cube, ...] | None = None


@dataclass(frozen=True, slots=True)
class Select:
    """Preselect option number `option` of the view's options; the player may still change it."""

    option: int


@dataclass(frozen=True, slots=True)
class RollOn:
    """The player says aloud what throwing says as well: the selected option stands, the turn goes on."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Take the points of the selected option and end the turn."""


@dataclass(frozen=True, slots=True)
class Skip:
    """The turn of the player to act ends without points; the host or a vote says so."""


@dataclass(frozen=True, slots=True)
class CubeFell:
    """A cube left the tray in the throw that was due, and the rules say that the throw counts all the same."""


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """The players have agreed on these rules; the others stay as they are.

    What lies there, and all that follows from it, goes on by the rules under which it was thrown.
    """

    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody sits down while the game is on, clockwise of `after`; last in seating order where that is None."""

    seat: Seat
    after: Seat | None = None


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A player leaves the game for good, whoever's turn it is; their points stay where they are."""

    seat: Seat


Move = Start | Throw | Select | RollOn | Stop | Skip | CubeFell | ChangeRules | Join | GiveUp


# --- the view: what tables, boards and phones show ------------------------------------------------------------

NOTHING: Mapping[str, Any] = MappingProxyType({})

Phase = Literal["roll_off", "turn", "last_licks", "over"]


class Message(NamedTuple):
    """One thing to say, at three lengths: at most three words, a sentence, and the rule behind it.

    Here as everywhere, what people read is a `phrase`, which other languages can say; plain text is shown as it is.
    """

    board: str
    sentence: str
    rule: str | None = None


class MustRoll(NamedTuple):
    """A rule that takes the option to stop away.

    `rule` is one of "clear_flash", "all_five", "entry", "reroll", or a house rule's name; `board` at most three
    words, as the rule sheet says it ("CLEAR THE FLASH", "YMNWTBYM", "NEED 35"); `sentence` says why, and `says`
    is the rule itself.
    """

    rule: str
    board: str
    sentence: str
    says: str = ""


class Option(NamedTuple):
    """One legal way to score the last throw.

    `points` is what this throw adds, `stake` what the turn is worth with it, `kept` the cubes of the last
    throw that score, `thrown_next` the cubes that a further throw takes up (in the state they lie in now),
    `must_roll` the rules that forbid to stop (empty: stopping is legal), `label` names the choice in a few
    words ("SUN AS 10", "FLASH OF 5").
    """

    points: int
    stake: int
    label: str
    kept: tuple[Cube, ...]
    thrown_next: tuple[Cube, ...]
    must_roll: tuple[MustRoll, ...]
    flash: Face | None = None
    train: Face | None = None


class Moment(NamedTuple):
    """Something that happened with the last move and deserves a scene.

    `name`: "scored", "flash", "freight_train", "instant_win", "supernova", "wimpout", "train_wreck", "reroll",
    "banked", "last_licks", "roll_off", "starter", "game_over", "skipped", "interrupted", "resumed",
    "put_out", "joined", "gave_up", "rules_changed", "rule_off", or the name of a house rule that moved the score
    of `seat` or saved their throw from being a Wimpout.
    """

    name: str
    seat: Seat | None
    points: int = 0


class Standing(NamedTuple):
    """A player's place in the game: `out` by a Supernova or a rule, `entered` once on the score track.

    `turns`: how many are over. `counts`: what else is counted, by its name ("train_wrecks", "tokens").
    `interrupted`: a turn of theirs goes on when they are next.
    """

    seat: Seat
    total: int
    entered: bool
    out: bool = False
    leads: bool = False
    roll_off: Face | None = None
    turns: int = 0
    counts: Mapping[str, int] = NOTHING
    interrupted: bool = False


class GameView(NamedTuple):
    """Everything about a game that anyone may show; derived from the game, never stored.

    `to_act`: whose turn it is, None once the game is over. `stake`: points of this turn that would be banked
    (selected option included). `last_throw`: the cubes as last thrown and read; `kept`: cubes of this turn set
    aside before that throw. `to_throw`: how many cubes the next throw takes under the selected option;
    `odd_to_throw`: whether the odd cube is among them, None where it doesn't matter. `options` is empty where
    the player has nothing to choose from (before a throw, after a Wimpout); `selected` is an index into it.
    `moments` are those of the last move, in order. `message` says what the player to act does now, not once more what
    `moments` and `must_roll` say. `forbidden`: scores ahead of the player to act on which a house rule won't let them
    stop, for the score track to mark.
    """

    phase: Phase
    standings: tuple[Standing, ...]
    to_act: Seat | None
    goal: int
    stake: int
    last_throw: tuple[Cube, ...]
    kept: tuple[Cube, ...]
    to_throw: int
    odd_to_throw: bool | None
    options: tuple[Option, ...]
    selected: int
    may_stop: bool
    may_roll: bool
    must_roll: tuple[MustRoll, ...]
    message: Message
    moments: tuple[Moment, ...]
    winner: Seat | None = None
    rules: Mapping[str, Any] = NOTHING
    forbidden: tuple[int, ...] = ()


class Game(Protocol):
    """A game on this table. See the module's text for the promises that an implementation makes."""

    @property
    def view(self) -> GameView:
        """What the game looks like now."""
        ...

    def play(self, move: Move) -> Self:
        """The game after `move`.

        Raises:
            IllegalMoveError: the rules don't allow it now; nothing has changed.
        """
        ...
