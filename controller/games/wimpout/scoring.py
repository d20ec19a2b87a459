"""What one throw scores, in every way that its player may score it.

"[5] and [10] count as five and ten points unless three or five of the same face are rolled at once. Three
matching faces on the same throw is known as a Flash. Five matching faces rolled at once are a Freight Train.
The Flaming Sun is wild." Three alike on several throws are never a Flash: a throw is scored alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, compress

from controller.games.game import Cube, Face
from controller.games.phrase import listed, paragraph, phrase
from controller.games.wimpout.cubes import CUBES, NUMBERS, SUN, VALUE, in_order, without
from controller.games.wimpout.house.asking import in_usual_order, ways_with
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.way import Way

__all__ = ["INSTANT_WINNER", "SUPERNOVA", "Way", "ways_to_score"]

INSTANT_WINNER: Face = "6"
SUPERNOVA: Face = "10"
"""The Freight Trains that end the game for their player."""


@cache
def ways_to_score(thrown: tuple[Cube, ...], rules: Rules) -> tuple[Way, ...]:
    """Every way to score `thrown`: the most points first, then the most cubes kept. Empty: a Wimpout."""
    sorted_throw = in_order(thrown)
    if sorted_throw != thrown:
        return ways_to_score(sorted_throw, rules)
    train = _freight_train(thrown, rules)
    ways = [train] if train else dict.fromkeys(_ways_without_train(thrown, rules))
    return ways_with(rules.house, thrown, _labelled(in_usual_order(ways)))


def _freight_train(thrown: tuple[Cube, ...], rules: Rules) -> Way | None:
    """Five matching faces rolled at once: a hundred times the face. Five 6s win, five 10s are a Supernova."""
    faces = {cube.face for cube in thrown}
    if rules.sun_completes_train:
        faces.discard(SUN)
    if len(thrown) < CUBES or len(faces) > 1:
        return None
    (face,) = faces
    points = 0 if face in (INSTANT_WINNER, SUPERNOVA) else 100 * VALUE[face]
    return Way(points, kept=thrown, left=(), train=face)


def _ways_without_train(thrown: tuple[Cube, ...], rules: Rules) -> Iterator[Way]:
    for flash, in_flash in _flashes(thrown):
        beside = without(thrown, in_flash)
        for numbers in _numbers_set_aside(beside, flash, rules):
            for sun in _readings_of_the_sun(beside):
                sun_kept = tuple(cube for cube in beside if sun and cube.face == SUN)
                kept = in_order((*in_flash, *numbers, *sun_kept))
                if kept:
                    points = sum(VALUE[cube.face] for cube in numbers)
                    points += 10 * VALUE[flash] if flash else 0
                    points += VALUE[sun] if sun else 0
                    yield Way(points, kept, without(thrown, kept), flash=flash, sun=sun)


def _flashes(thrown: tuple[Cube, ...]) -> list[tuple[Face | None, tuple[Cube, ...]]]:
    """The Flashes that the throw makes, of which the player takes one; a Flash is never declined.

    Three matching faces are the Flash whatever else there is; of four the player says which three. Without
    them, "you must make a flash with the sun if you roll it with a pair" (Flaming Sun Rule), whichever pair.
    """
    showing = {face: tuple([cube for cube in thrown if cube.face == face]) for face in VALUE}
    for face, cubes in showing.items():
        if len(cubes) >= 3:
            return [(face, three) for three in combinations(cubes, 3)]
    sun = tuple(cube for cube in thrown if cube.face == SUN)
    pairs = [(face, cubes + sun) for face, cubes in showing.items() if sun and len(cubes) == 2]
    return [*pairs] or [(None, ())]


def _numbers_set_aside(beside: tuple[Cube, ...], flash: Face | None, rules: Rules) -> list[tuple[Cube, ...]]:
    """Which of the 5s and 10s beside the Flash score by themselves: all of them, or as the player likes."""
    dead = flash if rules.fourth_number == "dead" else None
    numbers = tuple(cube for cube in beside if cube.face in NUMBERS and cube.face != dead)
    if rules.keep == "all":
        return [numbers]
    return [some for size in range(len(numbers) + 1) for some in combinations(numbers, size)]


def _readings_of_the_sun(beside: tuple[Cube, ...]) -> tuple[Face | None, ...]:
    """A free sun scores 5 or 10, or isn't scored and is rolled again."""
    return ("10", "5", None) if any(cube.face == SUN for cube in beside) else (None,)


def _labelled(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways, each with a label made of what differs between them, or of what scores where there is but one."""
    named = [_names(way) for way in ways]
    tells = [len(set(names)) > 1 for names in zip(*named, strict=True)]
    labels = [listed(*compress(names, tells)) or listed(*names[:3]) for names in named]
    return tuple(replace(way, label=label) for way, label in zip(ways, labels, strict=True))


def _names(way: Way) -> tuple[str, str, str, str]:
    """What there is to say of a way: Flash or train, the sun, the numbers, which of like cubes are left."""
    numbers = [cube.face for cube in way.kept if cube.face in NUMBERS and cube.face != way.flash]
    kept = " ".join(sorted(numbers, key=int)) if not way.train else ""
    alike = [cube for cube in way.left if any(cube.face == kept.face for kept in way.kept)]
    return (
        _big(way),
        _sun(way),
        phrase("KEEP {faces}", faces=kept) if kept else "",
        phrase("ROLL {cubes}", cubes=paragraph(*map(_common_or_odd, alike))) if alike else "",
    )


def _big(way: Way) -> str:
    if way.flash:
        return phrase("FLASH OF {face}", face=way.flash)
    return phrase("TRAIN OF {face}", face=way.train) if way.train else ""


def _sun(way: Way) -> str:
    if any(cube.face == SUN for cube in way.left):
        return phrase("ROLL THE SUN")
    return phrase("SUN AS {face}", face=way.sun) if way.sun else ""


def _common_or_odd(cube: Cube) -> str:
    return phrase("ODD {face}", face=cube.face) if cube.odd else phrase("COMMON {face}", face=cube.face)
