"""`tray scenes`: play the scoreboard's scenes."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.named_file import config_option
from controller.settings import load_settings


@click.command()
@config_option
@click.option(
    "--scoreboard", default="terminal", show_default=True, metavar="SOURCE",
    help="terminal, auto (found on USB), a serial device; or, to try the way to a board without one and with nothing "
    "to see, simavr (the real firmware) or model (a model of the board in Python).",
)
@click.argument("names", nargs=-1, metavar="[SCENE...]")
def scenes(config: Path | None, scoreboard: str, names: tuple[str, ...]) -> None:
    """Play the scenes of the scoreboard, all of them or those named, in this terminal or on a board.

    A scene is a short file in hardware/scenes that draws what happens: a Flash, a Freight Train, a Wimpout. A name
    that doesn't exist is answered with those that do.

    \b
    Examples:
      tray scenes
      tray scenes flash supernova waiting
      tray scenes --scoreboard /dev/ttyUSB0
    """
    from controller.app import play_scenes

    for name in play_scenes(load_settings(config), scoreboard, names):
        click.echo(name)
