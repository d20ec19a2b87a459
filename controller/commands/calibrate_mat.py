"""`tray calibrate mat`: write the mat for printing."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.named_file import config_option
from controller.errors import TrayError
from controller.settings import load_settings

PRINTS = ("A2", "A3", "A4", "stickers")


@click.command()
@config_option
@click.option(
    "--paper", "papers", type=click.Choice(PRINTS, case_sensitive=False), multiple=True,
    help="A2 (whole), A3 or A4 (in tiles), or the markers alone as stickers; all of them unless named.",
)
@click.option(
    "--to", "folder", type=click.Path(path_type=Path, file_okay=False), default=Path("mat"), show_default=True,
    metavar="FOLDER", help="Where the files go.",
)
@click.option("--charuco", is_flag=True, help="Write the board for `tray calibrate lens` instead, on A4.")
def mat(config: Path | None, papers: tuple[str, ...], folder: Path, charuco: bool) -> None:
    """Write the mat as PDF and SVG at true size: rolling area, rail, and the four markers by which it is found.

    Print at 100 %, actual size, and check the ruler at the foot of each sheet: its 100 mm have to be 100 mm. Tiles
    are cut along the dashed lines and laid upon each other by their crosses.

    \b
    Examples:
      tray calibrate mat
      tray calibrate mat --paper A4 --to Desktop
      tray calibrate mat --paper stickers
      tray calibrate mat --charuco
    """
    from controller.app import write_mat
    from controller.app.calibration import write_board

    if charuco and papers:
        raise click.UsageError("--charuco writes the board for the lens, on A4 alone. Leave --paper away.")
    settings = load_settings(config)
    if charuco:
        for file in write_board(folder):
            click.echo(file)
        return
    for paper in papers or PRINTS:
        try:
            for file in write_mat(settings, paper, folder):
                click.echo(file)
        except TrayError as too_large:
            if papers:
                raise
            click.echo(f"Left out: {paper}. {too_large}", err=True)
