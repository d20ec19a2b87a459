"""A slow scorer that is obviously right: it tries every use of every cube and keeps what the rule sheet allows.

It knows nothing of the engine but the cubes and the names of the choices that a table has.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product

from controller.games.game import Cube
from controller.games.wimpout.rules import Rules

WORTH = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "10": 10}

Scored = tuple[int, tuple[tuple[str, bool], ...]]
"""Points, and the cubes kept as (face, odd), sorted."""


def slowly_scored(cubes: tuple[Cube, ...], rules: Rules) -> set[Scored]:
    """Every way to score a throw; none is a Wimpout."""
    if rules.house_rule("sampler") and len({cube.face for cube in cubes}) == 5:
        return {(rules.house_rule("sampler").value, _kept(cubes))}
    if len(cubes) == 5 and len(_faces_of_a_train(cubes, rules)) == 1:
        # "Five matching faces rolled at once are a Freight Train"; five 6s and five 10s end the game.
        (face,) = _faces_of_a_train(cubes, rules)
        return {(0 if face in ("6", "10") else 100 * WORTH[face], _kept(cubes))}
    found = set()
    for used in product(*map(_uses, cubes)):
        if _is_allowed(cubes, used, rules):
            flash = {cube.face for cube, use in zip(cubes, used, strict=True) if use == "flash"} - {"sun"}
            points = sum(10 * WORTH[face] for face in flash) + sum(int(use) for use in used if use in ("5", "10"))
            found.add((points, _kept(cube for cube, use in zip(cubes, used, strict=True) if use != "nothing")))
    return found


def _kept(cubes: Iterable[Cube]) -> tuple[tuple[str, bool], ...]:
    return tuple(sorted((cube.face, bool(cube.odd)) for cube in cubes))


def _faces_of_a_train(cubes: tuple[Cube, ...], rules: Rules) -> set[str]:
    return {cube.face for cube in cubes} - ({"sun"} if rules.sun_completes_train else set())


def _uses(cube: Cube) -> tuple[str, ...]:
    """What a cube can be used for at all."""
    if cube.face == "sun":
        return ("nothing", "flash", "5", "10")  # "The Flaming Sun is WILD"
    if cube.face in ("5", "10"):
        return ("nothing", "flash", cube.face)  # "5 and 10 count as five and ten points"
    return ("nothing", "flash")


def _is_allowed(cubes: tuple[Cube, ...], used: tuple[str, ...], rules: Rules) -> bool:
    faces = Counter(cube.face for cube in cubes if cube.face != "sun")
    triple = any(number >= 3 for number in faces.values())
    pair_and_sun = any(cube.face == "sun" for cube in cubes) and any(number == 2 for number in faces.values())
    flash = [cube.face for cube, use in zip(cubes, used, strict=True) if use == "flash"]
    matched = set(flash) - {"sun"}

    # "Three matching faces on the same throw is known as a Flash."
    if triple and not (len(flash) == 3 and len(matched) == 1 and "sun" not in flash):
        return False
    # "You must make a Flash with the sun if you roll it with a pair."
    if not triple and pair_and_sun and not (len(flash) == 3 and len(matched) == 1 and "sun" in flash):
        return False
    if not triple and not pair_and_sun and flash:
        return False
    # "Scoring cubes must be counted and set aside"; "the fourth matching face is non-scoring", unless it is a number.
    for cube, use in zip(cubes, used, strict=True):
        if cube.face in ("5", "10") and use != "flash":
            is_dead = cube.face in matched and rules.fourth_number == "dead"
            if is_dead and use != "nothing":
                return False
            if not is_dead and use == "nothing" and rules.keep == "all":
                return False
    # "Any time you roll something other than numbers, Flashes or Freight Trains, that's a Wimpout"; so the sun must
    # count "if it's the only scoring cube in that roll".
    return any(use != "nothing" for use in used)
