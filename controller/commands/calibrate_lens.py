"""`tray calibrate lens`: measure what the lens bends."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.calibrate_options import guided, settings_with
from controller.commands.keyboard import Keyboard


@click.command()
@guided
def lens(config: Path | None, camera: str | None, now: bool) -> None:
    """Measure what the lens bends, with a printed board (ChArUco).

    Optional: it helps where straight lines look bent in the picture, as with most wide lenses. Print the board, glue
    it flat on cardboard, and move it through the whole picture; views are taken by themselves whenever it is held
    still at a new place. Progress and where it is wanted next are told here and under the live picture.

    \b
    Examples:
      tray calibrate mat --charuco
      tray calibrate lens --config tray.toml
    """
    from controller.app.calibration import calibrate_lens

    calibrate_lens(settings_with(config, camera), Keyboard("It ends by itself, too."), ask=not now)
