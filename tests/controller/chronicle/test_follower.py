"""What is told of games: figures that were worked by hand, and throws as they count in the end."""

from __future__ import annotations

from collections import Counter

import pytest

from controller.chronicle.tally import tally_from_json, tally_to_json, together
from controller.chronicle.throws import throw_from_json
from controller.games.game import Cube
from controller.ports import Device, as_json
from tests.controller.chronicle.conftest import EveningMaker, a_game_worked_by_hand, throws, told
from tests.controller.table.conftest import written_shows


def test_the_figures_of_a_game_are_those_worked_by_hand(evening: EveningMaker) -> None:
    at = evening()
    a_game_worked_by_hand(at)
    [game] = told(at)
    ann, bob = (game.tally.players[key][1] for key in ("person ann", "person bob"))
    assert (ann.turns, ann.points, ann.wimpouts, ann.train_wrecks, ann.flashes, ann.throws) == (2, 0, 2, 1, 1, 5)
    assert (bob.turns, bob.points, bob.wimpouts, bob.train_wrecks, bob.flashes, bob.throws) == (2, 55, 0, 0, 0, 4)
    assert (ann.best, bob.best is not None and bob.best[0]) == (None, 45)
    assert (game.tally.games, ann.games, ann.won) == (0, 0, 0), "the game isn't over"
    assert game.tally.turns == {0: 2, 45: 1, 10: 1}
    assert game.tally.odd == Counter({"2": 2, "5": 1, "6": 3, "10": 1, "4": 2})
    # Not those of the roll-off, in which one cube lay there alone: it might have been the odd one.
    common = "10 10 10 5 2 3 4 6 10 10 5 5 5 2 3 4 5 10 2 3 2 3 10 2 3 4"
    assert game.tally.common == Counter(common.split()), "with what a correction has made of the 5"


def test_luck_is_points_less_those_to_be_expected_as_worked_by_hand(evening: EveningMaker) -> None:
    at = evening()
    at.play("Ann", "Bob")
    at.throw_all("10 10 5 5 2*")
    at.throw({4: "10"})
    at.throw_all("2 3 4 6 6*")
    [game] = told(at)
    ann = game.tally.players["person ann"][1]
    # The odd cube alone, 30 at stake: 5, 10 and the sun as 10 score, three faces of six lose 30.
    odd_cube = (5 + 10 + 10) / 6 - 30 * 3 / 6
    # All five bring 26.6152 on average where they don't lose the turn's points, which 25 of 432 and one of 7776 do.
    all_five, lost = 26.61522633744856, 25 / 432 + 1 / 7776
    luck = (30 - all_five) + (10 - odd_cube) + (-40 - (all_five - lost * 40))
    assert ann.luck == pytest.approx(luck)
    assert ann.lucky_throws == 3
    bob = game.tally.players["person bob"][1]
    assert (bob.luck, bob.lucky_throws) == (0.0, 0), "the roll-off is no luck"


def test_each_throw_is_told_as_it_counts(evening: EveningMaker) -> None:
    at = evening()
    a_game_worked_by_hand(at)
    told_throws = throws(at)
    assert [(throw.name, throw.result, throw.points) for throw in told_throws if throw.result != "roll_off"] == [
        ("Ann", "flash", 105), ("Ann", "scored", 5), ("Ann", "train_wreck", 110),
        ("Bob", "scored", 30), ("Bob", "scored", 10), ("Bob", "scored", 5),
        ("Ann", "scored", 15), ("Ann", "wimpout", 15), ("Bob", "scored", 10), ("Ann", "", 0),
    ]  # fmt: skip
    first = told_throws[2]
    assert first.cubes == (Cube("10"), Cube("10"), Cube("10"), Cube("5"), Cube("2", True))
    assert first.scored == (0, 1, 2, 3)
    assert first.by == "reader"
    corrected, taken_back = told_throws[-2:]
    assert [cube.face for cube in corrected.read_as] == ["5", "2", "3", "4", "6"]
    assert [cube.face for cube in corrected.cubes] == ["10", "2", "3", "4", "6"]
    assert (corrected.corrected_by, corrected.scored) == (("Bob", "Ann"), (0,))
    assert (taken_back.taken_back, taken_back.scored) == (True, ())
    held = next(event for event in at.events if event.id == corrected.event)
    assert (held.kind, held.at) == ("move", corrected.at)


