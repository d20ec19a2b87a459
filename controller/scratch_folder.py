"""A folder for what is needed for a while only."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import TrayError


@contextmanager
def scratch_folder(prefix: str) -> Iterator[Path]:
    """A folder whose name begins with `prefix`, gone afterwards with all that is in it.

    Raises:
        TrayError: nowhere can one be made; in words.
    """
    try:
        folder = tempfile.TemporaryDirectory(prefix=prefix)
    except OSError as error:
        at = f"{error.filename}: " if error.filename else ""
        raise TrayError(
            f"A folder for temporary files can't be made: {at}{error.strerror or error}. Make room on the disk, or "
            "name another folder in the environment variable TMPDIR."
        ) from error
    with folder as name:
        yield Path(name)
