"""The cubes of a reading, as a game sees them: which were thrown, which lie there, which come next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import dist

from controller.games.game import Cube, Face, GameView, Throw
from controller.games.phrase import paragraph, phrase
from controller.ports import Point, Problem, ReadCube, TrayReading
from controller.table.seats import RefusedError

TRACE = 0.01
"""The least chance of a face with which a cube may show it all the same."""
ODD_UNTOLD = Problem("unsure")
"""The reader's doubt which cube is the odd one: without a place, for it is about all of them."""


def was_thrown(cube: ReadCube, recorded: bool = False) -> bool:
    """Whether `cube` was thrown. One that moved to the rail was set aside.

    `recorded`: in a recording, a cube of the very first reading (nothing to judge it against) was thrown.
    """
    moved = cube.moved if cube.moved is not None else recorded
    return moved and cube.zone != "rail"


def on_the_mat(tray: TrayReading) -> tuple[ReadCube, ...]:
    """The cubes in the tray and on the rail; one that lies beside them is as good as out of view. Without a mat in
    view all that are seen."""
    zoned = tuple(cube for cube in tray.cubes if cube.zone is not None)
    return zoned or tray.cubes


def as_cube(cube: ReadCube) -> Cube:
    """`cube` as the game sees it.

    Raises:
        ValueError: its face isn't known.
    """
    if cube.face is None:
        raise ValueError("a cube whose face can't be told has no place in a game")
    return Cube(cube.face, cube.odd)


def near(cube: ReadCube, point: Point) -> bool:
    """Whether `point` is nearer to the centre of `cube` than a quarter of its side."""
    return dist(cube.center, point) < max(dist(cube.quad[0], cube.quad[1]), 8.0) / 4


def same_place(one: ReadCube, other: ReadCube) -> bool:
    """Whether two cubes of two readings lie in one place."""
    return near(one, other.center)


def same_places(one: TrayReading, other: TrayReading) -> bool:
    """Whether nothing lies elsewhere in the other reading."""
    return len(one.cubes) == len(other.cubes) and all(
        any(same_place(cube, there) for there in other.cubes) for cube in one.cubes
    )


def with_known_faces(tray: TrayReading, lying: Iterable[ReadCube] | None) -> TrayReading:
    """`tray` with the faces that were counted on the cubes that were not thrown since: a cube's face doesn't change
    while it lies, however it looks from one moment to the next. A reading in which nothing else is in doubt is clear.
    """
    known = [one for one in lying or () if one.face is not None]
    cubes = list(tray.cubes)
    sure: list[ReadCube] = []
    unmoved = [index for index, cube in enumerate(cubes) if cube.moved is False]
    for index in unmoved:
        before = next(
            (one for one in known if same_place(one, cubes[index]) and _could_be(cubes[index], one)), None
        )
        if before is not None:
            known.remove(before)
            cubes[index] = replace(cubes[index], face=before.face, odd=before.odd)
            sure.append(cubes[index])
    for index in unmoved:
        # Carried to the rail: it is one of those that lie nowhere else.
        cube = cubes[index]
        likely = _likely(cube, tray.problems)
        could_be = {as_cube(one).face for one in known if one.face in likely and _odd_agrees(one.odd, cube.odd)}
        if cube.face is None and cube.odd and not could_be:
            could_be = {as_cube(one).face for one in known if one.odd}  # its colour tells it
        if cube not in sure and len(could_be) == 1:
            cubes[index] = replace(cube, face=could_be.pop())
            sure.append(cubes[index])
    problems = tuple(problem for problem in tray.problems if not _concerns(problem, sure))
    if ODD_UNTOLD in problems and any(cube.odd for cube in sure):
        problems = tuple(problem for problem in problems if problem != ODD_UNTOLD)
        cubes = [replace(cube, odd=bool(cube.odd)) for cube in cubes]
    open_ones = any(problem.kind != "foreign" for problem in problems)
    resolved = tray.status == "unclear" and bool(tray.problems) and not open_ones
    return replace(
        tray,
        cubes=tuple(cubes),
        problems=problems,
        status="clear" if resolved else tray.status,
        detail=None if resolved else tray.detail,
    )


