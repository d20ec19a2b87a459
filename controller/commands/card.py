"""`tray card`: the card for the table, by which guests come to a seat."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.named_file import config_option
from controller.settings import load_settings


@click.command()
@config_option
@click.option("--wifi", metavar="NAME", help="The Wi-Fi that phones join first.")
@click.option("--password", metavar="WORD", help="Its password; an open Wi-Fi has none.")
@click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="The card's language, such as de.",
)
@click.option(
    "--to", "file", type=click.Path(path_type=Path, dir_okay=False), default=Path("table-card.pdf"),
    show_default=True, metavar="FILE", help="Where the card goes.",
)
def card(config: Path | None, wifi: str | None, password: str | None, language: str, file: Path) -> None:
    """Write a card for the table as a PDF on A5: a QR code for the Wi-Fi, one for a seat, and the address in words.

    The address is `web.address` of the settings, or this machine's own where that is empty. A machine whose own
    address changes from evening to evening wants a name there, such as http://tray.local:8080.

    \b
    Examples:
      tray card --config tray.toml
      tray card --wifi "Bar Nebula" --password swordfish
      tray card --language de
    """
    from controller.app import write_card

    if password and not wifi:
        raise click.UsageError("A password needs the name of its Wi-Fi: add --wifi NAME.")
    click.echo(f"{file}: {write_card(load_settings(config), wifi, password, language, file)}")
