"""What the host takes away: the journal, the bundle and the log, and that no secret is in them."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from controller.games.wimpout import RULEBOOK
from controller.journal import read_journal
from controller.ports import Device
from controller.table.folding import restore
from tests.web_ui.host.conftest import RECORDS, Ask, come_in
from tests.web_ui.real import ServedTable


def test_no_page_and_no_record_holds_a_secret(real: ServedTable, ask: Ask, tmp_path: Path) -> None:
    cookie = come_in(ask, real)
    command = {"name": "reseat", "event": real.evening.now.event, "value": {"seat": real.evening.seats["Ann"]}}
    link = json.loads(ask("POST", "/host/commands", command, cookie).read())["value"]["link"]
    token = link.split("#")[1]
    answers = [ask("GET", path, cookie=cookie) for path in
               ("/host", "/host/view", *RECORDS, "/api/v1/state", "/", "/score", "/seat", "/big")]
    assert {answer.status for answer in answers} == {200}
    told = b"".join(_whole(answer.read()) for answer in answers)
    keys = json.loads((tmp_path / "host.json").read_text())
    secrets = [*real.evening.secrets.values(), token, cookie.removeprefix("host="), keys["pin_hash"], keys["salt"]]
    assert [secret for secret in secrets if secret.encode() in told] == []


def _whole(content: bytes) -> bytes:
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def test_the_journal_that_is_taken_away_is_whole_and_gives_the_same_table(
    real: ServedTable, ask: Ask, tmp_path: Path
) -> None:
    answer = ask("GET", "/host/journal.sqlite3", cookie=come_in(ask, real))
    assert "attachment" in str(answer.getheader("Content-Disposition"))
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(answer.read())
    assert read_journal(copy) == real.evening.events
    assert restore(read_journal(copy), RULEBOOK).secrets, "phones keep their seats at a table that goes on with it"
    assert sorted(path.name for path in tmp_path.glob("journal*")) == [
        "journal.sqlite", "journal.sqlite-shm", "journal.sqlite-wal", "journal.sqlite.lock"
    ]


def test_the_bundle_holds_what_helps_and_seats_are_opened_by_nothing_in_it(
    real: ServedTable, ask: Ask, tmp_path: Path
) -> None:
    (tmp_path / "tray.log").write_text("a line of the log\n")
    real.evening.table.device(Device("scoreboard", "/dev/ttyUSB0", "trouble", "No answer for 4 s."))
    answer = ask("GET", "/host/support.zip", cookie=come_in(ask, real))
    with zipfile.ZipFile(io.BytesIO(answer.read())) as archive:
        assert archive.testzip() is None
        texts = {name: archive.read(name) for name in archive.namelist()}
    assert sorted(texts) == [
        "README.txt", "doctor.json", "journal.sqlite3", "settings.json", "state.json", "tray.log", "versions.json"
    ]
    health = {part["part"]: part["health"] for part in json.loads(texts["doctor.json"])["parts"]}
    assert (health["scoreboard"], health["journal"]) == ("broken", "fine")
    assert json.loads(texts["versions.json"])["packages"]["flask"]
    assert json.loads(texts["settings.json"])["table"]["seats"] == 12
    assert texts["tray.log"] == b"a line of the log\n"
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(texts["journal.sqlite3"])
    events = read_journal(copy)
    assert [event.kind for event in events] == real.evening.kinds()
    hashes = [event.payload["secret"] for event in real.evening.events if "secret" in event.payload]
    assert len(hashes) == 3
    assert not any(one.encode() in texts["journal.sqlite3"] for one in hashes)
    assert restore(events, RULEBOOK).view == real.evening.view
    with closing(sqlite3.connect(copy)) as changed, pytest.raises(sqlite3.Error, match="append-only"):
        changed.execute("DELETE FROM events")


def test_the_evening_is_told_newest_first_and_goes_on(real: ServedTable, ask: Ask) -> None:
    cookie = come_in(ask, real)
    first = ask("GET", "/host/log", cookie=cookie).read().decode()
    assert "Ann throws 5 2 10 3 4*: 15 points, 15 at stake; may stop." in first
    real.evening.do("stop")
    second = ask("GET", "/host/log", cookie=cookie).read().decode()
    assert second.index("Ann stops: 15 points banked.") < second.index("Ann throws 5 2 10 3 4*")
    assert second.count("Ann sits down.") == 1


def test_a_long_evening_is_told_page_by_page(
    real: ServedTable, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web_ui.host.LINES_A_PAGE", 3)
    cookie = come_in(ask, real)
    path: str | None = "/host/log"
    pages = []
    while path:
        page = ask("GET", path, cookie=cookie).read().decode()
        pages.append([int(number) for number in re.findall(r'<li value="(\d+)"', page)])
        assert ('data-testid="newest"' in page) == (len(pages) > 1)
        earlier = re.search(r'<a href="(/host/log\?before=\d+)"', page)
        path = earlier[1] if earlier else None
    told = [event for page in pages for event in page]
    assert told == [event.id for event in reversed(real.evening.events)]
    assert all(len(page) == 3 for page in pages[:-1])
    for odd in ("x", "-1", "9" * 400, ""):
        assert ask("GET", f"/host/log?before={odd}", cookie=cookie).status == 200


def test_the_log_of_a_huge_evening_is_one_short_page(real: ServedTable, ask: Ask) -> None:
    cookie = come_in(ask, real)
    last = real.evening.events[-1]
    with closing(sqlite3.connect(real.evening.path)) as journal, journal:
        journal.executemany(
            "INSERT INTO events (id, evening, game, at, version, kind, payload)"
            " VALUES (?, ?, 0, ?, 1, 'paused', '{}')",
            ((last.id + i, last.evening, last.at) for i in range(1, 20_001)),
        )
    page = _whole(ask("GET", "/host/log", cookie=cookie).read())
    assert page.count(b"<li value=") == 200
    assert len(page) < 60_000
