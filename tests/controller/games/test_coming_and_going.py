"""Players who come, are skipped, or leave while the game is on."""

import pytest

from controller.games.game import Cube, GiveUp, IllegalMoveError, Join, Skip, Start, Stop, Throw
from controller.games.wimpout.game import WimpoutGame
from tests.controller.games.stories import forced, go_on, play, totals

TO_505 = "5 5 5 5 5* / 5 2 3 4 6* / stop"
TO_510 = "5 5 5 5 5* / 10 2 3 4 6* / stop"


def seats(game: WimpoutGame) -> list[str]:
    return [player.seat for player in game.players]


# --- coming ---


def test_who_joins_enters_at_0_and_plays_in_their_turn() -> None:
    game = play("10 10 2 3 4* / stop").play(Join("di"))
    assert [(moment.name, moment.seat) for moment in game.moments] == [("joined", "di")]
    assert (seats(game), totals(game), game.to_act) == (["ann", "bob", "cy", "di"], [20, 0, 0, 0], "bob")
    assert go_on(game, "skip / skip").to_act == "di"


def test_who_joins_says_beside_whom_they_sit() -> None:
    game = play("").play(Join("di", after="ann"))
    assert seats(game) == ["ann", "di", "bob", "cy"]
    assert game.play(Skip()).to_act == "di"


def test_who_joins_needs_the_entry() -> None:
    game = play("skip / skip / skip", entry=35).play(Join("di", after="ann"))
    assert forced(go_on(game, "skip / 10 10 2 3 4*")) == ["entry"]


def test_a_turn_that_is_on_is_not_touched() -> None:
    game = play("5 3 4 6 sun / = 2").play(Join("di"))
    assert (game.to_act, game.view.stake, game.view.to_throw) == ("ann", 5, 4)


def test_a_player_alone_gets_company_and_last_licks_with_it() -> None:
    game = go_on(play("", seats="ann").play(Join("bob")), TO_505)
    assert (game.view.phase, game.to_act) == ("last_licks", "bob")


def test_who_joins_in_the_roll_off_rolls_last() -> None:
    game = WimpoutGame.started(Start(("ann", "bob"), {"direction": "clockwise"}))
    game = game.play(Throw((Cube("2"),))).play(Join("cy")).play(Throw((Cube("3"),)))
    assert (game.view.phase, game.to_act) == ("roll_off", "cy")
    assert game.play(Throw((Cube("4"),))).to_act == "cy"


def test_where_a_tie_is_decided_nobody_new_rolls() -> None:
    game = WimpoutGame.started(Start(("ann", "bob"), {"direction": "clockwise"}))
    game = game.play(Throw((Cube("4"),))).play(Throw((Cube("4"),))).play(Join("cy"))
    game = game.play(Throw((Cube("3"),))).play(Throw((Cube("2"),)))
    assert (game.view.phase, game.to_act) == ("turn", "ann")


@pytest.mark.parametrize(
    ("story", "join", "says"),
    [
        (TO_505, Join("di"), "Last licks have begun"),
        ("6 6 6 6 6*", Join("di"), "over"),
        ("", Join("bob"), "'bob' is in this game already"),
        ("", Join("di", after="eve"), "'eve', next to which to sit, isn't in this game"),
    ],
)
def test_who_comes_too_late_or_nowhere_is_told_so(story: str, join: Join, says: str) -> None:
    with pytest.raises(IllegalMoveError, match=says):
        play(story).play(join)


def test_a_table_has_twelve_seats_and_one_that_is_given_up_is_free_again() -> None:
    game = play("", seats=" ".join("abcdefghijkl"))
    with pytest.raises(IllegalMoveError, match="All 12 seats are taken"):
        game.play(Join("m"))
    assert seats(game.play(GiveUp("c")).play(Join("m")))[-1] == "m"


# --- going ---


def test_who_gives_up_on_their_turn_loses_it_and_the_next_plays() -> None:
    game = play("10 10 2 3 4*").play(GiveUp("ann"))
    assert [(moment.name, moment.seat) for moment in game.moments] == [("gave_up", "ann")]
    assert (game.to_act, totals(game), game.player("ann").out) == ("bob", [0, 0, 0], True)
    assert go_on(game, "skip / skip").to_act == "bob"


def test_who_gives_up_on_anothers_turn_disturbs_nothing() -> None:
    game = play("10 10 2 3 4* / stop / 5 3 4 6 sun / = 2").play(GiveUp("ann"))
    assert (game.to_act, game.view.stake, totals(game)) == ("bob", 5, [20, 0, 0])
    assert go_on(game, "stop / skip").to_act == "bob"


