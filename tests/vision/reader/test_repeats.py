"""A camera that repeats its last picture, and one that can't help it."""

from __future__ import annotations

from multiprocessing import Pipe

import numpy as np

from vision.cameras import Frame
from vision.eyes import Eyes
from vision.messages import Begin, Busy, CameraNews, TrayRead
from vision.preview import PreviewMemory
from vision.reading_loop import ReadingLoop
from vision.repeats import FROZEN, HANGS, RepeatWatch
from vision.settings import ReaderSettings
from vision.watch import TrayWatch


def test_a_camera_that_repeats_its_picture_is_noticed_within_two_seconds() -> None:
    rng = np.random.default_rng(9)
    fresh = [rng.integers(0, 255, (96, 128, 3), dtype=np.uint8) for _ in range(3)]
    repeats = RepeatWatch()
    assert [repeats.repeated_for(picture, now) for now, picture in enumerate(fresh)] == [0.0, 0.0, 0.0]
    assert repeats.repeated_for(fresh[-1], 2.0 + FROZEN) >= FROZEN
    assert FROZEN < 2.0


def test_black_that_repeats_is_the_dark() -> None:
    repeats = RepeatWatch()
    black, lit = np.zeros((96, 128, 3), np.uint8), np.full((96, 128, 3), 90, np.uint8)
    assert [repeats.repeated_for(black, now) for now in (0.0, 9.0, 99.0)] == [0.0, 0.0, 0.0]
    assert [repeats.repeated_for(lit, now) for now in (100.0, 109.0)] == [0.0, 9.0]


def test_a_camera_that_hangs_is_told_in_words_for_every_camera_unless_it_said_more_itself() -> None:
    ours, theirs = Pipe()
    loop = ReadingLoop(theirs, PreviewMemory(), Begin("picamera", ReaderSettings(), None, 0))
    assert loop._repeats is not None
    watch = TrayWatch("picamera", eyes=Eyes())
    lit = np.full((96, 128, 3), 90, np.uint8)
    loop._tell_trouble("It hangs: check the ribbon cable.")
    assert ours.recv() == CameraNews("trouble", "It hangs: check the ribbon cable.")
    loop._repeats.repeated_for(lit, -FROZEN)
    loop._take(Frame(lit, 0.0, 0), watch)
    assert not ours.poll()
    loop._trouble = None
    loop._take(Frame(lit, 0.1, 1), watch)
    assert ours.recv() == CameraNews("trouble", HANGS)
    assert "plug" not in HANGS


def test_a_tray_that_a_camera_sees_black_is_too_dark_to_be_read() -> None:
    ours, theirs = Pipe()
    loop = ReadingLoop(theirs, PreviewMemory(), Begin("/dev/video0", ReaderSettings(), None, 0))
    watch = TrayWatch("/dev/video0", eyes=Eyes())
    for number in range(10):
        loop._take(Frame(np.zeros((480, 640, 3), np.uint8), number / 30, number), watch)
    assert ours.recv() == CameraNews("fine")
    while isinstance(read := ours.recv(), Busy):
        pass
    assert isinstance(read, TrayRead)
    assert read.tray.status == "blocked"
    assert "too dark" in (read.tray.detail or "")
