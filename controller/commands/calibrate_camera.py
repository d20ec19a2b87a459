"""`tray calibrate camera`: hold the camera still, and score its picture."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.calibrate_options import NOT_ASKED, PictureSize, guided, settings_with
from controller.commands.keyboard import Keyboard


@click.command()
@guided
@click.option("--list", "only_list", is_flag=True, help="List the cameras of this machine, and do nothing else.")
@click.option("--size", type=PictureSize(), help="Pixels asked of the camera instead of the settings' number.")
def camera(
    config: Path | None, camera: str | None, now: bool, only_list: bool, size: tuple[int, int] | None
) -> None:
    """Hold the camera still, score its picture, and say what would make it better.

    Lists the cameras, sets the resolution, and holds exposure, gain, white balance and focus at what suits the light,
    so that nothing changes while people play. Where lamps hum with the mains, it exposes for whole periods of it.
    Scores, 0 to 100: focus, light, evenness, glare, flicker; from 60 on all is fine. The mat has to be in view, the
    tray empty. A table that is started afterwards holds the camera the same way.

    \b
    Examples:
      tray calibrate camera --list
      tray calibrate camera --config tray.toml
      tray calibrate camera --camera /dev/video2 --size 1280x960
    """
    from controller.app import calibration

    settings = settings_with(config, camera)
    if size is not None:
        taken = settings.camera.model_copy(update={"width": size[0], "height": size[1]})
        settings = settings.model_copy(update={"camera": taken})
    if not only_list:
        calibration.check_can_be_scored(settings)
    for line in calibration.cameras(settings):
        click.echo(line)
    if not only_list:
        calibration.calibrate_camera(settings, Keyboard(NOT_ASKED), ask=not now)