def _could_be(cube: ReadCube, counted: ReadCube) -> bool:
    """Whether `cube` may be the one that was counted where it lies: another may have been pushed there. What people
    have named otherwise than the reader looks as it did."""
    looks, looked = ({face for face, _ in one.alternatives[:1]} for one in (cube, counted))
    likely = any(face == counted.face and chance >= TRACE for face, chance in cube.alternatives)
    return cube.face in (None, counted.face) or likely or looks == looked


def _likely(cube: ReadCube, problems: Iterable[Problem]) -> set[Face]:
    """The faces that a cube may show by its looks. What a leaning one shows may be its side, and tells nothing."""
    if cube.face is not None:
        return {cube.face}
    leans = any(problem.kind == "cocked" and _concerns(problem, (cube,)) for problem in problems)
    return set() if leans else {face for face, _ in cube.alternatives}


def _concerns(problem: Problem, cubes: Sequence[ReadCube]) -> bool:
    """Whether a doubt about a face is about one of these cubes."""
    center = problem.center
    return problem.kind in ("cocked", "unsure") and center is not None and any(near(cube, center) for cube in cubes)


def with_faces(tray: TrayReading, faces: dict[int, Face]) -> TrayReading:
    """`tray` as a clear reading, with the faces that people have named."""
    cubes = tuple(
        replace(cube, face=faces[index]) if index in faces else cube for index, cube in enumerate(tray.cubes)
    )
    return replace(tray, cubes=cubes, status="clear", problems=(), detail=None)


def counts_allowed(view: GameView) -> frozenset[int]:
    """How many cubes the next throw may take up, under any of the options."""
    return frozenset({view.to_throw, *(len(option.thrown_next) for option in view.options)})


def scoring(view: GameView, counted: TrayReading | None, shown: TrayReading | None) -> tuple[int, ...]:
    """Indexes into `shown` of the cubes of the reading last counted that score under the selected option."""
    if counted is None or shown is None or not view.options:
        return ()
    cubes = tuple(cube for cube in counted.cubes if was_thrown(cube, recorded=True))
    scored = [cubes[index] for index in _matched(view.options[view.selected].kept, cubes)]
    return tuple(
        index
        for index, cube in enumerate(shown.cubes)
        if any(cube.face == one.face and same_place(one, cube) for one in scored)
    )


def to_throw(
    view: GameView, cubes: Sequence[ReadCube], all_cubes: int
) -> tuple[tuple[Point, ...] | None, tuple[Point, ...]]:
    """Which of the `cubes` simulated hands throw next, and which they take out of the tray to the rail.

    None for all of them. Where the faces leave it open (after an undo), the cubes that moved last, then any
    that are not on the rail.
    """
    number = view.to_throw
    if number >= all_cubes or len(cubes) < number:
        return None, ()
    chosen = _chosen(view, cubes, number)
    take = tuple(cubes[index].center for index in chosen)
    return take, tuple(cube.center for index, cube in enumerate(cubes) if index not in chosen and cube.zone != "rail")


def _chosen(view: GameView, cubes: Sequence[ReadCube], number: int) -> tuple[int, ...]:
    if view.phase == "roll_off":
        return tuple(sorted(range(len(cubes)), key=lambda index: _unlike_common(cubes[index]))[:number])
    in_tray = tuple(index for index, cube in enumerate(cubes) if cube.zone != "rail")
    if len(in_tray) == number:
        return in_tray
    if view.options:
        matched = _matched(view.options[view.selected].thrown_next, cubes)
        if len(matched) == number:
            return matched
    # What was set aside stays there, even where that leaves too few.
    return tuple(sorted(in_tray, key=lambda index: not cubes[index].moved)[:number])


def _unlike_common(cube: ReadCube) -> tuple[bool, bool, bool, bool]:
    """The smaller, the better a cube suits a roll-off: a common one for certain, read before, in the tray."""
    return cube.odd is True, cube.odd is None, cube.face is None, cube.zone == "rail"


