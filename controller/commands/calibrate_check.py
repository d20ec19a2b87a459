"""`tray calibrate check`: read throws that are known, and tell how many were read right."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.calibrate_options import guided, settings_with
from controller.commands.keyboard import Keyboard
from controller.commands.whole_number import WholeNumber


@click.command()
@guided
@click.option(
    "-n", "--throws", type=WholeNumber(1, 10_000), default=20, show_default=True, help="How many throws to check."
)
def check(config: Path | None, camera: str | None, now: bool, throws: int) -> None:
    """Read throws that are known, and tell how many were read right.

    Throw the cubes; each reading is confirmed with Enter, or what lies there is typed, with a star after the face of
    the odd cube. Tells at once what was read wrong; `back` is for a slip. At the end it tells which face was read as
    which, the share of the cubes named right with its 95 % interval, and how long a reading takes; keeps that, and a
    page with a picture of every mistake. Where Ctrl-C or a lost connection ends it, what was checked by then is kept.
    The simulated tray throws by itself and knows what it threw. A recording waits for each answer.

    The exit status is 1 if a reading was clear, and so would have been scored, and was wrong.

    \b
    Examples:
      tray calibrate check --config tray.toml
      tray calibrate check --camera simulated -n 50
    """
    from controller.app.check import check as check_throws

    keyboard = Keyboard("What lies there can be typed at a terminal alone.")
    if not check_throws(settings_with(config, camera), keyboard, throws, ask=not now):
        raise click.exceptions.Exit(1)
