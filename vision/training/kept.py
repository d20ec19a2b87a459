"""Reads the files that training keeps, and tells those that are damaged: numpy's and PyTorch's, both of them zips."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile


class TrainingError(Exception):
    """Training can't go on; its text says what happened and what to do."""


class DamagedError(Exception):
    """A file isn't as it was written; its text says what is wrong with it."""


def read_whole(file: Path) -> BytesIO:
    """The content of a zip, every byte of it held against its checksums, which PyTorch doesn't look at.

    Raises:
        DamagedError: a part is missing or was changed.
        OSError: the file can't be read.
    """
    try:
        content = BytesIO(file.read_bytes())
    except OSError as error:  # reading, other than opening, doesn't say of which file
        raise OSError(error.errno, error.strerror, str(file)) from error
    try:
        with ZipFile(content) as parts:
            changed = parts.testzip()
    except Exception as error:  # whatever zipfile makes of bytes that are no zip
        raise DamagedError(first_line(error)) from error
    if changed is not None:
        raise DamagedError(f"{changed} in it was changed")
    content.seek(0)
    return content


def first_line(error: Exception) -> str:
    """What went wrong, without what libraries say besides."""
    return next(iter(str(error).splitlines()), type(error).__name__)
