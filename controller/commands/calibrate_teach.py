"""`tray calibrate teach`: show the reader a set of cubes."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.calibrate_options import camera as camera_option
from controller.commands.calibrate_options import settings_with
from controller.commands.keyboard import Keyboard
from controller.commands.named_file import NAMED_FILE, config_option


@click.command()
@config_option
@camera_option
@click.option(
    "--images", type=NAMED_FILE, metavar="FOLDER",
    help="Teach from pictures: one folder a face, its name the face's.",
)
@click.option(
    "--faces", metavar="NAMES", help="The faces to teach at the tray, between commas, such as 1,2,3,4,5,6.",
)
@click.argument("name", metavar="NAME")
def teach(config: Path | None, camera: str | None, images: Path | None, faces: str | None, name: str) -> None:
    """Show the reader a set of cubes, so that it knows them from then on.

    At the tray it asks for one face after the other: put all cubes with that face up, press Enter. Or name a folder
    of pictures, with a folder for each face in it (2 3 4 5 6 10 sun, or whatever the cubes bear: 1 to 6 for pipped
    dice): any pictures, from near or far, in which the cube with that face is the main thing. Two pictures a face
    help, five are enough. At the end it leaves each picture out in turn, and tells how many the others name right.

    \b
    Examples:
      tray calibrate teach grandma
      tray calibrate teach grandma --images pictures
      tray calibrate teach pips --faces 1,2,3,4,5,6
      tray read --set grandma photo.jpg
    """
    from controller.app import teaching

    settings = settings_with(config, camera)
    keyboard = Keyboard("To skip a face or to end it, run it at a terminal; with --images nothing is asked.")
    if images is not None:
        if faces is not None or camera is not None:
            raise click.UsageError("With --images the folders name the faces, and no camera is used.")
        teaching.teach_from_folders(settings, keyboard, name, images)
        return
    wanted = [face.strip() for face in faces.split(",")] if faces is not None else []
    teaching.teach_at_tray(settings, keyboard, name, list(dict.fromkeys(wanted)))
