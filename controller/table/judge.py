"""What a settled reading means for the game: a throw to count, a question, or a reason why not.

Pure: it decides nothing by itself and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.games.game import IllegalMoveError, Message, Stop, Throw
from controller.games.rulebook import Rulebook
from controller.ports import Point, Problem, ReadCube, TrayReading
from controller.table import messages
from controller.table.cubes import ODD_UNTOLD, as_cube, counts_allowed, near, on_the_mat, was_thrown
from controller.table.state import State


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing was thrown."""


@dataclass(frozen=True, slots=True)
class BaseLine:
    """This is how the cubes lie before the next throw; nothing to score."""


@dataclass(frozen=True, slots=True)
class Nudged:
    """Cubes lie elsewhere and nothing was thrown: the reading before stands. `settled`: all of them are in view."""

    settled: bool


@dataclass(frozen=True, slots=True)
class Count:
    """A throw. `stop_first`: in a recording it says that the player before had stopped."""

    throw: Throw
    stop_first: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A throw in which the faces of these cubes (indexes) can't be told."""

    cubes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Cubes were thrown, but not all are in view (yet)."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Not to be counted. `again`: the cubes in doubt; empty where it is the whole throw. `lay`: cubes that were not
    thrown and have to be laid anew to be seen. `settled`: the cubes as they lie now are what the next throw is judged
    against, for taking the throw back is not possible."""

    message: Message
    again: tuple[Point, ...] = ()
    settled: bool = False
    lay: tuple[Point, ...] = ()


Verdict = Nothing | BaseLine | Nudged | Count | Ask | Missing | Refuse


def judge(state: State, tray: TrayReading, rulebook: Rulebook, simulated: bool = False) -> Verdict:
    """What `tray`, a `clear` or `unclear` reading, means now. `simulated`: nobody can reach into the tray."""
    if state.to_act is None:
        return Nothing()
    recorded = state.kind == "replay"
    if not recorded and (state.base_due or any(cube.moved is None for cube in tray.cubes)):
        return BaseLine()
    doubt = _doubt(tray, _that_matter(state, tray), recorded, simulated)
    if doubt is not None:
        return doubt
    if not any(was_thrown(cube, recorded) for cube in on_the_mat(tray)):
        nudged = any(problem.kind == "nudged" for problem in tray.problems)
        return Nudged(_shows_the_same(state, tray)) if nudged else Nothing()
    return _throw(state, tray, rulebook)


def _shows_the_same(state: State, tray: TrayReading) -> bool:
    """Whether all the cubes that were counted are in view and show what they showed."""
    counted = [] if state.tray is None else sorted(str(cube.face) for cube in on_the_mat(state.tray))
    return sorted(str(cube.face) for cube in on_the_mat(tray)) == counted


def _that_matter(state: State, tray: TrayReading) -> tuple[Problem, ...]:
    """What stands against counting: nothing foreign, and in a roll-off, which one common cube decides, nothing about
    the cubes that weren't thrown."""
    problems = tuple(problem for problem in tray.problems if problem.kind != "foreign")
    if state.view is None or state.view.phase != "roll_off":
        return problems
    lying = [cube for cube in on_the_mat(tray) if not was_thrown(cube, recorded=True)]
    return tuple(
        problem
        for problem in problems
        if problem.center is None or not any(near(cube, problem.center) for cube in lying)
    )


def _any_at(cube: ReadCube, points: Sequence[Point]) -> bool:
    return any(near(cube, point) for point in points)


