"""The throws of a game, as its journal has them and as they count in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from controller.games.game import (
    Cube,
    CubeFell,
    Game,
    GameView,
    GiveUp,
    Moment,
    Move,
    Option,
    Seat,
    Skip,
    Stop,
    Throw,
)
from controller.games.moves import move_from_json
from controller.journal import Event
from controller.ports import PastThrow, Player
from controller.table.state import HOST, Played, State

SCORED = frozenset({"scored", "flash", "freight_train"})
_DECIDES = Throw | CubeFell | Stop | Skip | GiveUp


@dataclass(frozen=True, slots=True)
class NotedThrow:
    """A throw as it was journaled: `seat` threw `cubes`. `picture`: number and time of the event whose reading it is,
    None where no camera saw it. `corrected_by` the seats of those who have read it anew."""

    event: int
    at: str
    seat: Seat | None
    cubes: tuple[Cube, ...]
    by: str
    picture: tuple[int, str] | None
    named_by_people: bool
    corrected_by: tuple[Seat, ...] = ()

    def corrected(self, payload: Mapping[str, Any]) -> NotedThrow:
        """The same throw after one more correction."""
        by = tuple(payload[key] for key in ("asked_by", "seat") if payload.get(key) is not None)
        return replace(self, corrected_by=tuple(dict.fromkeys((*self.corrected_by, *by))))


@dataclass(frozen=True, slots=True)
class ToldThrow:
    """A throw to tell of, and the event that its picture was kept under (number and time)."""

    throw: PastThrow
    picture: tuple[int, str] | None


def noted(event: Event, asked: Event | None) -> NotedThrow | None:
    """The throw that an event of the kind "move" holds, None for another move. `asked`: the last event in which
    people were asked for faces."""
    move = move_from_json(event.payload["move"])
    if not isinstance(move, Throw | CubeFell):
        return None
    cubes = move.thrown if isinstance(move, Throw) else ()
    seen, named = event.payload.get("tray") is not None, "named_by_people" in event.payload
    source = asked if named and asked is not None and _same_reading(event, asked) else event
    return NotedThrow(
        event.id, event.at, event.payload["seat"], cubes, event.payload["by"],
        (source.id, source.at) if seen else None, named,
    )  # fmt: skip


def _same_reading(event: Event, asked: Event) -> bool:
    """Whether a throw is what people were asked about, with the faces that they have named."""
    quads = [[cube["quad"] for cube in one.payload["tray"]["cubes"]] for one in (event, asked)]
    return quads[0] == quads[1]


@dataclass(frozen=True, slots=True)
class MoveInEffect:
    """A move that counts: what it was made in, what came of it (`after`), and the game when it was `decided` what to
    make of it: when the next move came that answers that, `answer`; None where nobody has decided yet."""

    played: Played
    after: Game
    decided: Game
    answer: Move | None

    @property
    def moment(self) -> Moment | None:
        """What it came to, for who made it."""
        return next((one for one in self.after.view.moments if one.seat == self.played.seat), None)

    @property
    def option(self) -> Option | None:
        """How a throw was scored in the end, None for what is no scoring throw."""
        if self.moment is None or self.moment.name not in SCORED:
            return None
        return _taken(self.decided.view, self.answer)


def in_effect(state: State) -> list[MoveInEffect]:
    """The moves of a game that count, in order."""
    final = state.game
    if final is None:
        return []
    moves: list[MoveInEffect] = []
    after = decided = final
    answer: Move | None = None
    for played in reversed(state.history):
        moves.append(MoveInEffect(played, after, decided, answer))
        after = played.before
        if isinstance(played.move, _DECIDES):
            decided, answer = played.before, played.move
    return moves[::-1]


def _taken(view: GameView, answer: Move | None) -> Option | None:
    """The option that was taken: where the cubes that were thrown next leave it open, the selected one."""
    if not view.options:
        return None
    selected = view.options[view.selected]
    if not isinstance(answer, Throw):
        return selected
    odd = any(cube.odd for cube in answer.thrown)
    fitting = [
        option
        for option in view.options
        if len(option.thrown_next) == len(answer.thrown) and any(cube.odd for cube in option.thrown_next) == odd
    ]
    return selected if selected in fitting or not fitting else fitting[0]


def told(note: NotedThrow, counts: MoveInEffect | None, who: Mapping[Seat | None, Player]) -> ToldThrow:
    """What there is to tell of a throw; `counts`: the move that it is by now, None where it was taken back."""
    player = who.get(note.seat)
    cubes, result, points = note.cubes, "", 0
    scored: tuple[int, ...] = ()
    if counts is not None:
        if isinstance(counts.played.move, Throw):
            cubes = counts.played.move.thrown
        moment, option = counts.moment, counts.option
        result = moment.name if moment is not None else ""
        points = option.points if option is not None else moment.points if moment is not None else 0
        scored = _scored(cubes, option.kept if option is not None else ())
    return ToldThrow(
        PastThrow(
            note.event, note.at, player.name if player else "", player.colour if player else "#888888",
            player is not None and player.kind == "computer", cubes, scored, result, points, _by(note.by),
            read_as=note.cubes if cubes != note.cubes else (),
            corrected_by=tuple(
                "" if seat == HOST else who[seat].name for seat in note.corrected_by if seat == HOST or seat in who
            ),
            named_by_people=note.named_by_people, taken_back=counts is None,
        ),
        note.picture,
    )  # fmt: skip


def _by(by: str) -> Literal["reader", "hand"]:
    return "hand" if by == "hand" else "reader"


def _scored(cubes: Sequence[Cube], kept: Sequence[Cube]) -> tuple[int, ...]:
    left, scored = list(kept), []
    for index, cube in enumerate(cubes):
        match = next((one for one in left if one.face == cube.face and cube.odd in (None, one.odd)), None)
        if match is not None:
            left.remove(match)
            scored.append(index)
    return tuple(scored)


def throw_from_json(data: Mapping[str, Any]) -> ToldThrow:
    """The throw that `controller.ports.as_json` made plain."""
    plain = dict(data["throw"])
    for name in ("cubes", "read_as"):
        plain[name] = tuple(Cube(**cube) for cube in plain[name])
    for name in ("scored", "corrected_by"):
        plain[name] = tuple(plain[name])
    picture = data["picture"]
    return ToldThrow(PastThrow(**plain), None if picture is None else (picture[0], picture[1]))
