"""`tray doctor`: how the parts of this machine are, and what to do about them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from controller import app
from controller.commands.named_file import config_option
from controller.settings import load_settings

BROKEN = 1
COLOURS = {"fine": "green", "worth a look": "yellow", "broken": "red"}


@click.command()
@config_option
@click.option("--simulated", is_flag=True, help="Examine a table on simulated hardware.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a part.")
def doctor(config: Path | None, simulated: bool, as_json: bool) -> None:
    """Examine journal, calibration, camera, scoreboard, lamps and buttons.

    Each is fine, worth a look, or broken, with what to do.

    Each part is opened as `tray run` opens it, so that what is fine here is fine there. No game is touched. While a
    table is running it holds the parts, and they can't be examined. The exit status is 1 if a part is broken.

    \b
    Examples:
      tray doctor --config tray.toml
      tray doctor --simulated --json
    """
    from controller.doctor import examine

    settings = load_settings(config)
    broken = False
    for finding in examine(app.simulated(settings) if simulated else settings):
        broken = broken or finding.health == "broken"
        if as_json:
            click.echo(json.dumps(asdict(finding)))
        else:
            health = click.style(f"{finding.health:<12}", fg=COLOURS[finding.health], bold=True)
            click.echo(f"{finding.part:<13}{health} {finding.kind}: {finding.says}")
    if broken:
        raise click.exceptions.Exit(BROKEN)
