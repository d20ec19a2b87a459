"""The log of the evening is told in German, too: whatever can happen at a table."""

from __future__ import annotations

from pathlib import Path

from controller.games.wimpout import RULEBOOK
from controller.host.records import EveningLog
from tests.controller.table.conftest import Evening
from tests.languages import in_german


def in_german_log(table: Evening) -> list[str]:
    return [in_german(line.says) for line in EveningLog(table.path, RULEBOOK, table.clock).lines()]


def test_an_evening_of_everything_is_told_in_german(tmp_path: Path) -> None:
    rules = {"goal": 100, "entry": 0, "insurance": True}
    table = Evening(tmp_path / "evening", rules=rules, think_s=1, abandoned_s=60)
    table.play("ANNA", "BEN")
    table.throw_all("5 2 4 3 sun")
    table.do("next_option")
    table.do("roll_on", "ANNA")
    table.throw({1: "2", 2: "10", 3: "3"})
    table.do("undo", "ANNA")
    table.do("undo", "BEN", agree=False)
    table.do("undo", "ANNA")
    table.do("undo", "BEN", agree=True)
    table.throw({1: "5", 2: "4", 3: "3"})
    table.do("correct", "ANNA", cubes=["10", "4", "3"])
    table.do("undo", "BEN", agree=True)
    table.do("propose", "ANNA", rules={"sampler": True})
    table.do("vote", "BEN", agree=True)
    table.do("propose", "ANNA", rules={"bump": True})
    table.do("vote", "BEN", agree=False)
    table.do("stop", "ANNA")
    table.throw_all("10 10 10 2 4")
    table.throw({3: "10", 4: "5"})
    table.throw({3: "6", 4: "2"})
    table.host("pause")
    table.host("resume")
    table.host("skip")
    table.host("undo")
    table.host("set_rules", rules={"goal": 300})
    table.host("order", seats=[table.seats["BEN"], table.seats["ANNA"]])
    table.host("reseat", seat=table.seats["BEN"])
    table.tray.throw_all("2 2 5 5 6*")
    table.read(nameless={4: ("6", "5")})
    table.do("answer", "ANNA", cube=4, face="6")
    table.do("confirm", "BEN")
    table.sit("CARA")
    table.do("leave", "CARA")
    table.wait(200)
    told = in_german_log(table)
    table.journal.close()
    assert len(told) == len(table.events)
    throws = "ANNA wirft 5 2 4 3 Sonne*: 15 Punkte (SONNE ALS 10, von 3 Möglichkeiten), 15 auf dem Spiel; "
    assert f"{throws}darf aufhören." in told
    assert "Guiding Light: ANNA schlägt vor: sampler 25 (jetzt sampler aus)." in told
    assert any(line.startswith("Die Spielleitung macht Pause.") for line in told)
    kinds = {event.kind for event in table.events}
    assert len(kinds) >= 18, sorted(kinds)
