"""`tray demo`: whole games by computer players over the whole path, and their figures."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from controller.commands.whole_number import WholeNumber
from controller.demo_games import play_games
from controller.scratch_folder import scratch_folder

READINGS_WRONG = 1


@click.command()
@click.option("--games", type=WholeNumber(min=1), required=True, metavar="N", help="How many games to play.")
@click.option("--seed", type=WholeNumber(min=0), help="Throw the same again; without it every run differs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
@click.option(
    "--scoreboard", default="model", show_default=True, metavar="SOURCE",
    help="model, simavr (the real firmware), or a serial device.",
)
def demo(games: int, seed: int | None, as_json: bool, scoreboard: str) -> None:
    """Play whole games by computer players, as fast as it goes, without web pages.

    The cubes are drawn, thrown, looked at, read, scored, journaled and shown on the scoreboard, and every reading is
    compared with what was thrown. `settle_to_scoreboard_ms` is the wall time from the delivery of the first frame in
    which the cubes rest to the board's acknowledgement. `leaning_missed` counts readings of five cubes of which one
    leaned without being told. `given_up` has the figures of each game before this one that was given up because its
    cubes couldn't be read. The exit status is 1 if one reading was wrong.

    \b
    Examples:
      tray demo --games 3
      tray demo --games 10 --seed 7 --json
      tray demo --games 1 --scoreboard simavr
    """
    wrong = 0
    with scratch_folder("tray-demo-") as folder, click.progressbar(
        play_games(games, seed, scoreboard, folder), length=games, label="Games", file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        item_show_func=lambda game: None if game is None else f"winner {game['winner']}",
    ) as played:
        for game in played:
            wrong += sum(each["readings_wrong"] for each in (game, *game["given_up"]))
            click.echo(json.dumps(game) if as_json else _in_words(game))
    if wrong:
        raise click.exceptions.Exit(READINGS_WRONG)


def _in_words(game: dict[str, Any]) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in game["scores"].items())
    latency = game["settle_to_scoreboard_ms"]
    given_up = "".join(
        f" (A game was given up before, its cubes couldn't be read: {_readings(each)}.)" for each in game["given_up"]
    )
    return (
        f"{game['winner']} wins: {scores}; {_readings(game)}; "
        f"settle to scoreboard {latency['p50']} ms (p50), {latency['p99']} ms (p99){given_up}"
    )


def _readings(game: dict[str, Any]) -> str:
    return (
        f"{game['throws']} throws, readings {game['readings_clear']} clear, {game['readings_refused']} refused, "
        f"{game['readings_wrong']} wrong, {game['leaning_missed']} of a leaning cube as if it lay flat"
    )
