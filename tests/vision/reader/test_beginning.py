"""What keeps a reader from beginning is told in words and tried again; its process doesn't die of it."""

from __future__ import annotations

from multiprocessing import Pipe
from pathlib import Path

import cv2
import numpy as np

from vision.cameras import open_camera
from vision.messages import Alive, Begin, CameraNews
from vision.preview import PreviewMemory
from vision.reading_loop import ReadingLoop
from vision.settings import ReaderSettings


def test_what_the_system_refuses_is_told_and_tried_again(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((48, 64, 3), 90, np.uint8))
    ours, theirs = Pipe()
    loop = ReadingLoop(theirs, PreviewMemory(), Begin(str(tmp_path), ReaderSettings(paced=False), None, 0))
    sources = iter(["x" * 5000, str(tmp_path)])
    camera = loop._until_it_works(lambda: open_camera(next(sources)))
    assert camera.read() is not None
    assert isinstance(ours.recv(), Alive)
    told = ours.recv()
    assert isinstance(told, CameraNews)
    assert told.state == "trouble"
    assert f"The reader can't begin ({'x' * 5000}: File name too long), so nothing is read." in told.detail
    assert "check that what it names is there and that this user may open it" in told.detail
