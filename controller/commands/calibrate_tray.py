"""`tray calibrate tray`: find the mat with the camera."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.calibrate_options import NOT_ASKED, guided, settings_with
from controller.commands.keyboard import Keyboard


@click.command()
@guided
def tray(config: Path | None, camera: str | None, now: bool) -> None:
    """Find the mat with the camera, and keep where it lies.

    Lay the mat under the camera, nothing on its markers; the picture shows which of them are found. From then on the
    table knows its tray: it reads faster, says so when the mat isn't in view, and finds it again by its markers when
    somebody knocks the camera.

    \b
    Examples:
      tray calibrate tray
      tray calibrate tray --config tray.toml --now
    """
    from controller.app.calibration import calibrate_tray

    calibrate_tray(settings_with(config, camera), Keyboard(NOT_ASKED), ask=not now)
