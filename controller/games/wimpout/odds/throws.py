"""Every throw of so many cubes, and the engine's turn that waits for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, prod

from controller.games.game import Cube, Face
from controller.games.wimpout.cubes import COMMON_FACES, CUBES, ODD_FACES, in_order
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn

SIDES = 6


def throw_of(number: int, odd: bool, uncleared: frozenset[Face] = frozenset()) -> NextThrow:
    """A throw of `number` cubes, the odd one among them or not, that is to clear the Flashes of `uncleared`."""
    return NextThrow(number, odd, uncleared=uncleared)


def numbers_to_throw() -> Iterator[tuple[int, bool]]:
    """How many cubes a throw can have, without and with the odd one; all five always have it."""
    for number in range(1, CUBES + 1):
        if number < CUBES:
            yield number, False
        yield number, True


def every_throw(number: int, odd: bool) -> Iterator[tuple[tuple[Cube, ...], int]]:
    """Every throw of `number` cubes, the order in which they lie aside, and in how many ways it falls.

    The ways add up to 6 to the power of `number`.
    """
    commons = number - odd
    for faces in combinations_with_replacement(COMMON_FACES, commons):
        ways = factorial(commons) // prod(map(factorial, Counter(faces).values()))
        cubes = tuple(map(Cube, faces))
        if not odd:
            yield cubes, ways
            continue
        for face in ODD_FACES:
            yield (*cubes, Cube(face, True)), ways


def about_to(throw: NextThrow, rules: Rules, need: int = 0) -> Turn:
    """The engine's turn whose next move is `throw`, wherever in a turn that is; `need` as in `Turn`.

    It is as if a throw had been sent back whose cubes nobody has seen: that leaves `throw` as it was.
    """
    return Turn(rules, need, outcome="reroll", before=throw)


def bare(throw: NextThrow) -> NextThrow:
    """`throw` without what has no bearing on how it is judged: the points of the turn, the cubes set aside."""
    return throw._replace(points=0, aside=(), stay=in_order(throw.stay))
