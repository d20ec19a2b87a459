"""How long a throw takes from rest to the scoreboard, over the whole path."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from controller.demo_games import play_games
from tests.benchmarks.figures import Figures

SEEDS = (8, 5)
"""Looks of the tray: a usual one, and the hardest that is known, oak under neon light from a steep camera."""

Games = Mapping[tuple[str, int], dict[str, Any]]
"""By scoreboard and look, the figures of the game that was played there, as `tray demo --json` prints them."""


def report(root: Path) -> Figures:
    """One game by computer players at each look, and one with the real firmware where it can be had here."""
    wanted = [("model", seed) for seed in SEEDS]
    if (root / "firmware" / "build" / "scoreboard-sim").exists():
        wanted.append(("simavr", SEEDS[0]))
    games = {(board, seed): _game(board, seed) for board, seed in wanted}
    return Figures(in_words(games), tuple(beyond(games)))


def in_words(games: Games) -> str:
    """The figures of some games."""
    lines = [
        "## From rest to the scoreboard", "",
        "One game by computer players over the whole path (`tray demo`), from the delivery of the first frame in "
        "which the cubes rest to the board's acknowledgement. Cubes are taken to rest only after some frames without "
        "movement, but in a demo the frames come faster than in real time.", "",
        "| seed | scoreboard | throws | readings clear | refused | wrong | leaning missed | games given up before | "
        "p50 ms | p99 ms |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for (board, seed), game in games.items():
        latency = game["settle_to_scoreboard_ms"]
        lines.append(
            f"| {seed} | {board} | {game['throws']} | {game['readings_clear']} | {game['readings_refused']} | "
            f"{game['readings_wrong']} | {game['leaning_missed']} | {len(game['given_up'])} | {latency['p50']} | "
            f"{latency['p99']} |"
        )
    return "\n".join(lines)


def beyond(games: Games) -> Iterator[str]:
    """A sentence for each limit that a game didn't keep; those that were given up before it count with it."""
    for (board, seed), game in games.items():
        played = [game, *game["given_up"]]
        counts = {
            "readings that were called clear and are wrong": sum(each["readings_wrong"] for each in played),
            "clear readings of cubes of which one leaned": sum(each["leaning_missed"] for each in played),
            "games that were given up": len(game["given_up"]),
        }
        for what, count in counts.items():
            if count:
                yield f"seed {seed}, scoreboard {board}: {count} {what}; none may be."


def _game(board: str, seed: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        (game,) = play_games(1, seed, board, Path(folder))
    return dict(json.loads(json.dumps(game)))
