"""The journal: every event of the evening in one SQLite file, written before anyone sees it, never changed.

Undo and correction are events too. What a table shows is a pure function of this file, so that a power cut
costs nothing that was shown. Of an idle show by chance it has the beginning alone, from which its throws follow.
"""

from controller.journal.errors import JournalError, JournalInUseError, JournalVersionError
from controller.journal.events import Event, evening_of
from controller.journal.reading import JournalReader, journal_to_read, read_journal
from controller.journal.writing import Journal

__all__ = [
    "Event",
    "Journal",
    "JournalError",
    "JournalInUseError",
    "JournalReader",
    "JournalVersionError",
    "evening_of",
    "journal_to_read",
    "read_journal",
]
