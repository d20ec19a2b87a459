"""When it goes wrong: cubes that lean or are lost, faces that can't be told, cameras that fail."""

from __future__ import annotations

from controller.ports import Device, Problem

OUT = Device("camera", "/dev/video0", "trouble", "the camera was unplugged; plug it in")
BACK = Device("camera", "/dev/video0", "fine")


def test_a_cocked_cube_is_thrown_again_and_makes_up_the_throw_with_the_others(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    assert not table.read(problems={2: "cocked"})
    assert table.now.message.board == "COCKED"
    assert "trouble" in table.now.lamps
    assert table.throw({2: "5"})
    assert table.view.stake == 10
    assert len(table.moves()[-1]["move"]["thrown"]) == 5


def test_a_kept_cube_that_leans_is_to_be_laid_flat_not_to_be_thrown(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 5 10 3 4")
    table.tray.set_aside(0, 1, 2)
    table.tray.throw({3: "5", 4: "6"})
    table.tray.still.update((0, 1, 2))
    assert not table.read(nameless={0: ("3", "4"), 1: ("3", "4")}, problems={0: "cocked", 1: "cocked"})
    assert table.now.message.board == "KEPT CUBE?"
    assert "without turning it over" in table.now.message.sentence
    assert table.read()
    assert table.view.stake == 25


def test_the_odd_one_that_was_set_aside_is_known_by_its_colour(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("3 2 2 3 10*")
    table.tray.set_aside(4)
    table.tray.throw({0: "5", 1: "4", 2: "6", 3: "6"})
    table.tray.still.add(4)
    assert table.read(nameless={4: ("4", "2")}, problems={4: "cocked"})
    assert table.view.stake == 15


def test_five_cubes_without_an_odd_one_are_no_throw(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    assert not table.read(more=("unsure",))
    assert table.now.message.board == "CAN'T READ"
    table.tray.throw_all("5 2 10 3 4")
    assert table.read()


def test_something_else_that_may_be_a_cube_is_no_throw(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    x, y = table.tray.places[0]
    assert not table.read(more=(Problem("unsure", (x + 40, y)),))
    assert table.now.message.board == "CAN'T READ"
    table.tray.throw_all("5 2 10 3 4")
    assert table.read()


def test_an_odd_one_that_lies_where_it_was_counted_needs_no_telling(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 2 3 10")
    table.tray.throw({1: "4", 2: "5", 3: "6"})
    assert table.read(more=("unsure",))
    assert table.view.stake == 20


def test_a_missing_cube_is_missed_after_a_while(evening):
    table = evening(missing_s=3)
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    table.tray.take_away(3)
    assert not table.read()
    assert table.now.message.board != "CUBE MISSING"
    table.wait(2.9)
    assert table.now.message.board != "CUBE MISSING"
    table.wait(0.2)
    assert table.now.message.board == "CUBE MISSING"
    assert "trouble" in table.now.lamps
    assert table.throw({3: "6"})
    assert table.view.stake == 15


def test_a_kept_cube_out_of_view_is_missing_too(evening):
    table = evening(missing_s=3)
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.take_away(0)
    assert not table.throw({1: "2", 3: "5", 4: "6"})
    table.wait(3.1)
    assert table.now.message.board == "CUBE MISSING"
    table.tray.throw({0: "5"})
    table.tray.set_aside(0)
    assert table.read()
    assert table.view.stake == 20


def test_a_cube_that_lies_beside_the_tray_is_missing(evening):
    table = evening(missing_s=3)
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    table.tray.zones[3] = None
    assert not table.read()
    table.wait(3.1)
    assert table.now.message.board == "CUBE MISSING"
    assert table.throw({3: "6"})


def test_without_a_mat_in_view_all_cubes_that_are_seen_are_in_the_tray(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    table.tray.zones = dict.fromkeys(range(5))
    assert table.read()
    assert table.view.stake == 15


def test_cubes_taken_up_to_be_thrown_are_not_missing(evening):
    table = evening(missing_s=3)
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.take_away(1, 3, 4)
    table.read()
    table.wait(60)
    assert table.now.message.board == "NEED 35"
    assert "trouble" not in table.now.lamps


def test_cubes_thrown_one_after_another_are_one_throw(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.take_away(*table.tray.faces)
    for number, (cube, face) in enumerate({0: "5", 1: "2", 2: "10", 3: "3", 4: "4"}.items()):
        assert table.throw({cube: face}) == (number == 4)
        table.wait(1)
    assert table.view.stake == 15


def test_the_wrong_number_of_cubes_is_said_and_throwing_the_right_ones_repairs_it(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.set_aside(0)
    assert not table.throw({1: "5", 2: "4", 3: "6", 4: "2"})
    assert "3 cubes were to be thrown, 4 moved" in table.now.message.sentence
    assert "trouble" in table.now.lamps
    assert table.view.stake == 15
    table.tray.throw({2: "10"})
    table.tray.set_aside(2)
    assert table.throw({1: "5", 3: "6", 4: "2"})
    assert table.view.stake == 20


def test_too_few_cubes_are_said_and_the_rest_completes_the_throw(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    assert not table.throw({1: "5", 3: "6"})
    assert "3 cubes were to be thrown, 2 moved" in table.now.message.sentence
    assert table.throw({4: "2"})
    assert table.view.stake == 20


def test_a_cube_that_was_to_stay_is_missed_by_its_face(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    assert not table.throw({0: "6", 1: "5", 3: "2"})  # the 5 was to stay, the odd 4 to be thrown
    assert table.now.message.board == "WRONG CUBES"
    assert table.view.stake == 15


def test_a_nudged_cube_changes_nothing_and_is_shown(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    x, y = table.tray.places[1]
    table.tray.places[1] = (x + 20, y)
    assert not table.read(problems={1: "nudged"})
    assert table.now.message.board == "NUDGED"
    assert table.view.stake == 15
    assert table.throw({1: "5", 3: "2", 4: "2"})
    assert table.view.stake == 20


def test_what_blocks_the_tray_is_said(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.table.reading(table.tray.blocked("a glass stands in the tray"))
    assert table.now.message.board == "TRAY BLOCKED"
    assert table.now.message.sentence == "A glass stands in the tray."
    assert {"trouble"} <= table.now.lamps
    assert "ready" not in table.now.lamps


def test_a_reading_that_cannot_be_is_thrown_again(evening):
    table = evening()
    table.play("ANNA", "BEN")
    assert not table.throw_all("5 2 10 4 3")  # a 3 on the odd cube
    assert table.now.message.board == "MISREAD"
    assert "odd cube" in table.now.message.sentence
    assert table.throw({4: "6"})
    assert table.view.stake == 15


def test_more_cubes_than_the_set_has_are_not_counted(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    assert not table.read(more=("count",))
    assert table.now.message.board == "TOO MANY CUBES"
    assert table.read()


def test_a_coin_beside_the_cubes_disturbs_nothing(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    assert table.read(more=("foreign",))


def test_a_reading_after_the_game_is_over_is_not_scored(evening):
    table = evening(rules={"goal": 50, "entry": 0})
    table.play("ANNA", computers=0)
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    table.do("stop")
    event = table.now.event
    assert not table.throw_all("5 5 5 5 5")
    assert table.now.event == event


def test_the_first_reading_is_only_how_the_cubes_lie(evening):
    table = evening()
    table.sit("ANNA")
    table.do("start", "ANNA", computers=0)
    table.tray.base = None
    assert not table.throw_all("5 5 5 2 4")
    assert table.view.stake == 0
    assert table.kinds()[-1] == "base"
    assert table.throw_all("5 5 2 3 4")


def test_cubes_left_over_from_the_show_are_not_the_first_throw(evening):
    table = evening(with_hands=True, shows=True, think_s=0)
    table.table.reading(table.tray.reading())
    table.wait(5)
    table.sit("ANNA")
    table.throw_all("5 5 5 2 4")  # what the hands had thrown when ANNA sat down comes to rest
    table.do("start", "ANNA", computers=0)
    assert table.view.stake == 0
    table.table.reading(table.tray.reading())
    assert table.view.stake == 0
    assert table.throw_all("5 2 3 4 6")


# --- asking people ---


def asked(table):
    """ANNA has thrown, and cube 2 is a 6 or a 10."""
    table.tray.throw_all("5 2 10 3 4")
    assert not table.read(nameless={2: ("10", "6")})


def test_a_face_that_cannot_be_told_is_asked_for_with_the_two_likeliest(evening):
    table = evening()
    table.play("ANNA", "BEN")
    asked(table)
    assert table.now.asks == (2,)
    assert table.now.message.board == "WHICH FACE"
    assert "a 10 or a 6" in table.now.message.sentence
    assert "trouble" in table.now.lamps
    assert "answer" in table.now.commands


def test_an_answer_counts_when_another_player_confirms_it(evening):
    table = evening()
    table.play("ANNA", "BEN")
    asked(table)
    assert table.do("answer", "ANNA", cube=2, face="10").accepted
    assert table.now.answer == (2, "10", table.seats["ANNA"])
    assert "ANNA says it is a 10" in table.now.message.sentence
    refused = table.do("confirm", "ANNA")
    assert not refused.accepted
    assert "Another player" in refused.reason
    assert table.view.stake == 0
    assert table.do("confirm", "BEN").accepted
    assert table.view.stake == 15
    assert table.now.asks == ()
    assert table.now.tray.cubes[2].face == "10"


def test_question_answer_and_yes_are_in_the_journal_with_the_alternatives(evening):
    table = evening()
    table.play("ANNA", "BEN")
    asked(table)
    table.do("answer", "BEN", cube=2, face="6")
    table.do("confirm", "ANNA")
    question, answer, yes, move = table.events[-4:]
    assert (question.kind, answer.kind, yes.kind, move.kind) == ("asked", "answered", "confirmed", "move")
    assert question.payload["tray"]["cubes"][2]["alternatives"] == [["10", 0.6], ["6", 0.3]]
    assert answer.payload["alternatives"] == [["10", 0.6], ["6", 0.3]]
    assert (yes.payload["answered_by"], yes.payload["seat"]) == (table.seats["BEN"], table.seats["ANNA"])
    assert move.payload["named_by_people"] == {"2": "6"}


def test_another_answer_takes_the_place_of_the_first_and_the_same_one_is_a_yes(evening):
    table = evening()
    table.play("ANNA", "BEN")
    asked(table)
    table.do("answer", "ANNA", cube=2, face="10")
    table.do("answer", "BEN", cube=2, face="6")
    assert table.now.answer == (2, "6", table.seats["BEN"])
    assert table.do("answer", "ANNA", cube=2, face="6").accepted
    assert table.view.stake == 5


def test_where_only_one_person_plays_the_answer_is_accepted_directly(evening):
    table = evening()
    table.begin("ANNA")
    table.roll_off("ANNA")
    asked(table)
    assert table.do("answer", "ANNA", cube=2, face="10").accepted
    assert table.view.stake == 15


def test_two_faces_are_asked_for_one_after_the_other(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.tray.throw_all("5 2 10 3 4")
    table.read(nameless={0: ("5", "6"), 2: ("10", "6")})
    assert table.now.asks == (0, 2)
    table.do("answer", "ANNA", cube=2, face="10")
    table.do("confirm", "BEN")
    assert table.now.asks == (0,)
    assert table.view.stake == 0
    table.do("answer", "ANNA", cube=0, face="5")
    table.do("confirm", "BEN")
    assert table.view.stake == 15


def test_an_answer_that_was_not_asked_for_is_refused(evening):
    table = evening()
    table.play("ANNA", "BEN")
    assert not table.do("answer", "ANNA", cube=2, face="10").accepted
    asked(table)
    for wrong in ({"cube": 1, "face": "2"}, {"cube": 2, "face": "5"}, {"cube": "2", "face": "10"}, {}):
        assert not table.do("answer", "ANNA", **wrong).accepted
    assert not table.do("answer", None, cube=2, face="10").accepted
    assert not table.do("confirm", "BEN").accepted


def test_throwing_the_cube_again_answers_the_question_too(evening):
    table = evening()
    table.play("ANNA", "BEN")
    asked(table)
    table.do("answer", "ANNA", cube=2, face="10")
    assert table.throw({2: "2"})
    assert table.now.asks == ()
    assert table.now.answer is None
    assert table.view.stake == 5


def test_reading_the_same_cubes_once_more_does_not_forget_the_answer(evening):
    table = evening()
    table.play("ANNA", "BEN")
    asked(table)
    table.do("answer", "ANNA", cube=2, face="10")
    table.read(nameless={2: ("10", "6")})
    assert table.now.answer == (2, "10", table.seats["ANNA"])
    table.do("confirm", "BEN")
    assert table.view.stake == 15


def test_a_kept_cube_that_was_read_before_is_not_asked_for_again(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.throw({1: "2", 3: "5", 4: "6"})
    assert table.read(nameless={0: ("5", "6")})
    assert table.view.stake == 20
    assert table.moves()[-1]["tray"]["status"] == "clear"
    assert table.moves()[-1]["tray"]["problems"] == []


def test_kept_cubes_that_are_pushed_along_until_one_lies_where_another_lay_keep_their_faces(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    table.tray.set_aside(0, 2)
    table.tray.places[0], table.tray.places[2] = table.tray.places[2], (550.0, 900.0)
    table.tray.still |= {0, 2}
    table.tray.throw({1: "2", 3: "5", 4: "6"})
    assert table.read()
    assert table.view.stake == 20
    assert [cube["face"] for cube in table.moves()[-1]["tray"]["cubes"]] == ["5", "2", "10", "5", "6"]


def test_a_cube_that_only_lies_by_does_not_disturb_a_roll_off(evening):
    table = evening()
    table.begin("ANNA", "BEN")
    table.tray.throw_all("2 3 4 5 6")
    table.read(nameless={3: ("5", "6")})
    assert table.throw({0: "10"}) is True
    table.tray.throw({1: "2"})
    assert table.read(nameless={3: ("5", "6")})
    assert table.view.phase == "turn"


def test_a_thrown_cube_in_doubt_is_never_scored(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.throw_all("5 2 10 3 4")
    for problem in ("cocked", "unsure"):
        table.tray.throw({1: "2", 3: "5", 4: "6"})
        assert not table.read(problems={3: problem})
        assert table.view.stake == 15


# --- camera, journal and people out ---


def test_a_reader_that_dies_and_is_back_at_once_asks_nobody_to_enter_throws(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.table.device(OUT)
    table.wait(2.9)
    assert not table.now.hand_entry
    assert not table.do("enter", "ANNA", cubes=["5", "2", "10", "3", "4*"]).accepted
    table.table.device(BACK)
    table.wait(10)
    assert not table.now.hand_entry


def test_without_a_camera_throws_are_entered_by_hand_and_marked(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.table.device(OUT)
    table.wait(3)
    assert table.now.hand_entry
    assert table.now.message.board == "ENTER BY HAND"
    assert "trouble" in table.now.lamps
    assert "enter" in table.now.commands
    assert table.do("enter", "ANNA", cubes=["5", "2", "10", "3", "4*"]).accepted
    assert table.view.stake == 15
    assert table.moves()[-1]["by"] == "hand"
    assert table.moves()[-1]["entered_by"] == table.seats["ANNA"]


def test_what_is_entered_by_hand_has_to_be_a_throw(evening):
    table = evening()
    table.play("ANNA", "BEN")
    assert "while it is out" in table.do("enter", "ANNA", cubes=["5", "2", "10", "3", "4*"]).reason
    table.table.device(OUT)
    table.wait(3)
    for cubes in (["5", "2"], ["sun", "sun", "2", "3", "4"], ["7", "2", "3", "4", "5"], "5 2 10 3 4", [], [5], None):
        reply = table.do("enter", "ANNA", cubes=cubes)
        assert not reply.accepted
        assert reply.reason
    assert "ANNA" in table.do("enter", "BEN", cubes=["5", "2", "10", "3", "4*"]).reason
    assert not table.do("enter", None, cubes=["5", "2", "10", "3", "4*"]).accepted
    assert table.view.stake == 0


def test_when_the_camera_is_back_what_lies_there_is_not_counted_twice(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.table.device(OUT)
    table.wait(3)
    table.tray.throw_all("5 2 10 3 4")
    table.do("enter", "ANNA", cubes=["5", "2", "10", "3", "4*"])
    table.table.device(BACK)
    assert not table.now.hand_entry
    assert not table.read()
    assert table.view.stake == 15
    assert table.throw({1: "5", 3: "2", 4: "6"})
    assert table.view.stake == 20


def test_a_cube_thrown_while_the_camera_was_out_is_read_when_it_is_back(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.table.device(OUT)
    table.wait(3)
    table.tray.throw_all("5 2 10 3 4")
    table.table.device(BACK)
    assert table.read()
    assert table.view.stake == 15


def test_a_scoreboard_that_fails_lights_the_lamp_and_stops_nothing(evening):
    table = evening()
    table.play("ANNA", "BEN")
    table.table.device(Device("scoreboard", "/dev/ttyUSB0", "trouble", "no answer; look at its plug"))
    assert "trouble" in table.now.lamps
    assert table.throw_all("5 2 10 3 4")
    assert not table.now.hand_entry


def test_a_person_who_gives_no_sign_can_be_skipped_after_a_while(evening):
    table = evening(skip_after_s=90)
    table.play("ANNA", "BEN")
    reply = table.do("skip", "BEN")
    assert not reply.accepted
    assert "90 s" in reply.reason
    table.wait(89)
    assert "skip" not in table.now.commands
    table.wait(2)
    assert "skip" in table.now.commands
    assert not table.do("skip").accepted  # a button is no vote
    assert table.do("skip", "BEN").accepted
    assert table.view.to_act == table.seats["BEN"]


def test_more_than_half_of_the_others_have_to_ask_before_a_turn_is_skipped(evening):
    table = evening(skip_after_s=90)
    table.play("ANNA", "BEN", "CARA", "DORA")
    table.wait(91)
    anna, ben, cara = (table.seats[name] for name in ("ANNA", "BEN", "CARA"))
    assert table.do("skip", "BEN").accepted
    assert table.view.to_act == anna
    assert table.now.message.board == "SKIP TURN?"
    assert "BEN asks to skip the turn of ANNA. 1 more player has to agree." in table.now.message.sentence
    assert "skip" not in table.now.offers[ben]
    assert "skip" in table.now.offers[cara]
    assert "already" in table.do("skip", "BEN").reason
    assert "only others" in table.do("skip", "ANNA").reason
    table.power_cut()
    table.table.reading(table.tray.reading())
    table.wait(91)
    assert table.do("skip", "CARA").accepted, "who has asked before the power went has asked"
    assert table.view.to_act != anna
    assert table.moves()[-1]["skipped_by"] == cara
    assert table.now.message.board != "SKIP TURN?"


def test_a_throw_makes_void_that_others_asked_to_skip_the_turn(evening):
    table = evening(rules={"entry": 0}, skip_after_s=90)
    table.play("ANNA", "BEN", "CARA")
    table.wait(91)
    assert table.do("skip", "BEN").accepted
    table.throw_all("5 2 10 3 4")
    assert table.now.message.board != "SKIP TURN?"
    table.wait(91)
    assert table.do("skip", "CARA").accepted
    assert table.view.to_act == table.seats["ANNA"]


def test_a_player_who_throws_gives_a_sign(evening):
    table = evening(skip_after_s=90)
    table.play("ANNA", "BEN")
    table.wait(80)
    table.table.reading(table.tray.moving())
    table.wait(20)
    assert not table.do("skip", "BEN").accepted


def test_who_leaves_is_skipped_and_the_others_play_on(evening):
    table = evening()
    table.play("ANNA", "BEN", "CARA")
    assert table.do("leave", "ANNA").accepted
    table.wait(1)
    assert table.view.to_act != table.seats["ANNA"]
    assert table.now.stage == "playing"
    assert not table.now.player(table.seats["ANNA"]).present
    assert table.table.seat_of(table.secrets["ANNA"]) is None


def test_when_everybody_has_left_the_game_is_over_and_the_show_begins(evening):
    table = evening(shows=True)
    table.play("ANNA", "BEN")
    table.do("leave", "ANNA")
    table.do("leave", "BEN")
    table.wait(1)
    assert table.now.stage == "show"
    assert "game_abandoned" in table.kinds()


def test_nobody_is_skipped_while_cubes_are_on_their_way(evening):
    table = evening(skip_after_s=90)
    table.play("ANNA", "BEN")
    table.table.reading(table.tray.moving())
    table.wait(91)
    assert "skip" not in table.now.commands
    assert "on their way" in table.do("skip", "BEN").reason


def test_a_camera_that_fails_while_simulated_cubes_fly_asks_for_the_throw_by_hand(evening):
    table = evening(with_hands=True)
    table.play("ANNA", "BEN")
    table.hands.fumble = True
    assert table.do("throw", "ANNA").accepted
    assert table.now.message.board == "READING"
    table.table.device(OUT)
    table.wait(3)
    assert table.now.message.board == "ENTER BY HAND"
    assert "reading" not in table.now.lamps
    assert table.do("enter", "ANNA", cubes=["5", "2", "10", "3", "4*"]).accepted
    table.table.device(BACK)
    table.read()
    assert table.view.stake == 15
    assert "throw" in table.now.commands
