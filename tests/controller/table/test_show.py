"""Two computer players show the game while nobody sits."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

import pytest

from controller.games.wimpout import RULEBOOK
from controller.table.folding import restore
from tests.controller.table.conftest import written_shows


def games_shown(table):
    """How the games of the show have stood so far, one after the other."""
    views = [one.view for one in table.published if one.stage == "show"]
    return [view for before, view in zip([None, *views], views, strict=False) if view != before]


def test_whole_games_are_played_by_simulated_hands_from_the_roll_off_to_last_licks(evening):
    table = evening(with_hands=True, shows=True, show_games=2, think_s=0, show_pause_s=0)
    table.table.reading(table.tray.reading())
    table.wait(1000)
    assert len(table.overs) == 2
    assert table.table.games_over == 2
    for over in table.overs:
        assert over.stage == "show"
        assert over.view.winner is not None or all(one.out for one in over.view.standings)
    thrown = [move for move in table.moves() if move["move"]["kind"] == "throw"]
    assert table.table.throws == len(thrown) == sum(counted for _, counted in table.seen)
    table.wait(600)
    assert len(table.overs) == 2


@pytest.mark.parametrize("seed", range(3))
def test_hands_throw_just_the_cubes_that_the_game_takes_up(evening, seed):
    table = evening(with_hands=True, shows=True, show_games=1, think_s=0, seed=seed)
    table.table.reading(table.tray.reading())
    table.wait(1000)
    assert len(table.overs) == 1
    assert "not_counted" not in table.kinds()[10:]  # after the first throw out of an empty tray


def test_a_game_of_the_show_follows_another_after_a_pause(evening):
    table = evening(with_hands=True, shows=True, think_s=0, show_pause_s=8)
    table.table.reading(table.tray.reading())
    table.wait_for(lambda: table.overs)
    over = table.now.event
    table.wait(7)
    assert table.now.event == over
    table.wait(1.5)
    assert table.now.event > over
    assert table.now.stage == "show"


def test_at_a_real_tray_the_show_throws_by_chance_and_says_so(evening):
    table = evening(shows=True, think_s=1)
    table.wait(300)
    assert table.table.games_over >= 1
    assert any(view.options for view in games_shown(table))
    assert any("by chance" in line for line in table.now.simulated)
    assert "by chance" in table.now.message.sentence
    assert table.table.throws == 0


def test_cubes_that_move_during_a_virtual_show_mean_nothing(evening):
    table = evening(shows=True, think_s=10)
    table.wait(0.1)
    event = table.now.event
    table.throw_all("5 5 5 2 4")
    assert table.now.event == event
    assert table.now.scored == ()


def test_the_same_seed_shows_the_same_game(evening):
    one, other = (evening(shows=True, think_s=1, seed=7) for _ in range(2))
    one.wait(100)
    other.wait(100)
    assert games_shown(one) == games_shown(other)
    assert len(games_shown(one)) > 10


def test_of_a_show_by_chance_the_journal_has_its_beginning_alone_however_long_it_lasts(evening):
    """It goes on day and night, with some 70,000 moves a day: no memory card bears to have each written for good."""
    table = evening(shows=True)
    table.wait(900)
    assert table.table.games_over > 2
    assert len(games_shown(table)) > 600
    assert table.kinds() == ["game_started"]
    assert {one.event for one in table.published} == {0, 1}


def test_each_move_of_a_show_by_chance_has_scenes_of_its_own(evening):
    table = evening(shows=True)
    table.wait(300)
    scenes = [(one.moments_event, one.moments) for one in table.published if one.moments]
    assert len(scenes) > 50
    assert len({number for number, _ in scenes}) == len({(number, moments) for number, moments in scenes})


def test_after_a_power_cut_a_show_by_chance_is_the_same_from_its_beginning(evening):
    table = evening(shows=True, show_seed=None)
    table.wait(100)
    before = first_game(games_shown(table))
    table.published.clear()
    table.power_cut()
    table.wait(100)
    assert len(before) > 10
    assert first_game(games_shown(table)) == before
    assert table.kinds() == ["game_started"]


def first_game(shown):
    """Up to its end: five alike can end a show's game within those 100 seconds, and the next one is another game."""
    return list(takewhile(lambda view: view.phase != "over", shown))


def test_each_show_by_chance_is_another_one(evening):
    table = evening(shows=True, over_s=180)
    for _ in range(2):
        table.wait(100)
        table.sit("ANNA")
        table.wait(181)
    begun = [event.payload for event in table.events if event.kind == "game_started"]
    assert len(begun) == len({one["seed"] for one in begun}) == 3


