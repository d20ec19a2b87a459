"""A table that plays a show by chance and prints each snapshot; a test kills it. Run with a journal's path."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from controller.clock import SystemClock
from controller.feed import Mailbox
from controller.games.wimpout import RULEBOOK
from controller.journal import Journal
from controller.ports import Snapshot, as_json
from controller.table import Table, TableSettings

COMMON = ("2", "3", "4", "5", "6", "10")
ODD = ("2", "sun", "4", "5", "6", "10")


class PrintingMailbox(Mailbox):
    def publish(self, snapshot: Snapshot) -> None:
        super().publish(snapshot)
        print(json.dumps({"event": snapshot.event, "view": as_json(snapshot.view)}), flush=True)


def main() -> None:
    settings = TableSettings(think_s=0, show_pause_s=0, show_seed=3)
    journal = Journal(Path(sys.argv[1]))
    table = Table(settings, RULEBOOK, journal, PrintingMailbox(), SystemClock(), dice=(COMMON,) * 4 + (ODD,))
    while True:
        table.tick()


if __name__ == "__main__":
    main()
