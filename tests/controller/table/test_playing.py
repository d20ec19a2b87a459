"""A turn, as people play it."""

from __future__ import annotations

import pytest

from controller.ports import Device


def test_a_lone_person_plays_against_a_computer_player(evening):
    table = evening()
    table.begin("ANNA")
    assert [player.kind for player in table.now.players] == ["person", "computer"]
    assert table.now.stage == "playing"
    assert table.view.phase == "roll_off"


def test_a_lone_person_who_wants_no_computer_player_plays_alone(evening):
    table = evening()
    table.begin("ANNA", computers=0)
    assert [player.name for player in table.now.players] == ["ANNA"]
    assert table.view.to_act == table.seats["ANNA"]


def test_each_throws_one_common_cube_and_the_highest_starts(evening):
    table = evening()
    table.begin("ANNA", "BEN")
    first = table.view.to_act
    assert table.throw({0: "4"})
    second = table.view.to_act
    assert second != first
    assert table.throw({1: "6"})
    assert table.view.phase == "turn"
    assert table.view.to_act == second


def test_in_the_roll_off_one_cube_in_view_is_enough_and_the_odd_cube_is_not(evening):
    table = evening()
    table.begin("ANNA", "BEN")
    assert table.throw({2: "4"})
    table.tray.throw_all("2 3 4 5 6")
    table.table.reading(table.tray.reading())
    assert not table.throw({4: "10"})
    assert "odd cube" in table.now.message.sentence


def test_your_turn_says_how_many_cubes_to_throw(evening):
    table = evening()
    table.play("ANNA", "BEN")
    assert table.now.message.board == "THROW 5"
    assert "ANNA starts: throw all five cubes." in table.now.message.sentence
    assert "ready" in table.now.lamps


