"""The chances of a throw, against plain counting from the rule sheet, and what a throw comes to in the engine."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from controller.games.wimpout.odds.settled import SettledThrows
from controller.games.wimpout.odds.throws import every_throw, numbers_to_throw, throw_of
from controller.games.wimpout.rules import OFFICIAL, Rules

EVERY_THROW = [(number, odd, face) for number, odd in numbers_to_throw() for face in (None, *COMMON_FACES)]


def wimpout(rules: Rules, number: int, odd: bool, clearing: str | None = None) -> Fraction:
    return SettledThrows(rules).of(throw_of(number, odd, frozenset({clearing} if clearing else ()))).get(
        "wimpout", Fraction()
    )


def counted_wimpout(number: int, odd: bool, clearing: str | None) -> Fraction:
    """From the sheet: no number, no sun, no three alike, and all five alike are three alike; a throw that shows the
    Flash face is thrown again, so that it is as if it had never been."""
    dice = [COMMON_FACES] * (number - odd) + [ODD_FACES] * odd
    counting = [throw for throw in product(*dice) if clearing not in throw]
    lost = [
        throw for throw in counting if not {"5", "10", "sun"} & set(throw) and max(Counter(throw).values()) < 3
    ]
    return Fraction(len(lost), len(counting))


@pytest.mark.parametrize(
    ("number", "odd", "clearing", "chance"),
    [
        (5, True, None, Fraction(450, 7776)),
        (1, False, None, Fraction(4, 6)),
        (1, True, None, Fraction(3, 6)),
        (2, False, None, Fraction(16, 36)),
        (1, False, "2", Fraction(3, 5)),
        (1, False, "10", Fraction(4, 5)),
        (1, True, "3", Fraction(1, 2)),
        (2, True, "10", Fraction(4 * 3, 5 * 5)),
    ],
)
def test_chances_that_can_be_worked_out_on_a_napkin(
    number: int, odd: bool, clearing: str | None, chance: Fraction
) -> None:
    assert wimpout(OFFICIAL, number, odd, clearing) == chance


def test_every_chance_of_a_wimpout_is_what_plain_counting_gives() -> None:
    settled = SettledThrows(OFFICIAL)
    for number, odd, clearing in EVERY_THROW:
        throw = throw_of(number, odd, frozenset({clearing} if clearing else ()))
        assert settled.of(throw)["wimpout"] == counted_wimpout(number, odd, clearing), throw


@pytest.mark.parametrize(("number", "odd"), [(1, True), (2, False), (2, True), (3, True)])
def test_throwing_only_the_offenders_again_comes_to_the_same_faces(number: int, odd: bool) -> None:
    """Each cube is thrown until it doesn't match, whether the others are thrown with it or not."""
    offenders, all_cubes = SettledThrows(Rules(reroll_scope="offenders")), SettledThrows(OFFICIAL)
    for face in COMMON_FACES:
        throw = throw_of(number, odd, frozenset({face}))
        assert offenders.of(throw) == all_cubes.of(throw)


def test_a_wimpout_that_is_thrown_again_is_none() -> None:
    """Two common cubes: of 16 Wimpouts in 36 the two that show a 4 and a 2 are thrown again."""
    assert wimpout(Rules.chosen({"forty_two": True}), 2, False) == Fraction(14, 34)


def test_a_full_house_that_can_only_be_thrown_again_never_ends() -> None:
    """Two common cubes that may show nothing but a 3 are a pair beside the Flash, again and again."""
    rules = Rules.chosen({"full_house": True, "pending_flash": "accumulate"})
    assert SettledThrows(rules).of(throw_of(2, False, frozenset({"2", "4", "5", "6", "10"}))) == {}


@pytest.mark.parametrize(
    "choices",
    [{}, {"keep": "free"}, {"sun_completes_train": True}, {"fourth_number": "dead", "sampler": 50},
     {"forty_two": True, "full_house": True, "suspend": 1, "insurance": True}],
)
def test_something_becomes_of_every_throw(choices: dict[str, object]) -> None:
    settled = SettledThrows(Rules.chosen(choices))
    for number, odd, clearing in EVERY_THROW:
        results = settled.of(throw_of(number, odd, frozenset({clearing} if clearing else ())))
        assert sum(results.values()) == 1
        assert all(options for options in results), "a throw that scores has an option"


def test_an_instant_win_and_a_supernova_are_five_alike_on_one_throw() -> None:
    first = SettledThrows(OFFICIAL).of(throw_of(5, True))
    assert first["instant_win"] == first["supernova"] == Fraction(1, 7776)
    assert SettledThrows(Rules(sun_completes_train=True)).of(throw_of(5, True))["supernova"] == Fraction(2, 7776)


def test_every_throw_is_listed_in_as_many_ways_as_it_falls() -> None:
    for number, odd in numbers_to_throw():
        dice = [COMMON_FACES] * (number - odd) + [ODD_FACES] * odd
        fallen = Counter((*sorted(throw[: number - odd]), *throw[number - odd :]) for throw in product(*dice))
        listed = {
            (*sorted(cube.face for cube in cubes if not cube.odd), *(cube.face for cube in cubes if cube.odd)): ways
            for cubes, ways in every_throw(number, odd)
        }
        assert listed == fallen