def test_the_score_of_who_has_gone_holds_no_place() -> None:
    game = play("10 10 2 3 4* / stop / 10 10 2 3 4*", no_shared_score=True)
    assert forced(game) == ["no_shared_score"]
    assert forced(game.play(GiveUp("ann"))) == []


def test_the_last_one_left_has_won() -> None:
    game = play("5 10 2 3 4*", seats="ann bob").play(GiveUp("bob"))
    assert (game.view.phase, game.view.winner, game.view.message.sentence) == (
        "over", "ann", "The last player left, with 0 points.",
    )  # fmt: skip


def test_a_player_alone_who_gives_up_ends_the_game_unwon() -> None:
    game = play("5 10 2 3 4*", seats="ann").play(GiveUp("ann"))
    assert (game.view.phase, game.view.winner) == ("over", None)


def test_an_interrupted_turn_goes_with_its_player() -> None:
    game = play("4 4 4 2 6* / 4 2*", suspend=1).play(GiveUp("ann"))
    assert game.interrupted == ()
    assert go_on(game, "skip / skip").to_act == "bob"


def test_nobody_gives_up_twice_or_for_a_seat_that_is_not_there() -> None:
    game = play("").play(GiveUp("bob"))
    with pytest.raises(IllegalMoveError, match="Nobody plays at the seat 'bob'"):
        game.play(GiveUp("bob"))
    with pytest.raises(IllegalMoveError, match="Nobody plays at the seat 'di'"):
        game.play(GiveUp("di"))


@pytest.mark.parametrize(
    ("rolls", "gone", "more", "starts"),
    [
        ("4", "bob", "6", "cy"),
        ("4 6", "bob", "2", "ann"),
        ("4 6", "cy", "", "bob"),
        ("", "ann", "3 2", "bob"),
        ("4 4 2", "ann", "", "bob"),
    ],
)
def test_who_gives_up_in_the_roll_off_does_not_start(rolls: str, gone: str, more: str, starts: str) -> None:
    game = WimpoutGame.started(Start(("ann", "bob", "cy"), {"direction": "clockwise"}))
    for face in rolls.split():
        game = game.play(Throw((Cube(face),)))
    game = game.play(GiveUp(gone))
    for face in more.split():
        assert game.view.phase == "roll_off"
        game = game.play(Throw((Cube(face),)))
    assert (game.view.phase, game.to_act) == ("turn", starts)


def test_a_challenger_who_gives_up_has_had_their_lick() -> None:
    game = play(TO_505).play(GiveUp("bob"))
    assert (game.to_act, game.view.phase) == ("cy", "last_licks")
    assert game.play(Skip()).view.winner == "ann"


def test_one_in_line_who_gives_up_is_passed_over() -> None:
    game = go_on(play(TO_505).play(GiveUp("cy")), "skip")
    assert game.view.winner == "ann"


def test_a_leader_who_gives_up_is_still_to_be_passed_and_cannot_win() -> None:
    game = play(f"10 10 2 3 4* / stop / 5 10 2 3 4* / stop / skip / {TO_505}").play(GiveUp("ann"))
    assert (game.to_act, game.view.message.board) == ("bob", "BEAT 525")
    assert go_on(game, "skip / skip").view.winner == "bob"


@pytest.mark.parametrize("ending", ["a", "first_edition", "b", "c", "d"])
def test_a_leader_who_has_gone_answers_nobody(ending: str) -> None:
    game = play(TO_505, seats="ann bob cy di", last_licks=ending).play(GiveUp("ann"))
    game = go_on(game, TO_510)
    while game.to_act is not None:
        assert game.to_act != "ann"
        game = game.play(Skip())
    assert game.view.winner == "bob"


# --- skipping ---


def test_a_skipped_turn_ends_without_points_and_its_player_stays_in() -> None:
    game = play("10 10 2 3 4* / skip")
    assert (game.to_act, totals(game), game.player("ann").out) == ("bob", [0, 0, 0], False)
    assert go_on(game, "skip / skip").to_act == "ann"


def test_a_player_alone_counts_turns_to_the_goal() -> None:
    game = go_on(play("skip / 2 2 3 4 6*", seats="ann"), TO_505)
    assert (game.view.standings[0].turns, game.view.message.sentence) == (3, "505 points in 3 turns.")


def test_twelve_can_play() -> None:
    game = play("", seats=" ".join("abcdefghijkl"))
    for seat in "abcdefghijkl":
        assert game.to_act == seat
        game = game.play(Skip())
    assert game.to_act == "a"


def test_nothing_is_stopped_that_was_given_up() -> None:
    with pytest.raises(IllegalMoveError):
        play("5 10 2 3 4*").play(GiveUp("ann")).play(Stop())
