"""Why a journal can't be read or written, and what to do about it."""

from __future__ import annotations

from pathlib import Path

from controller.errors import TrayError
from controller.games.phrase import phrase


class JournalError(TrayError):
    """The journal can't be read or written; its text says why and what to do."""


class JournalInUseError(JournalError):
    """Another process holds the journal."""


class JournalVersionError(JournalError):
    """The journal was written by a newer version of this program."""


def in_words(path: Path, error: Exception) -> JournalError:
    """What SQLite, or what a file holds that is none of its, means for whoever runs the table."""
    text = " ".join(str(error).split())
    if "full" in text:
        return JournalError(phrase(
            "{path}: the disk is full; nothing is counted until there is room. Free some space.", path=str(path)
        ))
    if "readonly" in text or "unable to open" in text:
        return JournalError(phrase(
            "{path}: can't be written ({error}). Give this user the right to write it.", path=str(path), error=text
        ))
    if "locked" in text:
        return JournalError(phrase("{path}: another program holds this journal. Close it.", path=str(path)))
    return JournalError(phrase(
        "{path}: is damaged ({error}). Move it away to begin a new one; keep it for repair.",
        path=str(path), error=text,
    ))
