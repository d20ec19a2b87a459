"""What phones are told of a move that may be taken back or read anew."""

from __future__ import annotations

from collections.abc import Collection

from controller.games.game import Cube, CubeFell, Seat, Stop, Throw
from controller.games.phrase import phrase
from controller.ports import LastThrow, MoveMade, ReadCube, ThrownCube, UndoAsked
from controller.table.cubes import in_a_row, was_thrown
from controller.table.state import Played, State


def undo_asked(state: State) -> UndoAsked | None:
    """Who asks to take what back, or to read it anew; None where nobody does."""
    if state.undo_asked is None:
        return None
    event, seat = state.undo_asked
    played = state.made(event)
    assert played is not None
    move = move_made(played)
    if state.correction is None or not isinstance(played.move, Throw):
        return UndoAsked(seat, move.whose, move.what)
    what = phrase("{move}, to be read as {faces}", move=move.what, faces=_faces(state.correction))
    return UndoAsked(seat, move.whose, what, read=played.move.thrown, shows=state.correction.thrown)


def skip_needs(state: State, votes: Collection[Seat]) -> int:
    """How many people more have to ask before the turn is skipped, when those at `votes` do: more than half of the
    people in the game, without the one whose turn it is."""
    others = {person.seat for person in state.persons_playing} - {state.to_act}
    return len(others) // 2 + 1 - len(others & {*votes})


def move_made(played: Played) -> MoveMade:
    """A move, named."""
    return MoveMade(played.seat, _what(played))


def last_throw(state: State, played: Played) -> LastThrow:
    """The throw that may be read anew, with what the reader has thought of."""
    assert isinstance(played.move, Throw)
    # After an undo the cubes of a later throw lie there.
    seen = state.tray if state.tray is not None and not state.base_due and state.undone < played.event else None
    lying = [cube for cube in seen.cubes if was_thrown(cube, recorded=True)] if seen is not None else []
    return LastThrow(played.seat, tuple(_thrown(cube, lying) for cube in played.move.thrown))


def _thrown(cube: Cube, lying: list[ReadCube]) -> ThrownCube:
    """`cube`, taken from those `lying` there."""
    match = next((one for one in lying if one.face == cube.face and cube.odd in (None, one.odd)), None)
    if match is None:
        return ThrownCube(cube.face, cube.odd)
    lying.remove(match)
    return ThrownCube(cube.face, cube.odd, tuple(face for face, _ in match.alternatives if face != cube.face))


def _what(played: Played) -> str:
    match played.move:
        case Stop():
            return phrase("stop with {points} points", points=played.before.view.stake)
        case Throw():
            return phrase("throw {faces}", faces=_faces(played.move))
        case CubeFell():
            return phrase("throw off the tray")
        case _:
            return phrase("skipped turn")


def _faces(throw: Throw) -> str:
    return in_a_row(throw.thrown)
