"""The JSON object of a reading."""

from __future__ import annotations

import json
from typing import Any

from controller.ports import Problem, TrayReading
from vision.reading_json import to_json


def test_a_reading_becomes_the_documented_object(make_cube: Any) -> None:
    cube = make_cube("sun", 643.24, 411.0, odd=True)
    reading = TrayReading("night-1/0003.jpg", "unclear", (cube,), (Problem("cocked", (201.46, 377.0)),), "It leans.")
    assert json.loads(json.dumps(to_json(reading))) == {
        "source": "night-1/0003.jpg",
        "status": "unclear",
        "detail": "It leans.",
        "settled_at": None,
        "cubes": [{
            "face": "sun", "odd": True, "zone": "tray", "center": [643.2, 411.0],
            "quad": [[619.2, 387.0], [667.2, 387.0], [667.2, 435.0], [619.2, 435.0]],
            "alternatives": [["sun", 0.999]], "confidence": 0.999, "moved": None,
        }],
        "problems": [{"kind": "cocked", "center": [201.5, 377.0]}],
    }  # fmt: skip


def test_what_is_everywhere_has_no_center_and_times_are_in_milliseconds() -> None:
    told = to_json(TrayReading("a.mp4", "blocked", (), (Problem("blocked"),), "It is dark.", 0.66666667))
    assert told["problems"] == [{"kind": "blocked", "center": None}]
    assert told["settled_at"] == 0.667
