"""From what is seen to what is said: a reading is `clear` only where it may be scored.

A wrong score costs a hundred times what a second look costs. So a roll is scored only where the chance that any of
its cubes leans or shows another face is below one in a hundred; otherwise the cube that is least sure is said to be
cocked or unsure, whichever is likelier. One that alone leans as likely as that is cocked, whatever its face.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from controller.ports import Face, Problem, ProblemKind, ReadCube, TrayReading, paragraph, phrase
from vision.cube_set import NOT_ON_ODD, SET_SIZE, SUN
from vision.networks import NONE
from vision.sight import SeenCube, Sight

COST_OF_WRONG = 100.0
"""A wrong score, in second looks."""
LEAST_CERTAINTY = 1.0 - 1.0 / COST_OF_WRONG
"""Chance that every cube of a clear reading lies flat and shows that face."""
COCKED_CHANCE = 1.0 / (1.0 + COST_OF_WRONG)
"""From this chance of leaning a cube is cocked: scoring it would cost more than a second look at a flat one."""
ALTERNATIVES = 3
"""Faces that are told with their chances, the likeliest first: people begin with them when they correct a reading."""
LEAST_ALTERNATIVE = 0.0005
"""What a cube whose face can't be told may show has at least this chance."""

WORDS: dict[ProblemKind, str] = {
    "cocked": phrase("A cube leans or may lean, so that its face can't be told."),
    "unsure": phrase("A cube's face can't be told for certain."),
    "count": phrase("More than five cubes lie there."),
    "nudged": phrase("A cube was moved after it was read, and nothing was thrown."),
    "blocked": phrase("Something is in the way: a hand, an arm or a glass."),
}
ODD_UNTOLD = phrase("Which cube is the odd one can't be told by its colour.")
"""Of five cubes; the problem `unsure` has no place in the picture then."""


def blocked(source: str, detail: str) -> TrayReading:
    """The reading of a picture in which the tray can't be read. `detail`: what is the matter, and what to do."""
    return TrayReading(source, "blocked", problems=(Problem("blocked"),), detail=detail)


def judge(sight: Sight, source: str) -> TrayReading:
    """The reading of one sight. `source`: what it is a picture of."""
    if sight.trouble is not None:
        return blocked(source, sight.trouble)
    cubes = [_read(cube, sight) for cube in sight.cubes]
    odd = _odd(sight)
    leaning, doubted = _not_to_be_scored(sight, odd)
    untold = leaning | doubted
    named = tuple(
        replace(
            _untold(cube) if index in untold else cube,
            odd=_is_odd(index, odd, sight),
            colour=sight.colours[index] if sight.colours else None,
        )
        for index, cube in enumerate(cubes)
    )
    problems = [Problem("foreign", point) for point in sight.foreign]
    problems += [Problem("cocked", sight.cubes[index].center) for index in sorted(leaning)]
    problems += [Problem("unsure", sight.cubes[index].center) for index in sorted(doubted)]
    problems += [Problem("unsure", point) for point in sight.doubtful]
    if sight.of_the_game and len(sight.cubes) == SET_SIZE and odd is None:
        problems.append(Problem("unsure"))
    if sight.of_the_game and len(sight.cubes) > SET_SIZE:
        problems.append(Problem("count"))
    if sight.hand is not None:
        problems.append(Problem("blocked", sight.hand))
        return TrayReading(source, "blocked", named, tuple(problems), WORDS["blocked"])
    return conclude(TrayReading(source, "clear", named, tuple(problems)))


def conclude(reading: TrayReading) -> TrayReading:
    """`reading` with the status and the words that follow from its problems."""
    problems = [problem for problem in reading.problems if problem.kind != "foreign"]
    said = [ODD_UNTOLD if problem == Problem("unsure") else WORDS[problem.kind] for problem in problems]
    detail = paragraph(*(words for words in (*WORDS.values(), ODD_UNTOLD) if words in said)) or None
    return replace(reading, status="unclear" if problems else "clear", detail=detail)