def test_a_throw_that_the_host_reads_anew_long_after_leaves_what_followed_in_place(evening: EveningMaker) -> None:
    at = evening(rules={"entry": 0})
    at.play("Ann", "Bob")
    at.throw_all("5 2 3 4 6*")
    misread = at.events[-1].id
    assert at.do("stop", "Ann").accepted
    at.throw_all("5 10 2 3 4*")
    assert at.do("stop", "Bob").accepted
    at.throw_all("2 3 4 6 6*")
    before = throws(at)
    assert at.host("correct", cubes=["10", "2", "3", "4", "6*"], move=misread, keep=True).accepted
    after = throws(at)
    assert [throw.event for throw in after] == [throw.event for throw in before]
    corrected = next(throw for throw in after if throw.event == misread)
    assert (corrected.points, corrected.corrected_by, corrected.taken_back) == (10, ("",), False)
    assert [cube.face for cube in corrected.read_as] == ["5", "2", "3", "4", "6"]
    others = [[throw for throw in some if throw.event != misread] for some in (before, after)]
    assert others[0] == others[1]
    [game] = told(at)
    figures = {key: (tally.points, tally.turns) for key, (_, tally) in game.tally.players.items()}
    assert figures == {"person ann": (10, 2), "person bob": (15, 1)}
    assert at.host("undo", move=at.events[-1].id).accepted
    assert [throw.taken_back for throw in throws(at)] == [False, False, True, True, True]


def test_the_choice_that_was_made_counts_and_not_the_best_one(evening: EveningMaker) -> None:
    at = evening(rules={"entry": 0})
    at.play("Ann", "Bob")
    at.throw_all("5 2 3 4 sun*")
    at.do("select", "Ann", option=1)
    assert at.view.options[1].points == 10
    at.do("stop", "Ann")
    at.throw_all("5 2 3 4 sun*")
    at.tray.set_aside(0)
    at.throw({1: "10", 2: "3", 3: "4", 4: "2"})  # the sun was thrown again: throwing is the answer
    chosen, thrown_again = [throw for throw in throws(at) if throw.cubes[-1].face == "sun"]
    assert (chosen.points, chosen.scored) == (10, (0, 4))
    assert (thrown_again.points, thrown_again.scored) == (5, (0,))


def test_a_game_that_is_over_has_a_winner_and_computer_players_count_apart(evening: EveningMaker) -> None:
    at = evening(with_hands=True, rules={"goal": 50, "entry": 0}, think_s=0.1)
    assert at.sit("Ann").accepted
    at.table.reading(at.tray.reading())
    assert at.do("start", "Ann", computers=1).accepted

    def play() -> bool:
        actor = at.now.player(at.view.to_act)
        if actor is not None and actor.kind == "person" and not at.hands.in_the_air:
            at.do("stop" if at.view.may_stop else "throw", "Ann")
            at.read_hands()
        return bool(at.now.stage == "over")

    at.wait_for(play)
    [game] = told(at)
    assert game.tally.games == 1
    everybody = {key: tally for key, (_, tally) in game.tally.players.items()}
    assert sorted(key.split()[0] for key in everybody) == ["computer", "person"]
    assert [tally.games for tally in everybody.values()] == [1, 1]
    assert sum(tally.won for tally in everybody.values()) == 1
    won = next(key for key, tally in everybody.items() if tally.won)
    assert won.split()[1] == at.now.player(at.view.winner).name.lower()
    totals = {one.seat: one.total for one in at.view.standings}
    assert everybody["person ann"].points == totals[at.seats["Ann"]]


