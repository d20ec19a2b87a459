"""The ring of lights as the score track."""


import pytest

from controller.ports import Snapshot
from hardware.canvas import DARK, Canvas, Colour, Size
from hardware.colours import light
from hardware.ring import MARKER, START, draw_ring, places
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


def test_players_on_one_place_share_it() -> None:
    alone = ring_of(snapshot(game_view(None, (120, 0, 0, 0))))[12]
    shared = ring_of(snapshot(game_view(None, (120, 120, 0, 0))))[12]
    assert shared not in (alone, DARK)


def test_who_is_out_has_no_marker() -> None:
    view = game_view(None, (120, 0, 0, 0))
    out = view._replace(standings=(view.standings[0]._replace(out=True), *view.standings[1:]))
    assert ring_of(snapshot(out))[12] == DARK


def test_a_trail_grows_with_the_turn_from_the_marker_to_the_ghost() -> None:
    lit = []
    for stake in (0, 5, 20, 45):
        ring = ring_of(snapshot(game_view("s1", (120, 0, 0, 310), stake=stake)))
        lit.append([place for place in range(1, 60) if ring[place] != DARK and place != 31])
    assert lit == [[12], [12, 13], [12, 13, 14], [12, 13, 14, 15, 16, 17]]
    ring = ring_of(snapshot(game_view("s1", (120, 0, 0, 310), stake=45)))
    assert sum(ring[13]) < sum(ring[16]) == sum(ring[17]) < sum(ring[12])


def test_a_trail_longer_than_the_track_hides_nobody() -> None:
    ring = ring_of(snapshot(game_view("s1", (120, 0, 0, 310), stake=1500)))
    assert ring[12] == light(PLAYERS[0].colour, MARKER)
    assert ring[31] == light(PLAYERS[3].colour, MARKER)
    assert DARK not in ring


def test_the_places_that_a_house_rule_forbids_glow_and_swell() -> None:
    shown = snapshot(game_view("s1", (120, 0, 0, 310), forbidden=(185, 310, 600)))
    rings = [ring_of(shown, running=tenth / 10) for tenth in range(24)]
    for place in (0, 18, 19):
        assert all(ring[place][0] > 4 * sum(ring[place][1:]) for ring in rings)
        assert len({ring[place] for ring in rings}) > 3
    taken = [ring[31] for ring in rings]
    assert light(PLAYERS[3].colour, MARKER) in taken
    assert len(set(taken)) > 5
    assert rings[0][12] == light(PLAYERS[0].colour, MARKER)
    quiet = ring_of(snapshot(game_view("s1", (120, 0, 0, 310))))
    assert (quiet[0], quiet[18], quiet[19]) == (START, DARK, DARK)


def test_a_forbidden_place_glows_through_the_ghost_that_would_stand_there() -> None:
    ring = ring_of(snapshot(game_view("s2", (120, 0, 0, 310), stake=40, forbidden=(40,))))
    free = ring_of(snapshot(game_view("s2", (120, 0, 0, 310), stake=40)))
    assert ring[4][0] > free[4][0]
