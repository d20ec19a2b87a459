"""How long a throw takes from rest to the scoreboard, over the whole path."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from controller.demo_games import play_games

SEED = 8


def report(root: Path) -> str:
    """One game by computer players with each scoreboard that can be had here."""
    boards = ["model"]
    if (root / "firmware" / "build" / "scoreboard-sim").exists():
        boards.append("simavr")
    lines = [
        "## From rest to the scoreboard", "",
        "One game by computer players over the whole path (`tray demo`), from the delivery of the first frame in "
        "which the cubes rest to the board's acknowledgement. Cubes are taken to rest only after some frames without "
        "movement, but in a demo the frames come faster than in real time.", "",
        "| scoreboard | throws | readings clear | refused | wrong | leaning missed | p50 ms | p99 ms |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for board in boards:
        game = _game(board)
        latency = game["settle_to_scoreboard_ms"]
        lines.append(
            f"| {board} | {game['throws']} | {game['readings_clear']} | {game['readings_refused']} | "
            f"{game['readings_wrong']} | {game['leaning_missed']} | {latency['p50']} | {latency['p99']} |"
        )
    return "\n".join(lines)


def _game(board: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        (game,) = play_games(1, SEED, board, Path(folder))
    return dict(json.loads(json.dumps(game)))
