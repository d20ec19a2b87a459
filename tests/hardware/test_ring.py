"""The ring of lights as the score track."""


import pytest

from controller.ports import Snapshot
from hardware.canvas import DARK, Canvas, Colour, Size
from hardware.colours import light
from hardware.ring import MARKER, WHILE_READING, draw_ring, places
from tests.hardware.support import PLAYERS, game_view, snapshot


def ring_of(shown: Snapshot, running: float | None = None) -> list[Colour]:
    canvas = Canvas(Size())
    draw_ring(canvas, shown, running)
    return canvas.ring


@pytest.mark.parametrize(
    ("score", "lit"), [(0, (0,)), (10, (1,)), (45, (4, 5)), (595, (0, 59)), (600, (0,)), (605, (0, 1)), (610, (1,))]
)
def test_a_place_is_ten_points_and_a_lap_six_hundred(score: int, lit: tuple[int, ...]) -> None:
    assert places(score, 60) == lit


def test_each_player_who_is_in_the_game_has_a_marker_in_their_colour() -> None:
    ring = ring_of(snapshot(game_view("s1", (120, 40, 0, 310))))
    assert ring[12] == light(PLAYERS[0].colour, MARKER)
    assert ring[4] == light(PLAYERS[1].colour, MARKER)
    assert ring[31] == light(PLAYERS[3].colour, MARKER)
    assert [place for place in range(1, 60) if ring[place] != DARK] == [4, 12, 31]


def test_the_odd_five_lights_both_places_at_half() -> None:
    ring = ring_of(snapshot(game_view("s1", (125, 0, 0, 0))))
    assert ring[12] == ring[13] != DARK
    assert abs(2 * ring[12][0] - light(PLAYERS[0].colour, MARKER)[0]) <= 1


def test_a_ghost_stands_where_the_stake_would_be_banked_and_hides_nobody() -> None:
    ring = ring_of(snapshot(game_view("s1", (120, 0, 0, 150), stake=40)))
    assert DARK < ring[16] < ring[12]
    ring = ring_of(snapshot(game_view("s1", (120, 0, 0, 160), stake=40)))
    assert ring[16] == light(PLAYERS[3].colour, MARKER)


def test_only_the_marker_of_the_player_to_act_breathes() -> None:
    shown = snapshot(game_view("s1", (120, 40, 0, 310)))
    rings = [ring_of(shown, running=tenth / 10) for tenth in range(24)]
    assert len({ring[12] for ring in rings}) > 5
    assert len({ring[31] for ring in rings}) == 1
    assert max(ring[12] for ring in rings) == ring_of(shown)[12]


def test_while_the_reader_looks_the_ring_is_a_steady_dim_white() -> None:
    shown = snapshot(game_view("s1", stake=40), lamps=frozenset({"reading"}))
    assert {tuple(ring_of(shown, running=tenth / 10)) for tenth in range(24)} == {(WHILE_READING,) * 60}


def test_players_on_one_place_share_it() -> None:
    alone = ring_of(snapshot(game_view(None, (120, 0, 0, 0))))[12]
    shared = ring_of(snapshot(game_view(None, (120, 120, 0, 0))))[12]
    assert shared not in (alone, DARK)


def test_who_is_out_has_no_marker() -> None:
    view = game_view(None, (120, 0, 0, 0))
    out = view._replace(standings=(view.standings[0]._replace(out=True), *view.standings[1:]))
    assert ring_of(snapshot(out))[12] == DARK
