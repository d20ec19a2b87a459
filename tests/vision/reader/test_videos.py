"""Video files whose frames come when they come, as browsers and telephones record them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.reader.matroska import write_matroska
from vision.cameras import CameraError, Frame, Image
from vision.cameras.video import VideoCamera

IRREGULAR_MS = (0, 37, 72, 105, 135, 166, 194, 222, 250, 279, 315, 350)


def picture(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


def all_frames(path: Path, skip: int = 0) -> list[Frame]:
    return list(iter(VideoCamera(path, skip=skip).read, None))


def test_a_video_without_a_rate_has_the_times_of_its_frames(tmp_path: Path) -> None:
    pictures = [picture(10 * number) for number in range(len(IRREGULAR_MS))]
    path = write_matroska(tmp_path / "roll.webm", pictures, IRREGULAR_MS)
    frames = all_frames(path)
    assert [frame.timestamp for frame in frames] == pytest.approx([time / 1000 for time in IRREGULAR_MS])
    assert [frame.number for frame in frames] == list(range(len(IRREGULAR_MS)))
    later = all_frames(path, skip=3)
    assert [(frame.timestamp, frame.number) for frame in later] == [
        (frame.timestamp, frame.number) for frame in frames[3:]
    ]


def test_a_video_that_begins_late_begins_at_0(tmp_path: Path) -> None:
    pictures = [picture(10 * number) for number in range(3)]
    frames = all_frames(write_matroska(tmp_path / "roll.mkv", pictures, (500, 537, 570)))
    assert [frame.timestamp for frame in frames] == pytest.approx([0, 0.037, 0.070])


def test_where_a_video_gives_no_times_frames_follow_each_other_as_usual(tmp_path: Path) -> None:
    frames = all_frames(write_matroska(tmp_path / "roll.mkv", [picture(10)] * 4, (0, 0, 0, 0)))
    assert [frame.timestamp for frame in frames] == pytest.approx([number / 30 for number in range(4)])


def test_the_time_goes_on_where_that_in_the_file_begins_anew(tmp_path: Path) -> None:
    frames = all_frames(write_matroska(tmp_path / "roll.mkv", [picture(10)] * 6, (0, 33, 67, 0, 33, 67)))
    steps = np.diff([frame.timestamp for frame in frames])
    assert steps == pytest.approx(1 / 30, abs=0.01)


class Pace:
    """A clock that moves when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 50.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize("skip", [0, 3])
def test_a_paced_video_without_a_rate_is_played_by_the_times_of_its_frames(tmp_path: Path, skip: int) -> None:
    path = write_matroska(tmp_path / "roll.webm", [picture(10)] * len(IRREGULAR_MS), IRREGULAR_MS)
    pace = Pace()
    video = VideoCamera(path, paced=True, skip=skip, clock=pace.clock, sleep=pace.sleep)
    shown = []
    while video.read() is not None:
        shown.append(pace.now)
    assert np.diff(shown) == pytest.approx(np.diff(IRREGULAR_MS[skip:]) / 1000)


def test_a_paced_video_cuts_long_gaps_short(tmp_path: Path) -> None:
    path = write_matroska(tmp_path / "roll.mkv", [picture(10)] * 4, (0, 40, 20_040, 20_080))
    pace = Pace()
    video = VideoCamera(path, paced=True, clock=pace.clock, sleep=pace.sleep)
    shown = []
    while video.read() is not None:
        shown.append(pace.now)
    assert np.diff(shown) == pytest.approx([0.04, 1.5, 0.04])


def test_a_paced_video_that_nobody_asked_for_long_goes_on_from_where_it_stands(tmp_path: Path) -> None:
    path = write_matroska(tmp_path / "roll.mkv", [picture(10)] * 4, (0, 40, 80, 120))
    pace = Pace()
    video = VideoCamera(path, paced=True, clock=pace.clock, sleep=pace.sleep)
    video.read()
    pace.sleep(60.0)
    shown = []
    while video.read() is not None:
        shown.append(pace.now)
    assert shown == pytest.approx([110.0, 110.04, 110.08])


@pytest.mark.parametrize(("size", "trouble"), [((64, 8), "too small"), ((8000, 16), "strip")])
def test_a_video_in_which_no_cube_could_be_seen_is_refused_in_words(
    tmp_path: Path, size: tuple[int, int], trouble: str
) -> None:
    path = write_matroska(tmp_path / "strip.mkv", [np.full((size[1], size[0], 3), 90, np.uint8)], [0])
    with pytest.raises(CameraError, match=rf"strip\.mkv is a video of {size[0]} x {size[1]} pixels.*{trouble}"):
        all_frames(path)