def test_who_sits_down_in_a_show_by_chance_sits_at_the_table_that_the_journal_has(evening):
    table = evening(shows=True, rules={"entry": 0})
    table.wait(300)
    table.sit("ANNA")
    assert table.kinds() == ["game_started", "game_abandoned", "seat_taken"]
    assert table.table._book.state == restore(table.events, RULEBOOK)
    table.table.reading(table.tray.reading())
    assert table.do("start", "ANNA", computers=1).accepted
    table.roll_off("ANNA")
    table.throw_all("5 2 10 3 4")
    assert table.do("stop", "ANNA").accepted
    table.wait(2)
    assert table.now.message.board == "THROW FOR SOL"
    table.throw_all("5 2 10 3 4")
    table.wait(2)
    assert table.table._book.state == restore(table.events, RULEBOOK)


def test_what_the_host_does_in_a_show_by_chance_outlasts_a_power_cut(evening):
    table = evening(shows=True)
    table.wait(300)
    assert table.host("set_rules", rules={"goal": 300}).accepted
    game = table.view
    assert table.host("pause").accepted
    table.wait(100)
    assert table.view == game
    assert table.host("resume").accepted
    table.wait(100)
    assert table.view != game
    assert table.host("pause").accepted
    assert table.now.event == table.events[-1].id
    table.power_cut()
    assert table.now.paused
    table.host("resume")
    table.play("ANNA", "BEN")
    assert table.view.goal == 300


def test_a_show_by_chance_that_is_wholly_in_the_journal_is_played_to_its_end(evening):
    """As it is where an earlier version has begun it."""
    table = evening(shows=False, think_s=1)
    before = written_shows(table, moves=20).state.view
    table.settings = replace(table.settings, shows=True)
    table.power_cut()
    assert table.view == before
    table.wait_for(lambda: table.overs)
    assert restore(table.events, RULEBOOK).view == table.view
    table.wait(60)
    assert table.kinds()[-1] == "game_started"
    assert "seed" in table.events[-1].payload


def test_without_hands_and_dice_nothing_is_shown_and_the_table_invites(evening):
    table = evening(shows=False)
    table.wait(1000)
    assert table.now.stage == "seating"
    assert table.now.message.board == "SIT DOWN"
    assert table.kinds() == []


def test_a_cocked_cube_is_thrown_again_by_the_hands_alone(evening):
    table = evening(with_hands=True, shows=True, think_s=0, again_s=1)
    table.table.reading(table.tray.reading())
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    table.wait_for(lambda: table.now.stage == "show" and table.view.phase == "turn" and table.view.to_throw == 5)
    table.hands.fumble = True
    table.wait_for(lambda: table.hands.in_the_air)
    table.tray.throw_all("2 3 4 5 10")
    table.read(problems={2: "cocked"})
    assert table.now.message.board == "COCKED"
    assert "trouble" in table.now.lamps
    leaning = table.tray.places[2]
    asked = len(table.hands.asked)
    table.wait(1.1)
    assert table.hands.asked[asked:] == [((leaning,), ())]
    table.tray.throw({2: "6"})
    assert table.read()
    assert [cube["face"] for cube in table.moves()[-1]["move"]["thrown"]] == ["2", "3", "6", "5", "10"]


def test_hands_throw_again_when_nothing_was_read_of_their_throw(evening):
    table = evening(with_hands=True, shows=True, think_s=0, hands_timeout_s=15)
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    table.hands.fumble = True
    table.wait(1)
    assert len(table.hands.asked) == 1
    table.wait(13)
    assert len(table.hands.asked) == 1
    table.wait(2)
    assert len(table.hands.asked) == 2


def test_the_first_to_sit_ends_the_show(evening):
    table = evening(shows=True, think_s=1)
    table.wait(20)
    assert table.now.stage == "show"
    assert table.sit("ANNA").accepted
    assert table.now.stage == "seating"
    assert [player.name for player in table.now.players] == ["ANNA"]
    assert "game_abandoned" in table.kinds()


def test_people_who_sit_and_do_nothing_give_way_to_the_show(evening):
    table = evening(shows=True, over_s=180)
    table.sit("ANNA")
    table.wait(179)
    assert table.now.stage == "seating"
    table.wait(2)
    assert table.now.stage == "show"
    assert table.table.seat_of(table.secrets["ANNA"]) is None


@pytest.fixture
def hands_have_thrown(evening):
    """A show in which hands have just thrown all five, and nothing of it was read yet."""
    table = evening(with_hands=True, shows=True, think_s=0, again_s=1, missing_s=3, hands_timeout_s=15)
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    table.wait_for(lambda: table.now.stage == "show" and table.view.phase == "turn" and table.view.to_throw == 5)
    table.hands.fumble = True
    table.wait_for(lambda: table.hands.in_the_air)
    table.hands.asked.clear()
    return table


