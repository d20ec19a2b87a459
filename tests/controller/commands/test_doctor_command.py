"""`tray doctor`: how it writes what was found."""

from __future__ import annotations

from controller.doctor import PARTS, Finding


def test_part_and_health_stand_apart_in_a_column_each(tray, monkeypatch):
    found = [Finding(part, "kind", "worth a look", "It is so.") for part in ("journal", "calibration", *PARTS)]
    monkeypatch.setattr("controller.doctor.examine", lambda settings: iter(found))
    done = tray("doctor")
    assert done.status == 0
    lines = done.out.splitlines()
    assert {line.index(" worth a look kind: It is so.") for line in lines} == {len("calibration") + 1}