def _read(cube: SeenCube, sight: Sight) -> ReadCube:
    ranked = sorted(((chance, face) for face, chance in cube.chances.items() if face != NONE), reverse=True)
    alternatives = [(face, chance) for chance, face in ranked[:ALTERNATIVES]]
    confidence, face = ranked[0]
    zone = sight.mat.zone(cube.center) if sight.mat else None
    return ReadCube(face, None, zone, cube.center, cube.quad, tuple(alternatives), confidence)


def _untold(cube: ReadCube) -> ReadCube:
    likely = tuple(each for each in cube.alternatives if each[1] >= LEAST_ALTERNATIVE)
    return replace(cube, face=None, alternatives=likely)


def _leans(cube: SeenCube) -> bool:
    return not cube.cocked < COCKED_CHANCE  # what is no number is no chance either


def _best(cube: SeenCube) -> Face:
    return max((face for face in cube.chances if face != NONE), key=lambda face: cube.chances[face])


def _odd(sight: Sight) -> int | None:
    """The odd cube: the one with a sun, or else the one of another colour."""
    if not sight.of_the_game:
        return None
    suns = [index for index, cube in enumerate(sight.cubes) if _best(cube) == SUN]
    return suns[0] if len(suns) == 1 else sight.odd


def _is_odd(index: int, odd: int | None, sight: Sight) -> bool | None:
    if odd is not None and (len(sight.cubes) == SET_SIZE or index == odd):
        return index == odd
    return sight.bodies[index] if sight.bodies else None


def _not_to_be_scored(sight: Sight, odd: int | None) -> tuple[set[int], set[int]]:
    """Indexes of the cubes that lean or may lean, and of the others whose face can't be told well enough."""
    faces = [_best(cube) for cube in sight.cubes]
    chances = [cube.chances[face] for cube, face in zip(sight.cubes, faces, strict=True)]
    leaning = {index for index, cube in enumerate(sight.cubes) if _leans(cube)}
    doubted = {index for index, cube in enumerate(sight.cubes) if not cube.whole}
    if sight.of_the_game:
        doubted.update(_impossible(faces, odd, sight.odd), _against_their_colours(faces, odd, sight.bodies))
    right = {
        index: chances[index] * (1.0 - cube.cocked)
        for index, cube in enumerate(sight.cubes) if index not in leaning | doubted
    }  # fmt: skip
    while not math.prod(right.values()) >= LEAST_CERTAINTY:
        least = min(right, key=lambda index: right[index])
        (leaning if sight.cubes[least].cocked > 1.0 - chances[least] else doubted).add(least)
        del right[least]
    return leaning, doubted - leaning


def _against_their_colours(faces: Sequence[Face], odd: int | None, bodies: Sequence[bool | None]) -> list[int]:
    """Cubes that can't be what they seem by the colours of a taught set: a second odd one, one without the odd colour
    that shows the sun or is the odd one by what else is seen, an odd one that shows a 3."""
    odd_bodies = [index for index, body in enumerate(bodies) if body]
    if len(odd_bodies) > 1:
        return odd_bodies
    return [
        index for index, body in enumerate(bodies)
        if (body is False and (faces[index] == SUN or index == odd)) or (body and faces[index] == NOT_ON_ODD)
    ]  # fmt: skip


def _impossible(faces: Sequence[Face], odd: int | None, odd_by_colour: int | None) -> list[int]:
    """Cubes whose faces no set can show together: a second sun, a sun on a common cube, a 3 on the odd one."""
    suns = [index for index, face in enumerate(faces) if face == SUN]
    if len(suns) > 1 or (suns and odd_by_colour is not None and suns[0] != odd_by_colour):
        return suns
    return [odd] if odd is not None and faces[odd] == NOT_ON_ODD else []
