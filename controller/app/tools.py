"""What commands need of single rooms, without a table."""

from __future__ import annotations

import queue
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from controller.app.rooms import address_of, in_words, mat_settings, open_scoreboard
from controller.clock import SystemClock
from controller.errors import TrayError
from controller.feed import Mailbox
from controller.ports import Device, TrayReading
from controller.settings import Settings

if TYPE_CHECKING:
    from vision.calibration.prints import Print

ANSWER_S = 5.0
"""A board that hasn't answered after this long isn't there; an old bootloader takes two seconds."""
FOUND_S = 13.0
"""So long one is waited for that is looked for on USB: each line that has none takes four seconds."""


def read_files(
    files: Iterable[Path],
    settings: Settings,
    cube_set: str | None = None,
    remark: Callable[[str], None] | None = None,
) -> Iterator[TrayReading | str]:
    """What lies in pictures and videos: a reading each (a video: each settled roll), or why a file can't be read.

    `settings`: say how large the mat is, where sets are kept, and with which a table reads. `cube_set`: name of
    another one that was taught. `remark`: is told what is odd about a file that was read all the same.

    Raises:
        TrayError: there is no such set, or it is damaged.
    """
    from vision.files import read_files as read

    eyes = None
    if cube_set is None:
        cube_set = settings.reader.cube_set or None
    if cube_set is not None:
        from controller.app.teaching import eyes_of

        eyes = eyes_of(settings, cube_set)
    for _, answer in read(files, mat_settings(settings), eyes, remark):
        yield answer if isinstance(answer, TrayReading) else str(answer)


def reading_json(reading: TrayReading) -> dict[str, Any]:
    """A reading as `tray read --json` prints it."""
    from vision.reading_json import to_json

    return to_json(reading)


def play_scenes(settings: Settings, source: str, names: Sequence[str]) -> Iterator[str]:
    """Play the scoreboard's scenes of these names, all where none is named, on the board `source` or in the terminal;
    yields the name of each that is being played on a board.

    Raises:
        TrayError: there is no such scene or board, or the board doesn't answer, or no more.
    """
    from hardware.canvas import Size
    from hardware.rehearsal import steps
    from hardware.terminal import play

    board = settings.scoreboard
    size, clock = Size(board.modules, board.lights), SystemClock()
    with in_words():
        to_play = list(steps(names, size))
    if source == "terminal":
        play(to_play, size, sys.stdout, clock.monotonic, time.sleep)
        return
    feed = Mailbox()
    feed.publish(to_play[0].snapshot)
    states: queue.SimpleQueue[Device] = queue.SimpleQueue()
    with in_words():
        scoreboard = open_scoreboard(with_scoreboard(settings, source), clock, scenes=True)
    scoreboard.start(feed, states.put)
    try:
        wait_for(states, FOUND_S if source == "auto" else ANSWER_S)
        for step in to_play:
            yield step.name
            feed.publish(step.snapshot)
            time.sleep(step.seconds)
            see_that_it_is_well(states)
    finally:
        scoreboard.stop()


def with_scoreboard(settings: Settings, source: str) -> Settings:
    """The settings with another scoreboard."""
    return settings.model_copy(update={"scoreboard": settings.scoreboard.model_copy(update={"source": source})})


def wait_for(states: queue.SimpleQueue[Device], seconds: float) -> None:
    """Wait until a part says that it is well, `seconds` at most.

    Raises:
        TrayError: it doesn't, and why.
    """
    deadline, detail = time.monotonic() + seconds, "It doesn't answer."
    while (left := deadline - time.monotonic()) > 0:
        try:
            device = states.get(timeout=left)
        except queue.Empty:
            break
        if device.state == "fine" or not device.detail:
            return
        detail = device.detail
        if device.state == "off":
            break
    raise TrayError(detail)


def see_that_it_is_well(states: queue.SimpleQueue[Device]) -> None:
    """Take in what a part has told since it was well.

    Raises:
        TrayError: it is in trouble now, and why.
    """
    device = None
    while not states.empty():
        device = states.get()
    if device is not None and device.state == "trouble":
        raise TrayError(device.detail)


def write_mat(settings: Settings, paper: str, folder: Path) -> Iterator[Path]:
    """Write the mat for printing on `paper` ("A2", "A3", "A4" or "stickers"); yields each file written.

    Raises:
        TrayError: it is too large for that paper, or can't be written.
    """
    from vision.calibration.mat_print import PrintError
    from vision.calibration.prints import write_mat as write

    try:
        yield from write(mat_settings(settings), cast("Print", paper), folder)
    except PrintError as error:
        raise TrayError(str(error)) from error


def write_card(settings: Settings, wifi: str | None, password: str | None, language: str, file: Path) -> str:
    """Write the card for the table to `file`, in the language of this code; the address that is on it.

    Raises:
        TrayError: it can't be made for a reason that a person can mend.
    """
    from controller.ports import save
    from web_ui.card import CardError, card

    address = address_of(settings, settings.web.port)
    try:
        save(file, card(settings.table.name, address, wifi, password, language))
    except CardError as error:
        raise TrayError(str(error)) from error
    return address