def with_two_set_aside(table):
    """5 2 10 3 4 was counted, the 5 and the 10 went on the rail, and the others lie there thrown again, unread."""
    table.tray.throw_all("5 2 10 3 4")
    table.read()
    table.wait(0.1)
    table.tray.set_aside(0, 2)
    table.tray.throw({1: "2", 3: "5", 4: "6"})
    table.hands.asked.clear()
    return table


def test_hands_wait_as_long_as_the_cubes_move(hands_have_thrown):
    table = hands_have_thrown
    table.table.reading(table.tray.moving())
    table.wait(100)
    assert table.hands.asked == []
    table.tray.throw_all("5 2 10 3 4")
    table.table.reading(table.tray.reading())
    assert table.view.stake == 15


def test_hands_never_throw_again_what_was_set_aside(hands_have_thrown):
    table = hands_have_thrown
    table.tray.throw_all("5 2 10 3 4")
    table.read()
    table.wait(0.1)
    (take, keep), = table.hands.asked
    assert {table.tray.at(point) for point in take} == {1, 3, 4}
    assert {table.tray.at(point) for point in keep} == {0, 2}
    table.tray.set_aside(0, 2)
    table.tray.throw({1: "2", 3: "5", 4: "6"})
    table.tray.take_away(3)
    table.hands.asked.clear()
    table.read()
    table.wait(4.1)  # one is out of view: those in the tray are thrown again, the kept ones never
    (take, keep), = table.hands.asked
    assert {table.tray.at(point) for point in take} == {1, 4}
    assert keep == ()


def test_a_face_that_cannot_be_told_is_thrown_again_by_the_hands_not_asked_for(hands_have_thrown):
    table = hands_have_thrown
    table.tray.throw_all("5 2 10 3 4")
    table.read(nameless={2: ("10", "6")})
    assert table.now.asks == ()
    where = table.tray.places[2]
    table.wait(1.1)
    assert table.hands.asked == [((where,), ())]


def test_hands_throw_the_whole_throw_again_where_more_cubes_are_seen_than_there_are(hands_have_thrown):
    table = with_two_set_aside(hands_have_thrown)
    table.read(more=("count",))
    assert table.now.message.sentence.endswith("Throw again.")
    table.wait(1.1)
    assert table.hands.asked == [(tuple(table.tray.places[cube] for cube in (1, 3, 4)), ())]
    table.tray.throw({1: "5", 3: "2", 4: "6"})
    assert table.read()
    assert table.view.stake == 20


def test_in_the_roll_off_hands_throw_all_five_where_throwing_one_again_does_not_help(evening):
    table = evening(with_hands=True, shows=True, think_s=0, again_s=1)
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    table.hands.fumble = True
    table.wait_for(lambda: table.hands.in_the_air)
    table.hands.asked.clear()
    for face in ("2", "3", "4"):
        table.tray.throw({0: face})
        table.read(more=("count",))
        table.wait(1.1)
    assert [cubes is None for cubes, _ in table.hands.asked] == [False, False, True]


def test_a_kept_cube_that_looks_doubtful_is_left_where_it_lies(hands_have_thrown):
    table = with_two_set_aside(hands_have_thrown)
    counted = {cube.face: cube.center for cube in table.table.lying}
    assert counted["5"] != table.tray.places[0]
    # The reader knows that cubes on the rail were carried there; one of the two it can't name any more.
    for cube in (0, 2):
        table.tray.still.add(cube)
    assert table.read(nameless={0: ("5", "6")}, problems={2: "cocked"})
    assert table.view.stake == 20


def test_a_kept_cube_that_cannot_be_read_is_laid_anew_never_thrown(hands_have_thrown):
    table = hands_have_thrown
    table.tray.throw_all("5 5 10 3 4")
    table.read()
    table.wait(0.1)
    table.tray.set_aside(0, 1, 2)
    table.tray.throw({3: "5", 4: "6"})
    for cube in (0, 1, 2):
        table.tray.still.add(cube)
    table.hands.asked.clear()
    # Two 5s and a 10 lie there; which of them these two are, nobody can say.
    table.read(nameless={0: ("5", "10"), 1: ("5", "10")}, problems={0: "cocked", 1: "cocked"})
    places = tuple(table.tray.places[cube] for cube in (0, 1))
    table.wait(1.1)
    assert table.hands.asked == [((), places)]
    assert table.read()
    assert table.view.stake == 25


def test_a_kept_cube_whose_face_is_not_told_is_laid_anew_too(hands_have_thrown):
    table = with_two_set_aside(hands_have_thrown)
    table.tray.still.update((0, 2))
    table.read(nameless={0: ("5", "10"), 2: ("5", "10")})
    places = tuple(table.tray.places[cube] for cube in (0, 2))
    table.wait(1.1)
    assert table.hands.asked == [((), places)]


