"""How a game ends: last licks in each of the endings, and the ends that come before them."""

from typing import get_args

import pytest

from controller.games.game import IllegalMoveError, Skip, Start, Stop, Throw
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.last_licks import LastLicks
from controller.games.wimpout.notation import cubes_from_text
from controller.games.wimpout.rules import Ending

# Ann has reached 50 first; Bob, Cy and Di follow her in the order of play. "bob 60": Bob stops at 60 in all;
# "bob -": Bob fails. The last column: who wins, and who is out in the end.
ENDINGS = [
    ("sheet", "bob -, cy -, di -", "ann", ""),
    ("sheet", "bob 50, cy -, di -", "ann", ""),  # equal has not passed
    ("sheet", "bob 60, cy -, di -", "bob", ""),  # and Ann has no answer
    ("sheet", "bob 60, cy 60, di 65", "di", ""),
    ("first_edition", "bob -, cy -, di -", "ann", "bob cy di"),
    ("first_edition", "bob 60, cy -, di -, ann -", "bob", "ann cy di"),
    ("first_edition", "bob 60, cy -, di -, ann 70, bob -", "ann", "bob cy di"),
    ("first_edition", "bob 60, cy 70, di -, ann -, bob 75, cy -", "bob", "ann cy di"),
    ("a", "bob -, cy -, di -", "ann", "bob cy di"),
    ("a", "bob 60, ann -, cy -, di -", "bob", "ann cy di"),
    ("a", "bob 60, ann 70, bob 80, ann -, cy -, di 90, bob -", "di", "ann bob cy"),
    ("b", "bob 60, cy -, di -, ann -", "bob", "ann cy di"),
    ("b", "bob -, cy 60, di -, ann 70, cy -", "ann", "bob cy di"),
    ("c", "bob -, cy -, di -", "ann", "bob cy di"),
    ("c", "bob 60, cy 55, di -, cy -, ann -", "bob", "ann cy di"),  # Cy had to pass Ann only, who led the round
    ("c", "bob 60, cy 70, di 70, di -, ann 75, bob -, cy -", "ann", "bob cy di"),  # the first of two equals leads
    ("d", "bob -, cy -, di -", "ann", "bob cy di"),
    ("d", "bob 60, cy -, di -", "bob", "ann cy di"),
    ("d", "bob 60, cy 70, di -", "cy", "ann bob di"),
]


@pytest.mark.parametrize(("ending", "licks", "winner", "out"), ENDINGS)
def test_each_ending_gives_licks_in_its_own_order(ending: Ending, licks: str, winner: str, out: str) -> None:
    totals = {"ann": 50, "bob": 20, "cy": 30, "di": 0}
    circle = tuple(totals)
    last_licks = LastLicks.begin(ending, circle, "ann", frozenset(circle))
    for lick in licks.split(", "):
        seat, total = lick.split()
        assert last_licks.line[0] == seat, f"before {lick!r} the line is {last_licks.line}"
        totals[seat] = totals[seat] if total == "-" else int(total)
        last_licks = last_licks.after_lick(totals)
    assert (last_licks.line, last_licks.leader) == ((), winner)
    assert last_licks.out == frozenset(out.split())


@pytest.mark.parametrize("ending", get_args(Ending))
def test_nobody_who_is_out_before_gets_a_lick(ending: Ending) -> None:
    last_licks = LastLicks.begin(ending, ("ann", "bob", "cy"), "bob", frozenset({"ann", "bob"}))
    assert last_licks.line == ("ann",)


# --- in a whole game ---

TO_505 = ["5 5 5 5 5*", "5 2 3 4 6*"]
TO_510 = ["5 5 5 5 5*", "10 2 3 4 6*"]


def game_of(*seats: str, **rules: object) -> WimpoutGame:
    return WimpoutGame.started(Start(seats, rules, starter=seats[0]))


def thrown(game: WimpoutGame, throws: list[str]) -> WimpoutGame:
    for cubes in throws:
        game = game.play(Throw(cubes_from_text(cubes)))
    return game


def test_reaching_the_goal_starts_last_licks_for_all_others_in_order() -> None:
    game = thrown(game_of("ann", "bob", "cy"), TO_505).play(Stop())
    assert [(moment.name, moment.seat) for moment in game.moments] == [("banked", "ann"), ("last_licks", "ann")]
    assert (game.view.phase, game.to_act, game.view.message.board) == ("last_licks", "cy", "BEAT 505")
    assert [standing.leads for standing in game.view.standings] == [True, False, False]