def _matched(wanted: Iterable[Cube], cubes: Sequence[ReadCube]) -> tuple[int, ...]:
    """Indexes of the `cubes` that are the `wanted` ones, those thrown last first; each is used once."""
    order = sorted(range(len(cubes)), key=lambda index: (cubes[index].zone == "rail", cubes[index].moved is False))
    chosen: list[int] = []
    for cube in wanted:
        match = next(
            (
                index
                for index in order
                if index not in chosen and cubes[index].face == cube.face and _odd_agrees(cubes[index].odd, cube.odd)
            ),
            None,
        )
        if match is not None:
            chosen.append(match)
    return tuple(sorted(chosen))


def _odd_agrees(seen: bool | None, known: bool | None) -> bool:
    return seen is None or known is None or seen == known


def reread(throw: Throw, tray: TrayReading | None, words: object) -> Throw:
    """The `throw` with the faces that people see: those of the cubes thrown, in the order in which they were read, or
    of all cubes in the order of the `tray`. Without a star (and without a sun) the odd cube stays the same.

    Raises:
        RefusedError: that isn't a list of as many faces, a cube that was set aside has another, or nothing has.
    """
    cubes = entered(words)
    number = len(throw.thrown)
    lying = on_the_mat(tray) if tray is not None else ()
    flown = [was_thrown(cube, recorded=True) for cube in lying]
    if len(cubes) == len(lying) != number and sum(flown) == number:
        if any(was.face != cube.face for was, cube, flew in zip(lying, cubes, flown, strict=True) if not flew):
            raise RefusedError(
                phrase("What was set aside was counted before; correct only the cubes of the last throw.")
            )
        cubes = tuple(cube for cube, flew in zip(cubes, flown, strict=True) if flew)
    if len(cubes) != number:
        raise RefusedError(phrase(
            "The last throw was of {number}, {named} named. Name each cube that was thrown.",
            number=number, named=len(cubes),
        ))
    if all(cube.odd is None for cube in cubes):
        cubes = tuple(Cube(cube.face, was.odd) for cube, was in zip(cubes, throw.thrown, strict=True))
    if cubes == throw.thrown:
        raise RefusedError(phrase("That is how the throw was read."))
    return replace(throw, thrown=cubes)


def with_reread(tray: TrayReading, before: Throw, after: Throw, newest: bool = True) -> TrayReading:
    """`tray` with the faces of a throw that was read as `before` and shows what `after` has. Where it isn't the
    `newest`, only those of its cubes lie there still that were set aside."""
    cubes = list(tray.cubes)
    flown = [was_thrown(cube, recorded=True) for cube in cubes]
    free = [index for index in range(len(cubes)) if flown[index] == newest]
    free += [index for index in range(len(cubes)) if newest and not flown[index]]
    for was, now in zip(before.thrown, after.thrown, strict=True):
        match = next((i for i in free if cubes[i].face == was.face and _odd_agrees(cubes[i].odd, was.odd)), None)
        if match is not None:
            free.remove(match)
            odd = cubes[match].odd if now.odd is None else now.odd
            cubes[match] = replace(cubes[match], face=now.face, odd=odd)
    return replace(tray, cubes=tuple(cubes))


def as_read(cubes: Iterable[ReadCube]) -> tuple[ReadCube, ...]:
    """`cubes` as the reader knows them again: it takes one whose face people have named for another, as before."""
    return tuple(
        replace(cube, face=None) if cube.alternatives and cube.alternatives[0][0] != cube.face else cube
        for cube in cubes
    )


def in_a_row(cubes: Iterable[Cube]) -> str:
    """The faces as they were read, one after the other."""
    return paragraph(*(phrase("sun") if cube.face == "sun" else cube.face for cube in cubes))


def entered(words: object) -> tuple[Cube, ...]:
    """The cubes of a throw that a person entered: faces, the odd cube's with a star after it.

    Without a star (and without a sun, which is always the odd cube) nothing is said about the odd one.

    Raises:
        RefusedError: that isn't a list of faces.
    """
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) and word.strip("* ") for word in words):
        raise RefusedError(phrase("Enter the faces that were thrown, like 2 5 5 3 10*; a star marks the odd cube."))
    faces = [word.strip("* ").lower() for word in words]
    starred = ["*" in word or face == "sun" for word, face in zip(words, faces, strict=True)]
    return tuple(Cube(face, star if any(starred) else None) for face, star in zip(faces, starred, strict=True))
