"""How long a throw takes from rest to the scoreboard, over the whole path."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from controller.demo_games import play_games

SEEDS = (8, 5)
"""Looks of the tray: a usual one, and the hardest that is known, oak under neon light from a steep camera."""


def report(root: Path) -> str:
    """One game by computer players at each look, and one with the real firmware where it can be had here."""
    games = [("model", seed) for seed in SEEDS]
    if (root / "firmware" / "build" / "scoreboard-sim").exists():
        games.append(("simavr", SEEDS[0]))
    lines = [
        "## From rest to the scoreboard", "",
        "One game by computer players over the whole path (`tray demo`), from the delivery of the first frame in "
        "which the cubes rest to the board's acknowledgement. Cubes are taken to rest only after some frames without "
        "movement, but in a demo the frames come faster than in real time.", "",
        "| seed | scoreboard | throws | readings clear | refused | wrong | leaning missed | games given up before | "
        "p50 ms | p99 ms |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for board, seed in games:
        game = _game(board, seed)
        latency = game["settle_to_scoreboard_ms"]
        lines.append(
            f"| {seed} | {board} | {game['throws']} | {game['readings_clear']} | {game['readings_refused']} | "
            f"{game['readings_wrong']} | {game['leaning_missed']} | {len(game['given_up'])} | {latency['p50']} | "
            f"{latency['p99']} |"
        )
    return "\n".join(lines)


def _game(board: str, seed: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        (game,) = play_games(1, seed, board, Path(folder))
    return dict(json.loads(json.dumps(game)))
