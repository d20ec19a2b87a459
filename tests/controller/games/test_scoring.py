"""Every throw there is, against a slow scorer that is obviously right: it tries every use of every cube and
keeps the assignments that the rule sheet allows."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from controller.games.game import Cube, Throw
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from controller.games.wimpout.rules import OFFICIAL, Rules
from controller.games.wimpout.scoring import ways_to_score
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn

WORTH = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "10": 10}

Scored = tuple[int, tuple[tuple[str, bool], ...]]
"""Points, and the cubes kept as (face, odd), sorted."""


def uses(cube: Cube) -> tuple[str, ...]:
    if cube.face == "sun":
        return ("nothing", "flash", "5", "10")
    if cube.face in ("5", "10"):
        return ("nothing", "flash", cube.face)
    return ("nothing", "flash")


def allowed(cubes: tuple[Cube, ...], used: tuple[str, ...], rules: Rules) -> bool:
    faces = Counter(cube.face for cube in cubes if cube.face != "sun")
    has_sun = any(cube.face == "sun" for cube in cubes)
    triple = any(number >= 3 for number in faces.values())
    pair_and_sun = has_sun and any(number == 2 for number in faces.values())
    flash = [cube.face for cube, use in zip(cubes, used, strict=True) if use == "flash"]
    matched = {face for face in flash if face != "sun"}

    if triple and not (len(flash) == 3 and len(matched) == 1 and "sun" not in flash):
        return False  # three matching faces are a Flash, the sun is free
    if not triple and pair_and_sun and not (len(flash) == 3 and len(matched) == 1 and "sun" in flash):
        return False  # the sun and a pair must be a Flash
    if not triple and not pair_and_sun and flash:
        return False  # there is no Flash
    for cube, use in zip(cubes, used, strict=True):
        if cube.face in ("5", "10"):
            is_fourth = cube.face in matched and use != "flash"
            if is_fourth and rules.fourth_number == "dead" and use != "nothing":
                return False
            must_count = not (is_fourth and rules.fourth_number == "dead") and rules.keep == "all"
            if must_count and use == "nothing":
                return False  # all numbers are counted and set aside
    return any(use != "nothing" for use in used)


def slowly_scored(cubes: tuple[Cube, ...], rules: Rules) -> set[Scored]:
    faces = {cube.face for cube in cubes}
    train = faces - {"sun"} if rules.sun_completes_train else faces
    if len(cubes) == 5 and len(train) == 1:
        (face,) = train
        points = {"6": 0, "10": 0}.get(face, 100 * WORTH[face])
        return {(points, tuple(sorted((cube.face, bool(cube.odd)) for cube in cubes)))}
    found = set()
    for used in product(*map(uses, cubes)):
        if allowed(cubes, used, rules):
            flash = {cube.face for cube, use in zip(cubes, used, strict=True) if use == "flash"} - {"sun"}
            points = sum(10 * WORTH[face] for face in flash) + sum(int(use) for use in used if use in ("5", "10"))
            kept = [(cube.face, bool(cube.odd)) for cube, use in zip(cubes, used, strict=True) if use != "nothing"]
            found.add((points, tuple(sorted(kept))))
    return found


def every_throw(number: int) -> Iterator[tuple[Cube, ...]]:
    """Every throw of so many cubes, the order in which they lie aside."""
    if number < 5:
        for faces in combinations_with_replacement(COMMON_FACES, number):
            yield tuple(Cube(face) for face in faces)
    for faces in combinations_with_replacement(COMMON_FACES, number - 1):
        for odd in ODD_FACES:
            yield (*(Cube(face) for face in faces), Cube(odd, True))


def scored(cubes: tuple[Cube, ...], rules: Rules) -> list[Scored]:
    return [
        (way.points, tuple(sorted((cube.face, bool(cube.odd)) for cube in way.kept)))
        for way in ways_to_score(cubes, rules)
    ]


def test_of_the_7776_first_throws_450_score_nothing() -> None:
    throws = [
        (*(Cube(face) for face in faces), Cube(odd, True))
        for faces in product(COMMON_FACES, repeat=4)
        for odd in ODD_FACES
    ]
    assert len(throws) == 7776
    assert sum(not ways_to_score(throw, OFFICIAL) for throw in throws) == 450


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_throw_scores_what_the_sheet_says_in_every_way_it_allows(number: int) -> None:
    for cubes in every_throw(number):
        ways = scored(cubes, OFFICIAL)
        assert set(ways) == slowly_scored(cubes, OFFICIAL), cubes
        assert len(set(ways)) == len(ways), f"{cubes}: a way is offered twice"


@pytest.mark.parametrize(
    "rules",
    [
        Rules(sun_completes_train=True),
        Rules(fourth_number="dead"),
        Rules(keep="free"),
        Rules(sun_completes_train=True, fourth_number="dead", keep="free"),
    ],
    ids=str,
)
def test_so_does_every_first_throw_under_the_other_rules(rules: Rules) -> None:
    for cubes in every_throw(5):
        assert set(scored(cubes, rules)) == slowly_scored(cubes, rules), cubes


@pytest.mark.parametrize("face", COMMON_FACES)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_clearing_throw_is_void_if_it_matches_and_else_scores_or_wimps_out(number: int, face: str) -> None:
    for cubes in every_throw(number):
        odd = any(cube.odd for cube in cubes)
        to_clear = NextThrow(number, odd, uncleared=frozenset({face}), points=1000)
        matched = Turn(OFFICIAL, need=0, outcome="reroll", before=to_clear, thrown=cubes, again=cubes)
        turn = matched.throw(Throw(cubes))

        should = slowly_scored(cubes, OFFICIAL)
        if any(cube.face == face for cube in cubes):
            assert (turn.outcome, turn.stake, turn.next_throw.number) == ("reroll", 1000, number)
        elif not should:
            assert turn.outcome == ("train_wreck" if number == 5 else "wimpout")
        elif turn.outcome == "score":
            assert turn.stake == 1000 + max(points for points, _ in should)
            clears = all(way.flash is None for way in turn.ways)
            assert clears == (not any("clear_flash" in turn.forced(way) for way in turn.ways))
        else:
            assert {cube.face for cube in cubes} == {"6" if turn.outcome == "instant_win" else "10"}


def test_the_ways_come_with_the_most_points_first_then_the_most_cubes_kept() -> None:
    for cubes in every_throw(5):
        for rules in (OFFICIAL, Rules(keep="free")):
            order = [(-way.points, -len(way.kept)) for way in ways_to_score(cubes, rules)]
            assert order == sorted(order)


def test_every_way_parts_the_throw_and_has_a_name_of_its_own() -> None:
    for cubes in every_throw(5):
        for rules in (OFFICIAL, Rules(keep="free")):
            ways = ways_to_score(cubes, rules)
            assert all(Counter(way.kept + way.left) == Counter(cubes) for way in ways)
            assert len({way.label for way in ways}) == len(ways), [way.label for way in ways]
            assert all(way.label for way in ways)


def test_the_dead_fourth_face_can_be_the_odd_cube_or_a_common_one_and_the_odd_one_is_preselected() -> None:
    ways = ways_to_score((Cube("4"), Cube("4"), Cube("10"), Cube("4"), Cube("4", True)), OFFICIAL)
    assert [(way.left, way.label) for way in ways] == [
        ((Cube("4", True),), "ROLL ODD 4"),
        ((Cube("4", False),), "ROLL COMMON 4"),
    ]


def test_the_choices_of_a_throw_are_named_by_what_tells_them_apart() -> None:
    def labels(*faces: str, rules: Rules = OFFICIAL) -> list[str]:
        cubes = tuple(Cube(face, face == "sun" or at == 4) for at, face in enumerate(faces))
        return [way.label for way in ways_to_score(cubes, rules)]

    assert labels("5", "3", "4", "6", "sun") == ["SUN AS 10", "SUN AS 5", "ROLL THE SUN"]
    assert labels("5", "5", "10", "10", "sun") == ["FLASH OF 10, KEEP 5 5", "FLASH OF 5, KEEP 10 10"]
    assert labels("4", "4", "6", "6", "sun") == ["FLASH OF 6", "FLASH OF 4"]
    assert labels("4", "4", "4", "5", "2") == ["FLASH OF 4, KEEP 5"]
    assert labels("5", "10", "2", "3", "4", rules=Rules(keep="free")) == ["KEEP 5 10", "KEEP 10", "KEEP 5"]
