"""The steady picture: the score, the name, what to do, on boards of any size."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import Cube, Moment
from hardware import font
from hardware.canvas import Size
from hardware.layout import (
    OPENING_SECONDS,
    SHOW_SECONDS,
    board_message,
    final_picture,
    invitation,
    steady_picture,
    text_seconds,
)
from hardware.scenes import waiting
from hardware.scenes.scene import Scene
from hardware.show import Show
from tests.hardware.support import PLAYERS, game_view, read_score, snapshot

SIZE = Size()


@settings(max_examples=60, deadline=None)
@given(
    total=st.integers(0, 400).map(lambda fives: 5 * fives),
    stake=st.integers(0, 120).map(lambda fives: 5 * fives),
    to_throw=st.integers(0, 5),
    seat=st.sampled_from([player.seat for player in PLAYERS]),
)
def test_total_and_stake_can_be_read_off_the_pixels(total: int, stake: int, to_throw: int, seat: str) -> None:
    totals = tuple(total if player.seat == seat else 35 for player in PLAYERS)
    shown = snapshot(game_view(seat, totals, stake, to_throw))
    assert read_score(final_picture(shown, SIZE).rows()) == (total, stake)


@settings(max_examples=40, deadline=None)
@given(seconds=st.floats(0, 60), running=st.floats(0, 60))
def test_the_numbers_stand_still_while_name_and_message_take_turns(seconds: float, running: float) -> None:
    shown = snapshot(game_view("s2", stake=125, to_throw=3), board="CLEAR THE FLASH")
    assert read_score(steady_picture(shown, SIZE, seconds, running).rows()) == (45, 125)


def test_the_name_stands_on_the_left() -> None:
    rows = final_picture(snapshot(), SIZE).rows()
    name = font.draw("ANNA")
    assert [row[: name.shape[1]] for row in rows] == ["".join(".#"[bit] for bit in row) for row in name.tolist()]


def test_a_name_that_does_not_fit_is_cut_between_letters_and_scrolls_through_when_the_picture_moves() -> None:
    shown = snapshot(game_view("s2", stake=125, to_throw=3))
    rows = final_picture(shown, SIZE).rows()
    assert [row[:18] for row in rows] == [row[:18] for row in _rows_of("ÞÓRB")]
    drawn = {steady_picture(shown, SIZE, tenth / 10, 0).rows() for tenth in range(80)}
    assert len(drawn) > 20


@pytest.mark.parametrize("to_throw", range(6))
def test_the_cubes_to_throw_stand_as_blocks_of_four_pixels(to_throw: int) -> None:
    with_cubes = final_picture(snapshot(game_view(to_throw=to_throw)), SIZE).rows()
    without = final_picture(snapshot(game_view(to_throw=0)), SIZE).rows()
    assert _lit(with_cubes) - _lit(without) == 4 * to_throw


def test_after_a_throw_the_message_comes_before_the_name_and_at_a_turns_beginning_after_it() -> None:
    begins = snapshot(game_view(last_throw=()), board="HURRY")
    thrown = snapshot(game_view(last_throw=(Cube("5"),)), board="HURRY")
    assert _starts_with(steady_picture(begins, SIZE, 0, 0).rows(), "ANNA")
    assert _starts_with(steady_picture(thrown, SIZE, 0, 0).rows(), "HURRY")
    later = text_seconds("HURRY", SIZE.columns) + 0.1
    assert _starts_with(steady_picture(thrown, SIZE, later, 0).rows(), "ANNA")


def test_trouble_is_said_before_the_name_even_when_a_turn_begins() -> None:
    shown = snapshot(board="COCKED", lamps=frozenset({"trouble"}))
    assert _starts_with(steady_picture(shown, SIZE, 0, 0).rows(), "COCKED")


def test_a_message_with_a_name_in_another_script_says_the_seats_number() -> None:
    shown = snapshot(game_view("s4", to_throw=0, last_throw=(Cube("5"),)), board="Иван THINKS")
    assert board_message(shown) == "#4 THINKS"
    assert _starts_with(steady_picture(shown, SIZE, 0, 0).rows(), "#4 THINKS")
    assert board_message(snapshot(board="Þórbjörg WINS")) == "Þórbjörg WINS"


def test_the_winner_is_shown_when_the_game_is_over() -> None:
    over = game_view(None, (125, 45, 0, 510), phase="over", to_throw=0, winner="s4")
    rows = final_picture(snapshot(over, stage="over", board="WINNER"), SIZE).rows()
    assert read_score(rows) == (510, 0)
    assert _starts_with(rows, "#4")


def test_while_people_sit_down_the_board_says_so_and_where() -> None:
    seating = snapshot(board="SIT DOWN", stage="seating")
    assert _starts_with(final_picture(seating, SIZE).rows(), "SIT DOWN")
    assert "192.168.1.20:8000" in invitation(seating)
    drawn = [steady_picture(seating, SIZE, tenth / 10, 0).rows() for tenth in range(120)]
    assert any(_starts_with(rows, invitation(seating)[:9]) for rows in drawn)


def test_the_scene_waiting_opens_each_invitation_of_the_idle_show() -> None:
    shown, size = snapshot(game_view(), stage="show"), Size()
    show = Show(size, scenes=True)
    show.take(shown, 100.0)
    round_s = SHOW_SECONDS + OPENING_SECONDS + text_seconds(invitation(shown), size.columns)
    scene = Scene(shown, Moment("waiting", None), size)
    for begins in (100.0 + SHOW_SECONDS, 100.0 + SHOW_SECONDS + round_s):
        assert read_score(show.picture(begins - 0.1).rows()) == (125, 0)
        for seconds in (0.1, 0.6, 1.4):
            opening = show.picture(begins + seconds)
            wanted = [waiting.draw(scene, seconds + shift) for shift in (-1e-6, 0.0, 1e-6)]
            assert opening in wanted
        assert _starts_with(show.picture(begins + OPENING_SECONDS + 0.1).rows(), invitation(shown)[:9])


def test_the_idle_show_invites_now_and_then_and_shows_its_game_in_between() -> None:
    show = snapshot(stage="show")
    scores = 0
    for second in range(60):
        rows = steady_picture(show, SIZE, second, second).rows()
        scores += rows[0].endswith(final_picture(show, SIZE).rows()[0][-14:])
    assert 30 < scores < 60


@settings(max_examples=60, deadline=None)
@given(
    modules=st.integers(1, 16), lights=st.integers(0, 90), total=st.integers(0, 9995), stake=st.integers(0, 995),
    seconds=st.floats(0, 30),
)
def test_any_size_of_board_gets_a_picture_of_its_size(
    modules: int, lights: int, total: int, stake: int, seconds: float
) -> None:
    shown = snapshot(game_view("s2", (total, total, 0, 0), stake, 4))
    for picture in (final_picture(shown, Size(modules, lights)),
                    steady_picture(shown, Size(modules, lights), seconds, seconds)):
        assert len(picture.pixels) == 8 * modules
        assert len(picture.ring) == 3 * lights


def _rows_of(text: str) -> list[str]:
    return ["".join(".#"[bit] for bit in row) for row in font.draw(text).tolist()]


def _starts_with(rows: tuple[str, ...], text: str) -> bool:
    return all(row.startswith(drawn) for row, drawn in zip(rows, _rows_of(text), strict=True))


def _lit(rows: tuple[str, ...]) -> int:
    return sum(row.count("#") for row in rows)
