"""`tray demo`: a whole game over the whole path, as a newcomer starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GAME_S = 900.0
"""More than a game takes on the slowest machine; a game of the demo is over after 50 to 300 throws."""


@pytest.mark.timeout(GAME_S + 60.0)
def test_a_demo_game_is_read_without_a_mistake_and_leaves_nothing_behind(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "controller", "demo", "--games", "1", "--seed", "5", "--json"],
        capture_output=True, text=True, timeout=GAME_S, check=False, env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 1
    game = json.loads(lines[0])
    assert set(game) == {
        "throws", "readings_clear", "readings_refused", "readings_wrong", "leaning_missed", "winner", "scores",
        "settle_to_scoreboard_ms", "given_up",
    }
    assert game["readings_wrong"] == 0
    assert game["given_up"] == []
    assert game["throws"] >= 20
    assert game["readings_clear"] >= game["throws"]
    assert game["readings_refused"] < game["readings_clear"] / 3
    assert game["winner"] is None or game["winner"] in game["scores"]
    assert 0 < game["settle_to_scoreboard_ms"]["p50"] <= game["settle_to_scoreboard_ms"]["p99"]
    assert list(tmp_path.iterdir()) == []