def test_in_the_roll_off_it_does_not_matter_what_the_other_cubes_look_like(evening):
    table = evening(with_hands=True, shows=True, think_s=0, again_s=1)
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    table.hands.fumble = True
    table.wait_for(lambda: table.hands.in_the_air)
    table.tray.throw({0: "4"})
    assert table.read(nameless={3: ("5", "6")}, problems={3: "cocked", 4: "cocked"})


def test_a_game_that_is_given_up_is_told_and_is_no_game_over(hands_have_thrown):
    table = hands_have_thrown
    for _ in range(40):
        table.tray.throw_all("5 2 10 3 4")
        table.read(problems={1: "cocked"})
        table.wait(2)
    assert table.given_up == table.kinds().count("game_abandoned") > 0
    assert table.overs == []


def test_a_show_whose_cubes_are_beyond_repair_makes_room_for_another(hands_have_thrown):
    table = hands_have_thrown
    game = table.events[-1].game
    for _ in range(40):
        table.tray.throw_all("5 2 10 3 4")
        table.read(problems={1: "cocked"})
        table.wait(2)
    assert "game_abandoned" in table.kinds()
    assert table.events[-1].game != game
    assert table.now.stage == "show"


def test_hands_free_a_tray_in_which_something_seems_to_be_in_the_way(evening):
    table = evening(with_hands=True, shows=True, think_s=0, hands_timeout_s=15)
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.blocked("a hand"))
    table.hands.fumble = True
    table.wait(14)
    assert table.hands.asked == []
    table.wait(2)
    assert table.hands.asked == [(None, ())]


def test_a_show_that_is_blocked_in_mid_turn_begins_anew_in_the_end(hands_have_thrown):
    table = hands_have_thrown
    table.tray.throw_all("5 2 10 3 4")
    table.read()
    game = table.events[-1].game
    table.wait(0.1)
    table.table.reading(table.tray.blocked("a glass"))
    table.wait(15 * 12)
    assert table.events[-1].game == game
    table.wait(15 * 3)
    assert "game_abandoned" in table.kinds()


def test_a_throw_of_the_show_that_is_still_in_the_air_is_no_throw_of_the_game_that_begins(hands_have_thrown):
    table = hands_have_thrown
    table.tray.throw_all("5 2 10 3 4")
    table.tray.take_away(3)
    table.table.reading(table.tray.moving())
    table.sit("ANNA")
    table.do("start", "ANNA", computers=1)
    table.table.reading(table.tray.reading())  # four lie there, one still flies
    assert "base" not in [event.kind for event in table.events if event.game == table.events[-1].game]
    table.tray.throw({3: "10"})
    table.read()
    assert table.events[-1].kind == "base"
    assert table.view.phase == "roll_off"
    assert "throw" in table.now.commands


def test_a_throw_of_the_show_that_lands_before_the_game_begins_holds_nothing_up(hands_have_thrown):
    table = hands_have_thrown
    table.sit("ANNA")
    table.tray.throw_all("5 2 10 3 4")
    table.read()
    table.do("start", "ANNA", computers=1)
    assert table.events[-1].kind == "base"
    assert "throw" in table.now.commands


def test_hands_whose_throw_nobody_has_seen_hold_a_game_up_for_a_while_only(hands_have_thrown):
    table = hands_have_thrown
    table.sit("ANNA")
    table.do("start", "ANNA", computers=1)
    table.wait(14)
    assert table.events[-1].kind == "game_started"
    table.wait(2)
    assert table.events[-1].kind == "base"


def test_what_rests_while_hands_still_hold_cubes_is_no_throw(evening):
    table = evening(with_hands=True, shows=True, think_s=0, again_s=0)
    table.hands.fumble = True
    table.table.reading(table.tray.reading())
    table.wait_for(lambda: table.hands.in_the_air)
    table.hands.busy = True
    asked = len(table.hands.asked)
    assert not table.throw({0: "5"})
    table.tray.throw({1: "4"})
    assert not table.read(problems={1: "cocked"})
    table.wait(2)
    assert len(table.hands.asked) == asked
    assert "move" not in table.kinds()


def test_what_rested_before_the_hands_had_finished_is_the_throw_once_they_have(evening):
    table = evening(with_hands=True, shows=True, think_s=0, again_s=0)
    table.hands.fumble = True
    table.table.reading(table.tray.reading())
    table.wait_for(lambda: table.hands.in_the_air)
    table.hands.busy = True
    table.throw({0: "5"})
    table.hands.busy = False
    table.wait(1)
    assert [move["move"]["kind"] for move in table.moves()][:1] == ["throw"]
