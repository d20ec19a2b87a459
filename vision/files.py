"""Reads pictures and videos from files, for `tray read`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import cv2

from controller.ports import TrayReading
from vision.cameras.camera import CameraError, Frame
from vision.cameras.video import VideoCamera
from vision.eyes import Eyes
from vision.mat_finder import MARKERS_APART
from vision.pictures import PICTURE_SUFFIXES, PictureError, load_picture
from vision.reader import TrayReader
from vision.settings import MatSettings
from vision.stalls import StallWatch
from vision.watch import TrayWatch

STREAM_SUFFIXES = frozenset({".mjpg", ".mjpeg"})
"""Videos that begin as a picture does."""
VIDEO_SUFFIXES = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg"}) | STREAM_SUFFIXES
OTHER_PICTURE_SUFFIXES = frozenset(
    {".heic", ".heif", ".avif", ".gif", ".jp2", ".j2k", ".svg", ".dng", ".cr2", ".cr3", ".nef", ".arw"}
)
"""Pictures of which OpenCV reads only some. FFmpeg plays many of them, as videos in which nothing comes to rest."""
NOTHING_SETTLED = "Nothing in this video ever came to rest."
READ_WITHOUT_ITS_MAT = (
    "{name} was read as if no mat were in view, so that nothing tells tray from rail. " + MARKERS_APART
    + " Where the mat has another size, name the settings that say so with --config."
)
STILL_MOVING = "Something still moves at the end of this video. Film on until the cubes have lain still for a moment."

FileError = PictureError | CameraError
"""Why a file couldn't be read, in words for the person who named it."""


def read_files(
    paths: Iterable[str | Path],
    mat: MatSettings | None = None,
    eyes: Eyes | None = None,
    remark: Callable[[str], None] | None = None,
) -> Iterator[tuple[str, TrayReading | FileError]]:
    """The readings of pictures and videos, each with the file's name as it was given.

    A picture gives one reading. A video gives one for each settled roll, or a single one that says why there is
    none. A file that can't be read gives its error; the files after it are read nonetheless. `eyes`: those for a
    taught set, say. `remark`: is told, in words, what is odd about a file that was read all the same.
    """
    eyes = eyes or Eyes()
    reader = TrayReader(mat, eyes)
    for path in paths:
        name = str(path)
        read_by: TrayReader | TrayWatch = reader
        try:
            if _is_video(Path(path)):
                read_by = TrayWatch(name, mat, eyes=eyes)
                for reading in _read_video(Path(path), name, read_by):
                    yield name, reading
            else:
                yield name, reader.read_picture(load_picture(Path(path)), name)
            if remark is not None and read_by.markers_apart:
                remark(READ_WITHOUT_ITS_MAT.format(name=name))
        except (PictureError, CameraError) as error:
            yield name, error


def _is_video(path: Path) -> bool:
    """Raises PictureError for what is no file, or text."""
    try:
        is_folder, is_there, is_file = path.is_dir(), path.exists(), path.is_file()
    except OSError as error:
        raise PictureError(f"{path} can't be opened: {error.strerror or error}.") from error
    if is_folder:
        raise PictureError(f"{path} is a folder. Name the pictures in it, for example {path}/*.jpg.")
    if not is_there:
        raise PictureError(f"There is no file {path}. Check the name, and that it is written from this folder.")
    if not is_file:
        raise PictureError(f"{path} is neither a picture nor a video, but a pipe or a device. Name a file.")
    try:
        path.open("rb").close()
    except OSError as error:
        raise PictureError(f"{path} can't be opened: {error.strerror or error}.") from error
    suffix = path.suffix.lower()
    if suffix not in PICTURE_SUFFIXES:
        _check_name(path)
    if suffix in VIDEO_SUFFIXES | PICTURE_SUFFIXES | OTHER_PICTURE_SUFFIXES:
        is_stream = suffix in STREAM_SUFFIXES
        return is_stream or (suffix in VIDEO_SUFFIXES and not cv2.haveImageReader(str(path)))
    try:
        load_picture(path)
    except PictureError:
        if _is_text(path):  # FFmpeg plays text as a film of its letters
            raise
        return True
    return False


def _check_name(path: Path) -> None:
    """Raises PictureError for a name under which OpenCV opens no video."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise PictureError(
            f"{path} can't be opened as a video: its name holds letters that aren't UTF-8. Give it another name."
        ) from None


def _is_text(path: Path) -> bool:
    """Raises PictureError where it can't be read."""
    try:
        with path.open("rb") as file:
            begin = file.read(4096)
    except OSError as error:
        raise PictureError(f"{path} can't be read: {error.strerror or error}.") from error
    return not any(byte < 9 for byte in begin)


def _read_video(path: Path, name: str, watch: TrayWatch) -> Iterator[TrayReading]:
    video = VideoCamera(path)
    found_roll = False
    nothing_settled = instead = TrayReading(name, "moving", detail=NOTHING_SETTLED)
    try:
        for frame in _without_stalls(video):
            reading = watch.watch(frame)
            if reading is None:
                continue
            if reading.status == "moving":
                if instead is not nothing_settled:
                    instead = TrayReading(name, "moving", detail=STILL_MOVING)
            elif _is_roll(reading):
                found_roll = True
                watch.counted(reading.cubes)
                yield reading
            elif watch.rest_frame is not None:
                instead = reading
    finally:
        video.close()
    if not found_roll:
        yield instead


def _without_stalls(video: VideoCamera) -> Iterator[Frame]:
    stalls = StallWatch()
    while (frame := video.read()) is not None:
        yield from stalls.see(frame)
    yield from stalls.all_held()


def _is_roll(reading: TrayReading) -> bool:
    """Whether cubes were thrown, or lie there from the start; an empty tray or a hand at rest is no roll."""
    nudged = any(problem.kind == "nudged" for problem in reading.problems)
    thrown = any(cube.moved is not False for cube in reading.cubes)
    return reading.status != "blocked" and (thrown or nudged)
