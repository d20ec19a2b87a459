"""The console of the table's own machine, with a real table behind it."""

from __future__ import annotations

import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.host.console import ConsoleDoor, ConsoleError, ask, consoles
from tests.controller.commands.conftest import Tray, tray
from tests.controller.table.conftest import Evening

__all__ = ["tray"]


class Door:
    """The evening's table as a CommandDoor."""

    def __init__(self, evening: Evening) -> None:
        self.submit = lambda command: evening.table.command(command)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Ann and Bob play at a table with a console in the folder `state`, where `tray host` looks for it."""
    evening = Evening(tmp_path / "state", rules={"entry": 0}, address="http://192.0.2.7:8080")
    evening.play("Ann", "Bob")
    evening.throw_all("5 2 10 3 4")
    door = ConsoleDoor(tmp_path / "state", "test", Door(evening), evening.feed)  # type: ignore[arg-type]
    door.start()
    yield evening
    door.stop()
    door.stop()
    assert consoles(tmp_path / "state") == []
    evening.journal.close()


def test_the_host_keeps_control_without_a_pin(tray: Tray, evening: Evening) -> None:
    assert tray("host", "pause").out == "The table is paused.\n"
    assert evening.now.paused
    assert "paused already" in tray("host", "pause").complaint
    assert tray("host", "resume").status == 0
    assert tray("host", "stop").status == 0
    assert tray("host", "skip").status == 0
    assert tray("host", "undo").status == 0
    assert tray("host", "undo").status == 0
    assert evening.view.stake == 15
    assert tray("host", "end").status == 0
    assert tray("host", "start").status == 0
    assert evening.now.stage == "playing"


def test_the_console_tells_how_it_stands(tray: Tray, evening: Evening) -> None:
    told = tray("host", "state").out.splitlines()
    assert told == [evening.now.message.sentence, "  Ann: 0 (person) *", "  Bob: 0 (person)", "  camera test: fine",
                    "  journal sqlite: fine"]


def test_the_console_tells_what_keeps_the_tray_from_being_read(tray: Tray, evening: Evening) -> None:
    evening.table.reading(evening.tray.blocked("It is too dark to see anything."))
    assert tray("host", "state").out.splitlines()[-1] == "  tray: It is too dark to see anything."


def test_a_lost_phone_gets_a_link_and_a_seat_is_given_up(tray: Tray, evening: Evening) -> None:
    link = tray("host", "reseat", "ann").out.split()[-1]
    assert link.startswith("http://192.0.2.7:8080/seat#")
    assert evening.do("take_seat", token=link.split("#")[1]).value["name"] == "Ann"
    assert tray("host", "remove", "Bob").out == "Bob has no seat any more.\n"
    assert "there is Ann" in tray("host", "remove", "Bob").complaint


def test_only_the_owner_of_the_state_folder_comes_to_the_console(evening: Evening, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "state" / "console").stat().st_mode) == 0o700


@pytest.mark.parametrize("question", [{}, {"name": 5}, {"name": "fly"}, {"name": "pause", "value": [1]}, [], 7, None])
def test_what_is_no_command_is_refused(evening: Evening, tmp_path: Path, question: object) -> None:
    (console,) = consoles(tmp_path / "state")
    reply = ask(console, question)  # type: ignore[arg-type]
    assert not reply["accepted"]
    assert reply["reason"]


def test_a_table_that_was_switched_off_by_the_plug_is_no_table(tray: Tray, tmp_path: Path) -> None:
    folder = tmp_path / "state" / "console"
    folder.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(folder / "simulated"))
    assert "No table runs with the state folder state" in tray("host", "pause").complaint


def test_without_a_table_it_says_what_to_do(tray: Tray) -> None:
    assert "Start `tray run`" in tray("host", "skip").complaint


def test_a_table_that_hangs_is_said_to_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.host.console.ANSWER_S", 0.05)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "console"))
        listener.listen()
        with pytest.raises(ConsoleError, match="doesn't answer"):
            ask(tmp_path / "console", {"look": True})


def test_a_deep_folder_has_a_console_too(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-folder-with-a-long-name"] * 6)
    evening = Evening(deep)
    door = ConsoleDoor(deep, "test", Door(evening), evening.feed)  # type: ignore[arg-type]
    door.start()
    (console,) = consoles(deep)
    assert ask(console, {"look": True})["stage"] == "seating"
    door.stop()
    evening.journal.close()


def test_a_new_pin_is_made_while_no_table_runs(tray: Tray, tmp_path: Path) -> None:
    first, second = (tray("host", "reset-pin").out for _ in range(2))
    assert first.startswith("The PIN of the host is ")
    assert first != second
    assert (tmp_path / "state" / "host.json").exists()
