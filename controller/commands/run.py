"""`tray run`: open the table."""

from __future__ import annotations

import contextlib
import io
import logging
import logging.handlers
import signal
import sys
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType

import click
import segno

from controller import app
from controller.commands.named_file import config_option
from controller.commands.whole_number import WholeNumber
from controller.host.access import AccessError
from controller.host.support import LOG
from controller.settings import Settings, load_settings

LOOK_AGAIN = 0.5
"""Seconds after which it is looked again whether the table is to end."""


@click.command()
@config_option
@click.option("--camera", metavar="SOURCE", help="Camera to use instead of the settings' one.")
@click.option("--scoreboard", metavar="SOURCE", help="Scoreboard to use instead of the settings' one.")
@click.option("--simulated", is_flag=True, help="Simulate the tray, the scoreboard, lamps and buttons, and say so.")
@click.option("--port", type=WholeNumber(0, 65535), help="Port of the pages instead of the settings' one.")
def run(
    config: Path | None, camera: str | None, scoreboard: str | None, simulated: bool, port: int | None
) -> None:
    """Open the table: read the tray, keep the score, serve the phones.

    The address of the pages is printed with a QR code. The table is journaled: stopped at any moment (Ctrl-C, a
    power cut) and started again, it goes on where it was.

    \b
    Cameras:      /dev/video0    a USB camera
                  picamera       the Raspberry Pi's camera
                  simulated      cubes drawn on the mat
                  FILE, FOLDER   a video or pictures, played once; the table waits at the end
    Scoreboards:  auto           whichever is found on USB
                  /dev/ttyUSB0   the one on this line
                  simavr         the real firmware in a simulator
                  model          a model of it in Python
                  off            none

    \b
    Examples:
      tray run --simulated
      tray run --config tray.toml
      tray run --camera throw.mp4 --scoreboard model
    """
    settings = load_settings(config)
    if simulated:
        settings = app.simulated(settings)
    _run(_with(settings, camera, scoreboard, port))


def _log_to(file: Path) -> None:
    """Keep the log for a support bundle, too: a megabyte at most. A table without it plays all the same."""
    try:
        handler = logging.handlers.RotatingFileHandler(file, maxBytes=500_000, backupCount=1, encoding="utf-8")
    except OSError as error:
        logging.getLogger("tray").warning("No log is kept for support: %s: %s", file, error.strerror)
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)


def _with(settings: Settings, camera: str | None, scoreboard: str | None, port: int | None) -> Settings:
    changes: dict[str, object] = {}
    if camera is not None:
        changes["camera"] = settings.camera.model_copy(update={"source": camera})
    if scoreboard is not None:
        changes["scoreboard"] = settings.scoreboard.model_copy(update={"source": scoreboard})
    if port is not None:
        changes["web"] = settings.web.model_copy(update={"port": port})
    return settings.model_copy(update=changes)


def _run(settings: Settings) -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    ended: SimpleQueue[BaseException | None] = SimpleQueue()  # unlike an event it may be used by a signal's handler

    def end(_signal: int, _frame: FrameType | None) -> None:
        ended.put(None)

    table = app.OpenTable(settings, on_failure=ended.put)
    _log_to(settings.state.folder / LOG)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    try:
        table.start()
        _welcome(table.address, settings, _first_pin(table))
        failure = until_told(ended)
    finally:
        table.stop()
    if failure is not None:
        raise failure
    click.echo("The table is closed. Started again, it goes on where it was.")


def until_told(ended: SimpleQueue[BaseException | None]) -> BaseException | None:
    """Wait until the table is to end: what went wrong, or None where it was told to by a signal."""
    while True:
        with contextlib.suppress(Empty):  # a signal that comes just before a wait doesn't wake it
            return ended.get(timeout=LOOK_AGAIN)


def _first_pin(table: app.OpenTable) -> str:
    """Where the host finds the PIN. It is made when somebody sees it: on a screen, not in the log of a service."""
    access = table.host.access if table.host is not None else None
    try:
        if access is not None and not access.has_pin and sys.stdout.isatty():
            return f"PIN: {access.new_pin()} (shown only now; `tray host reset-pin` makes another one)"
    except AccessError as error:
        return f"none: {error}"
    return "PIN: `tray host reset-pin` makes another one"


def _welcome(address: str, settings: Settings, pin: str) -> None:
    click.echo(_qr_code(address), nl=False)
    click.echo(
        f"\n  Phones:      {address}/join\n"
        f"  Big screen:  {address}/big\n"
        f"  Host:        {address}/host    {pin}\n"
        f"  Scoreboard:  {settings.scoreboard.source}     Camera: {settings.camera.source}\n"
        f"  Journal:     {settings.state.folder}\n"
        "  Ctrl-C closes the table; started again, it goes on where it was.\n"
    )


def _qr_code(address: str) -> str:
    """The address as a QR code of block characters; nothing where the output has no such characters."""
    drawn = io.StringIO()
    segno.make(address).terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return ""
    return "\n" + drawn.getvalue()
