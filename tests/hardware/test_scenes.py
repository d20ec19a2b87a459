"""The scenes of the great moments."""

import pytest

from controller.games.game import Moment
from controller.ports import Snapshot
from controller.table import calls
from hardware import font
from hardware.canvas import Picture, Size
from hardware.layout import final_picture
from hardware.ring import WHILE_READING
from hardware.scenes import LONGEST_SECONDS, SCENES, acts, announced, scene_picture
from hardware.show import Show
from tests.hardware.support import game_view, read_score, snapshot

SIZES = [Size(), Size(4, 24), Size(16, 90), Size(1, 1), Size(8, 0)]
STEP = 1 / 30


def with_moment(name: str) -> Snapshot:
    return snapshot(game_view("s1", (125, 505, 0, 310)), Moment(name, "s2", 60), moments_event=7)


def played(name: str, size: Size) -> list[Picture]:
    shown = with_moment(name)
    pictures: list[Picture] = []
    while (picture := scene_picture(shown, size, len(pictures) * STEP)) is not None:
        pictures.append(picture)
    return pictures


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.modules} modules, {size.lights} lights")
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_draws_the_same_pictures_each_time_in_the_boards_size(name: str, size: Size) -> None:
    shown = snapshot(game_view("s1", (125, 505, 0, 310)), Moment(name, "s2", 60), Moment(name, None))
    for step in range(100):
        picture = scene_picture(shown, size, step * STEP)
        assert picture == scene_picture(shown, size, step * STEP)
        assert picture is None or len(picture.pixels) == 8 * size.modules
        assert picture is None or len(picture.ring) == 3 * size.lights


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_short_lights_up_moves_and_ends_in_the_final_picture(name: str) -> None:
    pictures = played(name, Size())
    assert 0 < len(pictures) * STEP <= LONGEST_SECONDS + STEP
    assert any(pictures[2].pixels)
    assert len(set(pictures)) >= 3 or name == "skipped"
    shown = with_moment(name)
    show = Show(Size(), scenes=True)
    show.take(snapshot(), 0.0)
    show.take(shown, 1.0)
    assert show.picture(1.0) == pictures[0]
    ended = show.picture(1.0 + (len(pictures) + 1) * STEP)
    assert read_score(ended.rows()) == read_score(final_picture(shown, Size()).rows()) == (125, 0)


def test_every_moment_of_the_game_has_its_scene() -> None:
    assert set(SCENES) == set(calls.WORDS)


@pytest.mark.parametrize("word", announced.WORDS.values())
def test_an_announced_word_fits_on_the_board(word: str) -> None:
    assert 1 <= len(word.split()) <= 3
    assert font.width(word) <= Size().columns


def test_the_total_counts_up_in_fives_to_what_was_banked() -> None:
    scores = [read_score(picture.rows()) for picture in played("banked", Size(12))]
    totals = [score[0] for score in scores if score is not None]
    assert len(totals) == len(scores)
    assert totals == sorted(totals)
    assert totals[0] == 505 - 60
    assert totals[-1] == 505
    assert all(total % 5 == 0 for total in totals)


def test_no_score_is_read_off_words() -> None:
    pictures = played("wimpout", Size()) + played("last_licks", Size())
    assert {read_score(picture.rows()) for picture in pictures} == {None}


def test_scenes_of_one_move_follow_each_other_and_the_greater_moment_tells_the_lesser() -> None:
    shown = snapshot(None, Moment("scored", "s1", 60), Moment("flash", "s1", 60), Moment("last_licks", "s1"))
    assert [act.name for act in acts(shown, Size())] == ["flash", "last_licks"]


def test_a_new_snapshot_cuts_the_scene_and_the_same_moment_is_not_played_twice() -> None:
    show = Show(Size(), scenes=True)
    show.take(snapshot(), 0.0)
    wimpout = snapshot(None, Moment("wimpout", "s4"))
    show.take(wimpout, 1.0)
    first = show.picture(1.1)
    show.take(snapshot(None, Moment("wimpout", "s4"), moments_event=wimpout.moments_event), 1.2)
    assert show.picture(1.3).pixels != final_picture(wimpout, Size()).pixels
    show.take(snapshot(None, Moment("scored", "s1", 10)), 1.4)
    assert show.picture(1.4) != first
    assert show.picture(2.1).pixels == show.picture(2.15).pixels


def test_what_happened_before_the_board_was_there_is_not_played() -> None:
    show = Show(Size(), scenes=True)
    late = snapshot(None, Moment("wimpout", "s4"))
    show.take(late, 5.0)
    assert read_score(show.picture(5.0).rows()) == (125, 0)


def test_a_scene_leaves_the_ring_to_the_camera_while_the_reader_looks() -> None:
    show = Show(Size(), scenes=True)
    show.take(snapshot(), 0.0)
    show.take(snapshot(None, Moment("supernova", "s4"), lamps=frozenset({"reading"})), 1.0)
    assert set(show.picture(1.2).lights()) == {WHILE_READING}


def test_without_scenes_the_final_picture_is_there_at_once_and_stays() -> None:
    show = Show(Size(), scenes=False)
    show.take(snapshot(), 0.0)
    shown = snapshot(game_view(stake=60), Moment("flash", "s1", 60))
    show.take(shown, 1.0)
    assert {show.picture(1.0 + tenth / 10) for tenth in range(50)} == {final_picture(shown, Size())}


@pytest.mark.parametrize("name", SCENES)
def test_no_scene_flashes_more_than_three_times_in_a_second(name: str) -> None:
    pictures = played(name, Size())
    for part in ("pixels", "ring"):
        light = [sum(byte.bit_count() for byte in picture.pixels) / 512 if part == "pixels"
                 else sum(picture.ring) / (180 * 255) for picture in pictures]
        rises = [frame for frame in range(1, len(light)) if light[frame] - light[frame - 1] > 0.1]
        for first in rises:
            assert sum(first <= frame < first + 30 for frame in rises) <= 3, (name, part)
