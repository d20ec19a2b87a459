"""The scenes of the great moments."""

from dataclasses import replace

import pytest

from controller.games.game import Moment
from controller.ports import Snapshot, TrayReading
from controller.table import calls
from hardware import font
from hardware.brightness import Brightness, check
from hardware.canvas import Picture, Size
from hardware.current_limit import dim
from hardware.errors import HardwareError
from hardware.layout import final_picture
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
    assert len(set(pictures)) >= 3
    shown = with_moment(name)
    show = Show(Size(), scenes=True)
    show.take(snapshot(), 0.0)
    show.take(shown, 1.0)
    assert show.picture(1.0) == pictures[0]
    ended = show.picture(1.0 + (len(pictures) + 1) * STEP)
    assert read_score(ended.rows()) == read_score(final_picture(shown, Size()).rows()) == (125, 0)


def test_every_moment_of_the_game_has_its_scene() -> None:
    assert set(SCENES) - {"waiting"} == set(calls.WORDS)


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


READING = [
    snapshot(lamps=frozenset({"reading"})),
    snapshot(tray=TrayReading("camera", "moving")),
    snapshot(tray=TrayReading("camera", "blocked", detail="A hand is in the way.")),
]


@pytest.mark.parametrize("shown", READING, ids=["lamp", "moving", "blocked"])
@pytest.mark.parametrize("scenes", [False, True], ids=["still", "moving"])
def test_while_the_tray_is_read_the_ring_is_one_steady_white_scene_or_not(shown: Snapshot, scenes: bool) -> None:
    show = Show(Size(), scenes, Brightness(white=35))
    show.take(snapshot(game_view("s1", stake=40, forbidden=(310,))), 0.0)
    assert len(set(show.picture(0.5).lights())) > 1
    show.take(replace(shown, moments=(Moment("supernova", "s4"),), moments_event=shown.number), 1.0)
    looks = {picture.lights() for picture in (show.picture(1.0 + frame / 30) for frame in range(90))}
    assert looks == {((35, 35, 35),) * 60}
    show.take(replace(shown, number=shown.number + 1, lamps=frozenset({"ready"}), tray=None), 4.0)
    assert show.picture(4.1).lights() not in looks


@pytest.mark.parametrize("size", [Size(), Size(16, 90)])
def test_the_light_to_read_by_never_changes_with_the_digits(size: Size) -> None:
    check(Brightness(), size)
    brightest = max(white for white in range(256) if _is_steady(Brightness(white=white), size))
    light = bytes((brightest,)) * (3 * size.lights)
    for lit in (0, 1, 200, 64 * size.modules):
        pixels = ((1 << lit) - 1).to_bytes(8 * size.modules, "big")
        assert dim(pixels, light, Brightness().digits, size, Brightness().limit_ma) == (light, Brightness().digits)
    assert not _is_steady(Brightness(white=brightest + 1), size)
    with pytest.raises(HardwareError, match=r"would change while the tray is read: choose") as refusal:
        check(Brightness(white=brightest + 1), size)
    assert "\n" not in str(refusal.value)


def _is_steady(brightness: Brightness, size: Size) -> bool:
    try:
        check(brightness, size)
    except HardwareError:
        return False
    return True


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