def test_while_cubes_move_nothing_is_decided(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    assert {"stop", "undo"} <= table.now.lamps
    table.table.reading(table.tray.moving())
    assert table.now.lamps == {"reading"}
    for name in ("stop", "roll_on", "undo"):
        reply = table.do(name, "ANNA")
        assert not reply.accepted
        assert "on their way" in reply.reason
    table.table.reading(table.tray.reading())
    assert table.do("stop", "ANNA").accepted


def test_what_scored_lights_up(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    assert table.view.stake == 15
    assert sorted(table.now.tray.cubes[index].face for index in table.now.scored) == ["10", "5"]


def test_the_choice_of_the_sun_is_preselected_and_the_sun_button_goes_round(evening):
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    labels = [option.label for option in table.view.options]
    assert labels == ["SUN AS 10", "SUN AS 5", "ROLL THE SUN"]
    assert "sun" in table.now.lamps
    lit = []
    for expected in (1, 2, 0):
        assert table.do("next_option").accepted
        assert table.view.selected == expected
        lit.append(len(table.now.scored))
    assert lit == [2, 1, 2]
    assert table.do("select", "ANNA", option=1).accepted
    assert table.view.stake == 10


def test_throwing_is_the_answer_to_an_open_choice(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    assert table.view.selected == 0
    assert table.throw({1: "10", 2: "10", 3: "6", 4: "2"})  # four cubes with the sun among them: it isn't scored
    assert table.view.stake == 25


def test_kept_cubes_may_go_on_the_rail_or_stay_where_they_lie(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.set_aside(0)
    assert not table.read()
    assert table.view.stake == 15
    assert table.throw({1: "5", 3: "5", 4: "2"})
    assert table.view.stake == 25


def test_stop_banks_and_the_next_player_acts(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("10 10 10 2 4")
    assert table.now.message.board == "CLEAR THE FLASH"
    assert not table.do("stop").accepted
    assert table.throw({3: "2", 4: "5"})
    assert table.do("stop").accepted
    standings = {standing.seat: standing.total for standing in table.view.standings}
    assert standings[table.seats["ANNA"]] == 105
    assert table.view.to_act == table.seats["BEN"]
    assert "banked" in {moment.name for moment in table.now.moments}
    assert table.now.moments_event == table.now.event


def test_who_must_roll_hears_by_which_rule(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    assert table.now.message.board == "NEED 35"
    reply = table.do("stop", "ANNA")
    assert not reply.accepted
    assert "35 points" in reply.reason
    assert "stop" not in table.now.lamps


def test_a_throw_that_matches_the_flash_is_thrown_again_with_the_same_cubes(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("4 4 4 2 6")
    table.throw({3: "4", 4: "5"})
    assert table.now.message.board == "REROLL"
    assert table.view.to_throw == 2
    assert table.throw({3: "2", 4: "5"})
    assert table.view.stake == 45


def test_all_five_cubes_scored_must_all_be_thrown(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 5 10 10 sun")
    assert table.now.message.board in ("YMNWTBYM", "CLEAR THE FLASH")
    assert table.view.to_throw == 5
    assert table.throw_all("5 2 3 4 6")


def test_a_wimpout_hands_the_turn_on(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("2 3 4 6 2")
    assert table.view.to_act == table.seats["BEN"]
    assert "train_wreck" in {moment.name for moment in table.now.moments}
    assert table.view.stake == 0


def test_a_person_throws_for_a_computer_player_at_a_real_tray(evening):
    table = evening(think_s=1)
    table.begin("ANNA")
    table.roll_off("ANNA")
    table.throw_all("2 3 4 6 2")
    assert table.now.message.board == "SOL THINKS"
    table.wait(1.1)
    assert table.now.message.board == "THROW FOR SOL"
    assert table.throw_all("10 10 10 2 6")
    table.wait(1.1)
    assert table.now.message.board == "THROW FOR SOL"
    assert table.throw({3: "5", 4: "2"})
    table.wait(1.1)  # 105 points: it stops by itself
    assert table.moves()[-1]["move"] == {"kind": "stop"}
    assert table.moves()[-1]["by"] == "computer"
    assert table.view.to_act == table.seats["ANNA"]


def test_buttons_and_phones_do_not_decide_for_a_computer_player(evening):
    table = evening(think_s=100)
    table.begin("ANNA")
    table.roll_off("ANNA")
    table.throw_all("2 3 4 6 2")
    for who in (None, "ANNA"):
        reply = table.do("stop", who)
        assert not reply.accepted
        assert "SOL" in reply.reason
    assert not {"stop", "roll_on", "sun"} & table.now.lamps


def test_at_a_simulated_tray_a_person_has_a_button_that_throws(evening):
    table = evening(with_hands=True, rules={"entry": 0}, think_s=0)
    table.tray.throw_all("2 3 4 5 6")
    table.begin("ANNA", "BEN")
    assert "throw" in table.now.commands
    while table.view.phase == "roll_off":
        who = "ANNA" if table.view.to_act == table.seats["ANNA"] else "BEN"
        assert table.do("throw", who).accepted
        assert not table.do("throw", who).accepted
        assert len(table.hands.asked[-1][0]) == 1
        table.read_hands()
    who = "ANNA" if table.view.to_act == table.seats["ANNA"] else "BEN"
    assert table.do("throw", who).accepted
    assert table.hands.asked[-1] == (None, ())
    table.read_hands()
    assert [move["move"]["kind"] for move in table.moves()][-1] == "throw"


def test_the_hands_take_up_the_cubes_of_the_selected_option(evening):
    table = evening(with_hands=True)
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    table.hands.fumble = True
    sun = table.tray.places[4]
    assert table.do("select", "ANNA", option=2).accepted
    assert table.do("throw", "ANNA").accepted
    take, keep = table.hands.asked[-1]
    assert sun in take
    assert len(take) == 4
    assert keep == (table.tray.places[0],)


def test_where_people_throw_there_is_no_button_that_throws(evening):
    table = evening()
    table.play("ANNA", "BEN")
    assert "throw" not in table.now.commands
    assert not table.do("throw", "ANNA").accepted


def test_a_whole_game_ends_with_a_winner_and_goes_on_by_rematch(evening):
    table = evening(rules={"goal": 100, "entry": 0})
    table.play("ANNA", "BEN", "CARA")
    while table.now.stage == "playing":
        if table.view.to_act == table.seats["ANNA"]:
            table.throw_all("10 10 10 2 4")
            table.throw({3: "2", 4: "5"})
            assert table.do("stop").accepted
        else:
            table.throw_all("2 3 4 6 2")
    assert table.now.message.board == "ANNA WINS"
    assert table.now.stage == "over"
    assert len(table.overs) == 1
    assert "rematch" in table.now.commands
    assert table.do("rematch", "BEN").accepted
    assert table.now.stage == "playing"
    assert [player.name for player in table.now.players] == ["ANNA", "BEN", "CARA"]
    assert table.table.seat_of(table.secrets["CARA"]) == table.seats["CARA"]


def test_a_finished_game_gives_way_to_the_show(evening):
    table = evening(rules={"goal": 50, "entry": 0}, shows=True, over_s=180)
    table.play("ANNA", computers=0)
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    assert table.do("stop").accepted
    assert table.now.stage == "over"
    table.wait(179)
    assert table.now.stage == "over"
    table.wait(2)
    assert table.now.stage == "show"
    assert table.table.seat_of(table.secrets["ANNA"]) is None


def test_the_moments_of_a_move_are_shown_once(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("10 10 10 2 4")
    assert [moment.name for moment in table.now.moments] == ["flash"]
    event = table.now.moments_event
    table.table.reading(table.tray.reading())
    assert table.now.moments_event == event
    table.do("undo", "ANNA")
    table.do("undo", "BEN")
    assert table.now.moments == ()


def test_everything_simulated_says_so(evening):
    table = evening()
    table.table.device(Device("camera", "simulated", "fine", simulated=True))
    table.table.device(Device("scoreboard", "model", "fine", simulated=True))
    assert table.now.simulated == ("camera: simulated", "scoreboard: model")


def test_every_message_has_at_most_three_words_for_the_board(evening):
    table = evening(rules={"goal": 100}, think_s=1)
    table.begin("ANNA MARIA")
    table.roll_off("ANNA MARIA")
    for words in ("5 2 4 3 sun", "2 3 4 6 2"):
        table.throw_all(words)
        table.read(problems={1: "cocked"})
        table.wait(2)
    assert len(table.published) > 10
    for snapshot in table.published:
        assert 1 <= len(snapshot.message.board.split()) <= 3
        assert snapshot.message.sentence


@pytest.mark.parametrize("direction", ["counter-clockwise", "clockwise"])
def test_the_table_plays_by_the_rules_of_its_settings(evening, direction):
    table = evening(rules={"direction": direction})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("2 3 4 6 2")
    assert table.view.to_act == table.seats["CARA" if direction == "counter-clockwise" else "BEN"]
