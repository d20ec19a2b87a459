"""`tray bring-up`: walk through a machine that has just been built."""

from __future__ import annotations

from pathlib import Path

import click

from controller import app
from controller.commands.named_file import config_option
from controller.hanging_up import ends_like_ctrl_c
from controller.settings import load_settings

NOT_ALL_RIGHT = 1
STATES = {"right": "as it should be", "wrong": "not right", "left": "left for later", None: "not looked at"}


@click.command("bring-up")
@config_option
@click.option("--scoreboard", metavar="SOURCE", help="Scoreboard to use instead of the settings' one.")
@click.option("--simulated", is_flag=True, help="Walk through a simulated machine, and say so.")
@click.option("--from", "begin", metavar="STEP", help="Begin at this step.")
@click.option("--again", is_flag=True, help="Forget what was seen before, and begin anew.")
@click.option("--list", "listed", is_flag=True, help="List the steps and what was seen at each.")
def bring_up(
    config: Path | None, scoreboard: str | None, simulated: bool, begin: str | None, again: bool, listed: bool
) -> None:
    """Bring up a machine that has just been built: every module and its dots, the lights of the ring, lamps, buttons,
    buzzer and tray light, each in turn, as far as the settings have them.

    At each step it says what the machine does now and asks what you see. If that isn't right, it says which wires to
    look at, by their numbers in hardware/build/wires.md. A keyboard is enough, over ssh too. Stop at any step with q:
    the next time it goes on there; a simulated machine is remembered apart from the real one. While a table is
    running it holds the parts; stop it first.

    The exit status is 0 once every step is as it should be, else 1.

    \b
    Examples:
      tray bring-up --config tray.toml
      tray bring-up --config tray.toml --from lights-17-30
      tray bring-up --simulated
    """
    settings = load_settings(config)
    if simulated:
        settings = app.simulated(settings)
    if scoreboard is not None:
        settings = app.with_scoreboard(settings, scoreboard)
    if listed:
        for key, (title, seen) in app.bring_up_steps(settings).items():
            click.echo(f"{key:<16}{STATES[seen]:<17}{title}")
        return
    with ends_like_ctrl_c():
        all_right = app.bring_up(settings, begin, again, click.echo)
    if not all_right:
        raise click.exceptions.Exit(NOT_ALL_RIGHT)
