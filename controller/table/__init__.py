"""The table: it hosts a game, takes readings and commands, journals what happens and says what to show."""

from controller.table.settings import TableSettings
from controller.table.table import Table
from controller.table.thread import TableThread

__all__ = ["Table", "TableSettings", "TableThread"]