def test_exactly_the_goal_reaches_it() -> None:
    assert thrown(game_of("ann", "bob", goal=505), TO_505).play(Stop()).view.phase == "last_licks"
    assert thrown(game_of("ann", "bob", goal=510), TO_505).play(Stop()).view.phase == "turn"


def test_who_passes_the_leader_leads_and_the_highest_wins() -> None:
    game = thrown(game_of("ann", "bob", "cy"), TO_505).play(Stop())
    game = thrown(game, TO_510).play(Stop())
    assert game.to_act == "bob"
    game = game.play(Skip())
    assert (game.view.phase, game.view.winner, game.view.to_act) == ("over", "cy", None)
    assert [(moment.name, moment.seat) for moment in game.moments] == [("skipped", "bob"), ("game_over", "cy")]


def test_equal_has_not_passed_and_is_said_plainly_before() -> None:
    game = thrown(thrown(game_of("ann", "bob"), TO_505).play(Stop()), TO_505)
    assert "level with the leader" in game.view.message.sentence
    assert game.play(Stop()).view.winner == "ann"


def test_what_stopping_comes_to_is_said_with_those_whom_house_rules_move_then() -> None:
    game = thrown(thrown(game_of("ann", "bob", bump=True), TO_505).play(Stop()), TO_505)
    assert "Stopping now takes the lead." in game.view.message.sentence
    assert game.play(Stop()).view.winner == "bob"


def test_stopping_short_in_a_last_turn_is_allowed_and_said_plainly_before() -> None:
    game = thrown(thrown(game_of("ann", "bob"), TO_505).play(Stop()), ["10 10 2 3 4*", "10 5 2*"])
    assert game.view.may_stop
    assert "470 points short of the leader" in game.view.message.sentence
    game = game.play(Stop())
    assert (game.view.winner, game.player("bob").total) == ("ann", 35)


def test_a_player_not_yet_in_still_needs_the_entry_in_a_last_turn() -> None:
    game = thrown(thrown(game_of("ann", "bob"), TO_505).play(Stop()), ["10 10 2 3 4*"])
    with pytest.raises(IllegalMoveError, match="A turn of 35 points"):
        game.play(Stop())


def test_under_another_ending_who_fails_is_out() -> None:
    game = thrown(game_of("ann", "bob", "cy", last_licks="first_edition"), TO_505).play(Stop()).play(Skip())
    assert [standing.out for standing in game.view.standings] == [False, False, True]


def test_an_instant_winner_ends_the_game_at_once_even_in_last_licks() -> None:
    game = thrown(thrown(game_of("ann", "bob"), TO_505).play(Stop()), ["6 6 6 6 6*"])
    assert (game.view.winner, game.view.message.board) == ("bob", "INSTANT WINNER")


def test_a_supernova_puts_its_player_out_and_the_next_plays() -> None:
    game = thrown(game_of("ann", "bob", "cy"), ["10 10 10 10 10*"])
    assert (game.to_act, game.player("ann").out) == ("cy", True)
    assert game.play(Skip()).play(Skip()).to_act == "cy"


def test_if_one_player_is_left_that_player_has_won() -> None:
    game = thrown(game_of("ann", "bob"), ["10 10 10 10 10*"])
    assert (game.view.winner, game.view.phase) == ("bob", "over")
    assert [moment.name for moment in game.moments] == ["supernova", "game_over"]


def test_a_supernova_in_last_licks_is_a_failed_lick() -> None:
    game = thrown(thrown(game_of("ann", "bob", "cy"), TO_505).play(Stop()), ["10 10 10 10 10*"])
    assert (game.view.phase, game.to_act) == ("last_licks", "bob")


def test_a_player_alone_plays_to_the_goal() -> None:
    game = game_of("ann").play(Skip())
    assert game.to_act == "ann"
    game = thrown(game, TO_505).play(Stop())
    assert (game.view.phase, game.view.winner) == ("over", "ann")


def test_a_player_alone_can_lose_to_a_supernova() -> None:
    game = thrown(game_of("ann"), ["10 10 10 10 10*"])
    assert (game.view.phase, game.view.winner) == ("over", None)


def test_after_the_end_nothing_is_played() -> None:
    game = thrown(game_of("ann"), TO_505).play(Stop())
    with pytest.raises(IllegalMoveError, match="over"):
        game.play(Skip())