def test_throws_entered_by_hand_say_so(evening: EveningMaker) -> None:
    at = evening()
    at.play("Ann", "Bob")
    at.table.device(Device("camera", "test", "trouble", "gone"))
    at.wait(30)
    assert at.do("enter", "Ann", cubes=["5", "10", "2", "3", "4*"]).accepted
    entered = throws(at)[-1]
    assert (entered.by, entered.points, entered.result) == ("hand", 15, "scored")
    assert told(at)[-1].throws[-1].picture is None


def test_faces_that_people_named_have_the_picture_they_were_asked_about(evening: EveningMaker) -> None:
    at = evening()
    at.play("Ann", "Bob")
    at.tray.throw_all("5 10 2 3 4*")
    at.read(nameless={1: ("10", "6")})
    asked = at.events[-1]
    assert asked.kind == "asked"
    at.do("answer", "Ann", cube=1, face="10")
    at.do("confirm", "Bob")
    throw = told(at)[-1].throws[-1]
    assert (throw.throw.named_by_people, throw.throw.points) == (True, 15)
    assert throw.picture == (asked.id, asked.at)
    assert told(at)[-1].throws[0].picture == (throws(at)[0].event, throws(at)[0].at)


def test_the_idle_shows_games_are_no_games_and_its_virtual_throws_are_no_throws(evening: EveningMaker) -> None:
    at = evening()
    written_shows(at, games=3, goal=50)
    games = told(at)
    assert len(games) == 3
    whole = together(game.tally for game in games)
    assert (whole.games, whole.shows, whole.players) == (0, 3, {})
    assert (whole.common, whole.odd) == ({}, {})
    assert all(game.throws == () for game in games)


def test_what_was_told_is_the_same_from_its_plain_values(evening: EveningMaker) -> None:
    at = evening()
    a_game_worked_by_hand(at)
    [game] = told(at)
    assert tally_from_json(tally_to_json(game.tally)) == game.tally
    assert tuple(throw_from_json(as_json(throw)) for throw in game.throws) == game.throws


def test_people_are_known_by_their_names_whatever_their_seats(evening: EveningMaker) -> None:
    first, second = evening(), evening()
    for at, names in ((first, ("Ann", "Bob")), (second, ("Bob", "Cid"))):
        at.play(*names)
        at.throw_all("2 3 4 6 6*")
    both = together(told(at)[-1].tally for at in (first, second))
    assert {key: tally.wimpouts for key, (_, tally) in both.players.items()} == {
        "person ann": 1, "person bob": 1, "person cid": 0,
    }  # fmt: skip


def test_who_leaves_and_sits_down_again_in_the_same_game_keeps_what_was_played(evening: EveningMaker) -> None:
    table = evening(rules={"entry": 0})
    table.play("ANNA", "BEN", "CARA")
    table.throw_all("5 2 10 3 4")
    assert table.do("stop", "ANNA").accepted
    assert table.do("leave", "ANNA").accepted
    assert table.sit("Anna").accepted
    [game] = told(table)
    _, anna = game.tally.players["person anna"]
    assert (anna.turns, anna.points, anna.games) == (1, 15, 0)


def test_a_game_by_rules_that_are_not_at_hand_is_left_out_and_the_next_is_told(
    evening: EveningMaker, caplog: pytest.LogCaptureFixture
) -> None:
    at = evening()
    at.journal.append(
        "game_started",
        {"kind": "people", "players": [], "start": {"kind": "start", "seats": ["a"], "rules": {"gone": True},
                                                    "starter": None}},
        at.clock.now(), game=None,
    )  # fmt: skip
    at.journal.append("game_abandoned", {"reason": "test"}, at.clock.now())
    again = evening()
    again.play("Ann", "Bob")
    again.throw_all("5 10 2 3 4*")
    for event in again.events:
        at.journal.append(event.kind, event.payload, event.at, None if event.kind == "game_started" else event.game)
    assert [len(game.throws) for game in told(at)] == [3]
    assert "gone" in caplog.text
