"""A table with a past: a real journal, pictures, and the pages that look back on them."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.chronicle.chronicle import JournalChronicle
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.odds.luck import WimpoutFortune
from controller.pictures import Album
from controller.table.trays import tray_from_json
from tests.controller.chronicle.conftest import a_game_worked_by_hand
from tests.controller.chronicle.test_chronicle import wait_until_counted
from tests.controller.table.conftest import Evening
from tests.web_ui.pictures import tray_jpeg
from tests.web_ui.real import NoPreview, ServedTable
from web_ui.server import WebServer

PAGES = ("/throws", "/throws/{throw}", "/stats")


class Table:
    """A table with what it has to look back on, and its server."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.behind = ServedTable(folder, **settings)
        self.at: Evening = self.behind.evening
        self.album = Album(folder / "pictures", 1 << 24)
        self.chronicle = JournalChronicle(
            self.at.path, folder / "games.sqlite3", self.album, RULEBOOK, WimpoutFortune(), self.at.clock.now
        )
        self.chronicle.start()
        self.server = WebServer(
            self.at.feed, self.behind, NoPreview(), lambda: None, host="127.0.0.1", port=0, chronicle=self.chronicle
        )
        self.server.start()

    def photograph(self, counted: bool = True) -> None:
        """Let every throw that a camera has seen have a picture, and the chronicle know of every event; wait until it
        has `counted` them."""
        for event in self.at.events:
            if event.kind == "move" and event.payload.get("tray") is not None:
                self.album.keep(event.id, event.at, tray_jpeg(tray_from_json(event.payload["tray"])))
        if self.at.events:
            self.chronicle.written(self.at.events[-1])
            if counted:
                wait_until_counted(self.chronicle)

    def get(self, path: str, **headers: str) -> tuple[int, bytes, Any]:
        """Status, body and headers of an answer, for somebody without a seat."""
        request = urllib.request.Request(self.server.address + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read(), error.headers

    def html(self, path: str) -> str:
        status, body, _ = self.get(path)
        assert status == 200, (path, status)
        return body.decode().replace("\u2212", "-").replace("\u2013", "-")

    def close(self) -> None:
        self.server.stop()
        self.chronicle.stop()
        self.at.journal.close()


MakeTable = Callable[..., Table]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[MakeTable]:
    made: list[Table] = []

    def make(**settings: Any) -> Table:
        made.append(Table(tmp_path / str(len(made)), **settings))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def played(table: MakeTable) -> Table:
    """The game that was worked by hand, with a picture of every throw."""
    made = table()
    a_game_worked_by_hand(made.at)
    made.photograph()
    return made


def path_of(table: Table, page: str, place: int = 1) -> str:
    return page.format(throw=table.chronicle.throws().throws[place].event)


def listed(page: str) -> list[str]:
    """The throws of the list, each as a line of words."""
    rows = re.findall(r'data-testid="past-throw">(.*?)</a>', page, re.DOTALL)
    return [" ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", row, flags=re.DOTALL).split()) for row in rows]
