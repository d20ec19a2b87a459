"""What commands need of single rooms, without a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from controller.app.rooms import address_of, mat_settings
from controller.errors import TrayError
from controller.ports import TrayReading
from controller.settings import Settings


def read_files(files: Iterable[Path]) -> Iterator[TrayReading | str]:
    """What lies in pictures and videos: a reading each (a video: each settled roll), or why a file can't be read."""
    from vision.files import read_files as read

    for _, answer in read(files):
        yield answer if isinstance(answer, TrayReading) else str(answer)


def reading_json(reading: TrayReading) -> dict[str, Any]:
    """A reading as `tray read --json` prints it."""
    from vision.reading_json import to_json

    return to_json(reading)


def write_mat(settings: Settings, paper: Any, folder: Path) -> Iterator[Path]:
    """Write the mat for printing on `paper` ("A2", "A3", "A4" or "stickers"); yields each file written.

    Raises:
        TrayError: it is too large for that paper, or can't be written.
    """
    from vision.calibration.files import write_mat as write
    from vision.calibration.mat_print import PrintError

    try:
        yield from write(mat_settings(settings), paper, folder)
    except PrintError as error:
        raise TrayError(str(error)) from error


def write_card(settings: Settings, wifi: str | None, password: str | None, file: Path) -> str:
    """Write the card for the table to `file`; the address that is on it.

    Raises:
        TrayError: it can't be made for a reason that a person can mend.
    """
    from vision.saving import save
    from web_ui.card import CardError, card

    address = address_of(settings, settings.web.port)
    try:
        save(file, card(settings.table.name, address, wifi, password))
    except CardError as error:
        raise TrayError(str(error)) from error
    return address
