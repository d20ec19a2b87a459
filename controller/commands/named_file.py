"""Files that commands are given by name, the settings above all."""

from __future__ import annotations

from pathlib import Path

import click

NAMED_FILE = click.Path(path_type=Path, readable=False)
"""What is wrong with one is said by whoever reads it: in words that help, and after the others were read."""

config_option = click.option("--config", type=NAMED_FILE, metavar="FILE", help="Settings, see `tray settings`.")
