"""Throwing is the answer: what was thrown decides between the choices, and wrong cubes are refused in words."""

import pytest

from controller.games.game import Cube, IllegalMoveError, RollOn, Select, Start, Throw
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.notation import cubes_from_text


def throw(thrown: str, kept: str | None = None) -> Throw:
    return Throw(cubes_from_text(thrown), None if kept is None else cubes_from_text(kept))


def after(*throws: str) -> WimpoutGame:
    game = WimpoutGame.started(Start(("ann", "bob"), {"entry": 0}, starter="ann"))
    for cubes in throws:
        game = game.play(throw(cubes))
    return game


def unknown(*faces: str) -> Throw:
    """Cubes whose colour the reader couldn't tell."""
    return Throw(tuple(Cube(face, None) for face in faces))


def test_throwing_on_takes_the_preselected_option() -> None:
    assert after("5 3 4 6 sun").play(throw("5 2 3")).view.stake == 15 + 5


def test_throwing_the_sun_with_the_others_says_that_it_is_not_scored() -> None:
    game = after("5 3 4 6 sun").play(throw("5 2 3 2*"))
    assert game.view.stake == 5 + 5


def test_the_number_thrown_tells_between_two_pairs() -> None:
    taking_tens = after("5 5 10 10 sun").play(throw("2 2 3 5 6*"))
    assert taking_tens.view.stake == 110 + 5
    assert taking_tens.view.kept == ()


def test_a_selected_option_stands_where_the_throw_leaves_it_open() -> None:
    game = after("5 3 4 6 sun").play(Select(1))
    assert game.view.stake == 10
    assert game.play(throw("5 2 3")).view.stake == 10 + 5


def test_the_kept_faces_tell_between_options_of_the_same_number() -> None:
    game = after("4 4 6 6 sun")
    assert game.play(throw("5 2", kept="6 6 sun")).view.stake == 60 + 5
    assert game.play(throw("5 2", kept="4 4 sun")).view.stake == 40 + 5


def test_some_of_the_kept_cubes_in_view_are_enough() -> None:
    assert after("4 4 6 6 sun").play(throw("5 2", kept="4")).view.stake == 40 + 5


def test_the_odd_cube_thrown_or_kept_tells_which_of_four_alike_is_dead() -> None:
    game = after("4 4 10 4 4*")
    assert game.view.odd_to_throw is True
    assert game.play(throw("5*")).view.stake == 55
    assert game.play(throw("5")).view.stake == 55
    assert game.play(throw("5", kept="4 4 10 4*")).view.stake == 55
    with pytest.raises(IllegalMoveError, match="The cubes to stay were"):
        game.play(throw("5", kept="4 4 4 10"))


def test_cubes_of_unknown_colour_are_named_where_it_can_be_deduced() -> None:
    game = after("5 10 sun 2 3").play(unknown("5", "6"))
    assert game.view.last_throw == (Cube("5", False), Cube("6", False))


def test_the_odd_one_of_unknown_colours_is_the_one_that_can_be() -> None:
    game = after("5 10 2 3 4*").play(unknown("3", "3", "5"))
    assert game.view.last_throw == (Cube("3", False), Cube("3", False), Cube("5", True))


def test_the_odd_one_is_among_the_rest_when_those_that_stay_are_common() -> None:
    game = after().play(unknown("3", "3", "3", "2", "4"))
    assert (game.view.to_throw, game.view.odd_to_throw) == (2, True)


def test_cubes_of_unknown_colour_are_accepted_where_it_does_not_matter() -> None:
    game = after("5 10 2 3 4*").play(unknown("2", "6", "5"))
    assert (game.view.stake, game.view.to_throw) == (20, 2)
    assert game.view.odd_to_throw is None
    assert game.play(throw("5 2*")).view.stake == 25


@pytest.mark.parametrize(
    ("before", "thrown", "kept", "says"),
    [
        ([], "5 5 2 3", None, "5 cubes were to be thrown, 4 were."),
        (["5 10 2 3 4*"], "5 2 3 4*", None, "3 cubes were to be thrown, 4 were."),
        (["5 10 2 3 4*"], "5", None, "3 cubes were to be thrown, 1 was."),
        (["4 4 4 4 5*"], "5 2", None, "1 cube was to be thrown, 2 were."),
        (["5 3 4 6 sun"], "5 2", None, "3 or 4 cubes were to be thrown, 2 were."),
        (["5 10 2 3 4*"], "5 2 3", None, "The odd cube was to be thrown; it wasn't."),
        (["5 10 2 3 sun"], "5 4*", None, "The odd cube was to stay; it was thrown."),
        (["4 4 6 6 sun"], "5 2", "4 6 sun", "The cubes to stay were 6, 6 and the sun, or 4, 4 and the sun; "
         "4, 6 and the sun lie there."),
        (["5 10 2 3 4*"], "5 2 2*", "5 2", "The cubes to stay were 5 and 10; 2 and 5 lie there."),
        (["5 10 2 3 4*"], "5 2 2*", "5 10 6", "3 cubes thrown and 3 lying there are more than the 5 of the set."),
    ],
)  # fmt: skip
def test_wrong_cubes_are_refused_in_words(before: list[str], thrown: str, kept: str | None, says: str) -> None:
    game = after(*before)
    with pytest.raises(IllegalMoveError) as refused:
        game.play(throw(thrown, kept))
    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("cubes", "says"),
    [
        ((Cube("sun", True), Cube("sun", True), Cube("2"), Cube("2"), Cube("2")), "Two suns"),
        ((Cube("3", True), Cube("2"), Cube("2"), Cube("2"), Cube("2")), "A 3 was read on the odd cube"),
        ((Cube("sun", False), Cube("2"), Cube("2"), Cube("2"), Cube("2")), "A sun was read on a common cube"),
        ((Cube("4", True), Cube("5", True), Cube("2"), Cube("2"), Cube("2")), "Two cubes were read as the odd one"),
        ((Cube("4"), Cube("5"), Cube("2"), Cube("2"), Cube("2")), "None of the five cubes can be the odd one"),
        ((Cube("3", None),) * 5, "None of the five cubes can be the odd one"),
        ((Cube("7", True), Cube("5"), Cube("2"), Cube("2"), Cube("2")), "No cube has the face '7'"),
        ((Cube("5"),) * 6, "6 cubes were read"),
    ],
)
def test_cubes_that_no_set_has_are_refused(cubes: tuple[Cube, ...], says: str) -> None:
    with pytest.raises(IllegalMoveError, match=says):
        after().play(Throw(cubes))


def test_under_the_reroll_clause_the_same_cubes_are_thrown_again() -> None:
    game = after("4 4 4 2 6*", "4 10*")
    assert (game.view.to_throw, game.view.odd_to_throw) == (2, True)
    with pytest.raises(IllegalMoveError, match="2 cubes were to be thrown, 1 was"):
        game.play(throw("5"))
    assert game.play(throw("5 10*", kept="4 4 4")).view.stake == 55


def test_after_rolling_on_the_cubes_that_are_thrown_still_decide() -> None:
    game = after("5 3 4 6 sun").play(Select(2)).play(RollOn())
    view = game.view
    assert (len(view.options), view.options[view.selected].label) == (3, "ROLL THE SUN")
    assert (view.may_stop, view.may_roll, view.to_throw) == (False, False, 4)
    assert game.play(throw("5 2 3", kept="5 sun")).view.stake > 5

