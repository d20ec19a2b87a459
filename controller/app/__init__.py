"""Where everything is put together: the only package that knows all the rooms.

The rooms are imported when they are needed, so that `tray --help` and a mistake in the settings answer at once.
"""

from controller.app.bring_up import bring_up, bring_up_steps
from controller.app.open_table import OpenTable
from controller.app.rooms import is_recording, journal_file, simulated
from controller.app.tools import play_scenes, read_files, reading_json, with_scoreboard, write_card, write_mat

__all__ = [
    "OpenTable", "bring_up", "bring_up_steps", "is_recording", "journal_file", "play_scenes", "read_files",
    "reading_json", "simulated", "with_scoreboard", "write_card", "write_mat",
]
