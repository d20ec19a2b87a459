"""A recording is played: throws come from the reader alone, and the table waits at the end."""

from __future__ import annotations

import pytest


@pytest.fixture
def recording(evening):
    table = evening(replay=True, shows=True, missing_s=3)
    table.table.start_replay()
    table.tray.base = None
    return table


def test_a_game_of_two_computer_players_begins_without_a_roll_off(recording):
    assert recording.now.stage == "playing"
    assert recording.view.phase == "turn"
    assert [player.kind for player in recording.now.players] == ["computer", "computer"]
    assert recording.view.to_act == recording.now.players[0].seat


def test_the_very_first_reading_is_the_throw_of_all_cubes_in_the_tray(recording):
    assert recording.throw_all("5 2 10 3 4")
    assert recording.view.stake == 15


def test_computer_players_decide_nothing_in_a_recording(recording):
    recording.throw_all("10 10 10 2 4")
    recording.throw({3: "5", 4: "2"})
    assert recording.view.may_stop
    recording.wait(1000)
    assert recording.view.may_stop
    assert recording.view.stake == 105


def test_five_cubes_thrown_where_stopping_was_legal_say_that_the_player_stopped(recording):
    recording.throw_all("10 10 10 2 4")
    recording.throw({3: "5", 4: "2"})
    first = recording.view.to_act
    assert recording.throw_all("5 2 10 3 4")
    assert recording.view.to_act != first
    assert max(standing.total for standing in recording.view.standings) == 105
    assert recording.view.stake == 15
    assert [move["by"] for move in recording.moves()][-2:] == ["recording", "reader"]


def test_five_cubes_thrown_where_the_rules_forbid_to_stop_are_the_wrong_number(recording):
    recording.throw_all("5 2 10 3 4")
    assert not recording.throw_all("5 2 10 3 6")
    assert "3 cubes were to be thrown, 5 moved" in recording.now.message.sentence


def test_at_the_end_the_table_says_so_and_waits(recording):
    recording.throw_all("5 2 10 3 4")
    recording.table.finished()
    assert recording.now.message.board == "ROLL ENDED"
    event = recording.now.event
    recording.wait(5000)
    assert recording.now.event == event
    assert recording.view.stake == 15


def test_nobody_sits_down_at_a_recording(recording):
    assert not recording.sit("ANNA").accepted


def test_a_face_that_cannot_be_told_is_not_asked_for_where_nobody_sits(recording):
    recording.tray.throw_all("5 2 10 3 4")
    assert not recording.read(nameless={2: ("10", "6")})
    assert recording.now.asks == ()
    assert recording.now.message.board == "CAN'T READ"


def test_each_recording_is_a_game_of_its_own(recording):
    recording.throw_all("5 2 10 3 4")
    recording.power_cut()
    recording.table.start_replay()
    assert recording.view.stake == 0
    assert recording.now.stage == "playing"


def test_a_table_with_a_camera_again_leaves_the_recording(evening):
    table = evening(replay=True, shows=True)
    table.table.start_replay()
    table.settings = type(table.settings)(shows=True)
    table.power_cut()
    table.wait(1)
    assert table.now.stage == "show"
