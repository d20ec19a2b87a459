"""A table whose show simulated hands throw. It prints each snapshot; a test kills it. Run with a journal's path."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from controller.clock import SystemClock
from controller.feed import Mailbox
from controller.games.wimpout import RULEBOOK
from controller.journal import Journal
from controller.ports import ReadCube, Snapshot, as_json
from controller.table import Table, TableSettings
from tests.controller.table.conftest import SimulatedHands, TrayOfCubes


class PrintingMailbox(Mailbox):
    def publish(self, snapshot: Snapshot) -> None:
        super().publish(snapshot)
        print(json.dumps({"event": snapshot.event, "view": as_json(snapshot.view)}), flush=True)


def main() -> None:
    tray = TrayOfCubes()
    hands = SimulatedHands(tray, seed=3)

    def counted(cubes: tuple[ReadCube, ...]) -> None:
        tray.base = cubes

    settings = TableSettings(think_s=0, again_s=0, show_pause_s=0)
    journal = Journal(Path(sys.argv[1]))
    table = Table(settings, RULEBOOK, journal, PrintingMailbox(), SystemClock(), hands=hands, counted=counted)
    table.reading(tray.reading())
    while True:
        table.tick()
        if hands.in_the_air:
            hands.in_the_air = False
            table.reading(tray.moving())
            table.reading(tray.reading())


if __name__ == "__main__":
    main()
