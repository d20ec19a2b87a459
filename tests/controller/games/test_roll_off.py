"""Who starts, and in which direction the play goes."""

import pytest

from controller.games.game import Cube, IllegalMoveError, Skip, Start, Stop, Throw
from controller.games.wimpout.game import WimpoutGame


def rolled(seats: str, *faces: str, **rules: object) -> WimpoutGame:
    game = WimpoutGame.started(Start(tuple(seats.split()), rules))
    for face in faces:
        game = game.play(Throw((Cube(face),)))
    return game


def order_of_turns(game: WimpoutGame) -> list[str | None]:
    order = []
    for _ in game.players:
        order.append(game.to_act)
        game = game.play(Skip())
    return order


def test_each_player_throws_one_common_cube_and_the_highest_starts() -> None:
    view = rolled("ann bob cy").view
    assert (view.phase, view.to_act, view.message.board) == ("roll_off", "ann", "ROLL ONE")
    assert (view.to_throw, view.odd_to_throw) == (1, False)

    game = rolled("ann bob cy", "4", "10", "6")
    assert (game.view.phase, game.view.to_act, game.view.to_throw) == ("turn", "cy", 5)
    assert [(moment.name, moment.seat, moment.points) for moment in game.moments] == [
        ("roll_off", "bob", 6),
        ("starter", "cy", 0),
    ]
    assert [standing.roll_off for standing in game.view.standings] == ["4", "6", "10"]


@pytest.mark.parametrize(("lower", "higher"), [("2", "3"), ("3", "4"), ("4", "5"), ("5", "6"), ("6", "10")])
def test_faces_rank_by_what_they_count(lower: str, higher: str) -> None:
    assert rolled("ann bob", lower, higher).to_act == "bob"


def test_those_who_tie_for_the_highest_throw_again_and_nobody_else() -> None:
    game = rolled("ann bob cy", "10", "4", "10")
    assert (game.view.phase, game.to_act, game.view.message.board) == ("roll_off", "ann", "TIE: ROLL ONE")
    again = game.play(Throw((Cube("2"),)))
    assert again.to_act == "bob"
    assert again.play(Throw((Cube("3"),))).to_act == "bob"
    assert again.play(Throw((Cube("2"),))).view.phase == "roll_off"


def test_a_tie_below_the_highest_is_none() -> None:
    assert rolled("ann bob cy", "4", "4", "5").view.phase == "turn"


def test_who_is_skipped_in_the_roll_off_counts_lowest() -> None:
    game = rolled("ann bob", "2").play(Skip())
    assert game.to_act == "ann"
    nobody = rolled("ann bob").play(Skip()).play(Skip())
    assert (nobody.view.phase, nobody.to_act) == ("turn", "ann")


@pytest.mark.parametrize(
    ("cubes", "says"),
    [
        ((), "the throw had 0 cubes"),
        ((Cube("5"), Cube("4")), "the throw had 2 cubes"),
        ((Cube("5", True),), "the odd cube was thrown"),
        ((Cube("sun", None),), "the odd cube was thrown"),
        ((Cube("9"),), "No cube has the face"),
    ],
)
def test_nothing_but_one_common_cube_decides(cubes: tuple[Cube, ...], says: str) -> None:
    with pytest.raises(IllegalMoveError, match=says):
        rolled("ann bob").play(Throw(cubes))


def test_a_cube_of_unknown_colour_is_taken_for_a_common_one() -> None:
    assert rolled("ann bob").play(Throw((Cube("5", None),))).to_act == "bob"


def test_nothing_else_can_be_done_in_the_roll_off() -> None:
    with pytest.raises(IllegalMoveError, match="roll-off"):
        rolled("ann bob").play(Stop())


def test_play_goes_counter_clockwise_which_is_down_the_seats() -> None:
    assert order_of_turns(rolled("ann bob cy", "2", "4", "3")) == ["cy", "bob", "ann"]


def test_the_rule_direction_turns_it_round() -> None:
    assert order_of_turns(rolled("ann bob cy", "2", "4", "3", direction="clockwise")) == ["bob", "cy", "ann"]


def test_a_host_may_name_the_starter_instead() -> None:
    game = WimpoutGame.started(Start(("ann", "bob"), starter="bob"))
    assert (game.view.phase, game.to_act) == ("turn", "bob")
    assert [moment.name for moment in game.moments] == ["starter"]


def test_a_player_alone_needs_no_roll_off() -> None:
    assert WimpoutGame.started(Start(("ann",))).view.phase == "turn"
