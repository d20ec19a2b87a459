"""Every throw there is, against a slow scorer that is obviously right."""

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
from tests.controller.games.slow_scorer import Scored, slowly_scored


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


FIRST_THROWS = [
    (*(Cube(face) for face in faces), Cube(odd, True))
    for faces in product(COMMON_FACES, repeat=4)
    for odd in ODD_FACES
]  # fmt: skip


def test_of_the_7776_first_throws_450_score_nothing() -> None:
    assert len(FIRST_THROWS) == 7776
    assert sum(not ways_to_score(throw, OFFICIAL) for throw in FIRST_THROWS) == 450


def test_each_of_the_7776_first_throws_scores_what_the_sheet_says() -> None:
    should: dict[tuple[Cube, ...], set[Scored]] = {}
    for cubes in FIRST_THROWS:
        alike = tuple(sorted(cubes))
        if alike not in should:
            should[alike] = slowly_scored(alike, OFFICIAL)
        turn = Turn(OFFICIAL, need=0).throw(Throw(cubes))
        expected, trains = should[alike], {cube.face for cube in cubes}
        if not expected:
            assert turn.outcome == "train_wreck", cubes
        elif trains in ({"6"}, {"10"}):
            assert turn.outcome == ("instant_win" if trains == {"6"} else "supernova")
        else:
            assert (turn.outcome, turn.stake) == ("score", max(points for points, _ in expected)), cubes
            assert {(way.points, _as_kept(way.kept)) for way in turn.ways} == expected, cubes


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_throw_scores_what_the_sheet_says_in_every_way_it_allows(number: int) -> None:
    for cubes in every_throw(number):
        ways = scored(cubes, OFFICIAL)
        assert set(ways) == slowly_scored(cubes, OFFICIAL), cubes
        assert len(set(ways)) == len(ways), f"{cubes}: a way is offered twice"


@pytest.mark.parametrize(
    "rules",
    [
        {"sun_completes_train": True},
        {"fourth_number": "dead"},
        {"keep": "free"},
        {"sampler": 50},
        {"sun_completes_train": True, "fourth_number": "dead", "keep": "free", "sampler": True},
    ],
    ids=str,
)
def test_so_does_every_throw_under_the_other_rules(rules: dict[str, object]) -> None:
    chosen = Rules.chosen(rules)
    for number in (3, 4, 5):
        for cubes in every_throw(number):
            assert set(scored(cubes, chosen)) == slowly_scored(cubes, chosen), cubes


@pytest.mark.parametrize("scope", ["all", "offenders"])
@pytest.mark.parametrize("face", COMMON_FACES)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_every_clearing_throw_is_void_if_it_matches_and_else_scores_or_wimps_out(
    number: int, face: str, scope: str
) -> None:
    rules = Rules.chosen({"reroll_scope": scope})
    for cubes in every_throw(number):
        turn = cleared_with(cubes, face, rules)
        should, matching = slowly_scored(cubes, OFFICIAL), sum(cube.face == face for cube in cubes)
        if matching:
            thrown_again = number if scope == "all" else matching
            assert (turn.outcome, turn.stake, turn.next_throw.number) == ("reroll", 1000, thrown_again)
            assert turn.next_throw.uncleared == {face}
        elif not should:
            assert turn.outcome == ("train_wreck" if number == 5 else "wimpout")
        elif {cube.face for cube in cubes} in ({"6"}, {"10"}) and number == 5:
            assert turn.outcome == ("instant_win" if cubes[0].face == "6" else "supernova")
        else:
            assert turn.outcome == "score"
            assert {(way.points, _as_kept(way.kept)) for way in turn.ways} == should
            _check_each_way(turn, face, number)


def _check_each_way(turn: Turn, cleared: str, number: int) -> None:
    """Points clear the Flash, unless they are a new one; cubes that score are set aside, and the rest is thrown."""
    for at, way in enumerate(turn.ways):
        forced = (["clear_flash"] if way.flash else []) + ([] if way.left else ["all_five"])
        assert list(turn.forced(way)) == forced
        assert turn.uncleared(way) == ({way.flash} if way.flash else set())
        assert cleared not in turn.uncleared(way)
        following = turn.select(at).next_throw
        assert following.number == (number - len(way.kept) or 5)
        assert following.points == turn.stake_with(way) == 1000 + way.points
        assert turn.select(at).may_stop == (not forced)


@pytest.mark.parametrize("face", COMMON_FACES)
def test_where_flashes_accumulate_all_of_them_are_forbidden(face: str) -> None:
    rules = Rules.chosen({"pending_flash": "accumulate"})
    for cubes in every_throw(3):
        turn = cleared_with(cubes, face, rules)
        for way in turn.ways:
            assert turn.uncleared(way) == ({face, way.flash} if way.flash else set())


def cleared_with(cubes: tuple[Cube, ...], face: str, rules: Rules) -> Turn:
    """The turn after these cubes were thrown to clear a Flash of `face`."""
    odd = any(cube.odd for cube in cubes)
    to_clear = NextThrow(len(cubes), odd, uncleared=frozenset({face}), points=1000)
    return Turn(rules, need=0, outcome="reroll", before=to_clear, thrown=cubes, again=cubes).throw(Throw(cubes))


def _as_kept(cubes: tuple[Cube, ...]) -> tuple[tuple[str, bool], ...]:
    return tuple(sorted((cube.face, bool(cube.odd)) for cube in cubes))


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
