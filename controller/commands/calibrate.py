"""`tray calibrate`: what is done once for a tray, a camera, a set of cubes."""

from __future__ import annotations

import click

from controller.commands.calibrate_history import history, restore
from controller.commands.calibrate_mat import mat
from controller.commands.calibrate_tray import tray


@click.group()
def calibrate() -> None:
    """What is done once, so that the reader knows the tray.

    Each step shows the camera's picture live at an address that it prints: open it on a phone beside the tray. All
    results are kept with their date; a table that is started afterwards uses the newest.

    \b
    Print the mat:               tray calibrate mat
    Find it with the camera:     tray calibrate tray
    See what was kept:           tray calibrate history
    Bring something back:        tray calibrate restore 3
    """


for command in (mat, tray, history, restore):
    calibrate.add_command(command)
