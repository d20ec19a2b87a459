"""`tray calibrate`: what is done once for a tray, a camera, a set of cubes."""

from __future__ import annotations

import click

from controller.commands.calibrate_camera import camera
from controller.commands.calibrate_check import check
from controller.commands.calibrate_history import history, restore
from controller.commands.calibrate_lens import lens
from controller.commands.calibrate_mat import mat
from controller.commands.calibrate_teach import teach
from controller.commands.calibrate_tray import tray
from controller.hanging_up import ends_like_ctrl_c


@click.group()
@click.pass_context
def calibrate(context: click.Context) -> None:
    """What is done once, so that the reader knows the tray.

    Each step shows the camera's picture live at an address that it prints: open it on a phone beside the tray. All
    results are kept with their date; a table that is started afterwards uses the newest.

    \b
    Print the mat:               tray calibrate mat
    Hold the camera still:       tray calibrate camera
    Measure what its lens bends: tray calibrate lens    (optional)
    Find the mat with it:        tray calibrate tray
    Show it a set of cubes:      tray calibrate teach NAME
    Read known throws:           tray calibrate check
    See what was kept:           tray calibrate history
    Bring something back:        tray calibrate restore 3
    """
    context.with_resource(ends_like_ctrl_c())


for command in (mat, camera, lens, tray, teach, check, history, restore):
    calibrate.add_command(command)
