"""`tray calibrate history` and `tray calibrate restore`: what calibration has kept, and bringing it back."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.named_file import config_option
from controller.settings import load_settings


@click.command()
@config_option
def history(config: Path | None) -> None:
    """List what calibration has kept, oldest first.

    A star marks what is in force: of each kind and camera the newest.

    \b
    Example:
      tray calibrate history
    """
    from controller.app import calibration

    kept = calibration.history(load_settings(config))
    if not kept:
        click.echo("Nothing was kept yet: `tray calibrate tray` finds the mat with the camera.")
    for each in kept:
        star = "*" if each.in_force else " "
        click.echo(f"{star} {each.number:>4}  {each.made:16}  {each.kind:6}  {each.says}")


@click.command()
@config_option
@click.argument("which", metavar="NUMBER|DATE")
def restore(config: Path | None, which: str) -> None:
    """Bring back what was kept before: by its number, or by its date if it is the only one of that day.

    It becomes the newest of its kind; nothing is lost.

    \b
    Examples:
      tray calibrate restore 3
      tray calibrate restore 2026-05-14
    """
    from controller.app import calibration

    click.echo(calibration.restore(load_settings(config), which))
