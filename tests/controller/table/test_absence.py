"""People go without a word: games and seats are not held for ever, and nobody loses them unwarned."""

from __future__ import annotations

import pytest

from controller.journal import JournalError
from controller.ports import Device

OUT = Device("camera", "test", "trouble", "unplugged")
BACK = Device("camera", "test", "fine")


@pytest.fixture
def deserted(evening):
    """ANNA and BEN play, ANNA has banked 105 points, and everybody goes."""
    table = evening(shows=True, abandoned_s=600, over_s=180, rules={"entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    assert table.do("stop").accepted
    return table


def is_warned(table) -> bool:
    return table.now.message.board == "STILL THERE?"


# --- a game that nobody plays any more ---


def test_a_game_without_a_sign_ends_with_its_scores_as_they_stand_and_the_show_returns(deserted):
    deserted.wait(599)
    assert deserted.now.stage == "playing"
    deserted.wait(2)
    assert deserted.now.stage == "show"
    (ended,) = [event for event in deserted.events if event.kind == "game_abandoned"]
    assert "600 s" in ended.payload["reason"]
    assert {score["name"]: score["total"] for score in ended.payload["scores"]} == {"ANNA": 105, "BEN": 0}
    assert deserted.table.seat_of(deserted.secrets["ANNA"]) is None


def test_people_are_warned_in_the_last_minute_and_a_sign_takes_the_warning_back(deserted):
    deserted.wait(539)
    assert not is_warned(deserted)
    deserted.wait(2)
    assert is_warned(deserted)
    assert not deserted.do("stop", "ANNA").accepted  # refused, and a sign all the same
    assert not is_warned(deserted)
    deserted.wait(539)
    assert deserted.now.stage == "playing"
    assert not is_warned(deserted)


def test_movement_in_the_tray_is_a_sign_and_so_is_a_throw(deserted):
    for _ in range(3):
        deserted.wait(550)
        assert deserted.now.stage == "playing"
        deserted.read()
    deserted.wait(550)
    assert deserted.throw_all("5 2 10 3 4")
    deserted.wait(599)
    assert deserted.now.stage == "playing"


def test_a_restart_ends_no_game_the_time_counts_anew(deserted):
    deserted.wait(590)
    deserted.power_cut()
    assert deserted.now.message.board == "GO ON"
    deserted.wait(530)
    assert deserted.now.stage == "playing"
    assert deserted.now.message.board == "GO ON"
    deserted.wait(60)
    assert is_warned(deserted)
    deserted.wait(11)
    assert deserted.now.stage == "show"


def test_no_game_ends_while_the_camera_is_out_and_people_have_their_time_when_it_is_back(deserted):
    deserted.wait(590)
    deserted.table.device(OUT)
    assert not is_warned(deserted)
    deserted.wait(5000)
    assert deserted.now.stage == "playing"
    deserted.table.device(BACK)
    deserted.wait(599)
    assert deserted.now.stage == "playing"
    deserted.wait(2)
    assert deserted.now.stage == "show"


def test_no_game_ends_while_nothing_can_be_journaled(deserted, monkeypatch):
    journal = deserted.journal
    write = journal.append
    monkeypatch.setattr(journal, "append", lambda *how: write_nothing())
    deserted.throw_all("5 2 10 3 4")
    deserted.wait(5000)
    assert deserted.now.message.board == "JOURNAL TROUBLE"
    monkeypatch.setattr(journal, "append", write)
    deserted.wait(500)
    assert deserted.now.stage == "playing"
    assert deserted.view.stake == 15


def write_nothing() -> None:
    raise JournalError("the disk is full")


def test_a_throw_that_simulated_hands_repeat_in_vain_is_nobodys_sign(evening):
    table = evening(with_hands=True, shows=True, think_s=0, again_s=1, abandoned_s=600)
    table.tray.throw_all("2 3 4 5 6")
    table.play("ANNA")
    table.throw_all("2 3 4 6 2")
    table.hands.fumble = True
    for _ in range(19):
        assert table.now.stage == "playing"
        table.tray.throw_all("5 2 10 3 4")
        table.read(problems={2: "cocked"})
        table.wait(30)
    table.wait(40)
    assert table.now.stage == "show"
    assert "game_abandoned" in table.kinds()


def test_a_restart_after_the_end_shows_what_was_shown(deserted):
    deserted.wait(601)
    players = deserted.now.players
    deserted.power_cut()
    assert (deserted.now.stage, deserted.now.players) == ("show", players)


def test_a_game_that_ends_so_makes_room_where_no_show_is_possible(evening):
    table = evening(shows=False, abandoned_s=600)
    table.play("ANNA", "BEN")
    table.wait(601)
    assert (table.now.stage, table.now.players) == ("seating", ())
    assert table.sit("CARA").accepted


def test_a_recording_and_a_show_never_end_so(evening):
    recording = evening(replay=True, abandoned_s=600)
    recording.table.start_replay()
    show = evening(with_hands=True, shows=True, think_s=5000)
    show.table.reading(show.tray.reading())
    for table in (recording, show):
        table.wait(4000)
        assert "game_abandoned" not in table.kinds()
        assert not any(snapshot.message.board == "STILL THERE?" for snapshot in table.published)


def test_a_short_time_warns_in_its_second_half(evening):
    table = evening(abandoned_s=60)
    table.play("ANNA", "BEN")
    table.wait(29)
    assert not is_warned(table)
    table.wait(2)
    assert is_warned(table)


def test_a_game_whose_players_have_left_does_not_go_on_by_itself(evening):
    table = evening()
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("10 10 10 10 10")  # a Supernova: ANNA is out, and looks on
    table.do("leave", "BEN")
    table.do("leave", "CARA")
    table.wait(10)
    assert table.now.stage == "seating"
    assert [player.name for player in table.now.players] == ["ANNA"]
    assert len([move for move in table.moves() if move["move"]["kind"] == "skip"]) < 3


# --- seats at which nobody begins, and games that are over ---


def over(evening, **settings):
    table = evening(**{"shows": True, "over_s": 180, "rules": {"goal": 50, "entry": 0}, **settings})
    table.play("ANNA", computers=0)
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    assert table.do("stop").accepted
    assert table.now.stage == "over"
    return table


def test_who_sits_and_does_not_begin_is_warned_before_the_seat_is_given_up(evening):
    table = evening(shows=True, over_s=180)
    table.wait(1)
    table.sit("ANNA")
    table.wait(119)
    assert "given up" not in table.now.message.sentence
    table.wait(2)
    assert table.now.message.sentence == "ANNA sits here and nobody starts: the seat is given up within a minute."
    table.wait(60)
    assert table.now.stage == "show"


def test_another_who_sits_down_gives_all_of_them_their_time(evening):
    table = evening(shows=True, over_s=180)
    table.sit("ANNA")
    table.wait(170)
    table.sit("BEN")
    table.wait(119)
    assert table.now.stage == "seating"
    assert "given up" not in table.now.message.sentence


def test_who_has_won_is_warned_before_the_seats_are_given_up(evening):
    table = over(evening)
    table.wait(119)
    assert table.now.message.sentence.endswith("ANNA wins: 105 points in 1 turn.")
    table.wait(2)
    assert "ANNA wins: 105 points in 1 turn. The seats are given up within a minute" in table.now.message.sentence
    table.wait(60)
    assert table.now.stage == "show"


def test_where_no_show_waits_nobody_is_warned_of_it(evening):
    table = over(evening, shows=False)
    table.wait(1000)
    assert "given up" not in table.now.message.sentence


def test_what_else_happens_does_not_make_a_finished_game_stay(evening):
    table = evening(shows=True, over_s=180, rules={"goal": 50, "entry": 0})
    table.play("ANNA", "BEN")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "2", 4: "5"})
    assert table.do("stop").accepted
    table.throw_all("2 3 4 6 2")
    assert table.now.stage == "over"
    table.wait(60)
    before = table.now.event
    assert table.do("undo", "BEN").accepted  # he asks, and thinks better of it
    assert table.do("undo", "BEN").accepted
    assert table.now.event == before + 2
    table.throw_all("5 2 10 3 4")
    table.table.device(OUT)
    table.table.device(BACK)
    table.wait(121)
    assert table.now.stage == "show"


def test_when_everybody_has_left_after_the_end_the_show_begins_at_once(evening):
    table = over(evening)
    assert table.do("leave", "ANNA").accepted
    table.wait(0.1)
    assert table.now.stage == "show"