def _doubt(tray: TrayReading, problems: tuple[Problem, ...], recorded: bool, simulated: bool) -> Refuse | None:
    """Why an unclear reading isn't a throw, None where at most a face is in question."""
    kinds = {problem.kind for problem in problems}
    cocked = tuple(problem.center for problem in problems if problem.kind == "cocked" and problem.center)
    thrown = tuple(cube for cube in on_the_mat(tray) if was_thrown(cube, recorded))
    kept = tuple(cube for cube in on_the_mat(tray) if cube not in thrown)
    nameless = tuple(cube.center for cube in thrown if cube.face is None and not _any_at(cube, cocked))
    everything = tuple(cube.center for cube in thrown)
    if "blocked" in kinds:
        return Refuse(messages.blocked(tray))
    # Which of them is the strange one, or the odd one, can't be told, so the whole throw is in doubt.
    if "count" in kinds:
        return Refuse(messages.too_many(simulated), again=everything)
    lay = tuple(cube.center for cube in kept if _any_at(cube, cocked))
    leaning = tuple(point for point in cocked if not any(near(cube, point) for cube in kept))
    if leaning:
        return Refuse(messages.COCKED, again=leaning + nameless, lay=lay)
    if lay:
        return Refuse(messages.KEPT_LEANS, lay=lay)
    if ODD_UNTOLD in problems:
        return Refuse(messages.unreadable(tray), again=everything)
    if tray.status == "unclear" and not tray.problems:
        return Refuse(messages.unreadable(tray), again=nameless)
    return None


def _throw(state: State, tray: TrayReading, rulebook: Rulebook) -> Verdict:
    game, view, recorded = state.game, state.view, state.kind == "replay"
    assert game is not None
    assert view is not None
    cubes = on_the_mat(tray)
    thrown = tuple(cube for cube in cubes if was_thrown(cube, recorded))
    lying = tuple(cube for cube in cubes if not was_thrown(cube, recorded))
    all_in_view = len(cubes) >= rulebook.cubes
    if not all_in_view and view.phase != "roll_off":
        return Missing()
    if view.phase != "roll_off" and _doubts_something_else(tray):
        return Refuse(messages.unreadable(tray), again=tuple(cube.center for cube in thrown))
    allowed = counts_allowed(view)
    stop_first = recorded and view.may_stop and len(thrown) == rulebook.cubes and len(thrown) not in allowed
    if len(thrown) not in allowed and not stop_first:
        # Cubes that were thrown by mistake stay thrown; cubes that are still to come complete the throw.
        return Refuse(messages.wrong_count(view, allowed, len(thrown)), settled=len(thrown) > min(allowed))
    # One common cube decides a roll-off, whatever else lies there.
    nameless = _nameless(tray, thrown, thrown if view.phase == "roll_off" else cubes)
    if nameless:
        return Ask(nameless)
    faces = tuple(map(as_cube, thrown))
    reason = rulebook.check_reading(faces)
    if reason:
        return Refuse(messages.impossible(reason), again=tuple(cube.center for cube in thrown))
    kept = tuple(map(as_cube, lying)) if all_in_view and view.phase != "roll_off" else None
    throw = Throw(faces, kept)
    try:
        (game.play(Stop()) if stop_first else game).play(throw)
    except IllegalMoveError as error:
        return Refuse(messages.wrong_cubes(str(error)), settled=True)
    return Count(throw, stop_first)


def _doubts_something_else(tray: TrayReading) -> bool:
    """Whether there is something else that may be a cube, so that one of the `tray`'s may be none."""
    return any(
        problem.kind == "unsure" and problem.center is not None and not _any_cube_at(tray, problem.center)
        for problem in tray.problems
    )


def _any_cube_at(tray: TrayReading, point: Point) -> bool:
    return any(near(cube, point) for cube in tray.cubes)


def _nameless(tray: TrayReading, thrown: tuple[ReadCube, ...], needed: tuple[ReadCube, ...]) -> tuple[int, ...]:
    """Indexes of the `needed` cubes without a face, and of thrown ones of whose face the reader says it is unsure."""
    unsure = [problem.center for problem in tray.problems if problem.kind == "unsure" and problem.center]
    return tuple(
        index
        for index, cube in enumerate(tray.cubes)
        if cube in needed and (cube.face is None or (cube in thrown and any(near(cube, point) for point in unsure)))
    )
