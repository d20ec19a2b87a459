"""`tray replay` tells what the host has done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controller.commands.conftest import Tray
from tests.controller.table.conftest import Evening


@pytest.fixture
def hosted(tmp_path: Path) -> Path:
    """An evening in which the host did a bit of everything."""
    table = Evening(tmp_path, rules={"entry": 0})
    for name in ("ANNA", "BEN", "CARA"):
        table.sit(name)
    table.host("order", seats=[table.seats[name] for name in ("BEN", "CARA", "ANNA")])
    table.host("set_rules", rules={"goal": 300})
    table.table.reading(table.tray.reading())
    table.host("start", starter=table.seats["ANNA"])
    table.throw_all("5 2 10 3 4")
    first = table.table.host_view().past[0]
    table.host("pause")
    table.throw({1: "5", 3: "2", 4: "6"})
    table.host("resume")
    table.host("stop")
    table.host("skip")
    table.host("correct", move=first.event, cubes=["5", "5", "10", "3", "4"], keep=True)
    table.host("undo")
    table.host("undo", move=table.table.host_view().past[-1].event)
    token = table.host("reseat", seat=table.seats["CARA"]).value["token"]
    table.do("take_seat", token=token)
    table.host("remove", seat=table.seats["BEN"])
    table.host("end")
    table.host("set_rules", rules={"sampler": True})
    table.host("set_rules", rules=None)
    table.journal.close()
    return table.path


def test_each_deed_of_the_host_is_a_sentence(tray: Tray, hosted: Path) -> None:
    told = tray("replay", str(hosted))
    assert told.status == 0, told.err
    for sentence in (
        "From the next game on they sit in this order, clockwise: BEN, CARA, ANNA.",
        "The host chooses the rules of the next game: goal 300, entry 0.",
        "The host pauses the table.",
        "The host lets the table go on. Cubes were moved meanwhile, or can't be seen: that is no throw.",
        "is skipped by the host: no points.",
        "The host corrects: event 8, read as 5 2 10 3 4*, shows 5 5 10 3 4*. What followed stands.",
        "CARA has another phone; the one before has no seat any more.",
        "The host gives up the seat of BEN.",
        "The game is closed: the host ends it.",
        "The host leaves the rules of the next game as they were.",
    ):
        assert sentence in told.out, told.out
    assert "back and all that followed." in told.out
